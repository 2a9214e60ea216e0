"""The refiner: a crop with what lies around it in, how the box is to move out.

The first stages are shaped as the recogniser's, and begin with its weights: what tells the edges
of cards there tells them here. `vision/refiner.py` says what the planes and the moves are.
"""

import torch
from torch import Tensor, nn

from recogniser_net import PLANES, Recogniser, Shape, stage
from vision.crops import WIDE

MOVES = 5
SMALL = 0.1
"""Moves are learnt in tenths."""
SIZES = 4.0
"""What tells of usual sizes is as large as features with this."""
SHRUNK = (WIDE.size_px[1] // 16) * -(-WIDE.size_px[0] // 16)
"""Places of the last map."""


class Refiner(nn.Module):
    """See the module."""

    def __init__(self, shape: Shape | None = None) -> None:
        super().__init__()
        shape = shape or Shape()
        a, b, _ = shape.widths
        self.stem = nn.Sequential(
            nn.Conv2d(PLANES, a, 6, 4, 1, bias=False), nn.BatchNorm2d(a), nn.ReLU()
        )
        self.near = nn.Sequential(stage(a, a, shape.blocks[0], 1), stage(a, b, shape.blocks[1], 2))
        self.edges = nn.Sequential(
            nn.Conv2d(b, 96, 3, 1, 1, bias=False),
            nn.BatchNorm2d(96),
            nn.ReLU(),
            nn.Conv2d(96, 64, 3, 2, 1, bias=False),
            nn.BatchNorm2d(64),
            nn.ReLU(),
        )
        self.moves = nn.Sequential(
            nn.Linear(64 * SHRUNK + 2, 160), nn.ReLU(), nn.Linear(160, MOVES)
        )
        nn.init.zeros_(self.moves[2].weight)
        nn.init.zeros_(self.moves[2].bias)

    def begin_as(self, recogniser: Recogniser) -> None:
        """Takes over its first stages."""
        self.stem.load_state_dict(recogniser.stem.state_dict())
        self.near.load_state_dict(recogniser.near.state_dict())

    def forward(self, planes: Tensor) -> Tensor:
        """(n, 5) moves for (n, 6, 112, 72) planes, 0 to 1."""
        crops, usual = planes[:, :PLANES], planes[:, PLANES:, 0, 0] - 0.5
        seen = self.edges(self.near(self.stem(crops * 2 - 1))).flatten(1)
        moves: Tensor = SMALL * self.moves(torch.cat((seen, SIZES * usual), 1))
        return moves


def moved_corners(moves: Tensor) -> Tensor:
    """(n, 4, 2) px: where corners of boxes are in their crops after (n, 5) moves."""
    corners = torch.from_numpy(WIDE.corners()).to(moves)
    centre = corners.mean(0)
    size = corners[2] - corners[0]
    x, y = ((corners - centre) * moves[:, None, 2:4].exp()).unbind(2)
    cos, sin = moves[:, 4:].cos(), moves[:, 4:].sin()
    turned = torch.stack((x * cos - y * sin, x * sin + y * cos), 2)
    return turned + (centre + moves[:, :2] * size)[:, None]
