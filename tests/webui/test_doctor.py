"""`hwatu doctor`: what works here, and what to do about what does not."""

import json
import shutil
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from scorer.cards import card
from tests.vision.faked_networks import weights_in
from vision import weights
from vision.boxes import Array
from vision.evidence import Detection
from vision.faces import OUTPUTS
from vision.looks_file import Recording
from vision.runtime import Loaded, NoRuntime
from vision.video import Tally
from webui import cli, doctor
from webui.doctor import Check, checks
from webui.recordings import demo as demo_game

NO_LIBGL = "libGL.so.1: cannot open shared object file: No such file or directory"
NAMES = ["model", "runtime", "speed", "demo", "camera", "disk"]
TABLE = json.loads(doctor.shipped("table.json"))["cards"]


class NoCamera:
    """A camera that does not answer."""

    def __init__(self, number: int) -> None:
        self.number = number

    def isOpened(self) -> bool:
        return False

    def read(self) -> tuple[bool, Array | None]:
        return False, None

    def release(self) -> None:
        pass


class Camera(NoCamera):
    """A camera that gives a black picture."""

    def isOpened(self) -> bool:
        return True

    def set(self, what: int, value: float) -> bool:
        return False

    def read(self) -> tuple[bool, Array | None]:
        return True, np.zeros((720, 1280, 3), np.uint8)


class Sees:
    """A detector that finds these faces in every picture."""

    def __init__(self, faces: list[str]) -> None:
        self.faces = faces

    def detect(self, frame_bgr: Array) -> list[Detection]:
        quad = np.zeros((4, 2))
        return [Detection(card(face), 0.9, quad, 1.0, np.zeros(OUTPUTS)) for face in self.faces]


@pytest.fixture(autouse=True)
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A sound machine without a camera: weights in a folder, a detector that sees the table."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(cv2, "VideoCapture", NoCamera)
    monkeypatch.setattr(weights, "find_weights", lambda: weights_in(tmp_path))
    monkeypatch.setattr(weights, "changed", lambda _: None)
    monkeypatch.setattr("vision.detector.open_detector", lambda *_: Sees(TABLE))
    monkeypatch.setattr("vision.runtime.load", lambda _: Loaded(lambda _: (), "openvino"))
    monkeypatch.setattr(demo_game, "shipped_looks", lambda: Recording(tmp_path, Tally(), 3))
    return tmp_path


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as caught:
        cli.main(["doctor", *arguments])
    return int(caught.value.code or 0)


def raises(error: Exception) -> object:
    def anything(*_: object) -> None:
        raise error

    return anything


def check(name: str) -> Check:
    return next(each for each in checks() if each.name == name)


def test_a_sound_machine_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--json") == 0
    found = json.loads(capsys.readouterr().out)["checks"]
    assert [each["name"] for each in found] == NAMES
    assert all(set(each) == {"name", "status", "says", "do"} for each in found)
    assert {each["status"] for each in found} <= {"ok", "warn"}
    assert check("model").status == check("demo").status == check("runtime").status == "ok"


def test_for_people_a_line_a_check_and_what_helps(capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines if "->" not in line] == NAMES
    after = lines[lines.index("warn  camera   no camera answers") + 1]
    assert after.strip().startswith("-> plug one in")


def test_missing_weights_fail_and_raise_nothing(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("XDG_DATA_HOME", str(machine / "data"))
    monkeypatch.setattr(cv2, "VideoCapture", NoCamera)
    monkeypatch.setattr(weights, "CLONE", machine / "nowhere")
    monkeypatch.setattr(weights, "files", lambda _: [])
    assert run("--json") == 1
    found = {each["name"]: each for each in json.loads(capsys.readouterr().out)["checks"]}
    assert list(found) == NAMES
    for name in ("model", "runtime", "speed", "demo"):
        assert found[name]["status"] == "fail"
        assert "localizer.onnx" in found[name]["says"]
        assert found[name]["do"]


def test_weights_that_are_not_those_shipped_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "changed", lambda _: "localizer.onnx")
    assert check("model") == Check(
        "model", "fail", "localizer.onnx: not the file that was shipped", doctor.REINSTALL
    )


def test_a_model_that_overlooks_the_shipped_table_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.detector.open_detector", lambda *_: Sees(TABLE[:5] * 2))
    assert check("model").status == "fail"
    assert check("model").says.startswith(f"5 of {len(TABLE)} cards found")


def test_a_machine_without_a_runtime_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    error = NoRuntime("openvino: no AVX2; onnxruntime: no AVX2")
    monkeypatch.setattr("vision.detector.open_detector", raises(error))
    monkeypatch.setattr("vision.runtime.load", raises(error))
    for name in ("model", "runtime", "speed"):
        assert check(name).status == "fail"
        assert check(name).says == str(error)
        assert check(name).do


def test_the_slower_runtime_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.runtime.load", lambda _: Loaded(lambda _: (), "onnxruntime"))
    assert check("runtime").status == "warn"
    assert check("runtime").do == "pip install openvino"


def test_a_slow_machine_is_warned(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1000))
    monkeypatch.setattr(doctor, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    assert check("speed").status == "warn"
    assert check("speed").says.startswith("1000 ms a 1080p picture")


def test_the_demo_is_told_with_its_length() -> None:
    assert check("demo").status == "ok"
    assert check("demo").says.startswith("a recorded game of 2:")


def test_a_demo_whose_looks_are_of_another_model_is_slower(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_game, "shipped_looks", lambda: None)
    assert check("demo").status == "warn"
    assert "slower" in check("demo").says


@pytest.mark.parametrize(
    ("name", "suffix"), [("VIDEO", ".mp4"), ("SETUP", ".setup.json")], ids=["video", "setup"]
)
def test_a_demo_that_is_spoilt_fails(
    machine: Path, monkeypatch: pytest.MonkeyPatch, name: str, suffix: str
) -> None:
    spoilt = machine / f"demo{suffix}"
    for content in (None, b"rubbish"):
        if content is not None:
            spoilt.write_bytes(content)
        monkeypatch.setattr(demo_game, name, spoilt)
        assert check("demo").status == "fail"
        assert str(spoilt) in check("demo").says
        assert check("demo").do == doctor.REINSTALL


def test_a_camera_that_answers_is_told_with_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "VideoCapture", Camera)
    assert check("camera").status == "ok"
    assert "(1280x720)" in check("camera").says


def test_a_folder_that_cannot_be_written_fails(machine: Path) -> None:
    (machine / "data").write_text("in the way")
    assert check("disk").status == "fail"
    assert str(machine / "data") in check("disk").says


def test_a_full_disk_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    assert check("disk").status == "ok"
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1e6))
    assert check("disk").status == "warn"


def test_a_library_that_is_missing_fails_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(weights, "find_weights", raises(ImportError(NO_LIBGL)))
    assert check("model").status == "fail"
    assert check("model").do == doctor.LIBRARIES
    monkeypatch.setattr(weights, "find_weights", raises(ImportError("No module named 'cv2'")))
    assert check("model").do == doctor.REINSTALL


@pytest.mark.parametrize("name", ["find_weights", "changed"])
def test_whatever_goes_wrong_is_a_line_and_no_traceback(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(weights, name, raises(ZeroDivisionError("two\nlines")))
    assert check("model").status == "fail"
    assert check("model").says == "ZeroDivisionError: two"
