"""The camera's picture while somebody looks: the newest one, and the camera let go afterwards."""

import time
from collections.abc import Iterator
from functools import partial

import numpy as np
import pytest

from vision.video import BadVideo, Frame
from webui.setup import preview as setup_preview
from webui.setup.preview import Preview
from webui.setup.source import Source

PATIENCE_S = 20.0


class Camera:
    """A camera whose pictures grow brighter, that counts who has it."""

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.held = 0

    def frames(self, where: str) -> Iterator[Frame]:
        self.opened.append(where)
        self.held += 1
        try:
            for index in range(10**6):
                time.sleep(0.005)
                table = np.full((48, 64, 3), min(index, 255), np.uint8)
                shown = partial(np.asarray, table)
                yield Frame(index / 200, index, shown, shown)
        finally:
            self.held -= 1


def newest(preview: Preview, source: Source, other: bytes | None = None) -> bytes:
    """The next picture that is not the other."""
    end_s = time.monotonic() + PATIENCE_S
    while True:
        found = preview.jpeg(source)
        if found not in (None, other):
            assert found is not None
            return found
        assert time.monotonic() < end_s
        time.sleep(0.02)


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> Camera:
    monkeypatch.setattr(setup_preview, "STEP_S", 0.05)
    return Camera()


def test_pictures_follow_each_other_until_it_is_closed(camera: Camera) -> None:
    preview, source = Preview(camera.frames), Source("camera", "0")
    first = newest(preview, source)
    assert newest(preview, source, first) != first
    assert camera.opened == ["0"]
    preview.close()
    assert camera.held == 0


def test_another_camera_is_opened_when_the_first_is_let_go(camera: Camera) -> None:
    preview = Preview(camera.frames)
    newest(preview, Source("camera", "0"))
    newest(preview, Source("camera", "1"))
    assert (camera.opened, camera.held) == (["0", "1"], 1)
    preview.close()


def test_a_camera_that_nobody_looks_at_is_let_go(
    camera: Camera, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup_preview, "IDLE_S", 0.2)
    preview = Preview(camera.frames)
    newest(preview, Source("camera", "0"))
    end_s = time.monotonic() + PATIENCE_S
    while camera.held:
        assert time.monotonic() < end_s
        time.sleep(0.02)
    preview.close()


def test_a_camera_that_cannot_be_opened_shows_nothing() -> None:
    def none(where: str) -> Iterator[Frame]:
        raise BadVideo("camera 9: cannot be opened")
        yield

    preview = Preview(none)
    assert preview.jpeg(Source("camera", "9")) is None
    preview.close()
