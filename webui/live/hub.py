"""Changes handed to everybody who listens, each as soon as it is there.

The last messages are kept, and every listener reads them at his own pace: one that falls behind
costs nobody anything, and starts again with the whole table.

>>> hub = Hub()
>>> hub.publish(Message(1, "change", {"kind": "round"}))
>>> [each.number for each in hub.after(0, 0.0) or ()]
[1]
"""

import json
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from threading import Condition
from typing import Any

from scorer.remark import Told

KEPT = 64
"""Messages that a slow listener may be behind."""
STILL_HERE = "event: still\ndata: {}\n\n"
"""From time to time, so that a page whose line is dead can tell."""
MOST_LISTENERS = 48
"""Each holds a thread of the server."""


class TooMany(Told):
    """No more listeners are taken."""


@dataclass(frozen=True)
class Message:
    """Something that is told to all."""

    number: int
    """Rising by one from message to message."""
    event: str
    """`table`, `change`, or `parts` of a page."""
    data: Mapping[str, Any]

    @cached_property
    def sent(self) -> str:
        """The message as Server-Sent Events write it; the same text for all."""
        data = json.dumps(self.data, ensure_ascii=False, separators=(",", ":"))
        return f"id: {self.number}\nevent: {self.event}\ndata: {data}\n\n"


class Hub:
    """See the module."""

    def __init__(self) -> None:
        self._news = Condition()
        self._kept: deque[Message] = deque(maxlen=KEPT)
        self._listeners = 0
        self._closed = False

    def publish(self, message: Message) -> None:
        """Hands a message to everybody who listens."""
        with self._news:
            self._kept.append(message)
            self._news.notify_all()

    def after(self, number: int, timeout_s: float) -> tuple[Message, ...] | None:
        """The messages after the one of this number, waited for; None where some are not kept."""
        with self._news:
            self._news.wait_for(lambda: self._closed or self._newest() > number, timeout_s)
            if self._kept and self._kept[0].number > number + 1:
                return None
            return tuple(each for each in self._kept if each.number > number)

    def _newest(self) -> int:
        return self._kept[-1].number if self._kept else 0

    @property
    def closed(self) -> bool:
        """Whether nothing more will come."""
        return self._closed

    def close(self) -> None:
        """Wakes everybody who listens, for good."""
        with self._news:
            self._closed = True
            self._news.notify_all()

    def enter(self) -> None:
        """Takes one more listener.

        Raises:
            TooMany: there are as many as the server can hold.
        """
        with self._news:
            if self._listeners >= MOST_LISTENERS:
                raise TooMany(
                    "{count} pages are open at this table: close one", count=MOST_LISTENERS
                )
            self._listeners += 1

    def leave(self) -> None:
        """A listener has gone."""
        with self._news:
            self._listeners -= 1


def sent(messages: Iterator[Message | None]) -> Iterator[str]:
    """The messages as a stream of Server-Sent Events; `STILL_HERE` for None."""
    yield "retry: 1000\n\n"
    for message in messages:
        yield STILL_HERE if message is None else message.sent
