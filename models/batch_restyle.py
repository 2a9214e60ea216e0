"""crop_restyle.py for a whole batch at once, on whichever device holds it.

A GPU learns faster than processors can repaint crops. The chances are those of crop_restyle.py.
"""

import torch
from torch import Tensor
from torch.nn import functional

from crop_restyle import AFAR, BAND_EDGES, BORDER, GREY, INKS, LINES, NOISE, REDRAWN
from vision.crops import CLOSE

RED = ((10.0, 10.0, 130.0), (60.0, 50.0, 220.0))
"""Least and most blue, green and red of a red border, of 255."""


def restyled(planes: Tensor, own: Tensor) -> Tensor:
    """(n, 4, h, w) crops 0 to 1, blue, green, red and others; the fourth plane stays.

    `own`, (n, 1, k, l) 0 to 1: how much of each part is the card's.
    """
    colour = other_lines(redrawn(planes[:, :3]))
    return torch.cat((relit(rebordered(colour, own)), planes[:, 3:]), 1)


def relit(colour: Tensor) -> Tensor:
    """(n, 3, h, w) in other colours, sharpness and noise; every edge stays where it is."""
    count, device = len(colour), colour.device
    inked = _some(count, INKS, device)
    colour = torch.where(inked > 0, other_inks(colour), colour)
    grey = colour[:, :1] * 0.114 + colour[:, 1:2] * 0.587 + colour[:, 2:] * 0.299
    colour = torch.where(
        (1 - inked) * _some(count, GREY, device) > 0, grey.expand_as(colour), colour
    )
    colour = other_light(from_afar(colour))
    noisy = _some(count, NOISE, device) * _even(count, 2 / 255, 12 / 255, device)
    return (colour + noisy * torch.randn_like(colour)).clamp(0, 1)


def redrawn(colour: Tensor) -> Tensor:
    """Every line of some crops a little elsewhere, as another hand would have drawn it."""
    count, device = len(colour), colour.device
    height, width = colour.shape[2:]
    far = _some(count, REDRAWN, device) * _even(count, 0.5, 3.5, device)
    grid = torch.randn(count, 2, 6, 4, device=device) * far
    moves = functional.interpolate(grid, (height, width), mode="bicubic").permute(0, 2, 3, 1)
    as_it_was = torch.eye(2, 3, device=device).expand(count, 2, 3)
    places = functional.affine_grid(as_it_was, list(colour.shape), align_corners=False)
    places = places + moves * 2 / torch.tensor((width, height), device=device)
    return functional.grid_sample(colour, places, padding_mode="border", align_corners=False)


def other_lines(colour: Tensor) -> Tensor:
    """Dark lines thicker or thinner, by about a pixel."""
    count, device = len(colour), colour.device
    way = 2 * _some(count, 0.5, device) - 1
    turned = colour * way
    across = functional.max_pool2d(turned, (1, 3), 1, (0, 1))
    changed = torch.maximum(across, functional.max_pool2d(turned, (3, 1), 1, (1, 0))) * way
    share = _some(count, LINES, device) * _even(count, 0.4, 1, device)
    return torch.lerp(colour, changed, share)


def rebordered(colour: Tensor, own: Tensor) -> Tensor:
    """A border of one colour and another width painted where the card itself shows."""
    count, device = len(colour), colour.device
    height, width = colour.shape[2:]
    low, high = CLOSE.corners()[0], CLOSE.corners()[2]
    wide = _even(count, 0.02, 0.09, device) * float(high[0] - low[0])
    x = torch.arange(width, device=device)[None, None, None]
    y = torch.arange(height, device=device)[None, None, :, None]

    def inside(by: "Tensor | float") -> Tensor:
        across = (x >= low[0] + by) & (x <= high[0] - by)
        return across & (y >= low[1] + by) & (y <= high[1] - by)

    shown = functional.interpolate(own, (height, width), mode="bilinear") > 0.5
    paper = _even(count, 170 / 255, 250 / 255, device, 3)
    ink = _even(count, 10 / 255, 90 / 255, device, 3)
    lows, highs = ((torch.tensor(v, device=device) / 255).view(3, 1, 1) for v in RED)
    red = lows + torch.rand(count, 3, 1, 1, device=device) * (highs - lows)
    which = torch.randint(0, 4, (count, 1, 1, 1), device=device)
    paint = torch.where(which == 0, paper, torch.where(which == 1, ink, red))
    ring = inside(0.0) & ~inside(wide) & shown & (_some(count, BORDER, device) > 0)
    return torch.where(ring, paint, colour)


