"""The localizer on a GPU: its windows and its loss; skipped where ultralytics is not installed."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: it goes untested")
pytest.importorskip("ultralytics", reason="ultralytics is not installed: it goes untested")

import teach_localizer  # noqa: E402

BOX = (200.0, 100.0, 54.0, 33.0, 0.4)


def some(count: int) -> dict[str, Any]:
    boxes = torch.full((count, 3, 5), float("nan"))
    boxes[:, 0] = torch.tensor(BOX)
    pictures = torch.zeros(count, 192, 320, 3, dtype=torch.uint8)
    pictures[:, 95:106, 195:206] = 200
    return {"pictures": pictures, "boxes": boxes}


def test_boxes_are_mirrored_with_their_pictures() -> None:
    torch.manual_seed(1)
    batch = teach_localizer.batch_of(some(40), teach_localizer.KNOBS)
    assert batch["batch_idx"].tolist() == list(range(40))
    seen = set()
    for plane, box in zip(batch["img"], batch["bboxes"], strict=True):
        x, y = (int(v) for v in (box[:2] * torch.tensor((320, 192))))
        assert plane[:, y, x].max() > 0.2, "the card lies where the box says"
        seen.add((x, y, round(float(box[4]), 3)))
    assert seen == {(200, 100, 0.4), (120, 92, 0.4), (120, 100, -0.4), (200, 92, -0.4)}


def test_it_learns_and_its_checkpoint_is_taken_over(tmp_path: Path) -> None:
    torch.manual_seed(1)
    net = teach_localizer.empty(tmp_path)
    batch = teach_localizer.batch_of(some(2), replace(teach_localizer.KNOBS, flip=0.0))
    loss = teach_localizer.loss_of(net, batch)
    assert torch.isfinite(loss)
    loss.backward()
    del net.criterion
    path = tmp_path / "weights" / "last.pt"
    teach_localizer.write_checkpoint(net, path)
    other = teach_localizer.empty(tmp_path)
    teach_localizer.begin_with(other, path)
    first, again = (next(each.parameters()) for each in (net, other))
    assert torch.equal(first, again)


def test_another_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = ["--fresh", str(tmp_path), "--run", str(tmp_path / "run")]
    assert teach_localizer.main(told) == 2
    assert "no recipe-*.json" in capsys.readouterr().err
