"""Pictures that may be of one deck, looked at together: a strange deck is learned from them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from vision.boxes import Array
from vision.detector import CardDetector, with_deck
from vision.evidence import Detection
from vision.strange_deck import Shown, is_strange, learned_from, shown

Each = TypeVar("Each")

TOGETHER = 24
"""So many pictures at most, in the order they are named, tell of one deck: more tell little more,
and may be of several decks."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What came of looking at a picture."""

    size_px: tuple[int, int]
    """Width and height."""
    cards: tuple[Detection, ...]
    shown: Shown
    """What it tells of its deck."""
    learned: bool = False
    """Whether it is by what was learned of its deck."""

    @property
    def sure(self) -> float:
        """So many of its cards are to be expected to be right."""
        return sum(each.confidence for each in self.cards)


def look_together(
    pictures: Sequence[Each],
    read: Callable[[Each], Array | None],
    detector: CardDetector,
    *,
    learns: bool = True,
) -> Iterator[Look | None]:
    """What each picture shows, None where `read` gives no frame of it.

    At most TOGETHER at a time: if their deck is strange it is learned from them, if that is wanted,
    and they are looked at once more. That look counts where it is the surer one: in some of them
    another deck may lie. One in which no card is found teaches nothing, and stays so: what boards
    and charts show by chance would bear itself out.
    """

    def looked(picture: Each, knows: CardDetector, *, learned: bool = False) -> Look | None:
        frame = read(picture)
        if frame is None:
            return None
        cards, evidence = knows.detect_and_look(frame)
        height, width = frame.shape[:2]
        return Look((width, height), cards, shown(frame, evidence), learned)

    for part in evenly(pictures, TOGETHER):
        looks = [looked(picture, detector) for picture in part]
        tell = [look.shown for look in looks if look and look.cards]
        naming = learned_from(tell, detector.recogniser) if learns and is_strange(tell) else None
        if naming is None:
            yield from looks
            continue
        knows = with_deck(detector, naming)
        for picture, before in zip(part, looks, strict=True):
            anew = looked(picture, knows, learned=True) if before and before.cards else None
            yield anew if before and anew and anew.sure > before.sure else before


def evenly(items: Sequence[Each], most: int) -> Iterator[Sequence[Each]]:
    """The items in their order in as few parts of at most so many as can be, alike long.

    >>> [len(part) for part in evenly(range(26), 24)]
    [13, 13]
    """
    parts = -(-len(items) // most)
    for part in range(parts):
        yield items[len(items) * part // parts : len(items) * (part + 1) // parts]
