"""Hands in many poses, as rounded sticks in millimetres: no pixels yet."""

from dataclasses import dataclass

import numpy as np

from scene_faces import Array

SKINS_BGR = (
    (165, 190, 228),
    (140, 170, 215),
    (120, 150, 200),
    (90, 120, 170),
    (60, 80, 120),
    (45, 60, 90),
)


@dataclass(frozen=True, slots=True)
class Stick:
    """A rounded stick in hand mm: the middle of the palm at the origin, fingers towards -y."""

    start: tuple[float, float]
    end: tuple[float, float]
    start_radius: float
    end_radius: float
    height: float
    """How high its axis lies over that of the palm."""
    flat: bool = False
    """Cut off straight at its start, as a cuff is."""


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand with its forearm, in its own mm."""

    skin: tuple[Stick, ...]
    nails: tuple[tuple[float, float, float], ...]
    """x, y and angle in degrees of each nail that can be seen."""
    sleeve: tuple[Stick, ...]
    skin_bgr: tuple[float, float, float]
    sleeve_bgr: tuple[float, float, float]
    stripe_mm: float
    """Of the sleeve's cloth; 0 for plain."""


def pose_hand(rng: np.random.Generator, arm_mm: float = 900.0) -> Hand:
    """A hand in one of many poses: flat, reaching, pinching, pointing or a fist.

    `arm_mm`: long enough to end outside the picture, as everybody's arm does.
    """
    side = 1 if rng.random() < 0.5 else -1
    curl = rng.choice((0.0, 0.25, 0.55, 0.85), p=(0.25, 0.35, 0.25, 0.15)) + rng.normal(0, 0.08, 4)
    if rng.random() < 0.25:
        curl = np.array((0.05, 0.8, 0.9, 0.95)) + rng.normal(0, 0.05, 4)
    spread_deg = float(rng.uniform(2, 13))
    sticks = [
        Stick((-14, 22), (-17, -28), 19, 15, 0),
        Stick((14, 22), (18, -26), 19, 14, 0),
        Stick((0, 20), (0, -30), 22, 15, 2),
    ]
    nails: list[tuple[float, float, float]] = []
    lengths = (66, 74, 70, 55)
    radii = (8.2, 8.6, 8.2, 7.2)
    for i, (length, radius) in enumerate(zip(lengths, radii, strict=True)):
        base = np.array((-23 + i * 15.5, -30.0 + abs(i - 1.2) * 3))
        way = np.radians(-90 + (i - 1.4) * spread_deg + float(rng.normal(0, 2)))
        bend = float(np.clip(curl[i], 0, 1))
        shares = (0.48, 0.3, 0.22)
        at, height = base, 3.0
        for joint, share in enumerate(shares):
            seen = length * share * (1 - bend * (0.35, 0.75, 0.95)[joint])
            nxt = at + np.array((np.cos(way), np.sin(way))) * seen
            r0, r1 = radius * (1 - 0.06 * joint), radius * (1 - 0.06 * (joint + 1))
            tip_height = height - bend * 5 * joint + 2 * (joint == 0)
            sticks.append(Stick(_pair(at), _pair(nxt), r0, r1, tip_height))
            at, height = nxt, tip_height
            way += float(rng.normal(0, 0.04))
        if bend < 0.6:
            back = at - np.array((np.cos(way), np.sin(way))) * radius * 0.15
            nails.append((float(back[0]), float(back[1]), float(np.degrees(way))))
    thumb = np.radians(-150 + float(rng.uniform(0, 65)))
    at = np.array((-24.0, 8.0))
    for length, r0, r1 in ((38, 13, 10.5), (27, 10.5, 8.5)):
        nxt = at + np.array((np.cos(thumb), np.sin(thumb))) * length
        sticks.append(Stick(_pair(at), _pair(nxt), r0, r1, -2))
        at, thumb = nxt, thumb + float(rng.uniform(0.0, 0.5))
    nails.append((float(at[0]), float(at[1]), float(np.degrees(thumb))))
    drift = float(rng.normal(0, 60))
    wrist, elbow = (0.0, 46.0), (drift, arm_mm)
    sticks.append(Stick((0, 22), wrist, 26, 24, -3))
    sticks.append(Stick(wrist, elbow, 24, 58, -2))
    cuff = float(rng.uniform(55, 260))
    share = (cuff - 46) / (arm_mm - 46)
    start = (drift * share, cuff)
    sleeve = (
        (Stick(start, elbow, 30 + 30 * share, 68, 7, flat=True),) if rng.random() < 0.75 else ()
    )
    tone = np.asarray(SKINS_BGR[int(rng.choice(6, p=(0.27, 0.3, 0.2, 0.11, 0.07, 0.05)))])
    tone = tone + rng.normal(0, 7, 3)
    return Hand(
        skin=tuple(_mirrored(s, side) for s in sticks),
        nails=tuple((side * x, y, a if side > 0 else 180 - a) for x, y, a in nails),
        sleeve=tuple(_mirrored(s, side) for s in sleeve),
        skin_bgr=(float(tone[0]), float(tone[1]), float(tone[2])),
        sleeve_bgr=_cloth(rng),
        stripe_mm=float(rng.uniform(4, 20)) if rng.random() < 0.3 else 0.0,
    )


def _cloth(rng: np.random.Generator) -> tuple[float, float, float]:
    """A colour people wear: mostly dull."""
    vivid = rng.uniform(15, 220, 3)
    tone = vivid.mean() + (vivid - vivid.mean()) * float(rng.beta(1, 2.2))
    return float(tone[0]), float(tone[1]), float(tone[2])


def _pair(point: Array) -> tuple[float, float]:
    return float(point[0]), float(point[1])


def _mirrored(stick: Stick, side: int) -> Stick:
    (x0, y0), (x1, y1) = stick.start, stick.end
    return Stick(
        (side * x0, y0),
        (side * x1, y1),
        stick.start_radius,
        stick.end_radius,
        stick.height,
        stick.flat,
    )
