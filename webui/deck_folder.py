"""Where enrolled decks are kept, and reading one of them; needs no library until it does."""

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from webui.bad_input import NotHere
from webui.data_folder import data_folder

if TYPE_CHECKING:
    from vision.decks import EnrolledDeck


def deck_folder() -> Path:
    """Where enrolled decks are kept: `decks` in the data folder."""
    return data_folder() / "decks"


def deck_file(name: str) -> Path:
    """The file of an enrolled deck."""
    return deck_folder() / f"{name}.npz"


def deck_names() -> list[str]:
    """The names of the enrolled decks; none where there is no data folder."""
    try:
        return sorted(path.stem for path in deck_folder().glob("*.npz"))
    except NotHere:
        return []


def enrolled_deck(name: str) -> "EnrolledDeck":
    """The deck of this name, learned with the weights that are here.

    Raises:
        BadDeck: there is none, it is spoilt, or it was learned with other weights.
        NoWeights: there is no detector.
    """
    from vision.decks import load_deck

    return load_deck(name, deck_folder(), model_hash())


def model_hash() -> str:
    """What an enrolled deck notes about the model it was learned with."""
    from vision.weights import find_weights

    return sha256(find_weights().recogniser.read_bytes()).hexdigest()[:16]
