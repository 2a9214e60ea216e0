"""The card itself: its border, ground and back, and the register of the faces drawn on it."""

from collections.abc import Callable

from deck.shapes import (
    BLACK,
    BOTTOM,
    CREAM,
    HEIGHT,
    LEFT,
    RED,
    RIGHT,
    TOP,
    WIDTH,
    disc,
    fill,
    leaf,
    line,
)

CORNER, INNER_CORNER = 20, 14
INK_LINE = 3.2

Face = Callable[[], str]

FACES: dict[str, tuple[str, Face]] = {}


def face(name: str, title: str) -> Callable[[Face], Face]:
    """Registers a function as the drawing of the face `name`."""

    def register(draw: Face) -> Face:
        FACES[name] = (title, draw)
        return draw

    return register


def rounded(
    x: float, y: float, width: float, height: float, r: float, colour: str, extra: str = ""
) -> str:
    """A rectangle with round corners."""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{r:g}" fill="{colour}"{extra}/>'


def card(name: str, title: str, art: str, ground: str = CREAM, border: str = RED) -> str:
    """A whole card: border, ground, the art cut to the panel, and the panel's line."""
    wide, high = RIGHT - LEFT, BOTTOM - TOP
    cut = rounded(LEFT, TOP, wide, high, INNER_CORNER, "#000")
    edge = rounded(
        LEFT, TOP, wide, high, INNER_CORNER, "none", f' stroke="{BLACK}" stroke-width="{INK_LINE}"'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' width="{WIDTH}" height="{HEIGHT}" role="img">\n'
        f"<title>{title}</title>\n"
        f'<clipPath id="panel-{name}">{cut}</clipPath>\n'
        f"{rounded(0, 0, WIDTH, HEIGHT, CORNER, border)}\n"
        f'<g clip-path="url(#panel-{name})">{rounded(LEFT, TOP, wide, high, 0, ground)}\n{art}\n</g>\n'
        f"{edge}\n</svg>\n"
    )


def back(name: str) -> str:
    """The card's back: a quiet lattice on deep red, the same either way up."""
    deep, pale = "#a51d22", "#c9454a"
    lattice = "".join(
        f"M{i * 24 + 9} 0L{i * 24 + 549} 540M{i * 24 + 9} 540L{i * 24 + 549} 0"
        for i in range(-23, 14)
    )
    petals = [leaf(165, 270, 45 * i, 56, 30, 0.7) for i in range(8)]
    emblem = fill(disc(165, 270, 70), deep) + line(disc(165, 270, 66) + disc(165, 270, 58), 3, pale)
    emblem += fill(petals, pale, 2.4, deep) + fill(disc(165, 270, 13), deep)
    return card(name, "back of a card", line(lattice, 2.4, pale) + emblem, deep, "#86141a")
