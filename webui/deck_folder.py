"""Where enrolled decks are kept: learned, read and learned anew; no library until then."""

from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from scorer.cards import JOKERS
from webui.bad_input import NotHere
from webui.data_folder import data_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.boxes import Array
    from vision.decks import EnrolledDeck
    from vision.detector import CardDetector
    from vision.recogniser import Recogniser

BONUS = tuple(card.face for card in JOKERS)
"""What may lie after the 48 cards of a deck that is learned in order."""


def deck_folder() -> Path:
    """Where enrolled decks are kept: `decks` in the data folder."""
    return data_folder() / "decks"


def deck_file(name: str) -> Path:
    """The file of an enrolled deck."""
    return deck_folder() / f"{name}.npz"


def changed_at(name: str) -> int:
    """When a deck was enrolled last, in nanoseconds; 0 where it never was."""
    try:
        return deck_file(name).stat().st_mtime_ns
    except (OSError, ValueError):  # no file has a name with a NUL
        return 0


def deck_names() -> list[str]:
    """The names of the enrolled decks; none where there is no data folder."""
    try:
        return sorted(path.stem for path in deck_folder().glob("*.npz"))
    except NotHere:
        return []


def enrol(
    name: str,
    frames: "Sequence[Array]",
    detector: "CardDetector",
    *,
    in_order: bool,
    bonus: "Sequence[str]" = (),
    fresh: bool = False,
) -> "EnrolledDeck":
    """The deck that these photographs show, added to what was known of it, and kept.

    `fresh` forgets what was known; `in_order`, `bonus`: see vision.decks.enrolled.

    Raises:
        BadDeck: they do not show it, or what is kept by that name is spoilt.
        NoWeights: there is no detector. OSError: the folder cannot be written.
    """
    from vision.deck_photos import Photo
    from vision.decks import enrolled, load_deck, save_deck

    folder = deck_folder()
    before = load_deck(name, folder) if not fresh and name in deck_names() else None
    shown = [Photo(frame, detector.look(frame)) for frame in frames]
    told = (name, shown, detector.recogniser, model_hash(), before)
    deck = enrolled(*told, in_order=in_order, bonus=bonus)
    save_deck(deck, folder)
    return deck


def enrolled_deck(name: str, recogniser: "Recogniser") -> "EnrolledDeck":
    """The deck of this name, as the network that is here sees it.

    Where another one learned it, this one does so anew, and that is kept.

    Raises:
        BadDeck: there is none, or it is spoilt. NoWeights: there is no detector.
    """
    from vision.decks import load_deck, relearned, save_deck

    deck, model = load_deck(name, deck_folder()), model_hash()
    if deck.weights == model:
        return deck
    anew = relearned(name, deck.pictures, recogniser, model)
    with suppress(OSError):  # a folder that cannot be written costs time, not the deck
        save_deck(anew, deck_folder())
    return anew


def model_hash() -> str:
    """What an enrolled deck notes about the model it was learned with."""
    from vision.weights import find_weights

    return sha256(find_weights().recogniser.read_bytes()).hexdigest()[:16]
