"""The recorded game that is shipped: its film, its table, and what was seen in it."""

from pathlib import Path

from vision.looks_file import BadLooks, Recording, basis, fingerprint, kept, looks_path
from vision.motion import GateSettings
from vision.setup import Setup, read_setup
from vision.weights import NAMES, find_weights

VIDEO = Path(__file__).parents[1] / "demo" / "demo.mp4"
SETUP = VIDEO.with_suffix(".setup.json")
DEMO = "demo"
"""The source of an evening that plays it."""


def demo_setup() -> Setup:
    """Where the table of the recording lies, who plays and by which rules.

    Raises:
        BadSetup: the file is missing or spoilt.
    """
    return read_setup(SETUP)


def shipped_looks() -> Recording | None:
    """The looks shipped with the recording; None where this machine's detector sees for itself.

    Raises:
        NoWeights: there is no detector.
    """
    weights = find_weights().localizer.parent
    try:
        mark = fingerprint(weights / name for name in NAMES)
        return kept(looks_path(VIDEO), basis(VIDEO, mark, GateSettings()))
    except (BadLooks, OSError):
        return None
