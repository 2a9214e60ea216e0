"""Printed grounds: the flower blanket that hwatu is played on, oilcloth, newspaper."""

import cv2
import numpy as np

from scene_faces import Array, Bgr, as_bgr


def _vary(rng: np.random.Generator, *colours: Bgr) -> Bgr:
    return as_bgr(np.asarray(colours[int(rng.integers(len(colours)))]) + rng.normal(0, 12, 3))


def _petal(cloth: Array, centre: Array, way: float, length: float, width: float, bgr: Bgr) -> None:
    middle = centre + np.array((np.cos(way), np.sin(way))) * length / 2
    cv2.ellipse(
        cloth,
        (round(float(middle[0])), round(float(middle[1]))),
        (max(1, round(length / 2)), max(1, round(width / 2))),
        float(np.degrees(way)),
        0,
        360,
        bgr,
        -1,
        cv2.LINE_AA,
    )


def _peony(cloth: Array, centre: Array, radius: float, bgr: Bgr, rng: np.random.Generator) -> None:
    """A big round flower of three rings of petals, each ring lighter than the one outside."""
    start = float(rng.uniform(0, 6.28))
    for ring, share in enumerate((1.0, 0.72, 0.45)):
        count = 9 - 2 * ring
        for i in range(count):
            tone = np.asarray(bgr) * (0.72 + 0.2 * ring) + rng.normal(0, 9, 3) + 22 * ring
            way = start + ring * 0.4 + i * 6.283 / count
            _petal(cloth, centre, way, radius * share, radius * share * 0.75, as_bgr(tone * 0.8))
            _petal(cloth, centre, way, radius * share * 0.93, radius * share * 0.62, as_bgr(tone))
    spot = (round(float(centre[0])), round(float(centre[1])))
    cv2.circle(cloth, spot, max(1, round(radius * 0.14)), (60, 190, 235), -1, cv2.LINE_AA)


def _leaf(cloth: Array, centre: Array, way: float, length: float, bgr: Bgr) -> None:
    _petal(cloth, centre, way, length, length * 0.42, bgr)
    tip = centre + np.array((np.cos(way), np.sin(way))) * length * 0.9
    vein = as_bgr(np.asarray(bgr) * 1.35)
    start, end = np.round(centre).astype(int).tolist(), np.round(tip).astype(int).tolist()
    cv2.line(cloth, start, end, vein, max(1, round(length * 0.03)), cv2.LINE_AA)


def _bouquet(cloth: Array, centre: Array, radius: float, rng: np.random.Generator) -> None:
    flower = _vary(
        rng, (70, 50, 215), (170, 120, 235), (90, 170, 240), (225, 225, 235), (190, 110, 190)
    )
    leaf = _vary(rng, (50, 110, 50), (60, 90, 30), (90, 130, 90))
    for way in rng.uniform(0, 6.28, int(rng.integers(4, 9))):
        _leaf(cloth, centre, float(way), radius * float(rng.uniform(1.3, 1.9)), leaf)
    _peony(cloth, centre, radius, flower, rng)
    for _ in range(int(rng.integers(0, 3))):
        aside = centre + rng.normal(0, radius * 1.1, 2)
        _peony(cloth, aside, radius * float(rng.uniform(0.35, 0.6)), flower, rng)


def _motif(radius: float, rng: np.random.Generator) -> tuple[Array, Array]:
    """A bouquet cut out: (n, n, 3) uint8 and its (n, n) uint8 mask."""
    side = max(8, round(radius * 5.6))
    key = (1.0, 2.0, 3.0)
    motif = np.empty((side, side, 3), np.uint8)
    motif[:] = key
    _bouquet(motif, np.array((side / 2, side / 2)), radius, rng)
    return motif, cv2.bitwise_not(cv2.inRange(motif, np.array(key), np.array(key)))


def _stamp(cloth: Array, motif: tuple[Array, Array], x: float, y: float, shift: Array) -> None:
    picture, mask = motif
    h, w = cloth.shape[:2]
    side = len(mask)
    left, top = round(x + float(shift[0]) - side / 2), round(y + float(shift[1]) - side / 2)
    x0, y0, x1, y1 = max(0, left), max(0, top), min(w, left + side), min(h, top + side)
    if x1 <= x0 or y1 <= y0:
        return
    part = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
    cv2.copyTo(picture[part], mask[part], cloth[y0:y1, x0:x1])


