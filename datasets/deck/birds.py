"""Crane, bush warbler, cuckoo, geese, swallow and phoenix."""

from deck.shapes import (
    BLACK,
    CREAM,
    GREEN,
    ORANGE,
    RED,
    WHITE,
    YELLOW,
    brush,
    curve,
    disc,
    fill,
    leaf,
    line,
    sample,
    table,
)


def eye(x: float, y: float, r: float, ring: str = WHITE) -> str:
    """A round eye."""
    return fill(disc(x, y, r), ring, 1.6) + fill(disc(x, y, r * 0.5), BLACK)


def crane() -> str:
    """The crane, standing, its head raised to the left."""
    legs = brush("146,334 144,384! 134,430 136,486", (10, 8, 7, 8)) + brush(
        "174,336 178,386! 172,436 178,490", (10, 8, 7, 8)
    )
    for x, y in ((136, 484), (178, 488)):
        legs += brush(f"{x},{y} {x - 14},{y + 7} {x - 32},{y + 8}", (7, 6, 2))
        legs += brush(f"{x},{y} {x + 9},{y + 8} {x + 20},{y + 10}", (7, 6, 2))
    art = fill(legs, BLACK)
    for angle, long in ((22, 84), (36, 100), (50, 110), (64, 112), (78, 104)):
        art += fill(leaf(200, 266, angle, long, 32, 0.6), BLACK, 1.8, WHITE)
    body = "78,120! 86,104 102,100 114,114 114,142 106,172 112,198 138,214 180,222 216,238 238,266"
    body += " 232,298 206,324 170,338 134,330 108,308 92,276 82,240 74,202 74,168 80,140!"
    art += fill(curve(body), WHITE, 3.4)
    art += fill(brush("94,138 86,170 86,204 96,238 102,262", (18, 23, 23, 16, 2)), BLACK)
    art += fill(curve("82,108! 90,98 106,96 116,112! 98,114"), RED, 2.6)
    art += fill(curve("82,116! 56,98 24,88! 54,112 82,136!"), YELLOW, 2.8) + line(
        "M34 93L80 124", 2
    )
    art += eye(95, 122, 4.8)
    wing = (
        "120,250 160,250 206,264 244,292",
        "118,272 156,276 198,292 232,314",
        "126,296 156,302 186,312 208,324",
    )
    art += line([curve(w, closed=False) for w in wing], 2.8)
    spots = (
        (128, 230),
        (152, 234),
        (176, 242),
        (130, 258),
        (154, 262),
        (178, 270),
        (140, 284),
        (164, 290),
    )
    return art + line("".join(f"M{x} {y}q9 12 18 2" for x, y in spots), 2.4)


def warbler() -> str:
    """The bush warbler on a plum branch, looking up to the left."""
    art = fill(
        brush("152,268 146,290 138,306", (7, 6, 6)) + brush("182,270 178,292 172,308", (7, 6, 6)),
        BLACK,
    )
    for angle, colour in ((36, YELLOW), (24, GREEN), (30, BLACK)):
        art += fill(leaf(226, 218, angle, 108 if colour != BLACK else 98, 26, 0.6), colour, 2.8)
    body = "72,136! 84,112 108,100 136,106 158,130 190,152 226,184 254,222 262,244! 226,262 188,276 150,274 114,256"
    body += " 90,226 80,192 82,164!"
    art += fill(curve(body), YELLOW, 3.2)
    coat = (
        "72,136! 84,112 108,100 136,106 158,130 190,152 226,184 254,222 262,244! 224,238 196,214 166,190"
        " 140,176 124,152 100,142!"
    )
    art += fill(curve(coat), GREEN, 3)
    wing = "146,166! 186,164 224,194 252,228 290,268! 250,258 208,246 174,228 152,202"
    art += fill(curve(wing), GREEN, 3)
    art += line(
        [
            curve(w, False)
            for w in (
                "158,186 200,196 252,238",
                "160,204 196,220 236,246",
                "164,178 206,182 250,224",
            )
        ],
        2.4,
    )
    art += fill(curve("74,126! 56,126 38,134! 56,144 82,148!"), BLACK) + line(
        "M44 134L78 138", 1.6, YELLOW
    )
    return art + eye(104, 126, 7) + line(curve("118,126 128,132 136,144", False), 2.4)


def cuckoo() -> str:
    """The cuckoo in flight towards the lower left."""
    art = ""
    for angle in (-34, -22, -10):
        art += fill(leaf(206, 196, angle, 96, 26, 0.7), ORANGE, 2.6)
    far = "136,196! 128,150 136,106 164,64 196,40! 196,76 206,96! 192,110 196,130! 182,144 184,168"
    art += fill(curve(far), ORANGE, 3)
    art += line(
        [curve(w, False) for w in ("150,178 158,130 180,82", "164,178 174,146 190,116")], 2.4
    )
    body = "42,252! 52,226 76,210 108,208 146,192 188,180 224,180! 218,208 192,232 154,248 116,258 84,262 62,256!"
    art += fill(curve(body), ORANGE, 3.2)
    breast = "52,256! 74,246 112,244 150,230 190,214! 190,232 154,248 116,258 84,262"
    art += fill(curve(breast), YELLOW, 2.6)
    near = (
        "122,216! 152,196 198,198 236,224 262,262 270,300! 244,282 232,284! 226,262 206,264! 194,246"
        " 172,250! 150,244 130,240"
    )
    art += fill(curve(near), ORANGE, 3)
    art += line(
        [curve(w, False) for w in ("142,218 190,220 232,252 254,282", "144,230 180,234 208,254")],
        2.4,
    )
    art += fill(curve("54,238! 38,246 22,264! 44,262 60,258!"), BLACK)
    return art + eye(70, 232, 6)


