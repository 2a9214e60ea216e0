"""Messages reach everybody who listens, in order; who falls behind starts again."""

import threading

import pytest

from webui.live.hub import KEPT, MOST_LISTENERS, Hub, Message, TooMany, sent


def message(number: int) -> Message:
    return Message(number, "change", {"number": number})


def test_messages_after_a_number() -> None:
    hub = Hub()
    for number in (1, 2, 3):
        hub.publish(message(number))
    assert [each.number for each in hub.after(1, 0.0) or ()] == [2, 3]
    assert hub.after(3, 0.0) == ()


def test_who_is_too_far_behind_is_told_so() -> None:
    hub = Hub()
    for number in range(1, KEPT + 3):
        hub.publish(message(number))
    assert hub.after(1, 0.0) is None
    assert len(hub.after(2, 0.0) or ()) == KEPT


def test_a_listener_is_woken() -> None:
    hub, found = Hub(), list[Message]()
    thread = threading.Thread(target=lambda: found.extend(hub.after(0, 30.0) or ()))
    thread.start()
    hub.publish(message(1))
    thread.join(10)
    assert [each.number for each in found] == [1]


def test_closing_wakes_everybody() -> None:
    hub = Hub()
    thread = threading.Thread(target=hub.after, args=(0, 30.0))
    thread.start()
    hub.close()
    thread.join(10)
    assert not thread.is_alive()
    assert hub.closed


def test_so_many_listen_and_no_more() -> None:
    hub = Hub()
    for _ in range(MOST_LISTENERS):
        hub.enter()
    with pytest.raises(TooMany, match="close one"):
        hub.enter()
    hub.leave()
    hub.enter()


def test_the_stream_in_server_sent_events() -> None:
    told = list(sent(iter([Message(7, "table", {"name": "광"}), None])))
    assert told == [
        "retry: 1000\n\n",
        'id: 7\nevent: table\ndata: {"name":"광"}\n\n',
        "event: still\ndata: {}\n\n",
    ]
