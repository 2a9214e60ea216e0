"""What moves the weights of a network: AdamW all of them, or Muon those of its layers.

A step of Muon moves a layer in all directions alike, however seldom the data asks for them
(https://kellerjordan.github.io/posts/muon/).
"""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

LEAST_OUTPUTS = 16
"""A layer with fewer is hardly a matrix."""
MOMENTUM = 0.95
NEWTON_SCHULZ, ITERATIONS = (3.4445, -4.775, 2.0315), 5
"""The polynomial's factors, see the page, and how often it is applied."""


class LayerMuon(torch.optim.Optimizer):
    """Each row of a matrix is all that makes one output of a layer.

    As torch.optim.Muon, which counts in bf16: half of a training on a CPU that has none went there.
    """

    def __init__(self, weights: Sequence[Tensor], lr: float, weight_decay: float) -> None:
        super().__init__(weights, {"lr": lr, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self, closure: None = None) -> None:  # type: ignore[override]  # none is ever given
        """Moves the weights by their gradients."""
        for group in self.param_groups:
            for weight in group["params"]:
                if weight.grad is None:
                    continue
                state = self.state[weight]
                if not state:
                    state["momentum"] = torch.zeros_like(weight.grad)
                held = state["momentum"].lerp_(weight.grad, 1 - MOMENTUM)
                towards = orthogonalised(as_matrix(weight.grad.lerp(held, MOMENTUM)))
                weight.mul_(1 - group["lr"] * group["weight_decay"])
                # So long that the learning rates of AdamW serve it, too.
                far = group["lr"] * 0.2 * max(towards.shape) ** 0.5
                as_matrix(weight).sub_(towards, alpha=far)


def orthogonalised(matrix: Tensor) -> Tensor:
    """(m, k) the same directions, all nearly as long: the iteration of Newton and Schulz."""
    if len(matrix) > matrix.shape[1]:
        return orthogonalised(matrix.T).T
    a, b, c = NEWTON_SCHULZ
    result = matrix / matrix.norm().clamp(min=1e-7)
    for _ in range(ITERATIONS):
        square = result @ result.T
        bent = torch.addmm(square, square, square, beta=b, alpha=c)
        result = torch.addmm(result, bent, result, beta=a)
    return result


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
