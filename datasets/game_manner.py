"""How people handle the cards and how the camera hangs, from clean to nasty."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Manner:
    """How hard a filmed game is to follow; chances are those of one turn."""

    mess: float
    """0 cards laid straight and evenly to 1 crooked and uneven."""
    hurries: float
    """Chance that the next hand comes in before the last one is gone."""
    hesitates: float
    """Chance that a hand hovers over the pot before it lays its card."""
    rests: float
    """Chance that a hand stays over the table for seconds after it is done."""
    nudges: float
    """Chance that a hand pushes some cards as it leaves."""
    tidies: float
    drops: float
    """Chance that a captured card falls on the way and is taken up again."""
    takes_back: float
    """Chance that a wrong card is laid first and taken back."""
    tilt_deg: float
    """The most that the camera looks away from straight down."""
    bend: float
    """The most that its lens bends outwards."""
    bumps: float
    """Chance that somebody knocks the camera once in the film."""
    light: float
    """0 even light to 1 lamps, shadows and glare."""
    shot: float
    """0 a clean sensor to 1 noise, blur and colour casts."""
    drift: float
    """How much the exposure wanders, share of it."""
    flicker: float
    """How much the lamps flicker, share of their light."""


DIFFICULTIES = {
    "clean": Manner(
        mess=0.15, hurries=0.0, hesitates=0.0, rests=0.0, nudges=0.0, tidies=0.03, drops=0.0,
        takes_back=0.0, tilt_deg=2.0, bend=0.0, bumps=0.0, light=0.1, shot=0.1, drift=0.0,
        flicker=0.0,
    ),
    "middle": Manner(
        mess=0.5, hurries=0.12, hesitates=0.15, rests=0.1, nudges=0.08, tidies=0.08, drops=0.02,
        takes_back=0.0, tilt_deg=15.0, bend=0.02, bumps=0.0, light=0.45, shot=0.35, drift=0.06,
        flicker=0.0,
    ),
    "nasty": Manner(
        mess=1.0, hurries=0.25, hesitates=0.25, rests=0.2, nudges=0.2, tidies=0.1, drops=0.08,
        takes_back=0.08, tilt_deg=28.0, bend=0.05, bumps=0.7, light=0.9, shot=0.8, drift=0.14,
        flicker=0.07,
    ),
}  # fmt: skip
