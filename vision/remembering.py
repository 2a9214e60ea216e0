"""A network that is not asked twice: a thorough look asks much of the same again.

It looks at a picture from afar, in other shapes and at other sizes, and all of it once more where
its deck was learned meanwhile, which changes what is made of the answers and none of them.
"""

from dataclasses import dataclass, field
from hashlib import blake2b
from threading import Lock

import numpy as np

from vision.boxes import Array
from vision.runtime import Net

ROOM = 64_000_000
"""Bytes of answers that are kept, of each network: those of some 60 pictures of a table."""


@dataclass(slots=True, eq=False)
class Remembering:
    """The same network; what it said longest ago is forgotten first. A Net."""

    net: Net
    room: int = ROOM
    _said: dict[bytes, tuple[Array, ...]] = field(default_factory=dict)
    _taken: int = 0
    _one_at_a_time: Lock = field(default_factory=Lock)

    def __call__(self, shown: Array, /) -> tuple[Array, ...]:
        """See Net; nobody may write into the outputs."""
        key = _key(np.ascontiguousarray(shown))
        with self._one_at_a_time:
            known = self._said.get(key)
            if known is None:
                known = self._said[key] = self.net(shown)
                for each in known:
                    each.setflags(write=False)
                self._taken += _size(known)
                while self._taken > self.room:
                    self._taken -= _size(self._said.pop(next(iter(self._said))))
            return known


def _key(shown: Array) -> bytes:
    # The same pixels may come in another shape.
    shape = b"".join(side.to_bytes(4, "little") for side in shown.shape)
    return blake2b(shown.data, digest_size=16, salt=shape).digest()


def _size(said: tuple[Array, ...]) -> int:
    return sum(each.nbytes for each in said)
