"""Where cards lie in a picture, at whatever size they are: the first network.

A card should come to the network about CARD_PX wide. How large cards are is found by a look from
afar; then the picture is looked at as a whole, or, where that would be too large, in tiles; of
several looks the one that shows cards nearest to that counts: larger ones fall into parts.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from operator import itemgetter

import cv2
import numpy as np

from vision.boxes import Array, corners, portrait, short_sides, without_doubles
from vision.runtime import Net

STRIDE = 32
FIRST_SIDE_PX = 640
"""Long side of the look from afar."""
LARGE_SIDE_PX = 160
"""The same for cards that fill the picture: looked at from nearer they fall into parts, and those
pass for small cards."""
FRAMED_UP_TO_PX = 200
"""Pictures shown no longer than that are framed in the colour of their border: the network knows
cards amid a table, and of so small a picture most is near an end."""
FRAME_PX = 3 * STRIDE // 2
"""As wide is that frame: on both sides it adds whole strides."""
MOST_LOOKS = 4
SAME_SCALE = 1.25
"""Another look that would be no larger or smaller than this is not worth its time."""
CARD_PX = 44.0
"""As wide a card as this is seen best by the network."""
ENOUGH_PX = 27.0
"""A card this wide is seen nearly as well: then one tile does for the whole picture."""
TILE_PX = (1280, 736)
"""The most that the network is shown at once, either way round."""
TILES_OVERLAP = 2.4
"""Of two neighbouring tiles, in widths of a card: a card lies whole in one of them."""
BORDER_PX = 4.0
"""Two tiles see the middle of a card no farther apart than twice this."""
MOST_TILES = 16
MOST_ENLARGED = 2.0
"""Pictures are not enlarged more."""
MOST_CANDIDATES = 3000
"""Boxes of a whole picture that are looked at for doubles: a full table has some 600 of them, a
checked cloth ten thousand, which took seconds."""
MOST_BOXES = 250
"""Of a whole picture: no table holds more cards, and each takes time to be recognised."""
DOUBLES_ABOVE = 0.6
"""Of two boxes that agree more than this the surer stays; the rest is weighed by their faces."""
TWICE_ABOVE = 0.8
"""The same for boxes of two looks, or refined: of those that differ the faces tell which fits."""
SIZED_BY = 0.4
"""Only boxes at least this sure say how large cards are."""


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """The boxes of one picture, the surest first."""

    quads_px: Array
    """(n, 4, 2) corners clockwise, beginning with a card's upper or lower edge."""
    confidences: Array
    """(n,) 0 to 1."""

    def __len__(self) -> int:
        return len(self.confidences)

    def above(self, least: float) -> "Located":
        """Those at least this sure."""
        return self.some(self.confidences >= least)

    def some(self, which: Array) -> "Located":
        """Those at these places, or where this is true."""
        return Located(self.quads_px[which], self.confidences[which])


