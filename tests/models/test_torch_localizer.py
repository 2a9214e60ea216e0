"""A checkpoint asked as the detector asks an ONNX file; skipped without ultralytics."""

import os
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: it goes untested")
pytest.importorskip("ultralytics", reason="ultralytics is not installed: it goes untested")

import teach_localizer  # noqa: E402
from torch_localizer import Checkpoint  # noqa: E402
from vision.localizer import Localizer  # noqa: E402


def written(folder: Path, seed: int) -> Path:
    torch.manual_seed(seed)
    path = folder / "last.pt"
    teach_localizer.write_checkpoint(teach_localizer.empty(folder), path)
    return path


def test_it_answers_for_every_place_and_is_read_anew_when_written_anew(tmp_path: Path) -> None:
    path = written(tmp_path, 1)
    shown = np.random.default_rng(1).integers(0, 255, (1, 64, 96, 3), np.uint8)
    net = Checkpoint(path)
    (first,), (again,) = net(shown), net(shown)
    assert first.shape == (1, 6, 8 * 12 + 4 * 6 + 2 * 3)
    assert np.array_equal(first, again)
    at = path.stat().st_mtime_ns
    written(tmp_path, 2)
    os.utime(path, ns=(at + 1, at + 1))
    (other,) = net(shown)
    assert not np.array_equal(first, other)


def test_a_localizer_takes_it_for_a_network(tmp_path: Path) -> None:
    frame = np.random.default_rng(1).integers(0, 255, (90, 160, 3), np.uint8)
    found = Localizer(Checkpoint(written(tmp_path, 1)), 0.0).locate(frame)
    assert found.quads_px.shape == (len(found), 4, 2)
