"""Labelled photographs as worse cameras would have taken them, and what the detector makes of each.

    python models/spoilt_photos.py (--photos FOLDER | --scenes FOLDER) [--weights FOLDER]
        [--way NAME ...]

Prints a row for every one of WAYS and NEAR, or for those that are named: each picture is spoilt in
that way, its labels go with it, and `hwatu detect`'s detector is judged as in evaluate.py. Made
scenes show what their makers thought of; photographs are where real pictures go wrong.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from judge_cards import LEAST_VISIBLE, Case, judge, photo_cases, scene_cases, scores
from scene_faces import BadInput
from scene_light import line_kernel
from scene_polygons import area_px, frame_corners, overlap
from vision.boxes import Array
from vision.calibration import mapped
from vision.detector import open_detector
from vision.pictures import BadPicture
from vision.runtime import NoRuntime
from vision.weights import NoWeights, find_weights

Spoilt = tuple[Array, Array]
"""A picture (h, w, 3) uint8, and the (3, 3) homography from px of the old one to px of it."""
FAR = 1.2
"""Focal length of the camera that looks from the side, in the longer side of a picture."""
LONGEST_PX = 1600
SENSOR = 4.0
"""Noise of a camera in the dark, of 255."""
BESIDE = (110, 105, 100)
"""What is beyond the photograph's border."""


def recoloured(frame_bgr: Array, seed: int, change: Callable[[Array], Array]) -> Spoilt:
    """The values 0 to 255 of the picture changed, as floats."""
    return np.clip(change(frame_bgr.astype(np.float32)), 0, 255).astype(np.uint8), np.eye(3)


def noisy(frame_bgr: Array, seed: int, light: float | Array, noise: float) -> Spoilt:
    """With so much of the light, and a sensor's noise."""
    grain = np.random.default_rng(seed).normal(0, noise, frame_bgr.shape)
    return recoloured(frame_bgr, seed, lambda values: values * light + grain)


def unevenly_lit(
    frame_bgr: Array, seed: int, where: Sequence[float], light: Sequence[float]
) -> Spoilt:
    """With so much of the light at these shares of the way across, any way, and the noise."""
    height, width = frame_bgr.shape[:2]
    towards = np.random.default_rng(seed).uniform(0, 2 * np.pi)
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    across = np.cos(towards) * x + np.sin(towards) * y
    across = (across - across.min()) / np.ptp(across)
    return noisy(frame_bgr, seed, np.interp(across, where, light)[..., None], SENSOR)


def blurred(frame_bgr: Array, seed: int, sigma_px: float) -> Spoilt:
    """Out of focus."""
    return cv2.GaussianBlur(frame_bgr, (0, 0), sigma_px), np.eye(3)


def shaken(frame_bgr: Array, seed: int, length_px: float) -> Spoilt:
    """Taken while the camera moved so far, any way."""
    kernel = line_kernel(length_px, np.random.default_rng(seed).uniform(0, 180))
    return cv2.filter2D(frame_bgr, -1, kernel), np.eye(3)


def packed(frame_bgr: Array, seed: int, quality: int) -> Spoilt:
    """Through JPEG of this quality."""
    data = cv2.imencode(".jpg", frame_bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR)), np.eye(3)


def sized(frame_bgr: Array, seed: int, size: Callable[[int, int], tuple[float, float]]) -> Spoilt:
    """Brought to the width and height that `size` says of those of the picture."""
    height, width = frame_bgr.shape[:2]
    new = np.rint(size(width, height)).astype(int)
    way = cv2.INTER_AREA if new[0] < width else cv2.INTER_CUBIC
    picture = cv2.resize(frame_bgr, new.tolist(), interpolation=way)
    return picture, np.diag((*(new / (width, height)), 1.0))


def at_most(longest_px: float, width: int, height: int) -> tuple[float, float]:
    """Width and height with the longer of them so long."""
    by = longest_px / max(width, height)
    return width * by, height * by