def goose(flap: bool = True) -> str:
    """A goose in flight to the left, round its own origin, about 120 wide."""
    lift = -1 if flap else 1
    far = f"-6,-2! 4,{lift * 22 - 6} 30,{lift * 40 - 4} 62,{lift * 44 - 4}! 50,{lift * 26 - 2} 36,{lift * 10 - 2} 20,2!"
    art = fill(curve(far), RED, 2.6)
    art += fill(curve("24,-4! 46,-10 66,-8! 58,0 64,8! 44,10 24,8!"), YELLOW, 2.4)
    body = "-74,-16! -66,-24 -54,-22 -44,-10 -26,-10 0,-12 28,-4 34,4! 14,16 -14,16 -36,8 -54,-4 -66,-10!"
    art += fill(curve(body), YELLOW, 2.8)
    art += fill(curve("-68,-22! -84,-16 -90,-10! -76,-9 -64,-12!"), BLACK)
    near = "-22,-4! -12,-34 8,-52 44,-64! 36,-46 42,-40! 26,-28 30,-20! 14,-10 12,2!"
    art += fill(curve(near), ORANGE, 2.6)
    art += line([curve(w, False) for w in ("-8,-14 6,-36 28,-50", "0,-10 14,-28 28,-34")], 1.8)
    return art + fill(disc(-58, -16, 2.8), BLACK)


def swallow() -> str:
    """The swallow on the wing towards the upper left: scythe wings, a long forked red tail."""
    art = ""
    for points in ("186,292 232,330 276,390 296,486", "174,300 196,362 190,430 160,506"):
        art += fill(brush(points, (22, 20, 15, 1)), RED, 3) + line(curve(points, False), 1.8)
    far = "126,216! 146,166 190,122 246,104 310,110! 262,134 232,160 204,204 184,262!"
    near = "104,232! 66,258 42,312 44,372 66,436! 84,380 110,338 146,310 178,292!"
    art += fill([curve(far), curve(near)], YELLOW, 3.2)
    art += fill(curve("126,216! 146,166 190,122 236,106! 216,140 186,178 170,240!"), RED, 2.6)
    art += fill(curve("104,232! 66,258 44,304 42,352! 72,316 110,286 160,280!"), RED, 2.6)
    quills = (
        "230,128 250,122 284,116",
        "214,152 228,142 250,136",
        "196,180 206,170 220,166",
        "184,212 190,202 200,196",
        "50,350 52,380 62,410",
        "62,338 62,364 70,384",
        "82,320 76,342 80,360",
        "104,304 96,322 94,336",
    )
    art += line([curve(w, False) for w in quills], 2.4)
    body = "82,186! 92,172 116,170 136,186 166,228 196,286 206,318! 172,306 130,272 100,236 84,208"
    art += fill(curve(body), RED, 3.2)
    art += fill(
        curve("84,196! 94,224 130,268 172,306 206,318! 164,272 130,234 108,206"), YELLOW, 2.6
    )
    art += fill(curve("84,182! 76,174 64,171! 70,182 83,196!"), BLACK, 1.6)
    return art + eye(103, 190, 5.4)


def phoenix() -> str:
    """The phoenix on the wing: a small crested head, dark wings spread, long streaming plumes."""
    art = _plumes() + _quills(146, 176, "-2,146 -19,172 -36,176 -53,166 -70,148 -87,124", 72)
    body = "66,84! 74,66 94,64 106,78 106,100 100,128 114,152 142,166 178,184 214,224! 170,226 132,214 104,194"
    art += fill(curve(body + " 80,158 76,124 78,104 72,96"), RED, 3.2)
    art += line(_scales(), 2.2)
    art += _quills(118, 188, "174,80 156,98 138,112 120,114 102,106", 46)
    for points, colour in (
        ("90,70 96,42 116,34 130,44", YELLOW),
        ("96,76 116,58 138,62 146,78", RED),
        ("98,84 118,82 130,96 130,112", YELLOW),
    ):
        art += fill(brush(points, (7, 12, 16, 3)), colour, 2.6)
    art += fill(curve("72,74! 52,74 38,94! 54,90 70,96!"), YELLOW, 2.6)
    return (
        art + fill(curve("76,82! 84,72 96,76! 88,86"), WHITE, 1.8) + fill(disc(86, 79, 3.2), BLACK)
    )


def _plumes() -> str:
    """The phoenix's tail: broad feathers that stream in a bow, an eye at the end of each."""
    art = ""
    for points, colour in (
        ("180,206 254,214 306,270 276,372", YELLOW),
        ("180,210 236,244 262,312 208,400", RED),
        ("172,212 206,250 212,316 148,366", YELLOW),
    ):
        art += fill(brush(points, (16, 26, 44, 1)), colour, 3) + line(curve(points, False), 2.2)
        x, y = sample(points, 8)[20]
        art += fill(disc(x, y, 13), BLACK) + fill(disc(x, y, 6), WHITE)
    return art


def _quills(x: float, y: float, feathers: str, cover: float) -> str:
    """A spread wing of the phoenix: black quills, written "angle,length", under red and yellow coverts."""
    rows = table(feathers)
    art = fill([leaf(x, y, angle, long, 46, 0.8) for angle, long in rows], BLACK, 2, CREAM)
    for i, (angle, _) in enumerate(rows):
        art += fill(leaf(x, y, angle, cover, 28, 0.8), (RED, YELLOW)[i % 2], 2.6)
    return art


def _scales() -> str:
    """Scales on the phoenix's neck and breast."""
    spots = ((82, 114), (84, 136), (96, 152), (110, 170), (132, 178), (154, 192))
    return "".join(f"M{x} {y}q8 10 16 -2" for x, y in spots)
