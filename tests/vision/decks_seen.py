"""A deck of colours, photographs of it, a network that sees colours and knows no card; and pictures
of a deck that another network half knows."""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np

from scorer.cards import DECK
from vision.boxes import Array
from vision.deck_photos import NO_PICTURES, Photo
from vision.deck_views import plain_view
from vision.decks import EnrolledDeck, relearned
from vision.evidence import Evidence
from vision.faces import CLASSES, NO_CARD, OUTPUTS
from vision.recogniser import EMBEDDING, Recogniser, of_length_one, softmax
from vision.strange_deck import Shown

CARD = np.array(((0, 0), (76, 0), (76, 114), (0, 114)), float)
STEP = np.array((90, 130))
GROUND = 90


def colours(crops: Array) -> tuple[Array, ...]:
    """No logit says anything; the features are the colours in forty places of a crop."""
    middles = crops[:, 14:130, 10:86, :3] / np.float32(255)
    small = np.stack([cv2.resize(each, (5, 8)).ravel() for each in middles])
    features = np.zeros((len(crops), EMBEDDING), np.float32)
    features[:, : small.shape[1]] = small - 0.4
    return np.zeros((len(crops), OUTPUTS), np.float32), features, np.ones(len(crops))


STRANGE = Recogniser(colours)


@cache
def printed(number: int) -> Array:
    """(115, 77, 3) uint8: a card unlike any other."""
    patches = np.random.default_rng(number).integers(0, 256, (4, 3, 3), np.uint8)
    result: Array = cv2.resize(patches, (77, 115), interpolation=cv2.INTER_NEAREST)
    return result


def look(
    quads_px: Array, faces: Array, *, box: float = 0.9, visible: float = 0.9, chance: float = 0.9
) -> Evidence:
    """What the detector says of boxes, all alike."""
    each = np.ones(len(faces))
    return Evidence(
        quads_px,
        box * each,
        faces,
        chance * each,
        visible * each,
        np.zeros((len(faces), OUTPUTS)),
        np.zeros((len(faces), EMBEDDING)),
    )


def photo(*faces: str, box: float = 0.9, visible: float = 0.9, first: int = 0) -> Photo:
    """A photograph of these faces in rows of twelve, taken for what they are.

    They are printed as the cards from number `first` on.
    """
    classes = [NO_CARD if face == "no card" else CLASSES.index(face) for face in faces]
    frame, quads = laid(list(range(first, first + len(faces))))
    return Photo(frame, look(quads, np.array(classes, int), box=box, visible=visible))


def laid(numbers: list[int]) -> tuple[Array, Array]:
    """A picture of printed cards in rows of twelve, and their (n, 4, 2) quads."""
    frame = np.full((STEP[1] * (len(numbers) // 12 + 1), STEP[0] * 12 + 20, 3), GROUND, np.uint8)
    corners = [STEP * (i % 12, i // 12) + (8, 8) for i in range(len(numbers))]
    for number, (x, y) in zip(numbers, corners, strict=True):
        frame[y : y + 115, x : x + 77] = printed(number)
    quads = np.array(corners, float).reshape(-1, 1, 2) + CARD
    return frame, quads


def empty_deck(name: str, weights: str = "abc") -> EnrolledDeck:
    """An enrolled deck of no card."""
    return relearned(name, NO_PICTURES, STRANGE, weights)


PLUM, CHERRY, PEONY = (CLASSES.index(f"{month}-junk") for month in ("02", "03", "06"))


@cache
def looks_like() -> Array:
    """(OUTPUTS, k) features of a card of each class, printed as the card of its number."""
    views = np.array([plain_view(printed(number)) for number in range(OUTPUTS)])
    return of_length_one(STRANGE.answers(views)[1])


def pictures(
    count: int, *, cards: Sequence[int] | None = None, strange: bool = True, seed: int = 3
) -> tuple[list[Shown], list[Array]]:
    """Pictures of 24 cards of a deck each, and the classes of these.

    The network knows them; but if the deck is strange, it takes its plums and cherries for peonies,
    a little less often the peonies, too.
    """
    rng = np.random.default_rng(seed)
    deck = np.array([CLASSES.index(card.face) for card in DECK] if cards is None else cards)
    seen, true = [], []
    for _ in range(count):
        classes = rng.permutation(deck)[:24]
        logits = rng.normal(0, 0.4, (len(classes), OUTPUTS))
        logits[np.arange(len(classes)), classes] += 8
        for flower, own in ((PLUM, 2.0), (CHERRY, 1.5), (PEONY, 3.0)) if strange else ():
            logits[classes == flower] -= 8 * np.eye(OUTPUTS)[flower]
            logits[classes == flower] += own * np.eye(OUTPUTS)[flower] + 3 * np.eye(OUTPUTS)[PEONY]
        noise = rng.normal(0, 0.02, (len(classes), EMBEDDING))
        features = of_length_one(looks_like()[classes] + noise)
        each = np.ones(len(classes))
        quads = np.zeros((len(classes), 4, 2))
        chances = softmax(logits)
        evidence = Evidence(quads, each, classes, each, each, chances, features)
        open_cards = np.array([printed(number) for number in classes])
        seen.append(Shown(evidence, np.arange(len(classes)), open_cards))
        true.append(classes)
    return seen, true
