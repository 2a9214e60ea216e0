"""A sheet to print and lay on the table: from its four markers the camera learns millimetres."""

import cv2
import numpy as np

from vision.boxes import Array
from vision.calibration import Found, NotFound, mapped, outlined

SHEET_MM = (297, 210)
"""A4, lying."""
MARKER_MM = 60
MARGIN_MM = 15
"""Printers leave the edge white, and a marker needs white around it."""
PX_PER_MM = 10
RULER_MM = 100
LEAST_MARKERS = 3
"""A card or a hand may hide one."""
DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def printed_sheet() -> Array:
    """The sheet as a grey picture (2100, 2970) uint8, to be printed 297 mm wide.

    A ruler on it tells whether the printer has kept its size.
    """
    width, height = (side * PX_PER_MM for side in SHEET_MM)
    sheet = np.full((height, width), 255, np.uint8)
    side = MARKER_MM * PX_PER_MM
    for number, (x, y) in enumerate(_places_mm() * PX_PER_MM):
        marker = cv2.aruco.generateImageMarker(DICTIONARY, number, side)
        sheet[y : y + side, x : x + side] = marker
    half, middle = RULER_MM * PX_PER_MM // 2, (width // 2, height // 2)
    start, end = (middle[0] - half, middle[1]), (middle[0] + half, middle[1])
    cv2.line(sheet, start, end, 0, 6)
    for x, y in (start, end):
        cv2.line(sheet, (x, y - 30), (x, y + 30), 0, 6)
    text = f"Print at 100 %: this line is {RULER_MM} mm long"
    cv2.putText(sheet, text, (start[0], start[1] - 60), cv2.FONT_HERSHEY_SIMPLEX, 1.3, 0, 3)
    return sheet


def from_sheet(frame_bgr: Array) -> Found:
    """The whole picture (h, w, 3) uint8 as a table, by the printed sheet that lies on it.

    Raises:
        NotFound: fewer than LEAST_MARKERS markers show.
    """
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    quads, numbers, _ = cv2.aruco.ArucoDetector(DICTIONARY, settings).detectMarkers(frame_bgr)
    found = zip(np.ravel(numbers).tolist(), quads, strict=True) if quads else ()
    seen: dict[int, Array] = {int(number): quad[0] for number, quad in found if number < 4}
    if len(seen) < LEAST_MARKERS:
        raise NotFound(f"{len(seen)} of the sheet's 4 markers show: expected {LEAST_MARKERS}")
    px = np.concatenate(list(seen.values())).astype(float)
    corners = np.array(((0, 0), (1, 0), (1, 1), (0, 1))) * MARKER_MM
    mm = np.concatenate([_places_mm()[number] + corners for number in seen]).astype(float)
    homography, _ = cv2.findHomography(px, mm)
    if homography is None:
        raise NotFound("the sheet's markers lie in a line: expected the sheet flat on the table")
    read = mapped(px, homography).reshape(-1, 4, 2)
    sides = np.linalg.norm(read - np.roll(read, -1, axis=1), axis=2)
    height, width = frame_bgr.shape[:2]
    misfit = float(np.median(np.abs(sides / MARKER_MM - 1)))
    return outlined(homography, (width, height), misfit)


def _places_mm() -> Array:
    """(4, 2) upper left corners of the markers on the sheet, clockwise."""
    low = MARGIN_MM
    right, bottom = (side - MARGIN_MM - MARKER_MM for side in SHEET_MM)
    return np.array(((low, low), (right, low), (right, bottom), (low, bottom)))
