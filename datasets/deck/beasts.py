"""Boar, deer, frog, butterflies and the rain man."""

import random

from deck.shapes import (
    BLACK,
    GREEN,
    ORANGE,
    PURPLE,
    RED,
    WHITE,
    YELLOW,
    brush,
    curve,
    disc,
    fill,
    leaf,
    line,
    merged,
    place,
    polygon,
    sample,
)

SKIN = "#f6d9b4"


def boar() -> str:
    """The boar, charging to the left: head down, tusk up, bristles on end."""
    art = fill(_mane(), BLACK)
    for points in (
        "150,424! 118,452 80,462 50,492! 70,500 112,490 176,452!",
        "300,420! 318,452 322,470 340,490! 350,470 340,400!",
    ):
        art += fill(curve(points), ORANGE, 3)
    body = "26,380! 50,356 78,330 108,304 136,276 176,258 224,266 270,292 312,336 344,390! 330,440 290,452 240,446"
    body += " 190,456 146,454 112,438 84,428 52,424 30,416!"
    art += fill(curve(body), ORANGE, 3.4)
    art += fill(curve("176,436! 160,470 128,486 104,508! 124,516 168,506 216,450!"), ORANGE, 3)
    art += fill(curve("246,430! 270,456 262,478 280,506! 304,510 306,470 316,424!"), ORANGE, 3)
    art += line("M176 436L216 450M246 430L316 424", 6, ORANGE)
    for x, y in ((50, 492), (104, 508), (282, 504)):
        art += fill(
            polygon([(x, y - 2), (x + 24, y + 7), (x + 12, y + 15), (x - 12, y + 10)]), BLACK
        )
    art += fill(curve("26,380! 36,384 40,402 30,416! 20,408 20,390"), RED, 2.6)
    art += fill(curve("120,306! 124,272 146,256! 156,282 148,318!"), ORANGE, 3)
    art += fill(curve("130,300! 132,282 142,272! 146,286 142,302!"), RED)
    art += line(curve("44,408 74,408 100,392", False), 2.8)
    art += fill(curve("60,410! 48,390 52,366 66,352! 66,376 72,392 84,404!"), WHITE, 2.8)
    art += fill(curve("84,346! 96,346 108,354! 96,362 86,358"), WHITE, 2.2) + fill(
        disc(96, 353, 4.2), BLACK
    )
    art += line("M80 338L110 348", 4.4)
    return art + line(_bristles(), 2.8)


def _mane() -> str:
    """The bristles that stand along the boar's back."""
    ridge = sample("110,304 136,276 176,258 224,266 270,292 312,336 340,380", 4)
    spikes = [polygon([(x - 9, y + 9), (x + 13, y - 27), (x + 11, y + 11)]) for x, y in ridge]
    return "".join(spikes)


def _bristles() -> str:
    """Short strokes in rows on the boar's flank."""
    chance = random.Random(7)
    strokes = ""
    for row in range(4):
        ridge = f"{160 + row * 8},{300 + row * 32} {216 + row * 8},{300 + row * 32} {280 + row * 10},{336 + row * 24}"
        for x, y in sample(ridge, 4):
            strokes += f"M{x + chance.randint(-4, 4):.0f} {y:.0f}l{chance.randint(13, 18)} {chance.randint(3, 8)}"
    return strokes


