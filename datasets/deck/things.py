"""Everything on a card that is neither plant nor animal: ribbons, seal, cloud, curtain, bridge, cup, pouch, whorl."""

from deck import lettering
from deck.shapes import (
    BLACK,
    BLUE,
    ORANGE,
    RED,
    WHITE,
    YELLOW,
    Knot,
    Point,
    Warp,
    curve,
    disc,
    fill,
    line,
    place,
    polygon,
    sample,
)

TO_RIGHT = (
    "138,92 146,200 168,310 214,436"  # the spines of ribbons, leaning the one way and the other
)
TO_LEFT = "206,92 196,200 172,310 130,436"


def ribbon(spine: str, colour: str, text: str = "", width: float = 92) -> str:
    """A poem slip along the spine, cut level at both ends, with its lettering if any."""
    path = sample(spine, 12)
    half = width / 2
    tilt = 5
    left = [Knot(x - half, y - tilt) for x, y in path]
    right = [Knot(x + half, y + tilt) for x, y in path]
    outline = [*_ends(left), *_ends(right)[::-1]]
    art = fill(curve(outline), colour, 3.6)
    if text:
        art += fill(_written(path, width * 0.74, text), BLACK)
    return art


def _ends(side: list[Knot]) -> list[Knot]:
    """A thinned line whose ends are sharp."""
    kept = [side[i] for i in range(0, len(side), 6)]
    if kept[-1] != side[-1]:
        kept.append(side[-1])
    return [k._replace(sharp=i in (0, len(kept) - 1)) for i, k in enumerate(kept)]


def _written(path: list[Point], size: float, text: str) -> str:
    """Syllables one under the other along the path."""
    last = len(path) - 1
    high = 0.415
    parts = []
    for i, one in enumerate(text):
        start = 0.06 + i * 0.465

        def warp(u: float, v: float, start: float = start) -> Point:
            spot = min(max(start + v / 100 * high, 0), 1) * last
            low = min(int(spot), last - 1)
            (ax, ay), (bx, by) = path[low], path[low + 1]
            part = spot - low
            shift = (u / 100 - 0.5) * size
            return ax + (bx - ax) * part + shift, ay + (by - ay) * part + shift * 0.08

        parts.append(lettering.syllable(one, warp, size * 1.42))
    return "".join(parts)


def seal(x: float, y: float, r: float = 45) -> str:
    """The red disc of the bright cards."""
    rim = fill(disc(x, y, r), WHITE) + fill(disc(x, y, r - 4), RED)
    return rim + fill(lettering.light(x, y + 1, r * 1.25), WHITE)


CLOUDS = {
    "left": (
        "10,0! 10,70 46,76 70,52! 96,70 128,62 140,42! 186,60 220,44 232,20! 260,10 262,0!",
        "30,52 52,40 46,24 32,34|104,48 120,40 114,26|190,40 206,34 200,20",
    ),
    "corner": (
        "0,0! 0,64 34,84 60,62! 84,92 122,84 130,58! 168,76 204,54 204,28! 230,22 240,0!",
        "22,56 42,46 36,30|88,64 108,56 100,40|152,48 172,38 164,26",
    ),
    "right": (
        "150,0! 140,30 168,50 196,40! 206,66 244,72 262,54! 284,74 320,66 330,0!",
        "176,34 192,26 186,14|226,54 244,46 238,30|290,54 304,46 298,32",
    ),
}
"""Banks along the top of a card: their outlines and curls."""


def cloud(points: str, curls: str) -> str:
    """A red bank of cloud with black curls on it."""
    art = fill(curve(points), RED, 3)
    for curl in curls.split("|"):
        art += line(curve(curl, closed=False), 2.4)
    return art


def sky(colour: str) -> str:
    """The whole card in one colour."""
    return f'<rect width="330" height="540" fill="{colour}"/>'


def crescent() -> str:
    """The red crescent behind the cuckoo."""
    return fill("M128 40A112 112 0 1 0 236 200A98 98 0 1 1 128 40Z", RED, 3.2)


def gate() -> str:
    """The dark masses to both sides of the lightning."""
    left = "0,560! 0,170! 40,126 92,120 132,156 146,220 156,320 138,420 104,480 50,500!"
    right = "340,560! 340,210! 300,196 262,214 240,260 236,340 246,430 270,480 300,500!"
    return fill(curve(left), BLACK) + fill(curve(right), BLACK)


def water() -> str:
    """A blue foot of the card."""
    return fill("M0 436H340V560H0Z", BLUE, 3)


def curtain() -> str:
    """The striped curtain of the blossom feast."""
    art = fill(curve("0,296! 100,334 230,350 340,330! 340,560! 0,560!"), BLACK)
    art += fill(curve("0,428! 100,458 220,470 340,446! 340,560! 0,560!"), RED, 3)
    art += fill(curve("0,470! 100,500 220,510 340,490! 340,504! 220,525 100,514 0,486!"), BLACK)
    rope = sample("0,290 100,328 230,344 340,324", 8)
    art += line(polygon(rope, False), 17) + line(polygon(rope, False), 11, WHITE)
    art += f'<path d="{polygon(rope, False)}" fill="none" stroke="{BLUE}" stroke-width="11" stroke-dasharray="15 15"/>'
    for x, y in rope[2:-1:3]:
        art += fill(
            curve(
                [
                    Knot(x - 8, y + 8, True),
                    Knot(x - 11, y + 32),
                    Knot(x + 11, y + 32),
                    Knot(x + 8, y + 8, True),
                ]
            ),
            RED,
            2.4,
        )
    return art


