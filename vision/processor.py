"""What this processor is quick at: in which numbers the networks are to compute."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

AVX2 = 11
"""OpenCV's number of this feature of a processor."""
CPUINFO = Path("/proc/cpuinfo")
"""Where Linux tells of a processor what OpenVINO does not."""
TILES = "amx_tile"
"""What stands there of one that multiplies in tiles (AMX)."""


@dataclass(frozen=True, slots=True)
class Processor:
    """What a processor can do."""

    avx2: bool
    """Multiplies int8 in vectors, with AVX-512 VNNI or without."""
    bf16: bool
    """Multiplies bf16 in vectors or in tiles."""
    tiles: bool
    """Multiplies bf16 in tiles: of Intel's, those whose virtual machine does not hide them."""
    amd: bool

    @property
    def int8_pays(self) -> bool:
        """Whether the int8 form of a network is the faster one: in tiles bf16 is as fast."""
        return self.avx2 and not self.tiles

    @property
    def bf16_pays(self) -> bool:
        """Whether floats are faster in bf16: in vectors Intel's take nearly twice as long so."""
        return self.bf16 and (self.tiles or self.amd)


def this_processor(core: Any) -> Processor:
    """The one that runs this, by OpenVINO's Core, OpenCV and Linux.

    Where there is no Linux an Intel's with bf16 is taken to have tiles.
    """
    capabilities: Collection[str] = core.get_property("CPU", "OPTIMIZATION_CAPABILITIES")
    bf16, amd = "BF16" in capabilities, "AMD" in core.get_property("CPU", "FULL_DEVICE_NAME")
    try:
        tiles = TILES in CPUINFO.read_text(encoding="utf-8", errors="replace").split()
    except OSError:
        tiles = bf16 and not amd
    return Processor(bool(cv2.checkHardwareSupport(AVX2)), bf16, tiles, amd)
