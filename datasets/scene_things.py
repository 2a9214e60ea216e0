"""Things on the table that are not cards, laid down in perspective."""

from collections.abc import Callable

import numpy as np

from flat_things import bag, card_box, paper, phone, playing_card, swatch
from round_things import bowl, chips, coin, fruit, glass, stick
from scene_camera import Camera
from scene_canvas import Canvas, Sun, paste
from scene_polygons import turning
from thing_parts import Thing

ROUND = (
    np.stack((np.cos(np.linspace(0, 6.2, 24)), np.sin(np.linspace(0, 6.2, 24))), axis=1) * 0.48
    + 0.5
)
"""The outline of a disc across its square."""

MAKERS: tuple[tuple[float, Callable[[np.random.Generator], Thing]], ...] = (
    (0.11, phone),
    (0.12, chips),
    (0.09, coin),
    (0.08, glass),
    (0.07, bowl),
    (0.06, bag),
    (0.1, card_box),
    (0.1, playing_card),
    (0.1, paper),
    (0.1, swatch),
    (0.04, stick),
    (0.03, fruit),
)
"""How often each thing is drawn, and what draws it."""


def draw_thing(
    canvas: Canvas,
    camera: Camera,
    sun: Sun,
    rng: np.random.Generator,
    centre_mm: tuple[float, float],
) -> None:
    """One thing, sometimes a few of its kind together, laid on the picture about centre_mm."""
    odds = np.array([odd for odd, _ in MAKERS])
    make = MAKERS[int(rng.choice(len(MAKERS), p=odds / odds.sum()))][1]
    many = make in (coin, chips, playing_card, swatch) and rng.random() < 0.5
    for _ in range(int(rng.integers(2, 7)) if many else 1):
        thing = make(rng)
        at = np.asarray(centre_mm) + (rng.normal(0, 40, 2) if many else 0)
        lay_thing(
            canvas, camera, sun, thing, (float(at[0]), float(at[1])), float(rng.uniform(0, 360))
        )


def lay_thing(
    canvas: Canvas,
    camera: Camera,
    sun: Sun,
    thing: Thing,
    centre_mm: tuple[float, float],
    angle_deg: float,
) -> None:
    """The thing drawn on the canvas; the cards below it lose those pixels."""
    w, h = thing.size_mm[0] / 2, thing.size_mm[1] / 2
    xy = np.array(((-w, -h), (w, -h), (w, h), (-w, h))) @ turning(angle_deg).T + centre_mm
    top = np.column_stack((xy, np.full(4, thing.height_mm)))
    foot = np.column_stack((xy, np.zeros(4)))
    paste(
        canvas,
        camera,
        thing.face_bgra,
        top,
        foot,
        sun=sun,
        side_bgr=thing.side_bgr,
        round_side=thing.is_round,
        outline=ROUND if thing.is_round else None,
    )
