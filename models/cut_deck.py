"""An art folder cut out of labelled photographs: a deck that nothing was trained on.

    python models/cut_deck.py --photos FOLDER --out FOLDER

Of each face the sharpest card that lies apart, found by the shipped detector where a label says the
same; of plain junk two that look unlike, for a month has two. Says which faces are missing.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import cv2
import numpy as np

import scene_maker_path  # noqa: F401  # before the modules of datasets/
from judge_cards import Case, photo_cases
from scene_faces import FACES, BadInput
from vision.boxes import Array, iou
from vision.detector import Detector, open_detector
from vision.pictures import BadPicture
from vision.runtime import NoRuntime
from vision.weights import NoWeights

SIZE_PX = (490, 800)
AGREES = 0.8
"""Of a found card's upright box and a label's, intersection over union."""
APART = 0.02
"""Two cards whose boxes agree no more than so do not cover one another."""
PAPER = 235
"""The grey that the lightest part of a card is brought to: photographs are darker than prints."""


def sharpness(card_bgr: Array) -> float:
    """How fine a card's lines are drawn, beside how bright it is."""
    small = cv2.resize(card_bgr, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)  # no grain
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return float(cv2.Laplacian(grey, cv2.CV_32F).std() / max(float(grey.mean()), 1.0))


def likeness(one_bgr: Array, other_bgr: Array) -> float:
    """-1 to 1: the correlation of two cards, whichever way up they are."""
    size = (49, 80)
    one, other = (
        cv2.GaussianBlur(cv2.resize(each, size, interpolation=cv2.INTER_AREA), (0, 0), 1.5)
        .astype(np.float32)
        .mean(axis=2)
        for each in (one_bgr, other_bgr)
    )
    ways = (other, other[::-1, ::-1])
    return max(float(np.corrcoef(one.ravel(), way.ravel())[0, 1]) for way in ways)


def cut(frame_bgr: Array, quad_px: Array) -> Array:
    """(800, 490, 3) uint8: the card set upright, as bright as a print."""
    width, height = SIZE_PX
    corners = np.array(((0, 0), (width, 0), (width, height), (0, height)), np.float32) - 0.5
    way = cv2.getPerspectiveTransform(quad_px.astype(np.float32), corners)
    shown = cv2.warpPerspective(
        frame_bgr, way, SIZE_PX, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    lightest = float(np.percentile(cv2.cvtColor(shown, cv2.COLOR_BGR2GRAY), 97))
    result: Array = cv2.convertScaleAbs(shown, alpha=PAPER / max(lightest, 1.0))
    return result


def upright(quad_px: Array) -> Array:
    """(4, 2) corners of the box around a card's corners that stands upright, as labels do."""
    low, high = quad_px.min(axis=0), quad_px.max(axis=0)
    return np.array((low, (high[0], low[1]), high, (low[0], high[1])))


def cards_apart(case: Case, detector: Detector) -> Iterator[tuple[str, Array]]:
    """Face and picture of each card of a photograph that none covers and is found as labelled."""
    frame = case.read()
    found = detector.detect(frame)
    for each in found:
        if any(iou(each.quad_px, other.quad_px) > APART for other in found if other is not each):
            continue
        for card in case.cards:
            if str(each.card) == card.face and iou(upright(each.quad_px), card.quad_px) >= AGREES:
                yield card.face, cut(frame, each.quad_px)


def drawings(face: str, cards: Sequence[Array]) -> dict[str, Array]:
    """The pictures to keep of a face by their file's stem, the sharpest first."""
    first = max(cards, key=sharpness)
    if not face.endswith("junk"):
        return {face: first}
    others = sorted((card for card in cards if card is not first), key=partial(likeness, first))
    unlike = others[: max(1, len(others) // 3)]
    second = {f"{face}2": max(unlike, key=sharpness)} if unlike else {}
    return {f"{face}1": first, **second}


def main(argv: Sequence[str] | None = None) -> int:
    """0 when all is written; 2 with one line on standard error when the input is bad."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--photos", type=Path, required=True, help="photographs: images/*.jpg, labels/*.txt")
    add("--out", type=Path, required=True, help="the art folder to write")
    args = parser.parse_args(argv)
    cards: defaultdict[str, list[Array]] = defaultdict(list)
    try:
        detector = open_detector(thorough=True, numbers="float")
        for case in photo_cases(args.photos):
            for face, picture in cards_apart(case, detector):
                cards[face].append(picture)
        args.out.mkdir(parents=True, exist_ok=True)
        for face in cards:
            for stem, picture in drawings(face, cards[face]).items():
                cv2.imencode(".png", picture)[1].tofile(args.out / f"{stem}.png")
    except (BadInput, BadPicture, NoRuntime, NoWeights, OSError) as error:
        print(f"cut_deck: {error}", file=sys.stderr)
        return 2
    missing = [face for face in FACES if face not in cards]
    print(f"{len(cards)} faces; missing: {' '.join(missing) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
