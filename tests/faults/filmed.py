"""A table filmed for tests: a round of three turns, its cards marked so that anybody can read them.

Everything but the recogniser of faces is the program's own: pictures, gate, camera, beliefs,
rules, store and pages. What happens to the pictures happens for real.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np

from scorer.cards import DECK, Card, Cards, cards
from scorer.notation import parse
from scorer.replay import replay
from tests.webui.tables import POT, WON
from vision.boxes import Array
from vision.calibration import CARD_MM
from vision.evidence import Detection
from vision.faces import CLASSES, OUTPUTS
from vision.small_pictures import small_of
from vision.video import Frame

SIZE = (1280, 720)
MM = 1280 / 900
"""Pixels of a millimetre: the table fills the picture."""
HEAD = f"rules: matgo\nrule threshold: 3\nseats: A, B\ndealer: A\npot: {POT}\n\n"
TURNS = tuple(f"{name}: {turn}\n" for name, turn in zip("ABA", WON, strict=True))
FPS = 8
MARKS = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100)
RULES = {"preset": "matgo", "threshold": 3}
SURE = 0.97


def _box(left: float, top: float, right: float, bottom: float) -> list[list[float]]:
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


SETUP: dict[str, Any] = {
    "name": "filmed",
    "frame_size": list(SIZE),
    "table_corners": [[0, 0], [1280, 0], [1280, 720], [0, 720]],
    "table_size_mm": [900, 506.25],
    "zones": [
        {"name": "pot", "seat": None, "polygon_mm": _box(150, 165, 880, 340)},
        {"name": "stock", "seat": None, "polygon_mm": _box(10, 165, 130, 340)},
        {"name": "captures", "seat": "A", "polygon_mm": _box(0, 360, 900, 506)},
        {"name": "captures", "seat": "B", "polygon_mm": _box(0, 0, 900, 146)},
    ],
    "seats": ["A", "B"],
    "rules": "matgo",
}
ROWS_MM = {"pot": (175.0, 170.0), "A": (20.0, 380.0), "B": (20.0, 30.0)}
"""Where the first card of each place lies."""
STEP_MM, ROW_MM, ACROSS = 38.0, 60.0, 18


@dataclass(frozen=True, slots=True)
class Scene:
    """What lies on the table, by place, for so long."""

    seconds: float
    places: dict[str, Cards]


EMPTY = Scene(2.5, {})


@cache
def _after(turns: int) -> dict[str, Cards]:
    """What lies where after so many turns of the round."""
    position = replay(parse(HEAD + "".join(TURNS[:turns]))).position
    return {"pot": position.pot, "A": position.seats[0].captures, "B": position.seats[1].captures}


def _turn(number: int) -> Iterator[Scene]:
    """A turn as the table shows it: a card is played, another flipped, then what is taken."""
    before, (played, flipped) = _after(number - 1), cards(WON[number - 1].replace("/", ""))
    yield Scene(0.8, {**before, "pot": (*before["pot"], played)})
    yield Scene(0.9, {**before, "pot": (*before["pot"], played, flipped)})
    yield Scene(1.6, _after(number))


def turns(first: int, last: int) -> tuple[Scene, ...]:
    """So many of the turns of the round, counted from 1."""
    return tuple(scene for number in range(first, last + 1) for scene in _turn(number))


def dealt() -> tuple[Scene, ...]:
    """The empty table, and the deal."""
    return (Scene(0.8, {}), Scene(1.6, _after(0)))


ROUND = (*dealt(), *turns(1, 3))
"""A wins it with three brights, if he stops."""


def lying(turns: int, seconds: float) -> Scene:
    """The table after so many turns, for so long."""
    return Scene(seconds, _after(turns))


def painted(places: dict[str, Cards]) -> Array:
    """(720, 1280, 3) uint8: the table with these cards."""
    picture = cloth().copy()
    for place, pile in places.items():
        used: list[int] = []
        for slot, each in enumerate(pile):
            used.append(_number(each, used))
            if place == "pot":  # who takes a card leaves the others where they lie
                slot = _POT.index(each) if each in _POT else len(_POT)
            left, top = ROWS_MM[place]
            x, y = left + STEP_MM * (slot % ACROSS), top + ROW_MM * (slot // ACROSS)
            _lay(picture, used[-1], round(x * MM), round(y * MM))
    return picture


_POT = tuple(dict.fromkeys(each for done in ROUND for each in done.places.get("pot", ())))


@cache
def cloth() -> Array:
    """An empty table with some grain."""
    rng = np.random.default_rng(5)
    grain = cv2.GaussianBlur(rng.normal(0, 1, (SIZE[1], SIZE[0], 1)), (0, 0), 1.5)
    ground = grain[..., None] / grain.std() * 6 + (70, 120, 80)
    result: Array = np.clip(ground, 0, 255).astype(np.uint8)
    return result


def _number(card: Card, used: Sequence[int]) -> int:
    """The mark of a card: its place in the deck, the next for the second of a face."""
    found = [number for number, each in enumerate(DECK) if each.face == card.face]
    return next((each for each in found if each not in used), found[0])


@cache
def _mark(number: int) -> Array:
    return cv2.aruco.generateImageMarker(MARKS, number, 36)


def _lay(picture: Array, number: int, x: int, y: int) -> None:
    width, height = round(CARD_MM[0] * MM), round(CARD_MM[1] * MM)
    picture[y : y + height, x : x + width] = 235
    picture[y + 5 : y + 41, x + 5 : x + 41] = _mark(number)[..., None]


class Reader:
    """A detector that reads the marks; see vision.detector.Detector."""

    def __init__(self) -> None:
        self._reader = cv2.aruco.ArucoDetector(MARKS)

    def detect(
        self, frame_bgr: Array, card_px: float | None = None, *, unsure: bool = False
    ) -> tuple[Detection, ...]:
        """Every card whose mark can be read."""
        corners, numbers, _ = self._reader.detectMarkers(frame_bgr)
        if numbers is None:
            return ()
        pairs = zip(numbers.ravel(), corners, strict=True)
        return tuple(_seen(int(number), quad[0]) for number, quad in pairs if number < len(DECK))


def _seen(number: int, quad: Array) -> Detection:
    """The card around a mark."""
    width, height = CARD_MM[0] * MM, CARD_MM[1] * MM
    square = np.array(((5, 5), (41, 5), (41, 41), (5, 41)), np.float32)
    whole = np.array((((0, 0), (width, 0), (width, height), (0, height)),), np.float32)
    turned = cv2.getPerspectiveTransform(square, quad.astype(np.float32))
    chances = np.full(OUTPUTS, (1 - SURE) / (OUTPUTS - 1))
    chances[CLASSES.index(DECK[number].face)] = SURE
    card_px = cv2.perspectiveTransform(whole, turned)[0].astype(float)
    return Detection(DECK[number], SURE, card_px, 1.0, chances)


Fault = Callable[[Array, float], Array]
"""What happens to a picture at a time."""


def nothing(picture: Array, time_s: float) -> Array:
    """No fault."""
    return picture


def filmed(
    scenes: Sequence[Scene], fault: Fault = nothing, from_s: float = 0.0, fps: float = FPS
) -> Iterator[Frame]:
    """The scenes as a camera with a little noise takes them."""
    index, begin_s = 0, from_s
    for scene in scenes:
        still = painted(scene.places)
        for n in range(round(scene.seconds * fps)):
            time_s = begin_s + n / fps
            taken = cv2.add(still, _noise(index % 5))
            yield frame_of(fault(taken, time_s), time_s, index)
            index += 1
        begin_s += scene.seconds


def seconds(scenes: Sequence[Scene]) -> float:
    """How long they last."""
    return sum(each.seconds for each in scenes)


def in_a_row(*films: tuple[Sequence[Scene], Fault]) -> Iterator[Frame]:
    """Films with a fault each, one after the other."""
    from_s = 0.0
    for scenes, fault in films:
        yield from filmed(scenes, fault, from_s)
        from_s += seconds(scenes)


@cache
def _noise(number: int) -> Array:
    return np.random.default_rng(number).integers(0, 5, (SIZE[1], SIZE[0], 3), np.uint8)


def frame_of(picture: Array, time_s: float, index: int = 0) -> Frame:
    """The picture as a camera's frame."""
    small = small_of(picture)
    return Frame(time_s, index, lambda: small, lambda: picture)
