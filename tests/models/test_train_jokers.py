"""The reader of jokers; skipped with the reason where torch is not installed."""

import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: the net goes untested")
pytest.importorskip("onnx", reason="onnx is not installed: the export goes untested")

import make_scenes  # noqa: E402
from made_scenes import read_scene, scene_files  # noqa: E402
from onnx_export import export_onnx  # noqa: E402
from recogniser_data import Sample  # noqa: E402
from recogniser_net import Recogniser, Shape  # noqa: E402
from scene_cards import SeenCard  # noqa: E402
from train_jokers import (  # noqa: E402
    KNOBS,
    batches,
    is_joker,
    loss_of,
    measure,
    worths,
)
from train_recogniser import ANSWERS, CROP_SHAPE  # noqa: E402
from vision.batches import BATCH  # noqa: E402
from vision.faces import OUTPUTS  # noqa: E402
from vision.jokers import JOKERS, JokerReader  # noqa: E402
from vision.runtime import load  # noqa: E402

SMALL = Shape(widths=(8, 12, 16), blocks=(1, 1, 1))


@pytest.fixture(scope="module")
def net() -> Recogniser:
    torch.manual_seed(1)
    made: Recogniser = Recogniser(OUTPUTS, SMALL).eval()
    return made


@pytest.fixture(scope="module")
def laid(drawn_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of two made scenes of a deck with many jokers."""
    folder = tmp_path_factory.mktemp("laid")
    argv = ["--art", str(drawn_folder), "--out", str(folder), "--masks", "--jokers", "6"]
    assert make_scenes.main([*argv, "--count", "2", "--size", "960x540", "--seed", "6"]) == 0
    return folder


def test_what_it_says_of_other_cards_does_not_count(net: Recogniser) -> None:
    """Nothing is taught of their prototypes, and whether one is likelier costs nothing."""
    crop, own = np.full((144, 96, 4), 90, np.uint8), np.full((18, 12), 255, np.uint8)
    batch = [Sample(crop, label, own, 1.0) for label in JOKERS]
    knobs = replace(KNOBS, shape=SMALL)
    loss_of(net, batch, knobs, torch.device("cpu")).backward()
    slopes = net.prototypes.grad.view(OUTPUTS, SMALL.prototypes, -1).abs().sum((1, 2))
    assert set(torch.nonzero(slopes).flatten().tolist()) == set(JOKERS)


def test_classes_of_the_deck_become_places_among_the_jokers() -> None:
    assert worths(torch.tensor([*JOKERS, JOKERS[0]])).tolist() == [0, 1, 2, 0]


def test_only_jokers_are_taught(laid: Path) -> None:
    paths = scene_files(laid)
    cards = [card for path in paths for card in read_scene(path).cards]
    assert any(map(is_joker, cards))
    assert not is_joker(None)
    assert not is_joker(SeenCard("back", np.zeros((4, 2)), 1.0, 0))
    batch = next(batches(paths, 4, 8, np.random.default_rng(1)))
    assert {sample.label for sample in batch} <= set(JOKERS)


def test_what_is_measured_is_how_many_are_read_rightly(net: Recogniser, laid: Path) -> None:
    told = measure(net, laid, 1)
    counts = [part["count"] for name, part in told.items() if name != "jokers"]
    assert told["jokers"]["count"] == sum(counts) > 0
    assert 0 <= told["jokers"]["right"] <= 1


def test_its_file_is_what_the_reader_runs(net: Recogniser, tmp_path: Path) -> None:
    pytest.importorskip("openvino", reason="openvino is not installed: the file goes untested")
    out = tmp_path / "jokers.onnx"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        written = export_onnx(net, out, CROP_SHAPE, ANSWERS)
    assert written["off_by"] < 1e-3
    crops = np.random.default_rng(1).integers(0, 256, (BATCH + 1, 144, 96, 4), np.uint8)
    logits = np.zeros((len(crops), OUTPUTS))
    logits[:, list(JOKERS)] = 9.0
    told = JokerReader(load(out, "openvino", 1, "float", pictures=True).net).read(crops, logits)
    both = []
    for shown in (crops, crops[:, ::-1, ::-1].copy()):
        planes = torch.from_numpy(shown).permute(0, 3, 1, 2).float() / 255
        with torch.no_grad():
            both.append(torch.log_softmax(net(planes)[0][:, JOKERS], 1).numpy())
    expected = np.mean(both, axis=0) / 2  # the recogniser says nothing
    differences = told[:, list(JOKERS)] - told[:, [JOKERS[0]]]
    assert differences == pytest.approx(expected - expected[:, :1], abs=0.1)
