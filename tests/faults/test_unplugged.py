"""A camera that is unplugged and back: the round goes on where it was."""

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorer.notation import parse
from tests.faults.filmed import (
    EMPTY,
    HEAD,
    RULES,
    SETUP,
    Reader,
    dealt,
    filmed,
    lying,
    painted,
    turns,
)
from tests.faults.network_camera import NetworkCamera, network_camera
from tests.faults.watched import Watched, until
from vision import lasting
from vision.lasting import lasting as pictures_of
from vision.setup import setup_of
from vision.video import BadVideo, Frame, plugged_in
from webui.command_line import following as review_live
from webui.evening.events import Opened
from webui.live import camera_thread
from webui.live.table import LiveTable
from webui.store.event_store import Store


@pytest.fixture
def camera() -> Iterator[NetworkCamera]:
    with network_camera(painted(EMPTY.places)) as found:
        yield found


@pytest.fixture
def watched(
    tmp_path: Path, camera: NetworkCamera, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Watched]:
    """An evening that is watched by the network camera."""
    monkeypatch.setattr(camera_thread, "detector", lambda threads, deck="": Reader())
    monkeypatch.setattr(lasting, "AGAIN_S", 0.1)
    table = LiveTable(Store(tmp_path / "games.db"), tmp_path)
    opened = Opened("Friday", ("A", "B"), RULES, "A", 1, SETUP, camera.address)
    table.open(opened, "test")
    found = Watched(table, [])
    yield found
    found.close()


def attention(watched: Watched) -> str:
    return watched.table.watching.attention


def test_unplugged_and_back(watched: Watched, camera: NetworkCamera) -> None:
    """In the middle of a round, and while it is away a turn is played."""
    watched.camera.watch(camera.address)
    until(lambda: attention(watched) == "empty")
    camera.show(painted(lying(0, 0).places))
    until(lambda: bool(watched.state.rounds))
    camera.unplug()
    until(lambda: attention(watched) == "lost")
    assert watched.table.watching.fault == f"{camera.address}: gives no more pictures"
    camera.show(painted(lying(1, 0).places))
    camera.plug_in()
    until(lambda: watched.lines() == ["A: 01-bright / 03-bright"])
    assert attention(watched) not in ("lost", "failed")
    assert len(watched.state.rounds) == 1


def test_times_go_on_over_a_gap(camera: NetworkCamera, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lasting, "AGAIN_S", 0.1)
    lost: list[str] = []
    frames = pictures_of(camera.address, lost.append, lambda seconds: False)
    before = [next(frames).time_s for _ in range(3)]
    camera.unplug()
    camera.plug_in()
    after = [next(frames) for _ in range(40)]
    assert [bool(each) for each in lost] == [False, True, False]
    times = [*before, *(each.time_s for each in after)]
    assert times == sorted(set(times))
    assert [each.index for each in after] == list(range(3, 43))


def test_who_stops_does_not_wait_for_a_camera(camera: NetworkCamera) -> None:
    frames = pictures_of(camera.address, lambda why: None, lambda seconds: True)
    next(frames)
    camera.unplug()
    assert len(list(frames)) < 100
    camera.plug_in()


def test_a_film_at_an_address_is_over_and_not_lost(
    film: Callable[..., Path],
) -> None:
    address = film([n / 10 for n in range(8)]).as_uri()
    lost: list[str] = []
    assert len(list(pictures_of(address, lost.append, lambda seconds: False))) == 8
    assert lost == [""]


class Usb:
    """What OpenCV gives of a camera at the USB plug, as it is pulled after three pictures."""

    def __init__(self, number: int) -> None:
        self.left = 3
        self.asked: dict[int, float] = {}

    def isOpened(self) -> bool:
        return True

    def set(self, what: int, value: float) -> bool:
        self.asked[what] = value
        return True

    def read(self) -> tuple[bool, np.ndarray | None]:
        self.left -= 1
        return (
            (True, np.full((36, 64, 3), self.left, np.uint8)) if self.left >= 0 else (False, None)
        )

    def release(self) -> None:
        pass


def test_a_camera_at_the_plug_is_asked_for_large_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "VideoCapture", Usb)
    opened = plugged_in(0)
    assert isinstance(opened, Usb)
    assert opened.asked[cv2.CAP_PROP_FRAME_WIDTH] == 1920
    assert opened.asked[cv2.CAP_PROP_FRAME_HEIGHT] == 1080


def test_a_camera_at_the_plug_is_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "VideoCapture", Usb)
    lost: list[str] = []
    monkeypatch.setattr(lasting, "AGAIN_S", 0.0)
    frames = pictures_of("0", lost.append, lambda seconds: lost.count("") > 1)
    assert len(list(frames)) == 6
    assert lost[1] == "camera 0: gives no more pictures"


def test_in_the_terminal_the_account_is_given_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def pulled(source: str) -> Iterator[Frame]:
        yield from filmed((*dealt(), *turns(1, 1)))
        raise BadVideo("camera 0: gives no more pictures")

    monkeypatch.setattr(review_live, "source_frames", pulled)
    rules = parse(HEAD).rules
    lines = list(review_live.watched("0", Reader(), setup_of(SETUP), ("A", "B"), rules))
    assert "camera 0: gives no more pictures" in lines
    assert any(each.startswith("round 1, ") for each in lines[-12:])
