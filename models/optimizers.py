"""What moves the weights of a network: AdamW all of them, or Muon those of its layers.

A step of Muon moves a layer in all directions alike, however seldom the data asks for them
(https://kellerjordan.github.io/posts/muon/).
"""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

LEAST_OUTPUTS = 16
"""A layer with fewer is hardly a matrix."""


class LayerMuon(torch.optim.Muon):
    """torch's own takes matrices alone: here each row is all that makes one output of a layer."""

    def __init__(self, weights: Sequence[Tensor], lr: float, weight_decay: float) -> None:
        self.weights = weights
        self.matrices = [nn.Parameter(as_matrix(each.detach())) for each in weights]
        # With this the learning rates of AdamW serve it, too.
        alike = "match_rms_adamw"
        super().__init__(self.matrices, lr, weight_decay=weight_decay, adjust_lr_fn=alike)

    @torch.no_grad()
    def step(self, closure: None = None) -> None:
        """Moves the weights, which the matrices share their memory with, by their gradients."""
        for weight, matrix in zip(self.weights, self.matrices, strict=True):
            matrix.grad = None if weight.grad is None else as_matrix(weight.grad)
        super().step(closure)


def as_matrix(weight: Tensor) -> Tensor:
    """(outputs, k) the same memory.

    Raises:
        RuntimeError: a convolution's weights do not lie in it in torch.channels_last.
    """
    rows = weight.permute(0, 2, 3, 1) if weight.ndim == 4 else weight
    return rows.view(len(rows), -1)


def optimizers(
    net: nn.Module, lr: float, weight_decay: float, *, muon: bool
) -> list[torch.optim.Optimizer]:
    """What moves all weights of a network that lies in torch.channels_last.

    `muon`: the layers but the first, whose inputs are colours, by LayerMuon.
    """
    layers = [each for each in net.modules() if isinstance(each, nn.Conv2d | nn.Linear)][1:]
    even = [each.weight for each in layers if muon and len(each.weight) >= LEAST_OUTPUTS]
    apart = {id(weight) for weight in even}
    others = [weight for weight in net.parameters() if id(weight) not in apart]
    adamw = torch.optim.AdamW(others, lr, weight_decay=weight_decay)
    return [adamw, LayerMuon(even, lr, weight_decay)] if even else [adamw]