def deer() -> str:
    """The stag, standing, its head turned back over its shoulder."""
    hide = ORANGE
    art = ""
    for points in (
        "206,380! 214,420 204,452 206,506! 224,506 232,452 246,408!",
        "96,384! 98,430 92,462 94,506! 110,506 118,462 128,404!",
    ):
        art += fill(curve(points), hide, 3)
    shapes = (
        "124,244! 108,222 82,222 60,216 44,204! 44,192 56,184 80,172 104,160 130,154 154,166 163,190 165,226!",
        "112,190! 116,250 84,284 70,314 72,350 92,384 126,400 170,396 206,392 240,396 260,372 268,336 256,308 226,292"
        " 188,288 170,262 165,226! 162,192!",
        "72,340! 78,400 70,450 66,508! 84,508 96,450 116,390!",
        "218,372! 236,420 232,460 240,508! 258,508 262,456 270,404 267,340!",
    )
    art += merged([curve(shape) for shape in shapes], hide, 3)
    art += line("M114 392C122 398 130 399 138 399M218 393C224 400 228 408 230 414", 2.4)
    for x in (66, 94, 206, 240):
        art += fill(f"M{x} 498h18v12h-20Z", BLACK)
    art += fill(curve("262,314! 284,306 290,322 276,344! 268,336"), WHITE, 2.8)
    art += fill(curve("44,204! 42,192 50,186! 58,192 56,204"), BLACK)
    art += line(curve("52,206 72,206 88,200", False), 2.4)
    art += fill(leaf(88, 180, 8, 24, 15), WHITE, 2.2) + fill(disc(100, 182, 4.6), BLACK)
    art += fill(curve("148,166! 170,142 196,140! 194,164 164,186!"), hide, 3) + line(
        "M158 172L182 152", 2.4
    )
    for points in (
        "122,158 112,124 118,88 98,52",
        "116,112 98,100 84,78",
        "140,156 146,120 164,92 156,54",
        "150,112 174,100 186,76",
    ):
        art += fill(brush(points, (11, 10, 9, 2)), YELLOW, 2.6)
    spots = [
        (196, 312),
        (220, 320),
        (242, 334),
        (178, 330),
        (204, 340),
        (228, 352),
        (150, 318),
        (156, 346),
        (130, 296),
        (182, 358),
        (128, 330),
    ]
    art += fill([disc(x, y, 5.4) for x, y in spots], WHITE)
    return art + line(curve("104,330 100,356 108,376", False), 2.4)


def butterfly(colour: str = YELLOW, heart: str = RED) -> str:
    """A butterfly from above, round its own origin, about 110 wide."""
    art = ""
    upper = "0,-4! 10,-36 36,-56 62,-48 60,-24 44,-4 20,6!"
    lower = "4,4! 26,2 46,14 44,34 28,46! 20,38 8,30"
    for mirror in (False, True):
        wing = fill(curve(lower), heart, 2.8) + fill(curve(upper), colour, 2.8)
        wing += fill(disc(42, -32, 9), heart, 2.2) + fill(disc(42, -32, 3.4), BLACK)
        wing += line("M8 -8L28 -22M12 -2L40 -10", 2) + fill(disc(30, 22, 5.5), colour, 2)
        wing += line(curve("2,-22 10,-44 22,-62", False), 2.4) + fill(disc(22, -62, 3), BLACK)
        art += place(wing, 0, 0, mirror=mirror)
    return art + fill(curve("0,-26! 8,-12 6,20 0,40! -6,20 -8,-12"), BLACK)


def frog() -> str:
    """The frog that leaps at the willow, round its own origin."""
    art = fill(curve("22,6! 44,-4 52,14 40,24! 58,30 70,28! 66,40 40,40 20,28!"), GREEN, 2.8)
    body = "-30,-10! -26,-30 -6,-36 10,-26 26,-6 34,18 22,34 -4,34 -22,20 -30,4!"
    art += fill(curve(body), GREEN, 3)
    art += fill(curve("-28,-2! -14,4 0,22 6,33! -8,32 -22,20"), YELLOW, 2)
    art += fill(brush("-16,14 -34,18 -46,34 -58,32", (12, 10, 8, 7)), GREEN, 2.6)
    art += fill(disc(-10, -32, 8.4), GREEN, 2.6) + fill(disc(-11, -33, 3.8), BLACK)
    art += line("M-29 -12Q-18 -10 -8 -14", 2.2)
    return art + fill(disc(10, -8, 3.4) + disc(18, 8, 3.4), BLACK)


