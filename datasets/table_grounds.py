"""Plain and woven grounds: cloth, wood, stone, checks, stripes, quilts, cardboard.

Each painter takes (rng, height_px, width_px, px_per_mm) and gives (h, w, 3) uint8.
"""

import cv2
import numpy as np

from scene_faces import Array


def cloudy(rng: np.random.Generator, h: int, w: int, cells: int) -> Array:
    """(h, w) float32 of smooth noise about 0, of size about 1, with some finer noise in it."""
    small = (max(2, w // 4), max(2, h // 4))
    total = np.zeros((small[1], small[0]), np.float32)
    for octave in range(3):
        n = cells * 2**octave
        coarse = rng.normal(0, 0.6**octave, (max(2, n * h // w), max(2, n))).astype(np.float32)
        total += cv2.resize(coarse, small, interpolation=cv2.INTER_CUBIC)
    return cv2.resize(total, (w, h))


def tinted(base_bgr: Array, shade: Array) -> Array:
    """(h, w, 3) uint8 of one colour, lighter and darker by shade (h, w), in grey levels."""
    solid = np.empty((*shade.shape, 3), np.uint8)
    solid[:] = np.clip(base_bgr, 0, 255)
    return cv2.add(solid, cv2.merge((shade, shade, shade)), dtype=cv2.CV_8U)


def _pick(rng: np.random.Generator, *colours: tuple[int, int, int]) -> Array:
    return np.asarray(colours[int(rng.integers(len(colours)))], float) + rng.normal(0, 10, 3)


def felt(rng: np.random.Generator, h: int, w: int, scale: float) -> Array:
    """Plain cloth: green felt, army olive, black, grey, brown, red."""
    base = _pick(
        rng,
        (60, 95, 40),
        (55, 75, 70),
        (40, 60, 60),
        (22, 22, 24),
        (95, 95, 95),
        (60, 85, 120),
        (40, 35, 120),
        (110, 70, 40),
        (190, 200, 205),
        (150, 160, 170),
    )
    cloth = tinted(base, cloudy(rng, h, w, 6) * rng.uniform(1, 6))
    if rng.random() < 0.3:
        _folds(cloth, rng)
    return cloth


def _folds(cloth: Array, rng: np.random.Generator) -> None:
    h, w = cloth.shape[:2]
    shade = np.zeros((h // 4, w // 4), np.float32)
    for _ in range(int(rng.integers(1, 6))):
        points = rng.uniform(-0.2, 1.2, (2, 2)) * (w // 4, h // 4)
        line = np.round(points).astype(np.int32)
        cv2.line(shade, line[0].tolist(), line[1].tolist(), float(rng.uniform(-90, 90)), 5)
    shade = cv2.resize(cv2.GaussianBlur(shade, (0, 0), float(rng.uniform(3, 8))), (w, h))
    cv2.add(cloth, cv2.merge((shade, shade, shade)), cloth, dtype=cv2.CV_8U)


def wood(rng: np.random.Generator, h: int, w: int, scale: float) -> Array:
    """Planks or veneer with its grain, or a yellow Korean floor."""
    base = _pick(
        rng,
        (75, 115, 165),
        (50, 80, 125),
        (35, 50, 80),
        (110, 150, 190),
        (140, 175, 205),
        (90, 165, 210),
        (25, 30, 45),
    )
    raw = rng.normal(0, 1, (h, max(2, w // 60))).astype(np.float32)
    streaks = cv2.GaussianBlur(raw, (0, 0), 0.8 + scale)
    grain = cv2.resize(streaks, (w, h), interpolation=cv2.INTER_CUBIC)
    bend = cloudy(rng, h, w, 3) * 9
    rings = np.sin((np.arange(h, dtype=np.float32)[:, None] + bend * 3) / float(rng.uniform(3, 12)))
    board = tinted(base, grain * rng.uniform(6, 16) + rings * rng.uniform(1, 6))
    if rng.random() < 0.6:
        plank = max(12, round(float(rng.uniform(60, 160)) * scale))
        for y in range(int(rng.integers(plank)), h, plank):
            strip = board[y : y + plank]
            cv2.convertScaleAbs(strip, strip, 1 + float(rng.normal(0, 0.07)))
            cv2.line(board, (0, y), (w, y), (base * 0.45).tolist(), max(1, round(scale * 1.2)))
    return np.ascontiguousarray(board.transpose(1, 0, 2)[:h]) if h == w else board


def stone(rng: np.random.Generator, h: int, w: int, scale: float) -> Array:
    """Marble, laminate or plain lacquer."""
    base = _pick(rng, (225, 228, 230), (190, 195, 200), (70, 70, 72), (205, 220, 230), (30, 30, 30))
    noise = cloudy(rng, h, w, 4)
    veins = np.exp(-np.abs(noise + 0.25 * cloudy(rng, h, w, 12)) * float(rng.uniform(4, 12)))
    return tinted(base, noise * rng.uniform(1, 10) - veins * rng.uniform(0, 50))


def checks(rng: np.random.Generator, h: int, w: int, scale: float) -> Array:
    """Gingham, tiles or tartan."""
    base, second = _pick(rng, (235, 238, 240), (200, 215, 225)), rng.uniform(20, 200, 3)
    # Up to squares as large as a card, which must not be taken for one.
    pitch = float(np.exp(rng.uniform(np.log(12), np.log(150)))) * scale
    tiled = rng.random() < 0.35
    line = max(0.04, 1.5 / pitch) if tiled else 0.5
    x = (np.arange(w) / pitch % 1 < line).astype(np.float32)[None]
    y = (np.arange(h) / pitch % 1 < line).astype(np.float32)[:, None]
    share = np.maximum(x, y) * 0.6 if tiled else (x + y) / 2
    cloth: Array = base * (1 - share[..., None]) + second * share[..., None]
    return np.clip(cloth, 0, 255).astype(np.uint8)


def lattice(rng: np.random.Generator, h: int, w: int, scale: float) -> Array:
    """Tiles, parquet, a mat or cloth of squares: cells about as large as cards, without an end."""
    long = float(np.exp(rng.uniform(np.log(28), np.log(110)))) * scale
    # None as long as a card: rows of plain ones might be backs.
    ratio = (1.0, rng.uniform(1, 1.3), rng.uniform(2.0, 4.0))[int(rng.choice(3, p=(0.5, 0.2, 0.3)))]
    cell = (long, long / ratio) if rng.random() < 0.5 else (long / ratio, long)
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    row, v = np.divmod(y / cell[1], 1)
    column, u = np.divmod(x / cell[0] + row * float(rng.choice((0, 0, 0.5, rng.random()))), 1)
    row, column = row.astype(int), column.astype(int)
    colours = _four_colours(rng)
    cells = colours[row % 2, column % 2]
    cells += (rng.normal(0, float(rng.choice((1, 9))), (97, 89))[row % 97, column % 89])[..., None]
    cells += _motif(rng, 2 * u - 1, 2 * v - 1)[..., None] * rng.normal(0, 45, 3)
    gap_px = float(rng.choice((0, rng.uniform(0.5, 9)))) * scale
    inside = (np.minimum(u, 1 - u) * cell[0] > gap_px / 2) & (
        np.minimum(v, 1 - v) * cell[1] > gap_px / 2
    )
    ground = np.where(inside[..., None], cells, rng.uniform(10, 240, 3))
    shade = cloudy(rng, h, w, 5)[..., None] * float(rng.uniform(1, 6))
    return np.clip(ground + shade, 0, 255).astype(np.uint8)


def _four_colours(rng: np.random.Generator) -> Array:
    """(2, 2, 3) blue, green, red of the cells of even and odd rows and columns."""
    ink, spread = rng.uniform(20, 235, 3), float(rng.choice((0, 12, 60)))
    first = ink.mean() + (ink - ink.mean()) * rng.uniform(0.1, 1)
    colours = first + rng.normal(0, spread, (2, 2, 3)) * rng.uniform(0.3, 1, 3)
    if rng.random() < 0.35:  # woven: where two stripes cross is darkest
        colours = first * (1 - np.add.outer((0, 0.5), (0, 0.5)) * rng.uniform(0.3, 1))[..., None]
    return np.asarray(colours)


def _motif(rng: np.random.Generator, u: Array, v: Array) -> Array:
    """(h, w) 0 to 1: what is drawn in every cell, u and v from -1 to 1 across and down it."""
    size, edge = float(rng.uniform(0.3, 0.95)), np.maximum(np.abs(u), np.abs(v))
    motifs = (
        np.zeros_like(u),
        (edge > size) * 1.0,
        (np.abs(edge - size) < 0.06) * 1.0,
        (np.abs(u) + np.abs(v) < size) * 1.0,
        (np.hypot(u, v) < size) * 1.0,
        (u + v + 2) / 4,
        np.abs(u * v) ** 0.5,
    )
    return motifs[int(rng.choice(len(motifs), p=(0.4, *[0.1] * 6)))]


def stripes(rng: np.random.Generator, h: int, w: int, scale: float) -> Array:
    """A striped carpet, a bamboo mat, a towel."""
    base, second = rng.uniform(40, 200, 3), rng.uniform(20, 230, 3)
    if rng.random() < 0.6:
        second = base * float(rng.uniform(0.55, 0.9))
    pitch = float(rng.uniform(5, 80)) * scale
    wave = np.sin(np.arange(h) / pitch * 6.28)[:, None] + 0.25 * cloudy(rng, h, w, 10)
    share = np.clip(wave * float(rng.uniform(0.6, 4)) * 0.5 + 0.5, 0, 1)[..., None]
    return np.clip(base * (1 - share) + second * share, 0, 255).astype(np.uint8)


def quilt(rng: np.random.Generator, h: int, w: int, scale: float) -> Array:
    """A mattress or cushion with stitched waves or diamonds."""
    base = _pick(rng, (225, 228, 228), (200, 205, 210), (180, 170, 150), (90, 90, 100))
    pitch = float(rng.uniform(45, 120)) * scale
    y, x = np.mgrid[0:h:4, 0:w:4].astype(np.float32)
    if rng.random() < 0.5:
        phase = np.abs(((y + pitch * 0.35 * np.sin(x / pitch * 3)) / pitch) % 1 - 0.5)
    else:
        phase = np.minimum(np.abs(((x + y) / pitch) % 1 - 0.5), np.abs(((x - y) / pitch) % 1 - 0.5))
    shade = -np.exp(-phase * float(rng.uniform(12, 40))) * float(rng.uniform(15, 50))
    shade = cv2.resize(shade, (w, h)) + cloudy(rng, h, w, 5) * 3
    return tinted(base, shade)


def cardboard(rng: np.random.Generator, h: int, w: int, scale: float) -> Array:
    """A cardboard box with tape, or wrapping paper."""
    board = tinted(_pick(rng, (120, 165, 200), (95, 140, 180)), cloudy(rng, h, w, 5) * 3)
    for _ in range(int(rng.integers(0, 4))):
        width = round(float(rng.uniform(40, 60)) * scale)
        colour = _pick(rng, (85, 130, 165), (60, 20, 90), (190, 205, 215))
        at = int(rng.integers(0, w))
        strip = board[:, at : at + width] if rng.random() < 0.5 else board[at % h : at % h + width]
        strip[:] = (strip * 0.45 + colour * 0.55).astype(np.uint8)
    return board