@dataclass(frozen=True, slots=True)
class Localizer:
    """The network and how its answers are read."""

    net: Net
    """(1, h, w, 3) uint8 RGB to (1, 6, boxes): centre, size, confidence, radians."""
    least_confidence: float
    afar: bool = True
    """Whether the first look is from afar, or at the picture in its own size."""

    def locate(self, frame_bgr: Array, card_px: float | None = None) -> Located:
        """The cards of a picture (h, w, 3) uint8; `card_px`, where it is known: a card's width."""
        if card_px is not None:
            return self.look(frame_bgr, self.scale_for(frame_bgr, card_px))
        afar = min(FIRST_SIDE_PX / max(frame_bgr.shape[:2]), MOST_ENLARGED)
        scale = afar if self.afar else min(1.0, largest(frame_bgr))
        looks: list[tuple[float, Located]] = []
        for _ in range(MOST_LOOKS):
            seen = self.look(frame_bgr, scale)
            width = width_px(seen)
            if width is None:
                better, wrong = min(2 * scale, max(1.0, scale)), np.inf
            else:
                better = self.scale_for(frame_bgr, width)
                wrong = abs(np.log(width * scale / CARD_PX))
            looks.append((wrong, seen))
            if alike(better, scale):
                break
            scale = better
        return min(looks, key=itemgetter(0))[1]

    def locate_both_ways(self, frame_bgr: Array, card_px: float | None = None) -> Located:
        """The same of the picture and of it turned half round, of which the network errs otherwise.

        It finds more of what is covered, in twice the time.
        """
        one = self.locate(frame_bgr, card_px)
        other = self.locate(np.ascontiguousarray(frame_bgr[::-1, ::-1]), card_px)
        corner = np.array(frame_bgr.shape[1::-1]) - 1
        quads = np.concatenate((one.quads_px, corner - other.quads_px))
        sure = np.concatenate((one.confidences, other.confidences))
        return Located(quads, sure).some(without_doubles(quads, sure, TWICE_ABOVE)[:MOST_BOXES])

    def large_card_px(self, frame_bgr: Array) -> float | None:
        """How wide, in px, cards seem to be of which a few fill the picture (h, w, 3)."""
        return width_px(self.look(frame_bgr, LARGE_SIDE_PX / max(frame_bgr.shape[:2])))

    def scale_for(self, frame_bgr: Array, card_px: float) -> float:
        """What the picture is to be scaled by, so that cards come out right and tiles few."""
        height, width = frame_bgr.shape[:2]
        across, down = sorted(TILE_PX, reverse=width >= height)
        one_tile = min(across / width, down / height)
        least: float = LARGE_SIDE_PX / max(height, width)
        best = min(max(CARD_PX / max(card_px, 1.0), least), largest(frame_bgr))
        return min(best, one_tile) if one_tile * card_px >= ENOUGH_PX else best

    def look(self, frame_bgr: Array, scale: float) -> Located:
        """The cards of the picture at one scale, in tiles where it is large."""
        frame_px = FRAME_PX if round(max(frame_bgr.shape[:2]) * scale) <= FRAMED_UP_TO_PX else 0
        # To whole strides by a little stretching: the network was never shown a grey margin.
        width, height = (whole_strides(side * scale) for side in frame_bgr.shape[1::-1])
        exact = np.array((width, height)) / frame_bgr.shape[1::-1]
        frame_bgr = framed(resized(frame_bgr, width, height), frame_px)
        boxes, confidences = [np.zeros((0, 5))], [np.zeros(0)]
        for across, down in tiles(*frame_bgr.shape[1::-1]):
            part = frame_bgr[down.start : down.end, across.start : across.end]
            found, sure = self.see(part)
            found[:, :2] += (across.start, down.start)
            own = across.owns(found[:, 0]) & down.owns(found[:, 1])
            boxes.append(found[own])
            confidences.append(sure[own])
        sure = np.concatenate(confidences)
        surest = np.argsort(-sure, kind="stable")[:MOST_CANDIDATES]
        quads, sure = corners(np.concatenate(boxes)[surest]), sure[surest]
        kept = without_doubles(quads, sure, DOUBLES_ABOVE)[:MOST_BOXES]
        return Located(portrait((quads[kept] - frame_px + 0.5) / exact - 0.5), sure[kept])

    def see(self, frame_bgr: Array) -> tuple[Array, Array]:
        """(n, 5) boxes, doubles among them, and (n,) confidences of a picture of whole strides."""
        found = self.net(shown(frame_bgr))[0][0].T.astype(float)
        found = found[found[:, 4] >= self.least_confidence]
        return found[:, (0, 1, 2, 3, 5)], found[:, 4]


def likely(net: Net, least_confidence: float) -> Net:
    """The network without the boxes that it gives less, nearly all of tens of thousands: what is
    left is little to remember."""

    def run(shown: Array, /) -> tuple[Array, ...]:
        (found,) = net(shown)
        return (found[:, :, found[0, 4] >= least_confidence],)

    return run


