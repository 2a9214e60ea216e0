"""Draws the guide's pictures of a laid table from the program's own zones.

`python docs/draw_table.py` writes `zones_2.svg` and `zones_3.svg` beside itself. A test holds the
files to what it draws, so the pictures change with `vision.zones.template`.
"""

from pathlib import Path

from vision.calibration import CARD_MM
from vision.setup import Point, Zone
from vision.zones import template
from webui.setup.draft import USUAL_SIZE_MM

HERE = Path(__file__).parent
PEOPLE = ("Ann", "Bea", "Cho")
MARGIN_MM = 90.0
"""Around the table, for who sits there."""
INSET_MM = 14.0
"""Between the edge of a zone and the cards drawn in it."""
SIT: dict[int, tuple[str, ...]] = {
    2: ("below", "above"),
    3: ("below", "right", "above"),
}
"""Where the seats of a template sit, in turn order."""
COLOURS = {
    "pot": "#2f7d4f",
    "stock": "#5c6f8a",
    "Ann": "#b5493a",
    "Bea": "#3a66b5",
    "Cho": "#9a7a1d",
}
LAID = {"pot": (4, 2), "stock": (1, 1)}
"""Columns and rows of cards drawn in a zone; captures have CAPTURED."""
CAPTURED = (6, 1)


def drawing(seats: tuple[str, ...], size_mm: tuple[float, float] = USUAL_SIZE_MM) -> str:
    """The table with its zones and cards to scale, in millimetres, as SVG."""
    width, height = size_mm
    left, wide, high = -MARGIN_MM, width + 2 * MARGIN_MM, height + 2 * MARGIN_MM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {left:g} {wide:g} {high:g}" '
        f'width="640" font-family="sans-serif" font-size="26" text-anchor="middle">',
        f"<title>The zones for {len(seats)} players</title>",
        f'<rect x="{left:g}" y="{left:g}" width="{wide:g}" height="{high:g}" fill="#f4f1ea"/>',
        f'<rect width="{width:g}" height="{height:g}" rx="8" fill="#dfe9df" stroke="#567"/>',
    ]
    for zone in template(seats, size_mm):
        parts += _zone(zone)
    for seat, side in zip(seats, SIT[len(seats)], strict=True):
        parts.append(_person(seat, side, size_mm))
    return "\n".join((*parts, "</svg>")) + "\n"


def _zone(zone: Zone) -> list[str]:
    """A zone's outline, the cards in it, its name."""
    (x, y), (right, bottom) = _box(zone.polygon_mm)
    colour = COLOURS[zone.seat or zone.name]
    name = f"captures of {zone.seat}" if zone.seat else zone.name
    turned = bottom - y > right - x and zone.seat is not None
    columns, rows = CAPTURED if zone.seat else LAID[zone.name]
    middle = ((x + right) / 2, (y + bottom) / 2)
    parts = [
        f'<rect x="{x:g}" y="{y:g}" width="{right - x:g}" height="{bottom - y:g}" '
        f'fill="{colour}" fill-opacity="0.16" stroke="{colour}" stroke-width="3"/>'
    ]
    wide, high = CARD_MM
    for k in range(columns * rows):
        column, row = k % columns, k // columns
        dx, dy = INSET_MM + column * (wide + 6), INSET_MM + row * (high + 8)
        if turned:
            dx, dy = INSET_MM, INSET_MM + k * (high + 6)
        parts.append(
            f'<rect x="{x + dx:g}" y="{y + dy:g}" width="{wide:g}" height="{high:g}" rx="3" '
            f'fill="{"#8d2f2f" if zone.name == "stock" else "#fff"}" stroke="#777"/>'
        )
    turn = f' transform="rotate(-90 {middle[0]:g} {middle[1]:g})"' if turned else ""
    low = middle[1] + 40 if not turned else middle[1] + 50
    style = f'fill="{colour}" font-weight="bold"'
    parts.append(f'<text x="{middle[0]:g}" y="{low:g}" {style}{turn}>{name}</text>')
    return parts


def _person(seat: str, side: str, size_mm: tuple[float, float]) -> str:
    """Who sits at a side of the table."""
    width, height = size_mm
    at = {
        "below": (width / 2, height + MARGIN_MM * 0.6, 0),
        "above": (width / 2, -MARGIN_MM * 0.4, 0),
        "right": (width + MARGIN_MM * 0.6, height / 2, -90),
    }
    x, y, turn = at[side]
    says = f"{seat}, first in turn order" if side == "below" else seat
    return f'<text x="{x:g}" y="{y:g}" transform="rotate({turn} {x:g} {y:g})">{says}</text>'


def _box(polygon: tuple[Point, ...]) -> tuple[Point, Point]:
    xs, ys = zip(*polygon, strict=True)
    return (min(xs), min(ys)), (max(xs), max(ys))


def main() -> None:
    """Writes a drawing for each number of players."""
    for count in SIT:
        path = HERE / f"zones_{count}.svg"
        path.write_text(drawing(PEOPLE[:count]), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
