"""A user's own deck, learned from a few photographs of it: what each of its cards looks like.

A deck's file keeps the pictures of its cards. What the network makes of them is learned from these
and kept beside them; another network learns it anew.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np

from scorer.errors import short
from scorer.remark import Remark
from vision.boxes import Array
from vision.deck_naming import Naming
from vision.deck_photos import (
    NO_PICTURES,
    BadDeck,
    Photo,
    Pictures,
    newest,
    pictured,
    told_by_order,
)
from vision.deck_teaching import taught
from vision.deck_together import told_by_looks
from vision.deck_views import PICTURE
from vision.faces import CLASSES
from vision.recogniser import EMBEDDING, PLACES, Recogniser

NAME = re.compile(r"[\w][\w .-]{0,39}")


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledDeck:
    """A deck by its name, and what was learned of it."""

    name: str
    pictures: Pictures
    naming: Naming
    weights: str
    """Hash of the recogniser that learned it: another one sees it otherwise."""


def enrolled(
    name: str,
    photos: Iterable[Photo],
    recogniser: Recogniser,
    weights: str,
    before: EnrolledDeck | None = None,
    *,
    in_order: bool = False,
    bonus: Sequence[str] = (),
) -> EnrolledDeck:
    """The deck that these photographs show, added to what was known before.

    With `in_order` the photographs together show the 48 cards in the order of the deck, left to
    right and row below row, after them the `bonus` cards of these faces; otherwise each card is
    taken for what the network takes it for.

    Raises:
        BadDeck: the name cannot be a file's name; in order, there are more cards or fewer.
    """
    if not NAME.fullmatch(name):
        raise BadDeck(
            "{name}: expected a name of letters, digits, spaces, dots and dashes", name=short(name)
        )
    photos = list(photos)
    chosen = told_by_order(photos, bonus) if in_order else told_by_looks(photos)
    shown = [pictured(photo, *cards) for photo, cards in zip(photos, chosen, strict=True)]
    known = NO_PICTURES if before is None else before.pictures
    return relearned(name, newest([known, *shown]), recogniser, weights)


def relearned(name: str, pictures: Pictures, recogniser: Recogniser, weights: str) -> EnrolledDeck:
    """The deck of these pictures as this network sees it."""
    return EnrolledDeck(name, pictures, taught(pictures, recogniser), weights)


def save_deck(deck: EnrolledDeck, folder: Path) -> Path:
    """The file it was written to, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{deck.name}.npz"
    part = path.with_suffix(".part")
    naming = deck.naming
    with part.open("wb") as file:
        np.savez_compressed(
            file,
            pictures=deck.pictures.bgr,
            faces=_faces(deck.pictures.classes),
            named=_faces(naming.classes),
            factors=naming.factors.astype(np.float32),
            constants=naming.constants,
            trust=np.array(naming.trust),
            plain=naming.plain.astype(np.float32),
            weights=np.array(deck.weights),
        )
    part.replace(path)
    return path


def load_deck(name: str, folder: Path) -> EnrolledDeck:
    """The deck of this name, with whatever weights it was learned.

    Raises:
        BadDeck: there is none, it is spoilt, or it was enrolled before pictures were kept.
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
            old = "embeddings" in data
            deck = None if old else _read(name, data)
    except Exception as error:  # numpy and zipfile raise nearly everything on a spoilt file
        raise BadDeck(
            "{file}: not an enrolled deck: {why}", file=path, why=short(str(error))
        ) from None
    if deck is None:
        raise BadDeck("{file}: enrolled with an older version: enrol the deck again", file=path)
    return deck


def _faces(classes: Array) -> Array:
    """By their names: a class is a place in a list that may grow."""
    return np.array([CLASSES[k] for k in classes], dtype="U16")


def _classes(faces: Array) -> Array:
    return np.array([CLASSES.index(str(face)) for face in faces], int)


def _read(name: str, data: Mapping[str, Array]) -> EnrolledDeck:
    """The deck in a file; numpy's own errors where it holds something else."""
    classes, named = _classes(data["faces"]), _classes(data["named"])
    pictures = data["pictures"].reshape(len(classes), *PICTURE.size_px[::-1], 3)
    if pictures.dtype != np.uint8:
        raise ValueError(f"pictures of {pictures.dtype}")
    factors = data["factors"].reshape(len(named), EMBEDDING + PLACES)
    constants = data["constants"].reshape(len(named))
    plain = data["plain"].reshape(-1, EMBEDDING)
    naming = Naming(named, factors, constants, float(data["trust"]), plain)
    return EnrolledDeck(name, Pictures(classes, pictures), naming, str(data["weights"]))
