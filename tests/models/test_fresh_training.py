"""Learning from scenes that are made meanwhile; skipped with the reason where torch is missing."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: restyling goes untested")

import batch_restyle  # noqa: E402
import fresh_bank  # noqa: E402
import teach_recogniser  # noqa: E402
from fresh_bank import Bank  # noqa: E402
from fresh_scenes import lay  # noqa: E402
from recogniser_net import Recogniser, Shape  # noqa: E402
from scene_faces import BadInput  # noqa: E402
from training_run import Run  # noqa: E402
from vision.faces import OUTPUTS  # noqa: E402

CPU = torch.device("cpu")
SMALL = Shape(widths=(8, 8, 16), blocks=(1, 1, 1))


def rows(folder: Path, name: str, values: list[int]) -> None:
    lay([folder], name, value=np.array(values, np.int16))


def test_a_bank_keeps_the_newest(tmp_path: Path) -> None:
    bank = Bank([tmp_path], 4, CPU)
    rows(tmp_path, "0", [1, 2, 3])
    bank.take(least=3)
    assert sorted(bank.kept["value"][:3].tolist()) == [1, 2, 3]
    rows(tmp_path, "1", [4, 5])
    while bank.rows < 5:
        bank.take()
    assert sorted(bank.kept["value"].tolist()) == [2, 3, 4, 5]
    assert not list(tmp_path.iterdir()), "what was taken over is gone"
    assert set(bank.draw(60)["value"].tolist()) == {2, 3, 4, 5}


def test_another_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"no recipe-\*\.json"):
        fresh_bank.FRESH.files(tmp_path)


def test_hues_are_told_as_opencv_tells_them() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (9, 8, 3)).astype(np.uint8)
    planes = torch.from_numpy(picture).permute(2, 0, 1)[None].float() / 255
    hue, saturation, value = batch_restyle.hsv(planes)
    expected = cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2HSV)
    assert np.allclose(hue[0] * 360, expected[..., 0], atol=1e-2)
    assert np.allclose(saturation[0], expected[..., 1], atol=1e-4)
    assert torch.allclose(batch_restyle.bgr(hue, saturation, value), planes, atol=1e-5)
    assert torch.allclose(value[0], torch.from_numpy(expected[..., 2]))


def test_a_crop_that_nothing_happens_to_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    for chance in ("REDRAWN", "LINES", "BORDER", "INKS", "GREY", "AFAR", "NOISE"):
        monkeypatch.setattr(batch_restyle, chance, 0.0)
    monkeypatch.setattr(batch_restyle, "other_light", lambda colour: colour)
    torch.manual_seed(2)
    planes, own = torch.rand(6, 4, 144, 96), torch.rand(6, 1, 18, 12)
    assert torch.allclose(batch_restyle.restyled(planes, own), planes, atol=1e-4)


def test_a_border_is_painted_where_the_card_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_restyle, "BORDER", 1.0)
    torch.manual_seed(2)
    own = torch.zeros(8, 1, 18, 12)
    own[..., :6] = 1
    colour = torch.full((8, 3, 144, 96), 0.5)
    changed = (batch_restyle.rebordered(colour, own) != colour).any(1)
    assert changed[:, :, :48].flatten(1).any(1).all()
    assert not changed[:, :, 52:].any()
    assert not changed[:, 60:80, 25:].any(), "inside the border nothing is painted"


def test_crops_are_restyled_each_in_its_own_way() -> None:
    torch.manual_seed(2)
    planes, own = torch.rand(1, 4, 144, 96).expand(16, -1, -1, -1), torch.ones(16, 1, 18, 12)
    crops = batch_restyle.restyled(planes, own)
    assert crops.min() >= 0
    assert crops.max() <= 1
    assert torch.equal(crops[:, 3], planes[:, 3])
    assert len({round(float(each.mean()), 5) for each in crops[:, :3]}) == 16


def test_the_recogniser_learns_from_what_is_laid_down(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    lay(
        [tmp_path],
        "0",
        crops=rng.integers(0, 256, (40, 144, 96, 4)).astype(np.uint8),
        labels=rng.integers(0, 5, 40).astype(np.int16),
        own=rng.integers(0, 256, (40, 18, 12)).astype(np.uint8),
    )
    knobs = replace(teach_recogniser.KNOBS, batch=8, kept=40, first=40, steps=3, shape=SMALL)
    torch.manual_seed(1)
    net = Recogniser(OUTPUTS, SMALL)
    before = net.prototypes.detach().clone()
    run = Run(net, knobs, None, CPU)
    run.train(
        teach_recogniser.losses(net, knobs, run, [tmp_path / "recipe-7.json"]), knobs, tmp_path
    )
    assert run.step == 3
    assert not torch.equal(net.prototypes.detach(), before)


def test_a_run_ends_after_its_minutes(tmp_path: Path) -> None:
    knobs = replace(teach_recogniser.KNOBS, minutes=1e-9, steps=50, shape=SMALL)
    net = Recogniser(OUTPUTS, SMALL)
    run = Run(net, knobs, None, CPU)
    run.train(lambda: net(torch.rand(2, 4, 144, 96))[0].sum(), knobs, tmp_path)
    assert run.step == 1
    assert (tmp_path / "last.pt").exists()
