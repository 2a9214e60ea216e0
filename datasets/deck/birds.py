"""Crane, bush warbler, cuckoo, geese, swallow and phoenix."""

from deck.shapes import (
    BLACK,
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
    """The swallow on the wing, with its long forked red tail."""
    art = ""
    for points in ("184,318 226,344 262,392 292,470", "176,322 190,370 190,430 206,504"):
        art += fill(brush(points, (16, 20, 14, 1)), RED, 3) + line(curve(points, False), 1.8)
    far = (
        "118,252! 116,206 138,160 184,122 268,92! 248,130 226,164! 214,158 208,176! 196,176 192,196! 180,200"
        " 180,220! 168,232 156,260"
    )
    art += fill(curve(far), YELLOW, 3.2)
    art += fill(curve("118,252! 116,206 138,160 160,140! 166,176 158,214 156,256"), RED, 2.6)
    art += line(
        [
            curve(w, False)
            for w in (
                "166,168 206,132 248,106",
                "166,190 192,166 222,142",
                "164,212 182,192 204,172",
            )
        ],
        2.4,
    )
    body = "60,236! 66,216 84,206 102,212 126,236 156,268 182,296 200,334! 168,332 132,312 102,284 82,262 68,250!"
    art += fill(curve(body), YELLOW, 3.2)
    art += fill(curve("68,250! 84,262 104,284 134,312 166,330! 140,292 112,266 88,250"), WHITE, 2.6)
    art += fill(curve("60,236! 66,216 84,206 102,212 116,226! 108,240 88,236"), RED, 2.8)
    near = (
        "104,252! 76,276 54,322 44,380 52,436! 74,404 86,366! 96,372 102,354! 114,358 118,340! 132,340"
        " 134,322! 148,312 142,276"
    )
    art += fill(curve(near), YELLOW, 3.2)
    art += fill(curve("104,252! 76,276 60,310 52,340! 92,322 118,300 140,270"), RED, 2.6)
    art += line(
        [
            curve(w, False)
            for w in (
                "66,342 56,376 54,412",
                "84,334 74,360 68,390",
                "102,322 96,342 90,358",
                "120,310 114,326 110,340",
            )
        ],
        2.4,
    )
    art += fill(curve("64,220! 52,224 38,240! 52,240 66,244!"), BLACK)
    return art + eye(84, 223, 5.4, YELLOW)


def phoenix() -> str:
    """The phoenix: plumed head to the left, dark wing behind, long red streamers."""
    wing = (
        "132,246! 112,190 118,126 150,70 206,26 340,-10! 340,290! 306,262 274,272! 262,244 234,256! 218,232"
        " 192,250! 174,236 152,256!"
    )
    art = fill(curve(wing), BLACK)
    for points in (
        "176,214 192,150 236,96 326,52",
        "194,224 218,166 258,124 326,96",
        "220,230 246,180 280,154 326,138",
        "250,236 276,200 298,186 326,178",
    ):
        art += line(curve(points, False), 4.4, RED)
    for points, colour in (
        ("150,270 200,312 262,330 340,318", YELLOW),
        ("140,266 178,332 240,362 340,356", RED),
        ("130,256 108,288 66,308 0,306", RED),
    ):
        art += fill(brush(points, (10, 22, 24, 18)), colour, 3) + line(curve(points, False), 2)
    for x, y, angle, colour in (
        (96, 92, -62, YELLOW),
        (108, 100, -40, RED),
        (122, 118, -22, YELLOW),
        (134, 142, -8, RED),
        (144, 166, 4, YELLOW),
        (152, 188, 16, RED),
        (166, 212, 26, YELLOW),
    ):
        art += fill(leaf(x - 16, y + 6, angle, 78, 30, 0.6), colour, 2.8)
    art += (
        fill(brush("84,104 70,74 78,46 106,34", (9, 9, 8, 6)), RED, 2.6)
        + fill(disc(110, 34, 11), YELLOW, 2.8)
        + fill(disc(110, 34, 4.4), RED)
    )
    art += (
        fill(brush("76,106 50,86 42,62 54,42", (9, 9, 8, 6)), RED, 2.6)
        + fill(disc(57, 38, 11), YELLOW, 2.8)
        + fill(disc(57, 38, 4.4), RED)
    )
    head = (
        "42,144! 44,116 70,94 104,98 128,122 142,156 156,190 190,214 250,228 340,226! 340,278! 280,284"
        " 214,292 160,290 122,270 102,236 92,196 74,174 52,166!"
    )
    art += fill(curve(head), RED, 3.4)
    art += fill(curve("46,128! 26,132 18,150 26,174! 36,160 52,164!"), YELLOW, 3) + line(
        "M25 156L50 148", 2.2
    )
    art += fill(curve("54,136! 72,116 106,114! 94,132 74,140"), WHITE, 2.8) + fill(
        disc(82, 127, 7), BLACK
    )
    art += line(curve("54,124 74,106 106,104", False), 3)
    scales = "".join(
        f"M{x} {y}q11 14 22 -2"
        for x, y in (
            (98, 150),
            (92, 168),
            (116, 168),
            (106, 188),
            (126, 194),
            (112, 214),
            (134, 214),
            (120, 240),
            (144, 236),
            (166, 232),
            (138, 262),
            (162, 256),
            (188, 250),
            (186, 272),
            (212, 264),
            (238, 256),
            (236, 276),
            (262, 268),
            (288, 258),
            (286, 276),
        )
    )
    return art + line(scales, 2.6)
