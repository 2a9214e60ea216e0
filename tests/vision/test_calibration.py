"""Pixels to millimetres: by corners, by the printed sheet and by the cards themselves."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scene_camera import Camera, look_down
from vision.boxes import Array
from vision.calibration import (
    CARD_MM,
    Calibration,
    Found,
    NotFound,
    calibration_of,
    card_px,
    mapped,
    moved,
    outlined,
)
from vision.guess import guessed, guessed_setup
from vision.setup import BadSetup, Point, Setup, setup_json, setup_of
from vision.sheet import MARGIN_MM, MARKER_MM, PX_PER_MM, from_sheet, printed_sheet
from vision.zones import template

SIZE = (1920, 1080)
SEATS = ("A", "B")
CORNERS = ((310.0, 95.0), (1640.0, 90.0), (1700.0, 1010.0), (255.0, 1015.0))
SETUP = Setup(
    "t", SIZE, CORNERS, (900.0, 600.0), template(SEATS, (900.0, 600.0)), SEATS, "matgo"
)  # fmt: skip
STRAIGHT = replace(
    SETUP, table_corners=((60.0, 40.0), (1860.0, 40.0), (1860.0, 1240.0), (60.0, 1240.0))
)
"""2 px a mm."""
points = st.tuples(st.floats(0, 1919), st.floats(0, 1079))


def test_the_corners_of_the_table_are_its_size() -> None:
    mm = calibration_of(SETUP).to_mm(np.array(CORNERS), SIZE)
    assert mm == pytest.approx(np.array(((0, 0), (900, 0), (900, 600), (0, 600))), abs=1e-3)


@pytest.mark.parametrize("size", [SIZE, (1280, 720), (3840, 2160), (854, 480)])
def test_a_picture_of_another_size_shows_the_same_table(size: tuple[int, int]) -> None:
    calibration = calibration_of(STRAIGHT)
    scale = np.array(size) / SIZE
    middle_px = (np.array((960.5, 640.5)) * scale) - 0.5  # pixels count from their middle
    assert calibration.to_mm(middle_px[None], size) == pytest.approx(np.array(((450.0, 300.0),)))
    assert card_px(STRAIGHT, size) == pytest.approx(66 * np.sqrt(scale.prod()))


def test_a_picture_of_another_shape_is_refused() -> None:
    with pytest.raises(BadSetup, match="1920x1080 px, this one of 640x480 px has another shape"):
        calibration_of(SETUP).to_mm(np.zeros((1, 2)), (640, 480))


@given(st.lists(points, max_size=9), st.sampled_from([SIZE, (1280, 720), (640, 360)]))
def test_there_and_back_is_the_same_point(px: list[Point], size: tuple[int, int]) -> None:
    calibration = calibration_of(SETUP)
    there = calibration.to_mm(np.array(px).reshape(-1, 2), size)
    assert there.shape == (len(px), 2)
    assert calibration.to_px(there, size) == pytest.approx(np.array(px).reshape(-1, 2), abs=1e-5)


def test_a_moved_camera_takes_the_corners_along() -> None:
    right = np.array(((1, 0, 10), (0, 1, 0), (0, 0, 1)), float)
    assert moved(STRAIGHT, right, SIZE).table_corners[0] == pytest.approx((70, 40))
    assert moved(STRAIGHT, right, (960, 540)).table_corners[0] == pytest.approx((80, 40))


def test_an_outline_goes_through_the_middles_of_the_edges() -> None:
    turned = np.array(((0, 0.5, 7), (-0.5, 0, 3), (0, 0, 1)))  # a table turned by a quarter
    found = outlined(turned, SIZE, 0.0)
    assert found.table_size_mm == pytest.approx((960, 540))
    edges = np.array(((0, 0), (1920, 0), (1920, 1080), (0, 1080))) - 0.5
    assert np.array(found.table_corners) == pytest.approx(edges)


def seen_table(camera: Camera) -> Array:
    """(n, 2) mm: places all over what a camera shows."""
    grid = np.meshgrid(np.linspace(-0.4, 0.4, 7), np.linspace(-0.4, 0.4, 5))
    places: Array = np.stack(grid, -1).reshape(-1, 2) * camera.view_mm
    return places


def error_mm(found: Found, camera: Camera) -> float:
    """How far off the worst place is, once the found table is laid over the true one."""
    setup = replace(
        SETUP, table_corners=found.table_corners, table_size_mm=found.table_size_mm
    )  # fmt: skip
    true = seen_table(camera)
    px = camera.project(np.column_stack((true, np.zeros(len(true)))))
    read = calibration_of(setup).to_mm(px, camera.size_px)
    true, read = true - true.mean(axis=0), read - read.mean(axis=0)
    left, _, right = np.linalg.svd(true.T @ read)
    return float(np.linalg.norm(true @ left @ right - read, axis=1).max())


def boxes(camera: Camera, count: int, seed: int, covered: int = 0, wider: float = 0.0) -> Array:
    """(n, 4, 2) rectangles about cards all over the picture, as far off as a detector's."""
    rng = np.random.default_rng(seed)
    quads = []
    for i in range(count):
        half = np.array(((-1, -1), (1, -1), (1, 1), (-1, 1))) * CARD_MM / 2
        half[:, 0] += np.sign(half[:, 0]) * wider / 2
        half[:, 1] *= rng.uniform(0.4, 0.8) if i < covered else 1
        turn = rng.choice((0, np.pi / 2), p=(0.8, 0.2)) + rng.normal(0, 0.3)
        cos, sin = np.cos(turn), np.sin(turn)
        at = rng.uniform(-0.42, 0.42, 2) * camera.view_mm
        flat = half @ np.array(((cos, sin), (-sin, cos))) + at
        px = camera.project(np.column_stack((flat, np.zeros(4)))).astype(np.float32)
        centre, size, angle = cv2.minAreaRect(px)
        size = (size[0] + rng.normal(0, 1.5), size[1] + rng.normal(0, 1.5))
        quads.append(cv2.boxPoints((centre, size, angle)))
    return np.array(quads)


