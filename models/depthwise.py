"""Convolutions of each plane by itself whose windows are learned several times as fast in bf16.

oneDNN (torch 2.13) has no quick way to the gradient of a 5x5 window of such a convolution, and none
in bf16 to that of what went in where the convolution shrinks. A 5x5 window is four of 3x3, for
which it has; the other gradient is computed in full floats. `models/benchmark_depthwise.py` prints
how much that brings.
"""

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

PART = 3
"""The width of a window whose gradient is quick."""


class Depthwise(nn.Conv2d):
    """A Conv2d of as many groups as planes, without bias and padding: the same answers, the same
    weights by the same names."""

    def __init__(self, planes: int, window: int, stride: int) -> None:
        super().__init__(planes, planes, window, stride, groups=planes, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """(n, planes, height, width)."""
        # What it is fed tells whether it learns in bf16: in an autocast what went before did.
        quick = x.device.type == "cpu" and x.dtype == torch.bfloat16
        if not (quick and torch.is_grad_enabled()):
            return super().forward(x)
        answer: Tensor = _Quick.apply(x, self.weight, self.stride[0])
        return answer


class _Quick(torch.autograd.Function):
    """The same convolution."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, stride: int) -> Tensor:
        """As functional.conv2d."""
        ctx.save_for_backward(x, weight)
        ctx.stride = stride
        return functional.conv2d(x, weight.to(x.dtype), None, stride, 0, 1, len(weight))

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, Tensor, None]:
        """Of what went in and of the window."""
        x, weight = ctx.saved_tensors
        grad = grad.contiguous(memory_format=torch.channels_last)
        of_x = None
        if ctx.needs_input_grad[0]:
            kind = torch.float32 if ctx.stride > 1 else x.dtype
            of_x = _gradients(grad.to(kind), x.to(kind), weight.to(kind), ctx.stride, window=False)
            of_x = of_x.to(x.dtype)
        return of_x, of_window(x, grad, weight, ctx.stride), None


def of_window(x: Tensor, grad: Tensor, weight: Tensor, stride: int) -> Tensor:
    """The gradient of (planes, 1, k, k) windows, put together of those of smaller ones.

    `x`: what went in; `grad`: the gradient of what came out.
    """
    size = weight.shape[2]
    high, wide = ((side - 1) * stride + PART for side in grad.shape[2:])
    starts = range(0, size - 1, PART - 1)
    result = torch.empty_like(weight)
    part = weight[:, :, :PART, :PART].to(x.dtype)
    for i in starts:
        for k in starts:
            shown = x[:, :, i : i + high, k : k + wide]
            shown = shown.contiguous(memory_format=torch.channels_last)
            told = _gradients(grad, shown, part, stride, window=True)
            result[:, :, i : i + PART, k : k + PART] = told
    return result


def _gradients(grad: Tensor, x: Tensor, weight: Tensor, stride: int, *, window: bool) -> Tensor:
    strides, nothing = [stride, stride], [0, 0]
    weight = weight.contiguous(memory_format=torch.channels_last)
    wanted = [not window, window, False]
    given = (grad, x, weight, None, strides, nothing, [1, 1], False, nothing, len(weight), wanted)
    both: tuple[Tensor, Tensor, Tensor] = torch.ops.aten.convolution_backward(*given)
    return both[1] if window else both[0]
