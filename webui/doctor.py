"""`hwatu doctor`: what works on this machine, and what to do about what does not."""

import shutil
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import Any, Literal

SLOW_MS = 400.0
"""A picture that takes longer makes the live table lag behind the play."""
LEAST_FREE = 500_000_000
"""Bytes: an evening's recording and its games."""
LEAST_FOUND = 0.9
"""Of the cards in the picture that is shipped for this check."""
REINSTALL = "pip install --force-reinstall hwatu-table"
LIBRARIES = "apt-get install libgl1 libglib2.0-0"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at."""

    name: str
    status: Literal["ok", "warn", "fail"]
    says: str
    do: str = ""
    """What helps, where something is amiss."""

    def as_json(self) -> dict[str, str]:
        """As it stands in the JSON."""
        return asdict(self)


def checks() -> list[Check]:
    """Every check, in order; none raises."""
    made: list[Callable[[], Check]] = [model, runtime, speed, demo, camera, disk]
    return [_guarded(check) for check in made]


def _guarded(check: Callable[[], Check]) -> Check:
    try:
        return check()
    except ImportError as error:
        return Check(check.__name__, "fail", missing_library(error), _install_hint(error))
    except Exception as error:
        says = f"{type(error).__name__}: {error}".splitlines()[0]
        return Check(check.__name__, "fail", says, "report this with the line above")


def missing_library(error: ImportError) -> str:
    """One line for a library that cannot be loaded, with what to install."""
    if _of_system(error):
        return f"OpenCV needs system libraries that are missing ({error}): {LIBRARIES}"
    return f"{error}: pip install hwatu-table"


def _install_hint(error: ImportError) -> str:
    return LIBRARIES if _of_system(error) else REINSTALL


def _of_system(error: ImportError) -> bool:
    """Whether what cannot be loaded is no part of a Python package: of them all, OpenCV's."""
    return ".so" in str(error) and "cannot open shared object" in str(error)


def model() -> Check:
    """Whether the weights are here, whole, and find the cards of the shipped picture."""
    from vision.detector import open_detector
    from vision.runtime import NoRuntime
    from vision.weights import NoWeights, changed, find_weights

    try:
        weights = find_weights()
        spoilt = changed(weights)
        if spoilt:
            return Check("model", "fail", f"{spoilt}: not the file that was shipped", REINSTALL)
        asked, found = shipped_table(open_detector(weights))
    except NoWeights as error:
        return Check("model", "fail", str(error), REINSTALL)
    except NoRuntime as error:
        return Check("model", "fail", str(error), "see runtime")
    says = f"{found} of {asked} cards found in the picture shipped for this check"
    if found < LEAST_FOUND * asked:
        return Check("model", "fail", says, REINSTALL)
    return Check("model", "ok", f"{says}; weights in {weights.localizer.parent}")


def runtime() -> Check:
    """What runs the networks."""
    from vision.runtime import RUNTIMES, NoRuntime, default_threads, load
    from vision.weights import NoWeights, find_weights

    try:
        loaded = load(find_weights().recogniser)
    except NoWeights as error:
        return Check("runtime", "fail", str(error), REINSTALL)
    except NoRuntime as error:
        return Check("runtime", "fail", str(error), "pip install openvino onnxruntime")
    says = f"{loaded.runtime} on {default_threads()} threads, {loaded.numbers} weights"
    if loaded.runtime != RUNTIMES[0]:
        return Check("runtime", "warn", f"{says}; OpenVINO is faster", f"pip install {RUNTIMES[0]}")
    return Check("runtime", "ok", says)


def speed() -> Check:
    """How long a picture takes from file in memory to faces."""
    from vision.detector import open_detector
    from vision.pictures import decode_picture
    from vision.runtime import NoRuntime
    from vision.weights import NoWeights

    try:
        detector = open_detector()
    except (NoWeights, NoRuntime) as error:
        return Check("speed", "fail", str(error), "see model and runtime")
    data = shipped("table.jpg")
    times = []
    for _ in range(6):
        start = time.perf_counter()
        detector.detect(decode_picture(data, "table.jpg"))
        times.append(1000 * (time.perf_counter() - start))
    ms = sorted(times[1:])[len(times[1:]) // 2]
    says = f"{ms:.0f} ms a 1080p picture, file to faces"
    if ms > SLOW_MS:
        return Check("speed", "warn", says, "close other programs, or use a faster machine")
    return Check("speed", "ok", says)


def demo() -> Check:
    """Whether the bundled recording is here and whole, and whether it starts at once."""
    from vision.setup import BadSetup
    from vision.video import BadVideo, probe
    from vision.weights import NoWeights
    from webui.recordings.demo import VIDEO, demo_setup, shipped_looks
    from webui.review import clock

    try:
        demo_setup()
        length, looks = clock(probe(VIDEO).seconds), shipped_looks()
    except (BadSetup, BadVideo) as error:
        return Check("demo", "fail", str(error).splitlines()[0], REINSTALL)
    except NoWeights as error:
        return Check("demo", "fail", str(error), "see model")
    says = f"a recorded game of {length}: hwatu demo"
    if looks is None:
        slower = f"{says}; slower, as its looks are not those of this camera model"
        return Check("demo", "warn", slower, REINSTALL)
    return Check("demo", "ok", says)


def camera() -> Check:
    """Whether a camera answers; none is no fault: recordings and hand input need none."""
    from webui.setup.source import cameras

    seen = [f"{number} ({bgr.shape[1]}x{bgr.shape[0]})" for number, bgr in cameras()]
    if seen:
        return Check("camera", "ok", f"camera {', '.join(seen)}")
    do = "plug one in, close programs that use it; on Linux be in the group video"
    return Check("camera", "warn", "no camera answers", do)


def disk() -> Check:
    """Whether games can be kept."""
    from webui.bad_input import NotHere
    from webui.data_folder import data_folder

    try:
        folder = data_folder()
    except NotHere as error:
        return Check("disk", "fail", error.message, "set HOME")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".doctor"
        probe.write_bytes(b"x")
        probe.unlink()
        free = shutil.disk_usage(folder).free
    except OSError as error:
        do = "choose another folder, or free some room"
        return Check("disk", "fail", f"{folder}: {error.strerror}", do)
    says = f"{folder}: {free / 1e9:.1f} GB free"
    return Check("disk", "warn" if free < LEAST_FREE else "ok", says, "")


def shipped(name: str) -> bytes:
    """A file of the bundled demo."""
    return files("webui").joinpath("demo", name).read_bytes()


def shipped_table(detector: Any) -> tuple[int, int]:
    """How many cards lie in the shipped picture, and how many of them the detector names."""
    import json
    from collections import Counter

    from vision.pictures import decode_picture

    asked = Counter(json.loads(shipped("table.json"))["cards"])
    found = detector.detect(decode_picture(shipped("table.jpg"), "table.jpg"))
    named = Counter(each.card.face for each in found)
    return asked.total(), (asked & named).total()
