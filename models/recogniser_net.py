"""The recogniser: a crop in, where the card itself shows, an embedding and a face for it.

Trunk: a small ResNet on 96x144 crops with the four planes of vision/crops.py. From its middle a
map says which part of the crop is the card's own; the deeper features are weighed by that map
before they become the embedding, so that a card on top does not speak for the one below. The face
is the nearest of a few learned prototypes of each class, by cosine.
"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

PLANES = 4
LEAST = 0.05
"""What counts of a place that is not the card's own at all."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of the net."""

    widths: tuple[int, int, int] = (64, 128, 192)
    blocks: tuple[int, int, int] = (1, 1, 3)
    embedding: int = 128
    prototypes: int = 3
    """Of each class: prints differ, and the two plain junks of a month do."""
    sharpness: float = 16.0
    """What a cosine is multiplied by to become a logit."""


class Block(nn.Module):
    """Two convolutions and a way around them."""

    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.second = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.norm_first, self.norm_second = nn.BatchNorm2d(outputs), nn.BatchNorm2d(outputs)
        # A block begins by adding nothing: one more changes no answer of those that were taught.
        nn.init.zeros_(self.norm_second.weight)
        same = stride == 1 and inputs == outputs
        self.around: nn.Module = (
            nn.Identity()
            if same
            else nn.Sequential(
                nn.AvgPool2d(stride) if stride > 1 else nn.Identity(),
                nn.Conv2d(inputs, outputs, 1, bias=False),
                nn.BatchNorm2d(outputs),
            )
        )

    def forward(self, x: Tensor) -> Tensor:
        """Features of the same or half the size."""
        y = functional.relu(self.norm_first(self.first(x)))
        y = self.norm_second(self.second(y))
        return functional.relu(y + self.around(x))


def stage(inputs: int, outputs: int, blocks: int, stride: int) -> nn.Sequential:
    """Blocks of one size; the first one shrinks."""
    first = Block(inputs, outputs, stride)
    return nn.Sequential(first, *(Block(outputs, outputs, 1) for _ in range(blocks - 1)))


class Head(nn.Module):
    """What makes faces of that which a trunk sees: the same for every trunk."""

    def __init__(self, classes: int, shape: Shape, near: int, far: int, whole: int) -> None:
        """`near`, `far` and `whole`: planes of what the map of the card's own part is made of, of
        what lies in each place, and of what the card is like as a whole."""
        super().__init__()
        self.shape, self.classes = shape, classes
        self.own = nn.Sequential(
            nn.Conv2d(near, 48, 3, 1, 1, bias=False),
            nn.BatchNorm2d(48),
            nn.ReLU(),
            nn.Conv2d(48, 1, 1),
        )
        self.squeeze = nn.Conv2d(far, 48, 1)
        self.place = nn.Linear(48 * 9 * 6, shape.embedding)
        self.overall = nn.Linear(whole, shape.embedding)
        self.prototypes = nn.Parameter(
            torch.randn(classes * shape.prototypes, shape.embedding) * 0.1
        )

    def features(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """(n, embedding) of length one, (n, 2592) what lies in each place of the crops, of length
        one, and (n, 1, 18, 12) logits: is it the card's own?

        `crops`: (n, 4, 144, 96), 0 to 1.
        """
        raise NotImplementedError

    def weight(self, own: Tensor) -> Tensor:
        """(n, 1, 9, 6) what each place counts, by (n, 1, 18, 12) logits: is it the card's own?"""
        return functional.avg_pool2d(torch.sigmoid(own.float()), 2) + LEAST

    def described(self, far: Tensor, whole: Tensor) -> tuple[Tensor, Tensor]:
        """(n, embedding) and (n, 2592), both of length one.

        `far`: (n, planes, 9, 6) weighed; `whole`: (n, planes), weighed and summed up.
        """
        places = self.squeeze(far).flatten(1)
        embedding = functional.normalize((self.overall(whole) + self.place(places)).float(), dim=1)
        return embedding, functional.normalize(places.float(), dim=1)

    def logits(self, embedding: Tensor) -> Tensor:
        """(n, classes) from embeddings."""
        cosines = embedding @ functional.normalize(self.prototypes.float(), dim=1).T
        each = self.shape.sharpness * cosines.view(-1, self.classes, self.shape.prototypes)
        # Not torch.logsumexp: OpenVINO 2026.4 takes its ONNX form to go over all axes.
        best = each.amax(2, keepdim=True)
        return (each - best).exp().sum(2).log() + best.squeeze(2)

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits of classes, embedding and places in one row, the share of the card that shows."""
        embedding, places, own = self.features(crops)
        inner = torch.sigmoid(own.float())[:, 0, 2:16, 1:11]
        features = torch.cat((embedding, places), 1)
        return self.logits(embedding), features, inner.mean((1, 2))


class Recogniser(Head):
    """See the module."""

    def __init__(self, classes: int, shape: Shape = Shape()) -> None:
        a, b, c = shape.widths
        super().__init__(classes, shape, near=b, far=c, whole=c)
        self.stem = nn.Sequential(
            nn.Conv2d(PLANES, a, 6, 4, 1, bias=False), nn.BatchNorm2d(a), nn.ReLU()
        )
        self.near = nn.Sequential(stage(a, a, shape.blocks[0], 1), stage(a, b, shape.blocks[1], 2))
        self.far = stage(b, c, shape.blocks[2], 2)

    def features(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """See Head."""
        near = self.near(self.stem(crops * 2 - 1))
        own = self.own(near)
        weight = self.weight(own)
        far = self.far(near) * weight
        return *self.described(far, far.sum((2, 3)) / weight.sum((2, 3))), own