def warped(frame_bgr: Array, homography: Array) -> Spoilt:
    """All of the picture through a homography, in a picture that has room for it."""
    height, width = frame_bgr.shape[:2]
    corners = mapped(np.array(((0, 0), (width, 0), (width, height), (0, height))), homography)
    low, room = corners.min(axis=0), np.ptp(corners, axis=0)
    by = min(1.0, LONGEST_PX / room.max())
    placed = np.array(((by, 0, -by * low[0]), (0, by, -by * low[1]), (0, 0, 1))) @ homography
    size: list[int] = np.ceil(by * room).astype(int).tolist()
    return cv2.warpPerspective(frame_bgr, placed, size, borderValue=BESIDE), placed


def from_the_side(frame_bgr: Array, seed: int, degrees: float) -> Spoilt:
    """As a camera sees it that is held so far off, to any side."""
    height, width = frame_bgr.shape[:2]
    focal = FAR * max(width, height)
    lens = np.array(((focal, 0, width / 2), (0, focal, height / 2), (0, 0, 1)))
    towards = np.random.default_rng(seed).uniform(0, 2 * np.pi)
    about = np.radians(degrees) * np.array((np.cos(towards), np.sin(towards), 0))
    return warped(frame_bgr, lens @ cv2.Rodrigues(about)[0] @ np.linalg.inv(lens))


def turned(frame_bgr: Array, seed: int, degrees: float) -> Spoilt:
    """Turned about its middle."""
    return warped(frame_bgr, np.vstack((cv2.getRotationMatrix2D((0, 0), degrees, 1.0), (0, 0, 1))))


def boxed(frame_bgr: Array, seed: int, side_px: int) -> Spoilt:
    """In the middle of a grey square."""
    picture, by = sized(frame_bgr, seed, partial(at_most, side_px))
    height, width = picture.shape[:2]
    x, y = (side_px - width) // 2, (side_px - height) // 2
    square = np.full((side_px, side_px, 3), 114, np.uint8)
    square[y : y + height, x : x + width] = picture
    return square, np.array(((1, 0, x), (0, 1, y), (0, 0, 1))) @ by


