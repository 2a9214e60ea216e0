"""The pointer: what the gate knows of a picture in, where the tips of arms are out.

Fully convolutional, a fourth of the size of the small picture. Dilated blocks let each place see a
whole arm. `vision/pointing.py` says what the planes and the answers are.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.pointing import PLANES

STEM, WIDTH = 16, 32
DILATIONS = (1, 2, 4, 8, 1, 2, 4, 1)
ANSWERS = 5
RARE = -4.0
"""Log odds with which a place begins: few are the tip of an arm."""


class Wide(nn.Module):
    """A convolution over places so far apart, and a way around it."""

    def __init__(self, width: int, dilation: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(width, width, 3, 1, dilation, dilation, bias=False)
        self.norm = nn.BatchNorm2d(width)

    def forward(self, x: Tensor) -> Tensor:
        """Features of the same size."""
        return functional.relu(x + self.norm(self.conv(x)))


class PointerNet(nn.Module):
    """See the module."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(PLANES, STEM, 3, 2, 1, bias=False),
            nn.BatchNorm2d(STEM),
            nn.ReLU(),
            nn.Conv2d(STEM, WIDTH, 3, 2, 1, bias=False),
            nn.BatchNorm2d(WIDTH),
            nn.ReLU(),
        )
        self.body = nn.Sequential(*(Wide(WIDTH, each) for each in DILATIONS))
        self.head = nn.Conv2d(WIDTH, ANSWERS, 1)
        with torch.no_grad():
            bias = self.head.bias
            assert bias is not None
            bias[0] = RARE

    def forward(self, shown: Tensor) -> Tensor:
        """(n, 5, h / 4, w / 4) for (n, 6, h, w) planes, 0 to 255."""
        answer: Tensor = self.head(self.body(self.stem(shown / 255 - 0.5)))
        return answer