@pytest.mark.parametrize(
    ("cards", "tilt_deg", "covered", "limit_mm"),
    [
        (20, 0, 0, 12),
        (20, 10, 0, 12),
        (20, 25, 0, 15),
        (48, 20, 0, 10),
        (20, 15, 5, 25),  # a quarter of them partly covered
        (8, 15, 0, 25),
        (4, 10, 0, 30),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_cards_tell_the_table(
    cards: int, tilt_deg: float, covered: int, limit_mm: float, seed: int
) -> None:
    camera = look_down(
        SIZE, card_width_px=55, tilt_deg=tilt_deg, towards_deg=130.0 * seed, focal=0.85
    )
    found = guessed(boxes(camera, cards, seed, covered), SIZE)
    assert error_mm(found, camera) < limit_mm
    assert found.misfit < 0.03


def test_a_deck_of_another_width_is_no_tilt() -> None:
    camera = look_down(SIZE, card_width_px=55, focal=0.85)
    found = guessed(boxes(camera, 20, 1, wider=2.0), SIZE)
    flat = error_mm(found, camera) / np.hypot(*camera.view_mm)
    assert flat < 0.03  # the scale is that of the cards' mean side


def test_boxes_that_are_no_cards_fit_badly() -> None:
    rng = np.random.default_rng(4)
    sizes = rng.uniform(20, 120, (20, 2))
    quads = np.array([cv2.boxPoints(((500, 500), tuple(size), 20.0)) for size in sizes])
    assert guessed(quads, SIZE).misfit > 0.1


def test_too_few_cards_are_told() -> None:
    with pytest.raises(NotFound, match="3 open cards: expected 4 or more"):
        guessed(np.zeros((3, 4, 2)), SIZE)


def test_a_guessed_setup_is_a_setup() -> None:
    camera = look_down(SIZE, card_width_px=50, tilt_deg=12, focal=0.85)
    setup = guessed_setup(boxes(camera, 12, 0), SIZE, ("A", "B", "C"))
    assert setup_of(setup_json(setup)) == setup
    assert setup.rules == "gostop-3p"
    assert card_px(setup) == pytest.approx(50, rel=0.03)
    assert setup.table_size_mm == pytest.approx(camera.view_mm, rel=0.1)


def on_table(camera: Camera, sheet: Array) -> Array:
    """A picture of a grey table with the sheet in its middle."""
    half = np.array(sheet.shape[::-1]) / 2
    lies = np.array(((1, 0, -half[0]), (0, 1, -half[1]), (0, 0, PX_PER_MM)))
    shown = camera.plane_homography() @ lies
    frame = np.full((SIZE[1], SIZE[0], 3), 120, np.uint8)
    grey = cv2.cvtColor(cv2.GaussianBlur(sheet, (0, 0), 4), cv2.COLOR_GRAY2BGR)
    return cv2.warpPerspective(
        grey, shown, SIZE, frame, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT
    )


@pytest.mark.parametrize(("tilt_deg", "turn_deg"), [(0, 0), (15, 25), (25, 200)])
def test_the_printed_sheet_tells_the_table(tilt_deg: float, turn_deg: float) -> None:
    camera = look_down(SIZE, card_width_px=55, tilt_deg=tilt_deg, turn_deg=turn_deg, focal=0.85)
    found = from_sheet(on_table(camera, printed_sheet()))
    assert error_mm(found, camera) < 5
    assert found.misfit < 0.02


@pytest.mark.parametrize(("hidden", "enough"), [(1, True), (2, False), (4, False)])
def test_one_marker_of_the_sheet_may_be_hidden(hidden: int, enough: bool) -> None:
    camera = look_down(SIZE, card_width_px=55, focal=0.85)
    sheet = printed_sheet()
    reach = (MARGIN_MM + MARKER_MM) * PX_PER_MM
    for rows, columns in ((0, 0), (0, 1), (1, 1), (1, 0))[:hidden]:
        part = sheet[-reach:] if rows else sheet[:reach]
        (part[:, -reach:] if columns else part[:, :reach])[:] = 255
    if enough:
        assert error_mm(from_sheet(on_table(camera, sheet)), camera) < 5
    else:
        with pytest.raises(NotFound, match=f"{4 - hidden} of the sheet's 4 markers show"):
            from_sheet(on_table(camera, sheet))


@pytest.mark.parametrize(("bend", "limit_mm"), [(-0.02, 4), (-0.05, 9)])
def test_a_bent_lens_is_absorbed_well_enough(bend: float, limit_mm: float) -> None:
    camera = look_down(SIZE, card_width_px=55, tilt_deg=10, bend=bend, focal=0.85)
    corners = np.array(((-450, -280, 0), (450, -280, 0), (450, 280, 0), (-450, 280, 0)), float)
    a, b, c, d = ((x, y) for x, y in camera.project(corners).tolist())
    setup = replace(SETUP, table_corners=(a, b, c, d), table_size_mm=(900.0, 560.0))
    grid = np.stack(np.meshgrid(np.linspace(0, 900, 10), np.linspace(0, 560, 7)), -1).reshape(-1, 2)
    px = camera.project(np.column_stack((grid - (450, 280), np.zeros(len(grid)))))
    off = np.linalg.norm(calibration_of(setup).to_mm(px, SIZE) - grid, axis=1)
    assert off.max() < limit_mm


def test_no_points_are_mapped_to_none() -> None:
    assert mapped(np.zeros((0, 2)), np.eye(3)).shape == (0, 2)
    assert Calibration(SIZE, np.eye(3)).to_px(np.zeros((0, 2)), SIZE).shape == (0, 2)