def without_colour(values: Array) -> Array:
    """(h, w, 3) the same in greys."""
    return cv2.cvtColor(cv2.cvtColor(values, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)


WAYS: dict[str, Callable[[Array, int], Spoilt]] = {
    "as taken": partial(recoloured, change=lambda values: values),
    "half of the light": partial(noisy, light=0.5, noise=SENSOR),
    "a third of the light": partial(noisy, light=0.3, noise=SENSOR),
    "a fifth of the light": partial(noisy, light=0.2, noise=SENSOR),
    "half of it in the shade": partial(
        unevenly_lit, where=(0, 0.48, 0.52, 1), light=(1, 1, 0.3, 0.3)
    ),
    "half in deep shade": partial(unevenly_lit, where=(0, 0.48, 0.52, 1), light=(1, 1, 0.12, 0.12)),
    "a lamp at one side": partial(unevenly_lit, where=(0, 0.5, 1), light=(1.2, 0.4, 0.12)),
    "noise of 20": partial(noisy, light=1.0, noise=20.0),
    "too bright by half": partial(recoloured, change=lambda values: values * 1.5),
    "warm light": partial(recoloured, change=lambda values: values * (0.6, 0.9, 1.1)),
    "cold light": partial(recoloured, change=lambda values: values * (1.15, 0.95, 0.65)),
    "little contrast": partial(recoloured, change=lambda values: values * 0.4 + 90),
    "dark shadows": partial(recoloured, change=lambda values: 255 * (values / 255) ** 2.2),
    "without colour": partial(recoloured, change=without_colour),
    "out of focus by 3 px": partial(blurred, sigma_px=3.0),
    "moved by 21 px": partial(shaken, length_px=21.0),
    "JPEG of quality 10": partial(packed, quality=10),
    "320 px long": partial(sized, size=partial(at_most, 320)),
    "3200 px long": partial(sized, size=partial(at_most, 3200)),
    "in a grey square of 640": partial(boxed, side_px=640),
    "squares of 640 px": partial(sized, size=lambda width, height: (640, 640)),
    "one and a half as wide": partial(sized, size=lambda w, h: (0.8 * w, 0.8 * h / 1.5)),
    "one and a half as high": partial(sized, size=lambda w, h: (0.8 * w / 1.5, 0.8 * h)),
    "turned by 30 degrees": partial(turned, degrees=30.0),
    "from the side by 25": partial(from_the_side, degrees=25.0),
    "from the side by 40": partial(from_the_side, degrees=40.0),
    "from the side by 50": partial(from_the_side, degrees=50.0),
}
"""What may befall a photograph."""
NEAR = {
    "one card, 1.1 its length": 1.1,
    "one card, 1.5 its length": 1.5,
    "one card, 2.2 its length": 2.2,
    "one card, 3 its length": 3.0,
}
"""How much a camera sees that is held over a card."""


def spoilt(case: Case, way: str, seed: int) -> tuple[Array, Case]:
    """The picture of a case spoilt in one of WAYS or NEAR, and where its cards lie then."""
    if way in NEAR:
        return cut(case, seed, NEAR[way])
    picture, to_new = WAYS[way](case.read(), seed)
    cards = tuple(replace(c, quad_px=mapped(c.quad_px, to_new)) for c in case.cards)
    return picture, replace(case, cards=cards)


def cut(case: Case, seed: int, times: float) -> tuple[Array, Case]:
    """The square about one card by lot, so many times as long; of others what it shows of them."""
    frame_bgr = case.read()
    lots = [c for c in case.cards if c.visible >= LEAST_VISIBLE]
    if not lots:
        return frame_bgr, case
    quad = lots[seed % len(lots)].quad_px
    long = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).max())
    low = np.maximum(quad.mean(axis=0) - times * long / 2, 0).astype(int)
    high = np.minimum(low + int(times * long), frame_bgr.shape[1::-1])
    moved = [replace(c, quad_px=c.quad_px - low) for c in case.cards]
    inside = [area_px(overlap(c.quad_px, frame_corners(high - low))) for c in moved]
    cards = tuple(
        replace(c, visible=c.visible * shown / area_px(c.quad_px))
        for c, shown in zip(moved, inside, strict=True)
        if shown > 0
    )
    return frame_bgr[low[1] : high[1], low[0] : high[0]], replace(case, cards=cards)


def main(argv: Sequence[str] | None = None) -> int:
    """0 when all rows are printed; 2 with one line on standard error when the input is bad."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    of = parser.add_mutually_exclusive_group(required=True).add_argument
    of("--photos", type=Path, help="`images/` and YOLO boxes in `labels/`")
    of("--scenes", type=Path, help="of make_scenes.py, instead")
    add("--weights", type=Path, help="folder of the detector's files")
    add("--way", choices=(*WAYS, *NEAR), action="append", help="only so; repeat")
    args = parser.parse_args(argv)
    try:
        detector = open_detector(find_weights(args.weights), numbers="float", thorough=True)
        cases = list(photo_cases(args.photos) if args.photos else scene_cases(args.scenes))
        for way in args.way or (*WAYS, *NEAR):
            results = []
            for seed, case in enumerate(cases):
                picture, lying = spoilt(case, way, seed)
                results.append(judge(lying, detector.detect(picture)))
            told = scores(results)
            print(
                f"{way:24} precision {told['precision']:.3f}  recall {told['recall']:.3f}  "
                f"F1 {told['f1']:.3f}",
                flush=True,
            )
    except (BadInput, BadPicture, NoRuntime, NoWeights, OSError) as error:
        print(f"spoilt_photos: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
