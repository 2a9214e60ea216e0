"""The scene maker and the label check as a person runs them."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

import check_labels
import make_scenes
import render_deck
from hand_pose import pose_hand
from make_scenes import nth_scene
from scene_camera import look_down
from scene_canvas import NOBODY, Canvas, Sun
from scene_compose import draw_spec, make_scene
from scene_decks import dress_deck
from scene_faces import Array, Art
from scene_hands import draw_hand
from scene_labels import scene_record
from scene_plan import DIFFICULTIES, KINDS, SceneSpec, lay_out
from scene_tables import GROUNDS, draw_clutter, draw_ground
from scene_things import MAKERS, lay_thing
from table_grounds import lattice

SIZE = (640, 360)
SUN = Sun((0.3, 0.2), 0.4, 0.4)


def test_a_scene_is_the_same_whichever_was_made_before(art: Art) -> None:
    first = nth_scene([art], 5, 2, SIZE)
    nth_scene([art], 5, 0, SIZE)
    again = nth_scene([art], 5, 2, SIZE)
    assert (first.frame_bgr == again.frame_bgr).all()
    assert (first.owner == again.owner).all()
    assert [c.quad_px.tolist() for c in first.cards] == [c.quad_px.tolist() for c in again.cards]
    other = nth_scene([art], 6, 2, SIZE)
    assert (first.frame_bgr != other.frame_bgr).any()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "difficulty", ["clean", "nasty", "aslant", "clutter", "tiled", "stretched"]
)
def test_every_kind_of_scene_is_sound(art: Art, kind: str, difficulty: str) -> None:
    spec = SceneSpec(SIZE, DIFFICULTIES[difficulty], kind)
    scene = make_scene([art], spec, np.random.default_rng(9))
    record = scene_record("a.jpg", SIZE, (9, 0), scene.kind, scene.sources, scene.cards)
    assert check_labels.scene_problems(record) == []
    assert check_labels.mask_problems(record, scene.owner + 1) == []
    if kind != "empty":
        assert scene.cards


@pytest.mark.parametrize("kind", KINDS)
def test_a_camera_may_hang_so_low_that_two_cards_fill_the_picture(art: Art, kind: str) -> None:
    rng = np.random.default_rng(9)
    deck = dress_deck([art], rng, height_px=60, strength=0.0)
    assert bool(lay_out(kind, deck.cards, (90.0, 50.0), rng)) == (kind != "empty")


@pytest.mark.parametrize("kind", GROUNDS)
def test_every_ground_fills_the_picture(kind: str) -> None:
    camera = look_down(SIZE, card_width_px=20, tilt_deg=30)
    ground = draw_ground(camera, np.random.default_rng(1), kind)
    assert ground.shape == (360, 640, 3)
    assert ground.std() > 0.5


@pytest.mark.parametrize("kind", GROUNDS)
def test_a_black_ground_is_one_of_any_kind_without_its_light(kind: str) -> None:
    camera = look_down(SIZE, card_width_px=20)
    lit, black = (
        draw_ground(camera, np.random.default_rng(1), kind, black) for black in (0.0, 1.0)
    )
    assert black.mean() < 0.4 * lit.mean()


@pytest.mark.parametrize("seed", range(8))
def test_clutter_fills_the_picture_with_more_than_one_thing(seed: int) -> None:
    camera = look_down(SIZE, card_width_px=20, tilt_deg=30)
    picture, again = (draw_clutter(camera, np.random.default_rng(seed)) for _ in range(2))
    assert picture.shape == (360, 640, 3)
    assert (picture == again).all()
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 3


def test_most_clutter_has_no_cards_on_it() -> None:
    specs = [draw_spec(np.random.default_rng(k), SIZE, "clutter") for k in range(200)]
    assert 0.5 < np.mean([spec.kind == "empty" for spec in specs]) < 0.75


@pytest.mark.parametrize("seed", range(6))
def test_a_lattice_is_one_of_many_and_the_same_again(seed: int) -> None:
    rng, again = (np.random.default_rng(seed) for _ in range(2))
    cloth = lattice(rng, 300, 400, 1.0)
    assert cloth.shape == (300, 400, 3)
    assert (cloth == lattice(again, 300, 400, 1.0)).all()
    assert len(np.unique(cloth.reshape(-1, 3), axis=0)) > 3


def test_scenes_that_ask_for_no_lattice_have_none() -> None:
    assert GROUNDS["lattice"][0] == 0
    assert {name: each.tiled for name, each in DIFFICULTIES.items() if each.tiled} == {"tiled": 1.0}


def test_only_stretched_scenes_are_stretched() -> None:
    assert [name for name, each in DIFFICULTIES.items() if each.stretch] == ["stretched"]


def picture_at(path: Path) -> Array:
    picture = cv2.imread(str(path))
    assert picture is not None
    return picture


def blank() -> Canvas:
    return Canvas(np.full((360, 640, 3), 128, np.uint8), np.zeros((360, 640), np.int16))


@pytest.mark.parametrize("maker", [maker for _, maker in MAKERS])
def test_every_thing_hides_the_card_below_it(maker: object) -> None:
    assert callable(maker)
    canvas = blank()
    camera = look_down(SIZE, card_width_px=40, tilt_deg=10)
    lay_thing(canvas, camera, SUN, maker(np.random.default_rng(3)), (0.0, 0.0), 30.0)
    assert (canvas.frame_bgr != 128).any()
    assert (canvas.owner == NOBODY).sum() > 50


def test_a_hand_hides_the_card_below_it() -> None:
    canvas = blank()
    camera = look_down(SIZE, card_width_px=40)
    rng = np.random.default_rng(3)
    draw_hand(
        canvas, camera, pose_hand(rng), SUN, rng, centre_mm=(0.0, 0.0), angle_deg=0.0, lift_mm=20.0
    )
    assert canvas.owner[180, 320] == NOBODY
    assert 0.03 < (canvas.owner == NOBODY).mean() < 0.6


@pytest.fixture(scope="module")
def made(art_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("made")
    wanted = f"--art {art_folder} --out {out} --count 4 --seed 2 --size 640x360 --yolo-obb --masks"
    assert make_scenes.main(wanted.split()) == 0
    return out


def test_what_is_written_passes_the_check(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "sheet.png"
    assert check_labels.main([str(made), "--preview", str(sheet)]) == 0
    said = capsys.readouterr().out
    assert "scenes 4" in said
    assert said.endswith("0 problems\n")
    assert picture_at(sheet).shape[1] == 3 * 960
    assert {p.name for p in made.iterdir()} == {"images", "scenes", "labels", "masks", "data.yaml"}
    picture = picture_at(made / "images" / "000000.jpg")
    assert picture.shape == (360, 640, 3)


def test_scene_3_alone_is_scene_3(made: Path, art_folder: Path, tmp_path: Path) -> None:
    wanted = f"--art {art_folder} --out {tmp_path} --count 1 --first 3 --seed 2 --size 640x360"
    assert make_scenes.main(wanted.split()) == 0
    alone = (tmp_path / "images" / "000003.jpg").read_bytes()
    assert alone == (made / "images" / "000003.jpg").read_bytes()


def spoiled(made: Path, **changes: object) -> dict[str, object]:
    """A sound scene whose first card was changed."""
    for path in sorted((made / "scenes").glob("*.json")):
        scene: dict[str, list[dict[str, object]]] = json.loads(path.read_text())
        if len(scene["cards"]) > 1:
            scene["cards"][0] |= changes
            return dict(scene)
    raise AssertionError("no scene with two cards")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"card": "13-bright"}, "no such face"),
        ({"visible": 1.5}, "expected 0 to 1"),
        ({"quad": [[0, 0], [0, 50], [30, 50], [30, 0]]}, "not clockwise"),
        ({"quad": [[0, 0], [30, 50], [30, 0], [0, 50]]}, "not convex"),
        ({"quad": [[-90, 0], [-60, 0], [-60, 50], [-90, 50]]}, "outside the frame"),
        ({"quad": [[0, 0], [30, 0]]}, "not four points"),
    ],
)
def test_a_spoiled_label_is_found(made: Path, changes: dict[str, object], says: str) -> None:
    assert any(says in fault for fault in check_labels.scene_problems(spoiled(made, **changes)))


def test_a_face_too_often_and_an_order_twice_are_found(made: Path) -> None:
    scene = spoiled(made)
    cards = scene["cards"]
    assert isinstance(cards, list)
    one = {"card": "01-bright", "quad": [[0, 0], [30, 0], [30, 50], [0, 50]], "visible": 1.0}
    scene["cards"] = [*cards, one | {"order": 900}, one | {"order": 900}]
    faults = check_labels.scene_problems(scene)
    assert any("a deck holds 1" in fault for fault in faults)
    assert any("order 900" in fault for fault in faults)


def test_obb_lines_that_would_drop_the_picture_are_found() -> None:
    assert check_labels.obb_problems("0 0.1 0.1 0.2 0.1 0.2 0.2 0.1 0.2\n") == []
    (fault,) = check_labels.obb_problems("0 -0.1 0.1 0.2 0.1 0.2 0.2 0.1 0.2\n")
    assert "drops the whole picture" in fault
    assert check_labels.obb_problems("1 0.5\n")


def test_the_check_says_where_there_is_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check_labels.main([str(tmp_path)]) == 2
    assert str(tmp_path) in one_line(capsys)


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


def test_a_missing_art_folder_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "nowhere"
    assert make_scenes.main(["--art", str(missing), "--out", str(tmp_path), "--count", "1"]) == 2
    assert f"{missing}: no such art folder" in one_line(capsys)


def test_a_folder_without_faces_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "holiday.png"), np.zeros((20, 20, 3), np.uint8))
    assert make_scenes.main(["--art", str(tmp_path), "--out", str(tmp_path), "--count", "1"]) == 2
    assert f"{tmp_path}: no card faces" in one_line(capsys)


@pytest.mark.parametrize("content", [b"no picture", b""])
def test_an_unreadable_picture_is_named(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "01-bright.png").write_bytes(content)
    assert make_scenes.main(["--art", str(tmp_path), "--out", str(tmp_path), "--count", "1"]) == 2
    assert "01-bright.png: cannot be read" in one_line(capsys)


@pytest.mark.parametrize("size", ["big", "10x10", "1920"])
def test_a_bad_size_is_refused(size: str, tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as stop:
        make_scenes.main(["--art", str(tmp_path), "--out", str(tmp_path), "--size", size])
    assert stop.value.code == 2


def test_an_svg_deck_needs_drawings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert render_deck.main(["--svg", str(tmp_path), "--out", str(tmp_path)]) == 2
    assert "no SVG files" in one_line(capsys)


def test_an_svg_deck_needs_resvg(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(name: str) -> object:
        raise ImportError(name)

    (tmp_path / "01-bright.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    monkeypatch.setattr(render_deck, "import_module", absent)
    assert render_deck.main(["--svg", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    assert "resvg-py is not installed" in one_line(capsys)


def test_an_svg_deck_becomes_pictures(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    (tmp_path / "01-bright.svg").write_text(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 33 54' width='33' height='54'>"
        "<rect width='33' height='54' fill='red'/></svg>"
    )
    assert (
        render_deck.main(["--svg", str(tmp_path), "--out", str(tmp_path), "--height", "108"]) == 0
    )
    picture = picture_at(tmp_path / "01-bright.png")
    assert picture.shape == (108, 66, 3)
    assert picture[50, 30].tolist() == [0, 0, 255]


def test_card_widths_can_be_asked_for(art: Art) -> None:
    scenes = (nth_scene([art], 4, n, SIZE, "clean", (80, 80)) for n in range(20))
    scene = next(scene for scene in scenes if len(scene.cards) > 5)
    widths = [np.linalg.norm(card.quad_px[1] - card.quad_px[0]) for card in scene.cards]
    assert np.median(widths) == pytest.approx(80 * 640 / 1920, rel=0.15)
