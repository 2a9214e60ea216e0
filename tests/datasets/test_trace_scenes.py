"""The path tracer as a person runs it; what needs Blender is skipped where bpy is missing."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import check_labels
import trace_scenes
import traced_render
from scene_camera import look_down
from scene_faces import Array, BadInput
from scene_layout import Placement
from traced_light import Exposure, Lamp, Lighting, developed, draw_lighting, warmth
from traced_render import UNIT, camera_matrix
from traced_rest import CardBody, Rested, rest_cards
from traced_scene import Staged, owners
from traced_shapes import FLAT, RIM, TOP, placed, slab
from traced_things import Look, Solid

PLAIN = Exposure(
    middle=0.2,
    bright=0.9,
    balance=1.0,
    tint_rgb=(1.0, 1.0, 1.0),
    noise=0.0,
    soft_px=0.3,
    sharpen=0.0,
    jpeg_quality=95,
)
WHITE = np.ones(3)


@pytest.fixture(scope="module")
def bpy() -> Any:
    try:
        return traced_render.blender()
    except BadInput as error:
        pytest.skip(str(error))


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


def asked(art_folder: Path, out: Path, more: str = "") -> int:
    wanted = f"--art {art_folder} --out {out} --count 1 --seed 2 --size 320x240 --samples 4 {more}"
    return trace_scenes.main(wanted.split())


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("--samples 0", "--samples 0: expected 4 or more"),
        ("--threads 0", "--threads 0: expected 1 or more"),
        ("--art /nowhere", "/nowhere: no such art folder"),
    ],
)
def test_bad_input_is_named(
    more: str, says: str, art_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(art_folder, tmp_path, more) == 2
    assert says in one_line(capsys)


def test_without_blender_the_command_says_how_to_get_it(
    art_folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def absent(name: str) -> object:
        raise ModuleNotFoundError(f"No module named {name!r}")

    monkeypatch.setattr(traced_render, "import_module", absent)
    assert asked(art_folder, tmp_path) == 2
    assert "No module named 'bpy'; expected Blender here" in one_line(capsys)


@pytest.mark.parametrize("tilt_deg", [0, 20])
@pytest.mark.parametrize("turn_deg", [0, 130])
def test_blenders_camera_sees_points_where_ours_does(tilt_deg: float, turn_deg: float) -> None:
    camera = look_down(
        (640, 360), card_width_px=40, tilt_deg=tilt_deg, towards_deg=30, turn_deg=turn_deg
    )
    points = np.random.default_rng(1).uniform(-150, 150, (20, 3))
    matrix = camera_matrix(camera)
    assert np.linalg.det(matrix[:3, :3]) == pytest.approx(1)
    seen = (points * (UNIT, -UNIT, UNIT) - matrix[:3, 3]) @ matrix[:3, :3]
    offsets = seen[:, :2] / -seen[:, 2:] * (1, -1) * camera.focal_px
    assert np.add(offsets, (319.5, 179.5)) == pytest.approx(camera.project(points))


@pytest.mark.parametrize(
    ("light", "middle"),
    [(0.001, 124), (0.2, 124), (50.0, 124)],
)
def test_however_much_light_there_is_the_picture_is_exposed(light: float, middle: float) -> None:
    even = np.full((90, 160, 3), light, np.float32)
    frame = developed(even, PLAIN, WHITE, np.random.default_rng(1))
    assert frame.dtype == np.uint8
    assert np.median(frame) == pytest.approx(middle, abs=2)


def test_white_cards_on_a_dark_table_are_not_washed_out() -> None:
    light = np.full((90, 160, 3), 0.02, np.float32)
    light[20:50, 20:60] = 0.9
    frame = developed(light, PLAIN, WHITE, np.random.default_rng(1))
    assert 200 < frame[35, 40].min() < 250
    assert frame[80, 100].max() < 60


def test_the_white_balance_takes_the_lamps_colour_away() -> None:
    lamp = Lamp((0, 0, 1500), (0, 0), (300, 300), warmth(2800), 1.0)
    lighting = Lighting((lamp,), 0.2, warmth(3200))
    lit = np.ones((90, 160, 3), np.float32) * lighting.mean_rgb()[::-1].astype(np.float32)
    blue, _, red = developed(lit, PLAIN, lighting.mean_rgb(), np.random.default_rng(1))[45, 80]
    assert abs(int(red) - int(blue)) < 4


@pytest.mark.parametrize(("kelvin", "warm"), [(2700, True), (4000, True), (8000, False)])
def test_lamps_are_warm_or_cold(kelvin: float, warm: bool) -> None:
    red, _, blue = warmth(kelvin)
    assert (red > blue) == warm


@pytest.mark.parametrize("seed", range(20))
def test_lamps_hang_over_the_table(seed: int) -> None:
    lighting = draw_lighting(np.random.default_rng(seed), 300.0)
    assert 1 <= len(lighting.lamps) <= 3
    assert min(lamp.at_mm[2] for lamp in lighting.lamps) > 300
    assert lighting.mean_rgb().max() == 1


def test_what_is_traced_passes_the_check(
    bpy: Any, art_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(art_folder, tmp_path / "one", "--first 1") == 0
    assert capsys.readouterr().out.startswith("000001 ")
    picture = cv2.imread(str(tmp_path / "one" / "images" / "000001.jpg"))
    assert picture is not None
    assert picture.shape == (240, 320, 3)
    assert 40 < np.median(picture) < 215
    assert check_labels.main([str(tmp_path / "one")]) == 0
    record = json.loads((tmp_path / "one" / "scenes" / "000001.json").read_text())
    assert record["seed"] == [2, 1]
    assert asked(art_folder, tmp_path / "two", "--first 1") == 0
    name = Path("images") / "000001.jpg"
    assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_a_card_is_traced_where_its_quad_says(bpy: Any) -> None:
    camera = look_down((320, 240), card_width_px=60, tilt_deg=20, towards_deg=40, turn_deg=25)
    body = CardBody((33.0, 54.0), 0.8)
    (card,) = rest_cards([Rested(Placement(("back", 0), (20.0, -10.0), 70.0), 0, FLAT, body)])
    paper, cloth = Look((245, 245, 245)), Look((20, 20, 20))
    plate = slab(body.size_mm, 0.8, radius_mm=0.5, bevel_mm=0.2)
    table = slab((900, 900), 40, radius_mm=10, bevel_mm=3)
    solids = (
        Solid((placed(table, np.eye(3), np.array((0, 0, -40))),), {TOP: cloth}),
        Solid((placed(plate, card.turn(), card.at_mm()),), {TOP: paper, RIM: cloth}),
    )
    lamp = Lamp((200, 100, 1500), (0, 0), (300, 300), warmth(6500), 1.0)
    lighting = Lighting((lamp,), 0.3, warmth(6500))
    outline: Array = np.array(((-1, -1), (1, -1), (1, 1), (-1, 1)), float)
    owner = owners(camera, [card], outline, ())
    staged = Staged(camera, 0.5, solids, lighting, PLAIN, owner, (), "game", ())
    light = traced_render.traced(bpy, staged, samples=16, threads=1, seed=1)
    bright = (light[..., 1] > 0.4 * np.percentile(light[..., 1], 99)).astype(np.uint8)
    assert (bright == (owner == 0)).mean() > 0.995
    seen = cv2.moments(bright, binaryImage=True)
    meant = cv2.moments((owner == 0).astype(np.uint8), binaryImage=True)
    for axis in ("m10", "m01"):
        assert seen[axis] / seen["m00"] == pytest.approx(meant[axis] / meant["m00"], abs=0.5)
    assert seen["m00"] == pytest.approx(meant["m00"], rel=0.06)
