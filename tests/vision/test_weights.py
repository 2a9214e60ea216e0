"""The files of the detector: found, missing, spoilt, changed."""

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from vision import weights
from vision.weights import (
    FITTED,
    INT8_NOTE,
    JOKERS,
    JOKERS_NOTE,
    NAMES,
    POINTER,
    POINTER_NOTE,
    Confidence,
    Doubles,
    NoWeights,
    Settings,
    changed,
    find_weights,
)

DOUBLES = Doubles(-3.0, 2.0, 0.0, 5.0, 0.0, 0.0)
SETTINGS = Settings(0.1, DOUBLES, 1.1, 0.45, Confidence(-1.0, 0.6, 0.7, 0.8, -0.9, -0.2))


def told(**sha256: str) -> dict[str, Any]:
    return {"settings": asdict(SETTINGS), "sha256": sha256}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A whole set of files, the networks a few bytes each."""
    sums = {}
    for name in FITTED:
        (tmp_path / name).write_bytes(name.encode())
        sums[name] = hashlib.sha256(name.encode()).hexdigest()
    for name in (JOKERS, POINTER):
        (tmp_path / name).write_bytes(name.encode())
    (tmp_path / "detector.json").write_text(json.dumps(told(**sums)))
    return tmp_path


def test_weights_come_with_the_settings_that_were_fitted_to_them(folder: Path) -> None:
    found = find_weights(folder)
    assert found.localizer == folder / "localizer.onnx"
    assert found.refiner == folder / "refiner.onnx"
    assert found.recogniser == folder / "recogniser.onnx"
    assert found.second == folder / "second.onnx"
    assert found.jokers == folder / "jokers.onnx"
    assert found.pointer == folder / "pointer.onnx"
    assert found.settings == SETTINGS
    assert found.settings.calibration.factors == (0.6, 0.7, 0.8, -0.9, -0.2)


def test_those_of_the_clone_are_found_by_themselves(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weights, "CLONE", folder)
    assert find_weights() == find_weights(folder)


def test_those_of_an_installed_package_are_found_where_there_is_no_clone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Installed:
        name = NAMES[0]

        def locate(self) -> Path:
            return folder / NAMES[0]

    monkeypatch.setattr(weights, "CLONE", folder / "nowhere")
    monkeypatch.setattr(weights, "files", lambda _: [Installed()])
    assert find_weights() == find_weights(folder)


@pytest.mark.parametrize("installed", [None, []])
def test_weights_that_are_nowhere_are_missed_in_the_clone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: list[Any] | None
) -> None:
    monkeypatch.setattr(weights, "CLONE", tmp_path)
    monkeypatch.setattr(weights, "files", lambda _: installed)
    with pytest.raises(
        NoWeights,
        match=r"localizer.onnx, refiner.onnx, recogniser.onnx, second.onnx, jokers.onnx, pointer.onnx, detector.json missing",
    ):
        find_weights()


@pytest.mark.parametrize("name", NAMES)
def test_one_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(NoWeights, match=f": {name} missing"):
        find_weights(folder)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"settings": 3}',
        '{"settings": {"least_confidence": 0.1}}',
        json.dumps({"settings": asdict(SETTINGS) | {"more": 1}}),
        json.dumps({"settings": asdict(SETTINGS) | {"calibration": [1, 2]}}),
    ],
)
def test_spoilt_settings_are_said_to_be_none(folder: Path, text: str) -> None:
    (folder / "detector.json").write_text(text)
    with pytest.raises(NoWeights, match=r"detector.json: not the detector's settings"):
        find_weights(folder)


def test_weights_that_their_settings_were_not_fitted_with_are_named(folder: Path) -> None:
    found = find_weights(folder)
    assert changed(found) is None
    found.recogniser.write_bytes(b"half")
    assert changed(found) == str(found.recogniser)
    (folder / "detector.json").write_text(json.dumps(told()))
    assert changed(found) == str(found.localizer)


def test_int8_forms_are_those_that_were_shipped_too(folder: Path) -> None:
    found, form, note = find_weights(folder), folder / "a_int8.xml", folder / INT8_NOTE
    note.write_text(json.dumps({"sha256": {form.name: hashlib.sha256(b"form").hexdigest()}}))
    assert changed(found) == str(form)
    form.write_bytes(b"form")
    assert changed(found) is None
    form.write_bytes(b"other")
    assert changed(found) == str(form)


@pytest.mark.parametrize(("name", "note"), [(JOKERS, JOKERS_NOTE), (POINTER, POINTER_NOTE)])
def test_a_network_is_the_one_whose_training_lies_beside_it(
    folder: Path, name: str, note: str
) -> None:
    found = find_weights(folder)
    told = {"onnx": {"sha256": hashlib.sha256(name.encode()).hexdigest()}}
    (folder / note).write_text(json.dumps(told))
    assert changed(found) is None
    (folder / name).write_bytes(b"other")
    assert changed(found) == str(folder / name)


@pytest.mark.parametrize("note", [JOKERS_NOTE, POINTER_NOTE])
@pytest.mark.parametrize("text", ["", "{}", "[]", '{"onnx": 3}'])
def test_a_spoilt_note_of_a_training_is_named(folder: Path, text: str, note: str) -> None:
    (folder / note).write_text(text)
    assert changed(find_weights(folder)) == str(folder / note)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"sha256": 3}'])
def test_a_spoilt_note_of_int8_forms_is_named(folder: Path, text: str) -> None:
    (folder / INT8_NOTE).write_text(text)
    assert changed(find_weights(folder)) == str(folder / INT8_NOTE)