def width_px(located: Located) -> float | None:
    """How wide cards are by the boxes that are sure; None where there is none."""
    sure = located.above(SIZED_BY)
    return float(np.median(short_sides(sure.quads_px))) if len(sure) else None


def alike(scale: float, other: float) -> bool:
    """Whether two looks, at these scales or at cards of these widths, show the same."""
    return bool(abs(np.log(scale / other)) < np.log(SAME_SCALE))


def largest(frame_bgr: Array) -> float:
    """The most that a picture may be scaled by: tiles take time, and blur holds no cards."""
    height, width = frame_bgr.shape[:2]
    tiles_do = float(np.sqrt(MOST_TILES * TILE_PX[0] * TILE_PX[1] / (height * width) / 2))
    return min(MOST_ENLARGED, tiles_do)


def resized(frame_bgr: Array, width: int, height: int) -> Array:
    """(height, width, 3) the picture at another size.

    By halves and then a little less: as good for the network as averaging over areas of odd
    sizes, and five times as fast.
    """
    while frame_bgr.shape[1] >= 2 * width and frame_bgr.shape[0] >= 2 * height:
        half = (frame_bgr.shape[1] // 2, frame_bgr.shape[0] // 2)
        frame_bgr = cv2.resize(frame_bgr, half, interpolation=cv2.INTER_AREA)
    return cv2.resize(frame_bgr, (width, height), interpolation=cv2.INTER_LINEAR)


def framed(frame_bgr: Array, by_px: int) -> Array:
    """The picture in a frame of the colour in the middle of those at its border."""
    if not by_px:
        return frame_bgr
    ends = (frame_bgr[0], frame_bgr[-1], frame_bgr[:, 0], frame_bgr[:, -1])
    colour = np.median(np.concatenate(ends), axis=0).tolist()
    result: Array = cv2.copyMakeBorder(
        frame_bgr, by_px, by_px, by_px, by_px, cv2.BORDER_CONSTANT, value=colour
    )
    return result


def shown(frame_bgr: Array) -> Array:
    """(1, h, w, 3) uint8 red, green, blue of a picture (h, w, 3) uint8."""
    result: Array = cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2RGB)[None]
    return result


def whole_strides(length: float) -> int:
    """The nearest length that the network can take."""
    return max(1, round(length / STRIDE)) * STRIDE


@dataclass(frozen=True, slots=True)
class Span:
    """One side of a tile."""

    start: int
    end: int
    own: tuple[float, float]
    """Boxes with their centre in here are this tile's; it sees a card beyond, so they are whole.

    Neighbours share a little, so that no card falls between them; doubles are removed later.
    """

    def owns(self, centres: Array) -> Array:
        """(n,) bool."""
        inside: Array = (centres >= self.own[0]) & (centres < self.own[1])
        return inside


def tiles(width: int, height: int) -> Iterator[tuple[Span, Span]]:
    """What the network is shown of a picture of this size, across and down."""
    tile = TILE_PX if width >= height else TILE_PX[::-1]
    return product(spans(width, tile[0]), spans(height, tile[1]))


def spans(length: int, most: int) -> list[Span]:
    """Stretches of at most this length that cover the whole, cards at their borders twice.

    >>> [(s.start, s.end) for s in spans(1920, 1280)]
    [(0, 1280), (640, 1920)]
    """
    overlap = round(TILES_OVERLAP * CARD_PX)
    count = 1 if length <= most else -(-(length - overlap) // (most - overlap))
    starts = np.linspace(0, max(0, length - most), count).round().astype(int).tolist()
    ends = [min(length, start + most) for start in starts]
    borders = [(a + b) / 2 for a, b in zip(starts[1:], ends, strict=False)]
    lows, highs = ([border + way * BORDER_PX for border in borders] for way in (-1, 1))
    own = zip((-np.inf, *lows), (*highs, np.inf), strict=True)
    return [Span(start, end, part) for start, end, part in zip(starts, ends, own, strict=True)]
