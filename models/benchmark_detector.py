"""Times a picture of a table from file in memory to faces, beside the networks alone and beside
plain ultralytics on the same localizer.

    python models/benchmark_detector.py [--picture FILE] [--runs 20] [--numbers float]

All medians, all in one run. ultralytics finds boxes only, no faces; it comes with the extra
[train] and is left out where it is not installed.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from vision.boxes import Array
from vision.detector import CardDetector, open_detector
from vision.jokers import JokerReader
from vision.localizer import Localizer
from vision.pictures import decode_picture
from vision.recogniser import Recogniser
from vision.refiner import Refiner
from vision.runtime import Net, default_threads, load
from vision.weights import find_weights

Stage = TypeVar("Stage", Localizer, Refiner, Recogniser, JokerReader)
"""What asks a network."""


class Timed:
    """A network that counts its own time."""

    def __init__(self, net: Net) -> None:
        self.net, self.ms = net, 0.0

    def __call__(self, shown: Array) -> tuple[Array, ...]:
        """What the network says."""
        start = time.perf_counter()
        answer = self.net(shown)
        self.ms += 1000 * (time.perf_counter() - start)
        return answer


def median_ms(task: Callable[[], Any], runs: int) -> float:
    """The median time of a task that was run once before."""
    task()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        task()
        times.append(1000 * (time.perf_counter() - start))
    return float(np.median(times))


def networks_ms(detector: CardDetector, frame: Array, runs: int) -> float:
    """The median time that one picture spends inside the networks."""
    timed = list[Timed]()

    def with_timed(stage: Stage) -> Stage:
        timed.append(Timed(stage.net))
        return replace(stage, net=timed[-1])

    recogniser = detector.recogniser
    jokers = recogniser.jokers
    inner = replace(
        detector,
        localizer=with_timed(detector.localizer),
        refiner=with_timed(detector.refiner),
        recogniser=replace(with_timed(recogniser), jokers=jokers and with_timed(jokers)),
    )
    inner.detect(frame)
    times = []
    for _ in range(runs):
        for net in timed:
            net.ms = 0.0
        inner.detect(frame)
        times.append(sum(net.ms for net in timed))
    return float(np.median(times))


def ultralytics_ms(frame: Array, runs: int) -> float | None:
    """What `YOLO(localizer).predict` takes for the boxes alone, or None where it is missing."""
    with suppress(ImportError):
        import_module("cpu_torchvision").install()
        yolo = import_module("ultralytics").YOLO(str(find_weights().localizer), task="obb")
        return median_ms(lambda: yolo.predict(frame, imgsz=1280, verbose=False), runs)
    return None


def main(argv: Sequence[str] | None = None) -> int:
    """0 when the times are printed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--picture", type=Path, help="instead of the one that is shipped")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--numbers", choices=("float", "int8"), help="else what is faster here")
    args = parser.parse_args(argv)
    shipped = files("webui").joinpath("demo", "table.jpg")
    data = args.picture.read_bytes() if args.picture else shipped.read_bytes()
    frame = decode_picture(data, "picture")
    detector = open_detector(numbers=args.numbers)
    by = load(find_weights().localizer, numbers=args.numbers)
    seen = detector.detect(frame)
    card_px = float(np.median([np.linalg.norm(d.quad_px[1] - d.quad_px[0]) for d in seen]))
    whole = median_ms(lambda: detector.detect(decode_picture(data, "picture")), args.runs)
    known = median_ms(lambda: detector.detect(frame, card_px), args.runs)
    size = f"{frame.shape[1]}x{frame.shape[0]}"
    print(f"{len(seen)} cards, {size}, {by.runtime}, {by.numbers}, {default_threads()} threads")
    print(f"file in memory to faces          {whole:7.1f} ms")
    print(f"  of it inside the networks      {networks_ms(detector, frame, args.runs):7.1f} ms")
    print(f"frame to faces, card size known  {known:7.1f} ms")
    plain = ultralytics_ms(frame, args.runs)
    if plain is None:
        print("plain ultralytics: not installed (pip install -e '.[train]')")
    else:
        print(f"plain ultralytics, boxes only    {plain:7.1f} ms")
        print(f"ours with faces takes {whole / plain:.2f} of its time")
    return 0


if __name__ == "__main__":
    sys.exit(main())
