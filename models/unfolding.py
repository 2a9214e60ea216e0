"""A network's weights out of its ONNX file, in the form in which they can be taught on.

In the file every normalisation is a part of the convolution before it. To be taught it must be one
of its own again: it is measured anew on what the network is shown, and its weights are set so that
in all nothing changes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from scene_faces import BadInput

CONVOLVES = (nn.Conv2d, nn.BatchNorm2d)
OTHER = "the ONNX file is of another network; expected one that these scripts trained"


@dataclass(frozen=True, slots=True)
class Folded:
    """What the ONNX file holds of a network."""

    convolutions: tuple[tuple[Tensor, Tensor], ...]
    """Weights and biases in the order in which they are applied."""
    constants: dict[str, Tensor]
    """All of its constants; some have kept the name that they have in torch."""

    def convolution(self, name: str) -> tuple[Tensor, Tensor] | None:
        """Weights and biases of the convolution of this name, where it has kept it."""
        weight, bias = (self.constants.get(f"{name}.{part}") for part in ("weight", "bias"))
        return None if weight is None or bias is None else (weight, bias)

    def find(self, name: str, shape: torch.Size) -> Tensor:
        """The constant of this name, or else the only one of this shape."""
        if name in self.constants:
            return self.constants[name]
        alike = [each for each in self.constants.values() if each.shape == shape]
        if len(alike) != 1:
            raise BadInput(OTHER)
        return alike[0]


def read_onnx(path: Path) -> Folded:
    """The weights of an ONNX file; BadInput where it is none."""
    onnx: Any = import_module("onnx")
    try:
        graph = onnx.load(path).graph
    except OSError:
        raise
    except Exception as error:  # the parser raises what it likes
        raise BadInput(f"{path}: {error}; expected an ONNX file") from None
    arrays = {each.name: onnx.numpy_helper.to_array(each) for each in graph.initializer}
    constants = {name: torch.from_numpy(np.array(value)) for name, value in arrays.items()}
    convolutions = [
        (constants[node.input[1]], constants[node.input[2]])
        for node in graph.node
        if node.op_type == "Conv"
    ]
    return Folded(tuple(convolutions), constants)


def unfold(net: nn.Module, folded: Folded, batches: Sequence[Tensor]) -> None:
    """Gives the network these weights, its normalisation measured on these (n, ...) inputs.

    Raises:
        BadInput: the file is of a network of another shape.
    """
    pairs = _applied(net, batches[0])
    names = {module: name for name, module in net.named_modules()}
    kept = [folded.convolution(names[convolution]) for convolution, _ in pairs]
    named = [each for each in kept if each is not None]
    given = named if len(named) == len(kept) else folded.convolutions
    shapes = [convolution.weight.shape for convolution, _ in pairs]
    if shapes != [weight.shape for weight, _ in given]:
        raise BadInput(OTHER)
    held = {name for name, module in net.named_modules() if isinstance(module, CONVOLVES)}
    others = {k: v for k, v in net.state_dict().items() if k.rpartition(".")[0] not in held}
    net.load_state_dict({k: folded.find(k, v.shape) for k, v in others.items()}, strict=False)
    for (convolution, norm), (weight, bias) in zip(pairs, given, strict=True):
        convolution.weight.data.copy_(weight)
        if norm is not None:
            _set(norm, torch.zeros_like(bias), torch.ones_like(bias), bias)
        elif convolution.bias is not None:
            convolution.bias.data.copy_(bias)
    for norm, mean, variance in _measured(net, batches):
        _set(norm, mean, variance, norm.bias.data + mean)


def _applied(net: nn.Module, shown: Tensor) -> list[tuple[nn.Conv2d, nn.BatchNorm2d | None]]:
    """The convolutions in the order in which they are applied, each with its normalisation."""
    order: list[tuple[nn.Conv2d, Tensor]] = []
    norms: dict[nn.Conv2d, nn.BatchNorm2d] = {}

    def convolved(module: Any, _: object, answer: Tensor) -> None:
        order.append((module, answer))

    def normalised(module: Any, inputs: tuple[Tensor, ...]) -> None:
        norms.update({conv: module for conv, answer in order if answer is inputs[0]})

    _watch(net, [shown], after=convolved, before=normalised)
    return [(convolution, norms.get(convolution)) for convolution, _ in order]


def _measured(
    net: nn.Module, batches: Sequence[Tensor]
) -> list[tuple[nn.BatchNorm2d, Tensor, Tensor]]:
    """Each normalisation, with the mean and the variance (channels,) of what comes to it."""
    sums: dict[nn.BatchNorm2d, list[Tensor]] = {}

    def take(module: Any, inputs: tuple[Tensor, ...]) -> None:
        x = inputs[0].transpose(0, 1).flatten(1)
        sums.setdefault(module, []).append(torch.stack((x.mean(1), (x * x).mean(1))))

    _watch(net, batches, after=lambda *_: None, before=take)
    means = {norm: torch.stack(some).mean(0) for norm, some in sums.items()}
    return [(norm, m[0], (m[1] - m[0] ** 2).clamp_min(1e-6)) for norm, m in means.items()]


def _watch(net: nn.Module, batches: Sequence[Tensor], *, after: Any, before: Any) -> None:
    """Shows the network these; `after` every convolution, `before` every normalisation."""
    some = list(net.modules())
    hooks = [m.register_forward_hook(after) for m in some if isinstance(m, nn.Conv2d)]
    hooks += [m.register_forward_pre_hook(before) for m in some if isinstance(m, nn.BatchNorm2d)]
    with torch.no_grad():
        for batch in batches:
            net.eval()(batch)
    for hook in hooks:
        hook.remove()


def _set(norm: nn.BatchNorm2d, mean: Tensor, variance: Tensor, bias: Tensor) -> None:
    """Sets what it measured, and its weights so that in all it adds `bias - mean`."""
    for kept, value in ((norm.running_mean, mean), (norm.running_var, variance)):
        if kept is not None:
            kept.copy_(value)
    norm.weight.data.copy_((variance + norm.eps).sqrt())
    norm.bias.data.copy_(bias)
