"""An invented artist who has seen prints of the tradition: his flowers are those they agree on."""

from dataclasses import replace

from deck.shapes import ORANGE, RED, YELLOW
from invented_flowers import PANEL, Blossom, Rng
from invented_hand import PALE, REDS, ROSE, Hand, pick


def schooled(hand: Hand, rng: Rng) -> Hand:
    """The artist with flowers nearer to those that all prints show."""
    red: tuple[tuple[str, ...], ...] = ((RED,),)
    return replace(
        hand,
        plum=replace(
            _from_front(hand.plum),
            petals=5,
            rings=1,
            shape="round" if rng.random() < 0.75 else hand.plum.shape,
            sorts=red if rng.random() < 0.7 else hand.plum.sorts,
            fat=float(rng.uniform(1.1, 1.4)),
            heart=float(rng.uniform(0.15, 0.3)),
        ),
        cherry=replace(
            _from_front(hand.cherry),
            petals=5,
            shape="notched" if rng.random() < 0.75 else hand.cherry.shape,
            sorts=(pick(rng, REDS), pick(rng, ((ROSE,), (RED,), (RED, PALE)))),
        ),
        peony=replace(
            _from_front(hand.peony),
            petals=int(rng.integers(6, 10)),
            rings=int(rng.integers(3, 5)),
            shape=pick(rng, ("ruffled", "round", "round", "notched")),
            sorts=red if rng.random() < 0.8 else hand.peony.sorts,
            heart=float(rng.uniform(0.08, 0.22)),
            stamens=0,
            blotch=0.0,
        ),
        mum=replace(
            _from_front(hand.mum),
            petals=int(rng.integers(11, 19)),
            rings=int(rng.integers(2, 4)),
            shape=pick(rng, ("pointed", "round", "pointed")),
            sorts=(pick(rng, ((YELLOW, RED), (YELLOW,), (RED, YELLOW, YELLOW), (ORANGE, YELLOW))),),
            blotch=0.0,
        ),
    )


def _from_front(style: Blossom) -> Blossom:
    """The same flowers seen from the front, all over a card."""
    return replace(style, uneven_petals=0.0, column=0.0, stalk=0.0, flat=1.0, area=PANEL)
