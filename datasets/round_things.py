"""Things that stand or roll on tables: chips, coins, glasses, bowls, fruit, pens."""

import cv2
import numpy as np

from scene_faces import as_bgr
from thing_parts import Thing, disc, opaque, rounded_alpha, sheet


def chips(rng: np.random.Generator) -> Thing:
    """A poker chip, or a pile of them."""
    bgr = rng.choice(((40, 30, 190), (150, 60, 30), (60, 120, 40), (30, 30, 30), (230, 230, 230)))
    face = disc(64, bgr)
    for i in range(6):
        start = i * 60 + float(rng.uniform(0, 8))
        light = opaque((240, 240, 240))
        cv2.ellipse(face, (32, 32), (27, 27), 0, start, start + 24, light, 7, cv2.LINE_AA)
    cv2.circle(face, (32, 32), 20, opaque(bgr), -1, cv2.LINE_AA)
    cv2.circle(face, (32, 32), 19, opaque((235, 235, 235)), 1, cv2.LINE_AA)
    side = np.asarray(bgr, float) * 0.7
    height_mm = 3.3 * int(rng.integers(1, 9))
    return Thing(face, (40, 40), height_mm, True, as_bgr(side))


def coin(rng: np.random.Generator) -> Thing:
    """A coin of silver or copper with a relief."""
    bgr = np.asarray(((175, 180, 182), (90, 130, 175), (110, 170, 190))[int(rng.integers(3))])
    face = disc(48, bgr)
    cv2.circle(face, (24, 24), 20, opaque(bgr * 0.75), 1, cv2.LINE_AA)
    for _ in range(7):
        a, b = rng.integers(12, 36, 2), rng.integers(12, 36, 2)
        cv2.line(
            face, a.tolist(), b.tolist(), opaque(bgr * rng.uniform(0.65, 1.25)), 2, cv2.LINE_AA
        )
    cv2.ellipse(face, (20, 18), (14, 9), 40, 180, 300, opaque(bgr * 1.3), 2, cv2.LINE_AA)
    size = float(rng.uniform(18, 27))
    return Thing(face, (size, size), 1.8, True, (90, 95, 100))


def glass(rng: np.random.Generator) -> Thing:
    """A glass or cup from above: a bright rim, and what is in it."""
    face = np.zeros((128, 128, 4), np.uint8)
    drink = _vary_drink(rng)
    filled = rng.random() < 0.6
    cv2.circle(face, (64, 64), 60, (235, 235, 235, 70), -1, cv2.LINE_AA)
    cv2.circle(face, (64, 64), 50, (*drink, 200.0 if filled else 60.0), -1, cv2.LINE_AA)
    cv2.circle(face, (64, 64), 60, (245, 245, 245, 190), 3, cv2.LINE_AA)
    cv2.circle(face, (64, 64), 52, (120, 120, 120, 150), 1, cv2.LINE_AA)
    cv2.ellipse(face, (64, 64), (55, 55), 20, 190, 250, (255, 255, 255, 240), 4, cv2.LINE_AA)
    cv2.ellipse(face, (56, 58), (25, 18), 30, 200, 250, (255, 255, 255, 200), 3, cv2.LINE_AA)
    size = float(rng.uniform(45, 90))
    return Thing(face, (size, size), 2, True, (150, 150, 150))


def _vary_drink(rng: np.random.Generator) -> tuple[float, float, float]:
    drinks = ((40, 150, 220), (20, 30, 50), (215, 225, 225), (70, 90, 190), (60, 150, 90))
    b, g, r = drinks[int(rng.integers(5))]
    return float(b), float(g), float(r)


def bowl(rng: np.random.Generator) -> Thing:
    """A plate or bowl, often with something to eat in it."""
    bgr = np.asarray(
        ((240, 242, 244), (190, 200, 205), (120, 90, 60), (60, 90, 140))[int(rng.integers(4))]
    )
    face = disc(160, bgr)
    cv2.circle(face, (80, 80), 62, opaque(bgr * 0.86), -1, cv2.LINE_AA)
    cv2.circle(face, (80, 80), 60, opaque(bgr * 0.95), -1, cv2.LINE_AA)
    food = np.asarray(
        ((60, 140, 200), (40, 110, 230), (70, 160, 110), (90, 130, 170))[int(rng.integers(4))]
    )
    for _ in range(int(rng.integers(0, 40))):
        at = rng.normal(80, 22, 2)
        if np.hypot(*(at - 80)) < 54:
            radius = int(rng.integers(4, 11))
            tone = opaque(food * rng.uniform(0.7, 1.25))
            cv2.circle(face, np.round(at).astype(int).tolist(), radius, tone, -1, cv2.LINE_AA)
    size = float(rng.uniform(90, 190))
    return Thing(face, (size, size), float(rng.uniform(8, 30)), True, (150, 155, 160))


def stick(rng: np.random.Generator) -> Thing:
    """A pen, chopstick, cigarette or cable end."""
    base = rng.uniform(0, 245, 3)
    face = sheet(16, 256, base)
    face[:, :5, :3] = np.clip(base * 1.35, 0, 255)
    face[:, 11:, :3] = base * 0.6
    face[: int(rng.integers(1, 70)), :, :3] = rng.uniform(0, 250, 3)
    rounded_alpha(face, 5)
    return Thing(
        face, (float(rng.uniform(6, 12)), float(rng.uniform(80, 240))), 7, False, (60, 60, 60)
    )


def fruit(rng: np.random.Generator) -> Thing:
    """A tangerine, an apple, a chestnut, a dice cup's lid: a shaded ball."""
    balls = ((20, 130, 240), (40, 40, 190), (80, 190, 180), (40, 60, 90))
    base = np.asarray(balls[int(rng.integers(4))], float)
    y, x = np.mgrid[-1:1:80j, -1:1:80j]
    height = np.sqrt(np.clip(1 - x**2 - y**2, 0, 1))
    light = np.clip(0.35 + 0.75 * height - 0.35 * x - 0.3 * y, 0.1, 1.5)[..., None]
    face = np.zeros((80, 80, 4), np.uint8)
    face[..., :3] = np.clip(base * light, 0, 255)
    face[..., 3] = np.clip((1 - np.hypot(x, y)) * 40 * 255, 0, 255)
    size = float(rng.uniform(25, 75))
    return Thing(face, (size, size), 2, True, (40, 60, 90))
