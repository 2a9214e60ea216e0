"""How long a person waits after a command."""

import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

SHEET = Path(__file__).parents[2] / "docs" / "sheet.json"
RUNS = 5


def python_s() -> float:
    """Until Python has begun and ended."""
    return _command_s([sys.executable, "-c", "pass"])


def libraries_s() -> float:
    """Until Python has imported the two largest libraries that every page needs."""
    return _command_s([sys.executable, "-c", "import cv2, flask"])


def score_s() -> float:
    """Until `hwatu score` has answered."""
    return _command_s([sys.executable, "-m", "webui", "score", str(SHEET)])


def demo_s() -> float:
    """Until `hwatu demo` has given its first page."""
    return median(_demo_s() for _ in range(RUNS))


def _command_s(command: list[str]) -> float:
    took = []
    for _ in range(RUNS):
        begin_s = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        took.append(time.perf_counter() - begin_s)
    return median(took)


def _demo_s() -> float:
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "webui", "demo", "--no-browser", "--port", "0"]
        begin_s = time.perf_counter()
        program = subprocess.Popen(
            [*command, "--data", folder], stdout=subprocess.PIPE, text=True, bufsize=1
        )
        try:
            assert program.stdout is not None
            address = next(
                found[0]
                for line in program.stdout
                if (found := re.search(r"http://[\w.:]+", line)) is not None
            )
            with urllib.request.urlopen(address) as page:
                page.read()
            return time.perf_counter() - begin_s
        finally:
            program.terminate()
            program.communicate()