def other_inks(colour: Tensor) -> Tensor:
    """Each band of hues shifted and saturated by an amount of its own."""
    count, device = len(colour), colour.device
    hue, saturation, value = hsv(colour)
    wide = torch.where(torch.rand(count, 1, device=device) < 0.5, 5.0, 16.0) / 180
    shifts = torch.randn(count, 5, device=device) * wide
    gains = (1 + 0.18 * torch.randn(count, 5, device=device)).clamp(0.4, 1.5)
    edges = torch.tensor(BAND_EDGES[1:-1], device=device) / 180
    band = torch.bucketize(hue, edges, right=True) % 5
    flat = band.flatten(1)
    hue = (hue + shifts.gather(1, flat).view_as(hue)) % 1
    saturation = (saturation * gains.gather(1, flat).view_as(hue)).clamp(0, 1)
    return bgr(hue, saturation, value)


def hsv(colour: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """(n, h, w) hue, saturation and value, each 0 to 1, of (n, 3, h, w) blue, green, red."""
    blue, green, red = colour.unbind(1)
    value, least = colour.amax(1), colour.amin(1)
    chroma = value - least
    safe = chroma.clamp_min(1e-6)
    hue = torch.where(
        value == red,
        (green - blue) / safe % 6,
        torch.where(value == green, (blue - red) / safe + 2, (red - green) / safe + 4),
    )
    return hue / 6 % 1, chroma / value.clamp_min(1e-6), value


def bgr(hue: Tensor, saturation: Tensor, value: Tensor) -> Tensor:
    """(n, 3, h, w) blue, green, red of what `hsv` gives."""
    chroma = value * saturation

    def part(offset: float) -> Tensor:
        at = (offset + hue * 6) % 6
        return value - chroma * torch.minimum(at, 4 - at).clamp(0, 1)

    return torch.stack((part(1.0), part(3.0), part(5.0)), 1)


def from_afar(colour: Tensor) -> Tensor:
    """Some crops as blurred as cards that fill few pixels."""
    result = colour.clone()
    height, width = colour.shape[2:]
    order = torch.randperm(len(colour), device=colour.device)
    for some in order[: round(AFAR * len(colour))].chunk(6):
        share = 0.2 + 0.5 * float(torch.rand(()))
        size = (max(1, round(height * share)), max(1, round(width * share)))
        small = functional.interpolate(colour[some], size, mode="bilinear", antialias=True)
        result[some] = functional.interpolate(small, (height, width), mode="bilinear")
    return result


def other_light(colour: Tensor) -> Tensor:
    """Exposure, contrast, gamma and a colour cast."""
    count, device = len(colour), colour.device

    def normal(spread: float, planes: int = 1) -> Tensor:
        return spread * torch.randn(count, planes, 1, 1, device=device)

    gains = (normal(0.12) + normal(0.05, 3)).exp()
    lift = normal(0.06).clamp_min(0)
    curve = colour.clamp_min(1e-4) ** normal(0.2).exp() * gains
    return (curve * (1 - lift) + lift).clamp(0, 1)


def _some(count: int, chance: float, device: torch.device) -> Tensor:
    """(count, 1, 1, 1) 1 with this chance, else 0."""
    return (torch.rand(count, 1, 1, 1, device=device) < chance).float()


def _even(count: int, low: float, high: float, device: torch.device, planes: int = 1) -> Tensor:
    """(count, planes, 1, 1) drawn evenly."""
    return low + (high - low) * torch.rand(count, planes, 1, 1, device=device)