def blanket(rng: np.random.Generator, h: int, w: int, scale: float) -> Array:
    """The Korean blanket: army olive with stripes, or a deep colour printed with big flowers."""
    cloth = np.empty((h, w, 3), np.uint8)
    if rng.random() < 0.3:
        cloth[:] = _vary(rng, (55, 85, 85), (45, 70, 65), (60, 85, 110), (75, 85, 90))
        stripe = _vary(rng, (40, 40, 130), (200, 210, 215), (40, 50, 55), (70, 160, 200))
        width = max(2, round(float(rng.uniform(15, 70)) * scale))
        for x in rng.uniform(0, w, int(rng.integers(0, 4))).astype(int).tolist():
            cloth[:, x : x + width] = stripe
        return cv2.GaussianBlur(cloth, (0, 0), 1.0 + scale)
    cloth[:] = _vary(
        rng,
        (35, 30, 150),
        (40, 25, 105),
        (45, 80, 30),
        (115, 55, 30),
        (60, 90, 125),
        (30, 35, 55),
        (150, 120, 215),
        (190, 150, 90),
    )
    radius = float(rng.uniform(28, 95)) * scale
    pitch = radius * float(rng.uniform(2.6, 4.5))
    jitter = float(rng.uniform(0.05, 0.3)) * pitch
    # A print repeats its motifs.
    motifs = [_motif(radius, rng) for _ in range(int(rng.integers(1, 4)))]
    for j, y in enumerate(np.arange(-pitch / 2, h + pitch, pitch * 0.87)):
        for x in np.arange(-pitch / 2 + (j % 2) * pitch / 2, w + pitch, pitch):
            _stamp(cloth, motifs[int(rng.integers(len(motifs)))], x, y, rng.normal(0, jitter, 2))
    if rng.random() < 0.4:
        _band(cloth, rng, round(float(rng.uniform(30, 80)) * scale))
    return cv2.GaussianBlur(cloth, (0, 0), 0.8 + 0.6 * scale)


def _band(cloth: Array, rng: np.random.Generator, width: int) -> None:
    """A border band of the blanket with a row of small shapes."""
    h, w = cloth.shape[:2]
    y = int(rng.integers(0, h))
    colour = _vary(rng, (40, 170, 215), (200, 210, 220), (40, 40, 60))
    cv2.rectangle(cloth, (0, y), (w, y + width), colour, -1)
    other = _vary(rng, (40, 40, 160), (70, 110, 40), (120, 50, 40))
    for x in range(0, w, max(8, width)):
        cv2.circle(cloth, (x, y + width // 2), max(2, width // 3), other, -1, cv2.LINE_AA)


def flowered_cloth(rng: np.random.Generator, h: int, w: int, scale: float) -> Array:
    """An oilcloth with many small flowers and twigs, in the colours of the cards themselves."""
    cloth = np.empty((h, w, 3), np.uint8)
    cloth[:] = _vary(rng, (225, 235, 240), (205, 225, 235), (235, 225, 205), (190, 200, 240))
    radius = float(rng.uniform(7, 20)) * scale + 3
    flower = _vary(rng, (45, 40, 205), (200, 90, 60), (60, 170, 235), (170, 90, 180), (30, 30, 35))
    leaf = _vary(rng, (60, 120, 60), (40, 60, 40), (25, 25, 30))
    count = min(260, round(h * w / (radius * 4.2) ** 2))
    for centre in rng.uniform(0, 1, (count, 2)) * (w, h):
        for way in rng.uniform(0, 6.28, 3):
            _leaf(cloth, centre, float(way), radius * 1.7, leaf)
        for i in range(5):
            _petal(cloth, centre, i * 1.2566, radius, radius * 0.8, flower)
        spot = (round(float(centre[0])), round(float(centre[1])))
        cv2.circle(cloth, spot, max(1, round(radius * 0.25)), (70, 210, 240), -1, cv2.LINE_AA)
    return cloth


def newspaper(rng: np.random.Generator, h: int, w: int, scale: float) -> Array:
    """Columns of print with headlines and grey pictures."""
    page = np.empty((h, w, 3), np.uint8)
    page[:] = _vary(rng, (205, 215, 220), (190, 205, 215), (225, 228, 230))
    ink = (60.0, 60.0, 64.0)
    column = max(24, round(float(rng.uniform(42, 60)) * scale))
    pitch = max(4, round(3.4 * scale))
    for x in range(4, w, column + max(3, round(4 * scale))):
        y = int(rng.integers(0, 40))
        while y < h:
            block = round(float(rng.uniform(20, 90)) * scale)
            if rng.random() < 0.25:
                tone = float(rng.uniform(70, 170))
                cv2.rectangle(page, (x, y), (x + column, y + block), (tone, tone, tone), -1)
            else:
                for line in range(y, y + block, pitch):
                    end = x + round(column * float(rng.uniform(0.8, 1)))
                    cv2.line(page, (x, line), (end, line), ink, max(1, pitch // 3))
            y += block + 3 * pitch
    return cv2.addWeighted(page, 0.85, np.full_like(page, 200), 0.15, 0)
