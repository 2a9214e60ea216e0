"""Some of many, of all the time alike: what is remembered of a long evening."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

Item = TypeVar("Item")


@dataclass(slots=True)
class EvenSample(Generic[Item]):
    """Every item of those that came, while they are few; else one of every two, four and so on."""

    most: int
    """So many are kept."""
    items: list[Item] = field(default_factory=list)
    came: int = 0
    """So many there were."""
    _each: int = 1

    def add(self, item: Item) -> None:
        """One more came."""
        if self.came % self._each == 0:
            self.items.append(item)
        self.came += 1
        if len(self.items) > self.most:
            self.items, self._each = self.items[::2], 2 * self._each
