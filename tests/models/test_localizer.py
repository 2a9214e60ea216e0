"""The localizer as it runs, and the weights that lie in models/."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

import evaluate_localizer
from cut_crops import SCENE_PX
from localizer_net import RUNTIMES, Localizer, as_planes
from make_scenes import Job as SceneJob
from make_scenes import nth_scene, write_scene
from match_boxes import Truth, judge, total
from rotated_boxes import Array
from scene_faces import Art

SCENES = 4


def test_pictures_come_as_whole_strides_in_rgb() -> None:
    frame = np.zeros((72, 128, 3), np.uint8)
    frame[..., 0] = 255  # blue
    planes, scale = as_planes(frame, 128)
    assert planes.shape == (1, 3, 96, 128)
    assert scale == 1
    assert planes[0, :, 0, 0].tolist() == [0, 0, 1]
    assert planes[0, 0, 95, 0] == pytest.approx(114 / 255)


def test_boxes_come_in_the_pictures_own_pixels_without_doubles() -> None:
    def net(planes: Array) -> Array:
        assert planes.shape == (1, 3, 384, 640)
        rows = [(320, 180, 33, 54, 0.9, 0.0), (321, 180, 33, 54, 0.8, 0.0), (9, 9, 9, 9, 0.01, 0)]
        return np.array(rows, np.float32).T[None]

    located = Localizer(net, 640, 0.05, 0.7).locate(np.zeros((720, 1280, 3), np.uint8))
    assert located.confidences == pytest.approx([0.9])
    assert located.quads_px[0].mean(axis=0) == pytest.approx([640, 360])
    assert len(located.above(0.95).quads_px) == 0


def test_weights_and_their_figures_belong_together(weights: Path) -> None:
    data = weights.read_bytes()
    about = json.loads(weights.with_suffix(".json").read_text())
    assert len(data) <= 15_000_000
    assert hashlib.sha256(data).hexdigest() == about["onnx"]["sha256"]
    decks = about["data"]
    metrics = json.loads(weights.with_name("localizer_metrics.json").read_text())
    assert metrics["weights_sha256"] == about["onnx"]["sha256"]
    assert not set(decks["train"]["decks"]) & set(decks["val"]["decks"])


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_the_weights_find_cards_of_a_deck_they_never_saw(
    weights: Path, drawn: Art, runtime: str
) -> None:
    pytest.importorskip(runtime, reason=f"{runtime} is not installed: the weights go untested")
    metrics = json.loads((weights.parent / "localizer_metrics.json").read_text())
    limit = metrics["doubles_above"]
    localizer = Localizer(RUNTIMES[runtime](weights, 2), 1280, metrics["confidence"], limit)
    judged, truths = [], []
    for n in range(SCENES):
        scene = nth_scene([drawn], 77, n, SCENE_PX, "clean")
        quads = np.array([card.quad_px for card in scene.cards]).reshape(-1, 4, 2)
        shows = np.array([card.visible >= 0.8 for card in scene.cards], bool)
        located = localizer.locate(scene.frame_bgr)
        truths.append(Truth(quads, shows))
        judged.append(judge(located.quads_px, located.confidences, truths[-1]))
    score = total(judged, truths, 0.0)
    assert score.wanted > 20
    assert score.recall > 0.9
    assert score.precision > 0.8


def test_scenes_are_read_with_what_counts(drawn: Art, tmp_path: Path) -> None:
    job = SceneJob(tmp_path, 1, 0, 3, (640, 360), "clean", None, False, False, 0.2)
    for folder in ("images", "scenes"):
        (tmp_path / folder).mkdir()
    scene = nth_scene([drawn], 3, 0, (640, 360), "clean")
    write_scene(scene, job, 0)
    (case,) = evaluate_localizer.scene_cases(tmp_path)
    assert len(case.truth.quads_px) == len(scene.cards) == len(case.visible)
    assert (case.truth.wanted == (case.visible >= 0.35)).all()
    perfect = judge(case.truth.quads_px, np.ones(len(case.visible)), case.truth)
    assert total([perfect], [case.truth], 0.5).recall == 1


def test_a_folder_without_scenes_is_one_line_and_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path)
    argv = ["--weights", "w.onnx", "--out", "o.json", "--tune", folder, "--scenes", folder]
    assert evaluate_localizer.main(argv) == 2
    assert capsys.readouterr().err.count("\n") == 1
