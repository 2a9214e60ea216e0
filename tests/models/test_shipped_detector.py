"""The trained weights that lie in models/; skipped with the reason where they do not."""

import json
import re
from collections import Counter
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fixed_set import CARDS
from lay_out_deck import photograph
from render_deck import main as render_deck
from scene_faces import load_art
from scorer.cards import DECK
from vision.boxes import Array
from vision.deck_photos import Photo
from vision.decks import enrolled
from vision.detector import open_detector, with_deck
from vision.pictures import decode_picture
from vision.runtime import RUNTIMES, Loaded, int8_form, load
from vision.weights import INT8_NOTE, NAMES, NETWORKS, Weights, changed, find_weights
from webui.doctor import LEAST_FOUND, shipped, shipped_table

MOST_BYTES = 15_000_000
TRUNK = ("Convolution", "Relu", "ShapeOf")
"""Of a network's nodes, those before which int8 may be."""


@pytest.fixture(scope="module")
def files_of(weights: Path) -> Weights:
    return find_weights(weights.parent)


def test_the_files_are_small_and_belong_together(files_of: Weights) -> None:
    folder = files_of.localizer.parent
    forms = [int8_form(folder / name) for name in NETWORKS]
    told = {*NAMES, *(f.with_suffix(end).name for f in forms for end in (".xml", ".bin"))}
    assert all((folder / name).stat().st_size <= MOST_BYTES for name in told)
    assert changed(files_of) is None
    noted = json.loads((folder / INT8_NOTE).read_text(encoding="utf-8"))["sha256"]
    assert set(noted) == told - set(NAMES)


def test_no_file_tells_where_it_was_made(files_of: Weights) -> None:
    folder = files_of.localizer.parent
    forms = [int8_form(folder / name) for name in NETWORKS]
    for path in (*(folder / name for name in NAMES), *forms):
        assert not re.search(rb"/(home|tmp|root|Users|work)/", path.read_bytes()), path


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_the_shipped_table_is_recognised(files_of: Weights, runtime: str) -> None:
    pytest.importorskip(runtime, reason=f"{runtime} is not installed: the weights go untested")
    asked, found = shipped_table(open_detector(files_of, runtime=runtime, threads=2))
    assert found >= LEAST_FOUND * asked


def test_a_thorough_detector_does_not_ask_its_networks_twice(
    files_of: Weights, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame, asked = decode_picture(shipped("table.jpg"), "table.jpg"), list[str]()

    def counting(path: Path, *told: Any, **options: Any) -> Loaded:
        loaded = load(path, *told, **options)

        def run(shown: Array, /) -> tuple[Array, ...]:
            asked.append(path.stem)
            return loaded.net(shown)

        return replace(loaded, net=run)

    monkeypatch.setattr("vision.detector.load", counting)
    thorough = open_detector(files_of, threads=2, thorough=True)
    first, once = thorough.detect(frame), len(asked)
    second = thorough.detect(frame)
    assert {"localizer", "refiner", "recogniser", "second"} <= set(asked)
    assert len(asked) == once
    assert [(e.card, e.confidence) for e in first] == [(e.card, e.confidence) for e in second]


def test_both_runtimes_see_the_same(files_of: Weights) -> None:
    for runtime in RUNTIMES:
        pytest.importorskip(runtime, reason=f"{runtime} is not installed: nothing to compare")
    frame = decode_picture(shipped("table.jpg"), "table.jpg")
    one, other = (open_detector(files_of, runtime=name, threads=2) for name in RUNTIMES)
    first, second = one.detect(frame), other.detect(frame)
    counts = [Counter(each.card.face for each in found) for found in (first, second)]
    assert (counts[0] & counts[1]).total() >= 0.95 * max(counts[0].total(), counts[1].total())


@pytest.mark.parametrize(
    "thorough",
    [
        pytest.param(False, id="quickly"),
        pytest.param(True, id="thoroughly", marks=pytest.mark.long),
    ],
)
def test_a_deck_is_enrolled_in_order_and_read_in_other_pictures(
    files_of: Weights, tmp_path: Path, *, thorough: bool
) -> None:
    """Our own deck, of which the network is told nothing but the order of its cards: in other
    light, and on a table where backs lie, too, of which it was shown none."""
    art = tmp_path / "art"
    assert render_deck(["--svg", str(CARDS), "--out", str(art), "--height", "480"]) == 0
    halves = [photograph(load_art(art), half, seed=3) for half in (0, 1)]
    detector = open_detector(files_of, threads=2, thorough=thorough)
    shown = [Photo(half, detector.look(half)) for half in halves]
    deck = enrolled("ours", shown, detector.recogniser, "", in_order=True)
    knows = with_deck(detector, deck.naming)
    found = knows.detect(photograph(load_art(art), 0, seed=4))
    assert Counter(each.card.face for each in found) == Counter(c.face for c in DECK[:24])
    asked, named = shipped_table(knows)
    assert named >= LEAST_FOUND * asked


@pytest.mark.parametrize("name", ["localizer", "refiner", "recogniser"])
def test_an_int8_form_is_of_the_weights_beside_it_and_answers_in_floats(
    files_of: Weights, name: str
) -> None:
    openvino = pytest.importorskip("openvino", reason="OpenVINO is not installed: no int8")
    weights: Path = getattr(files_of, name)
    assert load(weights, "openvino", numbers="int8").numbers == "int8"
    model = openvino.Core().read_model(int8_form(weights))
    assert any(node.get_type_name() == "FakeQuantize" for node in model.get_ops())
    seen, due = set(), [result.get_node() for result in model.outputs]
    while due:  # from the answers back to the trunk
        node = due.pop()
        if node.get_type_name() in TRUNK or node.get_name() in seen:
            continue
        assert node.get_type_name() != "FakeQuantize", node.get_friendly_name()
        seen.add(node.get_name())
        due += [each.get_source_output().get_node() for each in node.inputs()]


def test_an_empty_table_has_no_cards(files_of: Weights) -> None:
    assert open_detector(files_of).detect(np.full((720, 1280, 3), 90, np.uint8)) == ()


def test_the_picture_for_the_check_says_what_lies_in_it() -> None:
    told = json.loads(shipped("table.json"))
    assert told["picture"] == "table.jpg"
    assert len(told["cards"]) > 10
    assert decode_picture(shipped("table.jpg"), "table.jpg").shape == (1080, 1920, 3)
    assert Path(str(files("webui").joinpath("demo", "table.jpg"))).stat().st_size < 2_000_000
