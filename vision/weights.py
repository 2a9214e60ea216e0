"""The files of the trained detector: where they are, and what was measured when they were made."""

import json
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from scorer.remark import Told

NETWORKS = ("localizer.onnx", "refiner.onnx", "recogniser.onnx")
"""Those that find and name cards in any look."""
SECOND = "second.onnx"
"""The recogniser that has a say in a thorough look, too; beside it lies how it was trained."""
FITTED = (*NETWORKS, SECOND)
"""Those that the settings were fitted with."""
POINTER = "pointer.onnx"
"""The one that tells where hands point; beside it lies how it was trained."""
POINTER_NOTE = "pointer.json"
JOKERS = "jokers.onnx"
"""The one that tells jokers from one another; beside it lies how it was trained."""
JOKERS_NOTE = "jokers.json"
SETTINGS = "detector.json"
NAMES = (*FITTED, JOKERS, POINTER, SETTINGS)
INT8_NOTE = "detector_int8.json"
"""Hashes of the int8 forms that may lie beside. A detector is told from others by NAMES alone."""
CLONE = Path(__file__).resolve().parent.parent / "models"


class NoWeights(Told):
    """The files of the detector are missing or spoilt; the message says which and where."""


@dataclass(frozen=True, slots=True)
class Confidence:
    """Turns what the networks say of a box into the chance that it is right."""

    constant: float
    localizer: float
    """Factor of the log odds of the box."""
    face: float
    """Factor of the log odds of the face."""
    visible: float
    """Factor of the share of the card that shows."""
    size: float
    """Factor of how far, by its logarithm, the box is from the size of the picture's cards."""
    back: float
    """Added for a back: many a thing is as red and rectangular."""

    @property
    def factors(self) -> tuple[float, ...]:
        """All but the constant, in the order of Evidence.features."""
        return self.localizer, self.face, self.visible, self.size, self.back


@dataclass(frozen=True, slots=True)
class Doubles:
    """Turns how two boxes lie and what they show into the odds that both are of one card."""

    constant: float
    contained: float
    """Factor of how much of the one lies in the other, at most."""
    localizer: float
    """Factor of the log odds of the less sure box."""
    alike: float
    """Factor of how far the two agree in place and face."""
    single: float
    """Factor of how far they agree in a face that a deck holds once."""
    no_card: float
    """Factor of the chance that the less sure box by itself holds no card."""

    @property
    def factors(self) -> tuple[float, ...]:
        """All but the constant, in the order of vision.doubles.likeness."""
        return self.contained, self.localizer, self.alike, self.single, self.no_card


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything beside the weights that the detector goes by, fitted on data kept for it."""

    least_confidence: float
    """Of a box, to be looked at by the recogniser."""
    doubles: Doubles
    """Of two boxes of one card the one surer of box and face stays."""
    temperature: float
    """Of the recogniser's logits."""
    act_from: float
    """Chance of being right from which the program acts on a card."""
    calibration: Confidence


@dataclass(frozen=True, slots=True)
class Weights:
    """The files and the settings that belong to them."""

    localizer: Path
    refiner: Path
    recogniser: Path
    second: Path
    jokers: Path
    pointer: Path
    settings: Settings


def find_weights(folder: Path | None = None) -> Weights:
    """The weights of this folder, of the clone, or of the installed package.

    Raises:
        NoWeights: they are not all there, or their settings cannot be read.
    """
    folder = folder or _folder()
    missing = [name for name in NAMES if not (folder / name).is_file()]
    if missing:
        raise NoWeights(
            "{folder}: {names} missing; install hwatu-table again",
            folder=folder,
            names=", ".join(missing),
        )
    path = folder / SETTINGS
    try:
        files = {Path(name).stem: folder / name for name in (*FITTED, JOKERS, POINTER)}
        return Weights(**files, settings=read_settings(path))
    except (ValueError, TypeError, KeyError) as error:
        raise NoWeights(
            "{file}: not the detector's settings: {why}", file=path, why=error
        ) from None


def changed(weights: Weights) -> str | None:
    """The first file that is not the one its settings were fitted with, or None."""
    folder = weights.localizer.parent
    fitted = _hashes(folder / SETTINGS)
    expected = {name: fitted.get(name) for name in FITTED}
    for note, read in (
        (INT8_NOTE, _hashes),
        (JOKERS_NOTE, partial(_trained, JOKERS)),
        (POINTER_NOTE, partial(_trained, POINTER)),
    ):
        if (folder / note).is_file():
            try:
                expected |= read(folder / note)
            except (ValueError, TypeError, KeyError):
                return str(folder / note)
    for name, told in expected.items():
        path = folder / name
        if not path.is_file() or sha256(path.read_bytes()).hexdigest() != told:
            return str(path)
    return None


def _trained(name: str, path: Path) -> dict[str, str]:
    """The hash of the network of this name that this training gave."""
    return {name: str(json.loads(path.read_text(encoding="utf-8"))["onnx"]["sha256"])}


def _hashes(path: Path) -> dict[str, str]:
    return dict(json.loads(path.read_text(encoding="utf-8"))["sha256"])


def read_settings(path: Path) -> Settings:
    """The settings in a file; ValueError, TypeError or KeyError where they are none."""
    told = json.loads(path.read_text(encoding="utf-8"))["settings"]
    doubles, calibration = Doubles(**told["doubles"]), Confidence(**told["calibration"])
    return Settings(**{**told, "doubles": doubles, "calibration": calibration})


def _folder() -> Path:
    if (CLONE / NAMES[0]).is_file():
        return CLONE
    try:
        for file in files("hwatu-table") or ():
            if file.name == NAMES[0]:
                return Path(str(file.locate())).resolve().parent
    except PackageNotFoundError:
        pass
    return CLONE
