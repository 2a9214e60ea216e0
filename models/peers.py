"""Processes that teach one network together: each learns from its own crops, and after every step
all have the same weights.

`torchrun --nproc-per-node 2 -- models/train_recogniser.py ...` starts two, a core each: small
layers on two threads leave a part of the cores idle.
"""

import os
from dataclasses import dataclass

import torch
from torch import distributed, nn


@dataclass(frozen=True, slots=True)
class Peers:
    """How many there are, and which of them this one is."""

    count: int = 1
    rank: int = 0
    """The first, 0, tells the others when to stop and how fast to learn, and writes all files."""

    def agree(self, net: nn.Module) -> None:
        """Gives all the first one's weights."""
        if self.count > 1:
            for weight in net.state_dict().values():
                distributed.broadcast(weight, 0)

    def share_gradients(self, net: nn.Module) -> None:
        """Gives all the mean of their gradients."""
        if self.count > 1:
            grads = [each.grad for each in net.parameters() if each.grad is not None]
            row = torch.cat([each.reshape(-1) for each in grads])
            distributed.all_reduce(row)
            parts = (row / self.count).split([each.numel() for each in grads])
            for grad, part in zip(grads, parts, strict=True):
                grad.copy_(part.view(grad.shape))

    def told(self, number: float) -> float:
        """What the first one has for this number."""
        if self.count == 1:
            return number
        box = torch.tensor([number], dtype=torch.float64)
        distributed.broadcast(box, 0)
        return float(box)


ALONE = Peers()


def joined() -> Peers:
    """Those that torchrun started with this one, or this one alone."""
    count = int(os.environ.get("WORLD_SIZE", "1"))
    if count == 1:
        return ALONE
    if not distributed.is_initialized():
        distributed.init_process_group("gloo")
    return Peers(count, distributed.get_rank())