def claw() -> str:
    """The thunder beast's paw that reaches in with the lightning, round its own origin."""
    talons = (
        "-92,-14! -126,-8 -140,26! -120,8 -90,12!",
        "-74,32! -104,48 -106,86! -90,58 -62,50!",
        "-26,54! -46,80 -36,116! -28,84 -2,64!",
    )
    art = fill([curve(talon) for talon in talons], WHITE, 3)
    paw = "80,-90! 20,-64 -20,-46 -66,-34 -96,-18 -94,10 -80,20 -82,42 -62,54 -42,48 -34,66 -12,74 6,60 30,30 90,10!"
    art += fill(curve(paw), ORANGE, 3.4)
    return art + line(
        "M-80 20C-66 14 -54 10 -40 8M-42 48C-34 38 -26 32 -14 26",
        2.6,
    )


def rain_man() -> str:
    """The scholar under his umbrella, walking to the left."""
    art = ""
    for x in (142, 196):
        art += fill(polygon([(x, 440), (x + 24, 440), (x + 26, 466), (x - 8, 466)]), WHITE, 2.8)
        art += fill(
            f"M{x - 12} 465h42v7h-42ZM{x - 6} 471h7v12h-7ZM{x + 18} 471h7v12h-7Z", ORANGE, 2
        )
    art += fill(brush("222,172 216,250 210,330", (6, 6, 6)), BLACK)
    robe = "158,288! 138,318 126,372 122,446! 166,454 206,450 238,442! 236,372 226,322 204,286!"
    art += fill(curve(robe), RED, 3.2)
    art += fill(curve("158,290! 176,312 200,290! 192,284 168,284"), WHITE, 2.4)
    art += line(
        [
            curve(w, False)
            for w in (
                "180,312 176,370 180,450",
                "150,340 142,400 142,446",
                "206,380 214,420 216,444",
            )
        ],
        2.6,
    )
    art += fill(polygon([(136, 356), (234, 352), (236, 364), (134, 370)]), BLACK)
    sleeve = "202,296! 234,300 256,322 262,352! 238,356 222,350! 214,330 200,322!"
    art += fill(curve(sleeve), RED, 3)
    art += fill(curve("208,326! 218,318 228,324 226,338 214,340"), SKIN, 2.4)
    left = "158,300! 140,312 124,336 112,368! 130,380 146,376! 156,350 164,330!"
    art += fill(curve(left), RED, 3)
    face = "156,236! 152,256 156,274 170,286 188,284 202,268 204,238!"
    art += fill(curve(face), SKIN, 2.8)
    art += fill(curve("162,282! 172,288 186,286! 182,302 172,312 166,300!"), BLACK)
    art += fill(disc(166, 256, 3) + disc(184, 256, 3), BLACK) + line(
        "M160 248l10 -2M180 246l10 2", 2.2
    )
    art += line("M174 256L171 268L176 268M168 276h10", 2)
    hat = "154,240! 158,214 166,200 192,200 202,214 206,240!"
    art += fill(curve(hat), BLACK) + fill(
        polygon([(128, 238), (230, 238), (222, 246), (136, 246)]), BLACK, 2
    )
    return art


def umbrella(x: float, y: float) -> str:
    """The oiled-paper umbrella."""
    ribs = "M0 -62L-70 -6M0 -62L-36 4M0 -62L0 6M0 -62L36 4M0 -62L70 -6"
    top = (
        "0,-68! -52,-52 -92,-18 -106,4! -88,-6 -70,8! -52,-2 -34,12! -16,2 0,14! 16,2 34,12! 52,-2 70,8!"
        " 88,-6 106,4! 92,-18 52,-52"
    )
    art = fill(curve(top), YELLOW, 3.2) + line(ribs, 2.2)
    band = "-72,-38! -40,-22 0,-16 40,-22 72,-38! 60,-48 36,-38 0,-34 -36,-38 -60,-48!"
    art += fill(curve(band), PURPLE, 2.4) + fill(
        polygon([(-5, -84), (5, -84), (6, -64), (-6, -64)]), BLACK
    )
    return place(art, x, y)
