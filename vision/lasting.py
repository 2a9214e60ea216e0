"""A camera or stream that is watched for a whole evening: unplugged, it is opened again."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from scorer.remark import Remark
from vision.video import BadVideo, Frame, probe, source_frames

AGAIN_S = 2.0
"""So long after it was lost, a source is tried again."""
STEP_S = 0.05
"""At least so much time passes between the last picture before and the first one after."""


def lasting(
    source: str, lost: Callable[[str], None], wait: Callable[[float], bool]
) -> Iterator[Frame]:
    """The pictures of a camera or URL; where it is lost they go on when it is back, times too.

    `lost` is told in one line why there are no pictures, and "" when there are again. `wait` waits
    so many seconds, and says whether to give up. What tells how long it is ends, as a film does.

    Raises:
        BadVideo: it cannot be opened the first time.
    """
    began, last_s, index = time.monotonic(), 0.0, 0
    while True:
        away, from_s = True, 0.0
        why: str = Remark("{source}: gives no more pictures", source=source)
        try:
            for frame in source_frames(source):
                if away:
                    away = False
                    lost("")
                    if index:
                        from_s = max(time.monotonic() - began, last_s + STEP_S) - frame.time_s
                last_s = from_s + frame.time_s
                yield replace(frame, time_s=last_s, index=index)
                index += 1
            if _is_film(source):
                return
        except BadVideo as error:
            if not index:
                raise
            why = error.line
        lost(why)
        if wait(AGAIN_S):
            return


def _is_film(source: str) -> bool:
    """Whether it says how long it is: then it is over, and not lost."""
    try:
        return "://" in source and probe(source).seconds > 0
    except BadVideo:
        return False
