"""Pictures into an mp4 file, each with its own time."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np

from scene_faces import Array

TICKS = 90_000
"""A second in the file's own time."""


def frame_times(
    seconds: float, fps: float, rng: np.random.Generator | None = None
) -> tuple[float, ...]:
    """When each picture of a film is taken; with a generator the rate varies as a phone's does."""
    if rng is None:
        return tuple(n / fps for n in range(max(1, int(seconds * fps))))
    times, now = [], 0.0
    while now < seconds:
        times.append(now)
        # Most come on time, some are late, and now and then one is lost.
        late = rng.choice((1.0, 1.0, 1.0, 2.0, 3.0), p=(0.4, 0.3, 0.22, 0.06, 0.02))
        now += float(late) / fps * float(rng.uniform(0.92, 1.1))
    return tuple(times)


def write_video(
    path: Path,
    times_s: Sequence[float],
    picture: Callable[[float], Array],
    size_px: tuple[int, int],
    fps: float,
) -> Iterator[float]:
    """The times of the pictures, one by one as they are written; nothing is written unasked.

    Pictures are (h, w, 3) uint8 with even sides. H.264 at a rate that keeps 1080p of a table
    near 5 Mbit/s.
    """
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=Fraction(fps).limit_denominator(1001))
        stream.width, stream.height = size_px
        stream.pix_fmt = "yuv420p"
        stream.options = {"crf": "24", "preset": "veryfast"}
        stream.codec_context.time_base = Fraction(1, TICKS)
        for time_s in times_s:
            planes = cv2.cvtColor(picture(time_s), cv2.COLOR_BGR2YUV_I420)
            frame = av.VideoFrame.from_ndarray(np.asarray(planes, np.uint8), format="yuv420p")
            frame.pts, frame.time_base = round(time_s * TICKS), Fraction(1, TICKS)
            container.mux(stream.encode(frame))
            yield time_s
        container.mux(stream.encode())