def bridge() -> str:
    """The plank bridge that zigzags over blue water."""
    art = fill("M0 404L340 404L340 560L0 560Z", BLUE, 3)
    ripples = ""
    for y in range(422, 530, 16):
        shift = (y // 16 % 2) * 30
        for x in range(-20 + shift, 330, 72):
            ripples += f"M{x} {y}q12 -8 24 0t24 0"
    art += line(ripples, 2.4, WHITE)
    for x, y in ((44, 440), (120, 470), (214, 480), (292, 446)):
        art += fill(f"M{x - 14} {y}h28v100h-28Z", RED, 3)
    art += _plank((-10, 366), (214, 446), 32) + _plank((-10, 402), (214, 482), 32)
    art += _plank((116, 458), (344, 368), 32) + _plank((116, 496), (344, 406), 32)
    for x, y in ((44, 380), (292, 386), (150, 444)):
        art += fill(f"M{x - 14} {y - 30}h28v42h-28Z", RED, 3) + fill(
            f"M{x - 18} {y - 40}h36v13h-36Z", YELLOW, 2.8
        )
    return art


def _plank(start: Point, end: Point, width: float) -> str:
    """A yellow plank with its grain."""
    (ax, ay), (bx, by) = start, end
    art = fill(polygon([(ax, ay), (bx, by), (bx, by + width), (ax, ay + width)]), YELLOW, 3.2)
    grain = ""
    for low, far, share in ((0.08, 0.5, 0.35), (0.4, 0.9, 0.66)):
        x, y = ax + (bx - ax) * low, ay + (by - ay) * low + width * share
        grain += polygon(
            [(x, y), (ax + (bx - ax) * far, ay + (by - ay) * far + width * share)], False
        )
    return art + line(grain, 2)


def cup(x: float, y: float, size: float, turn: float) -> str:
    """The red sake cup with the character for long life."""
    art = fill(curve("-30,62! -34,88 34,88 30,62!"), BLACK, 3)
    art += fill(curve("-104,-30! -92,34 -48,72 0,76 48,72 92,34 104,-30!"), RED, 3.4)
    art += fill("M-104 -30A104 26 0 0 1 104 -30A104 26 0 0 1 -104 -30Z", YELLOW, 3.2)
    art += fill("M-92 -28A92 17 0 0 1 92 -28A92 17 0 0 1 -92 -28Z", ORANGE, 2)

    def warp(u: float, v: float) -> Point:
        return (u - 50) * (1.0 - v * 0.002), -4 + v * 0.72

    return place(art + fill(lettering.long_life(warp, 108), BLACK), x, y, turn, size)


def stream() -> str:
    """The brook behind the rain man."""
    water = "0,322! 40,318 70,340 112,338 150,320 200,316 236,336 280,330 340,308! 340,338! 290,356 240,364 204,348"
    water += " 158,350 116,372 66,374 34,352 0,350!"
    art = fill(curve(water), BLUE, 2.8)
    art += line(curve("12,334 44,334 74,354 114,354 154,334", False), 2.2, WHITE)
    return art + line(curve("196,332 238,350 284,343 320,330", False), 2.2, WHITE)


def bolt() -> str:
    """The lightning of the rain's dark gate, yellow with a white heart."""
    way = "236,40! 118,214! 172,222! 96,350! 152,358! 88,500! 236,318! 184,306! 258,184! 206,174! 288,60!"
    heart = "246,64! 150,200! 200,208! 130,332! 182,340! 124,434! 206,330! 158,320! 230,200! 180,188! 264,68!"
    return fill(curve(way), YELLOW, 5) + fill(curve(heart), WHITE)


def gourd_pouch(x: float, y: float, size: float, colour: str, turn: float = 0) -> str:
    """A lucky pouch, as on new year's day."""
    body = "-30,-34! -62,0 -76,46 -52,80 0,90 52,80 76,46 62,0 30,-34! 46,-70! 22,-60 0,-74! -22,-60 -46,-70!"
    art = fill(curve(body), colour, 3.2 / size)
    art += line("M-31 -33Q0 -20 31 -33", 9 / size) + line("M-30 -33Q0 -21 30 -33", 5 / size, YELLOW)
    art += line("M0 -26C-30 -8 -34 20 -24 34M0 -26C26 -10 36 14 30 30", 4.4, YELLOW)
    art += fill(disc(0, -26, 8), YELLOW, 2.4 / size)
    petals = [
        disc(0 + dx, 40 + dy, 10) for dx, dy in ((0, -14), (13, -4), (8, 11), (-8, 11), (-13, -4))
    ]
    art += fill(petals, WHITE) + fill(disc(0, 40, 6), YELLOW)
    return place(art, x, y, turn, size)


def whorl(x: float, y: float, r: float) -> str:
    """The three-coloured whorl of Korean drums and fans."""
    art = ""
    drop = f"M0 {-r}A{r} {r} 0 0 1 {r * 0.866:g} {r * 0.5:g}A{r / 2} {r / 2} 0 0 1 0 0A{r / 2} {r / 2} 0 0 0 0 {-r}Z"
    for i, colour in enumerate((RED, BLUE, YELLOW)):
        art += place(fill(drop, colour, 3), 0, 0, 120 * i)
    return place(art + line(disc(0, 0, r), 4), x, y)


def words(text: str, x: float, y: float, size: float, colour: str = BLACK) -> str:
    """Hangul in a row, centred on x, y."""
    step = size * 1.08
    start = x - step * (len(text) - 1) / 2
    parts = []
    for i, one in enumerate(text):
        warp: Warp = lettering.boxed(start + i * step - size / 2, y - size / 2, size, size)
        parts.append(lettering.syllable(one, warp, size))
    return fill(parts, colour)
