"""In which numbers the networks compute on which processor."""

from pathlib import Path

import cv2
import pytest

from vision import processor
from vision.processor import this_processor

XEON = "Intel(R) Xeon(R) Processor @ 2.60GHz"


class Core:
    """What OpenVINO tells of a processor."""

    def __init__(self, capabilities: str, name: str) -> None:
        self.told: dict[str, list[str] | str] = {
            "OPTIMIZATION_CAPABILITIES": capabilities.split(),
            "FULL_DEVICE_NAME": name,
        }

    def get_property(self, device: str, key: str) -> list[str] | str:
        assert device == "CPU"
        return self.told[key]


@pytest.mark.parametrize(
    ("capabilities", "name", "avx2", "flags", "int8", "bf16"),
    [
        ("FP32 INT8", XEON, True, "avx512_vnni", True, False),
        ("FP32 BF16 INT8", XEON, True, "avx512_vnni avx512_bf16 amx_bf16 amx_tile", False, True),
        # A virtual machine hides the tiles: bf16 took 117 ms where f32 took 72 and int8 38.
        ("FP32 BF16 INT8", XEON, True, "avx512_vnni avx512_bf16", True, False),
        ("FP32 BF16 INT8", "AMD EPYC", True, "avx512_vnni avx512_bf16", True, True),
        ("FP32 INT8", "AMD EPYC", True, "avx2", True, False),  # half of the time that floats take
        ("FP32 INT8", XEON, False, "sse4_2", False, False),
        ("FP32 FP16 INT8", "an ARM", False, "asimd", False, False),
        # No Linux: nothing tells of tiles.
        ("FP32 BF16 INT8", XEON, True, None, False, True),
        ("FP32 BF16 INT8", "AMD EPYC", True, None, True, True),
    ],
)
def test_the_faster_numbers_are_known(
    capabilities: str,
    name: str,
    avx2: bool,
    flags: str | None,
    int8: bool,
    bf16: bool,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    cpuinfo = tmp_path / "cpuinfo"
    if flags is not None:
        cpuinfo.write_text(f"processor : 0\nflags\t\t: fpu {flags} sse\n\nprocessor : 1\n")
    monkeypatch.setattr(processor, "CPUINFO", cpuinfo)
    monkeypatch.setattr(cv2, "checkHardwareSupport", lambda _: avx2)
    found = this_processor(Core(capabilities, name))
    assert (found.int8_pays, found.bf16_pays) == (int8, bf16)
