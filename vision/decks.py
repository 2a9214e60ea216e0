"""A user's own deck, learned from a few photographs of it: what each card looks like to the net."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np

from scorer.cards import DECK, FACES
from scorer.errors import short
from scorer.remark import Remark, Told
from vision.boxes import Array
from vision.evidence import Evidence
from vision.faces import CLASSES, NO_CARD
from vision.recogniser import Prototypes

OPEN = 0.75
"""A card must show this much of itself to be learned from."""
SURE_BOX = 0.4
SURE_FACE = 0.5
MOST_OF_A_FACE = 12
"""Views of one face that are kept."""
NAME = re.compile(r"[\w][\w .-]{0,39}")
ASKED = tuple(face for face, card in FACES.items() if card.month)
"""Faces that every deck has; jokers and back are learned where they are shown."""


class BadDeck(Told):
    """An enrolled deck cannot be used; the message is one line that says which and why."""


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledDeck:
    """A deck by its name, and what was learned of it."""

    name: str
    prototypes: Prototypes
    weights: str
    """Hash of the recogniser that it was learned with: another one sees it otherwise."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The faces that no photograph showed well enough, in the order of the deck."""
        known = {CLASSES[k] for k in self.prototypes.classes}
        return tuple(face for face in ASKED if face not in known)


def enrolled(
    name: str,
    looks: Iterable[Evidence],
    weights: str,
    before: EnrolledDeck | None = None,
    *,
    in_order: bool = False,
) -> EnrolledDeck:
    """The deck that these looks at photographs show, added to what was known before.

    With `in_order` the photographs together show the 48 cards in the order of the deck, left to
    right and row below row; otherwise each card is taken for what the network takes it for.

    Raises:
        BadDeck: the name cannot be a file's name; in order, there are not 48 cards.
    """
    if not NAME.fullmatch(name):
        raise BadDeck(
            "{name}: expected a name of letters, digits, spaces, dots and dashes", name=short(name)
        )
    views: list[tuple[int, Array]] = []
    if before is not None:
        views += zip(before.prototypes.classes, before.prototypes.embeddings, strict=True)
    if in_order:
        views += told_by_order(list(looks))
    else:
        for look in looks:
            views += [(int(look.faces[i]), look.embeddings[i]) for i in learnable(look)]
    kept: list[tuple[int, Array]] = []
    for k, view in reversed(views):  # newer photographs count before older ones
        if sum(k == other for other, _ in kept) < MOST_OF_A_FACE:
            kept.append((k, view))
    return EnrolledDeck(name, _prototypes(kept[::-1]), weights)


def learnable(look: Evidence, least_chance: float = SURE_FACE) -> list[int]:
    """Which boxes of a photograph show a card openly and surely enough to learn from."""
    return [
        i
        for i in range(len(look.faces))
        if look.faces[i] != NO_CARD
        and look.visible[i] >= OPEN
        and look.boxes[i] >= SURE_BOX
        and look.chances[i] >= least_chance
    ]


def told_by_order(looks: Sequence[Evidence]) -> list[tuple[int, Array]]:
    """Class and embedding of the 48 cards that photographs show in the order of the deck.

    Raises:
        BadDeck: they show more or fewer; the message says how many each shows.
    """
    cards = [reading_order(look, learnable(look, least_chance=0.0)) for look in looks]
    counts = [len(found) for found in cards]
    if sum(counts) != len(DECK):
        told = " + ".join(map(str, counts))
        raise BadDeck(
            "{counts} open cards in the photographs; in order there must be {size}",
            counts=told,
            size=len(DECK),
        )
    seen = [look.embeddings[i] for look, found in zip(looks, cards, strict=True) for i in found]
    return [(CLASSES.index(card.face), view) for card, view in zip(DECK, seen, strict=True)]


def reading_order(look: Evidence, boxes: Sequence[int]) -> list[int]:
    """These boxes row below row, each from left to right."""
    middles = look.quads_px.mean(axis=1)
    height = float(np.median(np.ptp(look.quads_px[..., 1], axis=1))) if len(boxes) else 0.0
    rows: list[list[int]] = []
    for i in sorted(boxes, key=lambda i: float(middles[i, 1])):
        if not rows or middles[i, 1] - middles[rows[-1][-1], 1] > height / 2:
            rows.append([])
        rows[-1].append(i)
    return [i for row in rows for i in sorted(row, key=lambda i: float(middles[i, 0]))]


def _prototypes(views: Sequence[tuple[int, Array]]) -> Prototypes:
    embeddings = np.array([view for _, view in views], np.float32).reshape(-1, 128)
    return Prototypes(embeddings, np.array([k for k, _ in views], int))


def save_deck(deck: EnrolledDeck, folder: Path) -> Path:
    """The file it was written to, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{deck.name}.npz"
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.savez(
            file,
            embeddings=deck.prototypes.embeddings,
            faces=np.array([CLASSES[k] for k in deck.prototypes.classes]),
            weights=np.array(deck.weights),
        )
    part.replace(path)
    return path


def load_deck(name: str, folder: Path, weights: str) -> EnrolledDeck:
    """The deck of this name.

    Raises:
        BadDeck: there is none, it is spoilt, or it was learned with other weights.
    """
    path = folder / f"{name}.npz"
    if not NAME.fullmatch(name) or not path.is_file():
        known = ", ".join(sorted(p.stem for p in folder.glob("*.npz")))
        raise BadDeck(
            "no deck {name} is enrolled (known: {names}): hwatu deck enrol NAME PHOTO",
            name=short(name),
            names=known or Remark("none"),
        )
    try:
        with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as data:
            classes = np.array([CLASSES.index(str(face)) for face in data["faces"]], int)
            embeddings = data["embeddings"].reshape(len(classes), 128)
            learned_with = str(data["weights"])
    except Exception as error:  # numpy and zipfile raise nearly everything on a spoilt file
        raise BadDeck(
            "{file}: not an enrolled deck: {why}", file=path, why=short(str(error))
        ) from None
    if learned_with != weights:
        raise BadDeck("{file}: enrolled with an older model: enrol the deck again", file=path)
    return EnrolledDeck(name, Prototypes(embeddings, classes), weights)
