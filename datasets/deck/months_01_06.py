"""The faces of pine, plum, cherry, wisteria, iris and peony."""

from deck import beasts, birds, flowers, things, trees
from deck.frame import face
from deck.shapes import BLACK, BLUE, RED, brush, disc, fill, place, table

# 01 pine


@face("01-bright", "pine, crane and sun")
def pine_bright() -> str:
    art = fill(disc(300, 26, 132), RED, 3)
    ridge = (
        "0,400 28,296 52,262 74,320 88,410 108,476 200,486 236,450 258,390 276,350 298,330 340,400"
    )
    art += trees.pine(ridge, [(51, 260), (292, 332)])
    return art + birds.crane() + things.seal(260, 462)


@face("01-ribbon", "pine, red poem ribbon")
def pine_ribbon() -> str:
    art = trees.pine(
        "0,250 26,214 52,280 66,370 100,420 180,430 220,360 244,220 268,160 292,200 340,330",
        [(25, 214), (268, 160), (140, 428)],
    )
    return art + things.ribbon(things.TO_RIGHT, RED, "홍단")


@face("01-junk1", "pine")
def pine_junk1() -> str:
    ridge = "0,120 30,92 56,130 80,230 100,316 126,330! 146,326! 156,384 190,388 236,424 252,420 268,366 288,322 300,320 340,370"
    return trees.pine(ridge, [(32, 92), (136, 328), (176, 388), (294, 320)])


@face("01-junk2", "pine")
def pine_junk2() -> str:
    ridge = "0,330 24,288 42,284 62,330 90,410 118,440 150,446 180,430 194,330 216,200 246,120 272,106 296,140 340,260"
    return trees.pine(ridge, [(36, 284), (118, 440), (152, 446), (266, 106)])


# 02 plum


def _plums(spots: str) -> str:
    """Plum blossoms, written "x,y,radius,turn"."""
    return "".join(flowers.plum(*spot) for spot in table(spots))


def _plum_buds(spots: str) -> str:
    """Plum buds, written "x,y"."""
    return "".join(flowers.plum_bud(x, y, 13) for x, y in table(spots))


@face("02-animal", "plum, bush warbler")
def plum_animal() -> str:
    art = things.cloud(*things.CLOUDS["left"])
    art += flowers.branch(
        "330,250 286,258 250,300 150,318 120,350 176,392 240,420 250,470 200,540",
        (16, 22, 26, 28, 26, 30, 36, 44, 52),
    )
    art += flowers.branch("140,330 90,340 52,384 10,396", (18, 16, 12, 6)) + flowers.branch(
        "260,292 292,190 300,120", (16, 12, 8)
    )
    art += birds.warbler()
    art += _plums(
        "56,450,46,10 132,478,40,40 264,372,44,0 276,466,46,20 292,150,34,0 204,424,32,50"
    )
    return art + _plum_buds("40,366 86,390 196,352 264,92 304,310")


@face("02-ribbon", "plum, red poem ribbon")
def plum_ribbon() -> str:
    art = flowers.branch(
        "60,540 90,470 170,400 220,330 200,230 250,150 330,70", (60, 50, 44, 40, 34, 30, 26)
    )
    art += flowers.branch("110,460 60,400 60,320 40,220", (26, 20, 14, 8))
    art += _plums(
        "252,100,42,0 286,210,40,20 66,300,40,10 76,420,34,30 268,330,44,0 160,60,36,40 276,470,38,10"
    )
    art += _plum_buds("40,214 60,160 222,412 300,400 92,96 306,140")
    return art + things.ribbon(things.TO_RIGHT, RED, "홍단")


@face("02-junk1", "plum")
def plum_junk1() -> str:
    art = flowers.branch("300,550 240,490 160,450 100,380 84,250 70,60", (64, 54, 44, 34, 24, 16))
    art += flowers.branch("150,450 210,390 218,290 226,180", (28, 22, 18, 12)) + flowers.branch(
        "226,490 280,420 292,320", (24, 18, 12)
    )
    art += _plums("78,354,44,0 70,450,42,30 154,404,46,10 222,360,40,20 246,446,42,0")
    return art + _plum_buds(
        "50,150 96,196 58,262 110,288 202,236 246,262 232,162 272,344 304,316 150,500"
    )


@face("02-junk2", "plum")
def plum_junk2() -> str:
    art = flowers.branch("20,530 90,470 160,440 230,460 330,430", (60, 48, 40, 40, 30))
    art += flowers.branch("120,460 120,380 98,280 110,180", (28, 24, 18, 12)) + flowers.branch(
        "218,450 236,340 232,220 240,70", (28, 24, 18, 14)
    )
    art += flowers.branch("40,520 44,440 30,350", (20, 16, 10))
    art += _plums("124,372,42,0 64,446,38,20 166,448,46,10 240,392,44,30 274,470,38,0")
    return art + _plum_buds(
        "32,336 90,300 120,256 100,178 220,300 254,250 226,176 256,128 240,70 296,396"
    )


# 03 cherry


def _cherry_buds(spots: str) -> str:
    """Cherry buds, written "x,y"."""
    return "".join(trees.berry(x, y, 9) for x, y in table(spots))


def _blossoms(spots: str) -> str:
    """Cherry blossoms, written "x,y,radius,pale"."""
    return "".join(
        flowers.cherry(x, y, r, i * 17, bool(pale))
        for i, (x, y, r, pale) in enumerate(table(spots))
    )


@face("03-bright", "cherry, curtain")
def cherry_bright() -> str:
    art = flowers.leaves(
        "40,250,120 100,40,-100 160,130,-60 296,150,10 60,140,190 230,250,60 170,290,90 280,290,60"
        " 220,50,-70 120,280,110 30,60,200",
        46,
        22,
    )
    art += _blossoms(
        "60,76,46,0 156,70,46,1 252,84,48,0 106,156,48,0 204,164,46,1 288,190,46,0 48,216,46,1 144,240,48,0"
        " 238,262,46,0 60,296,42,0 306,280,40,1"
    )
    art += _cherry_buds("200,36 110,226 300,36 22,136 200,310")
    return art + things.curtain() + things.seal(78, 432)


@face("03-ribbon", "cherry, red poem ribbon")
def cherry_ribbon() -> str:
    art = flowers.leaves(
        "40,110,190 60,330,200 280,330,20 290,170,-20 60,250,160 270,470,40 100,500,100 100,40,-120"
        " 250,60,-30 300,420,10",
        48,
        22,
    )
    art += _blossoms(
        "86,96,46,0 262,104,46,1 66,190,44,1 280,210,46,0 70,300,46,0 266,320,46,1 60,410,46,1 250,420,46,0"
        " 130,480,44,0 216,492,40,1"
    )
    art += _cherry_buds("40,250 170,50 300,268 300,480 40,478")
    return art + things.ribbon(things.TO_LEFT, RED, "홍단")


@face("03-junk1", "cherry")
def cherry_junk1() -> str:
    art = flowers.branch("290,550 280,440 300,330 270,220 320,60", (90, 70, 60, 52, 70))
    art += flowers.branch("276,250 220,210 160,190 110,120", (30, 20, 14, 8)) + flowers.branch(
        "284,420 220,430 160,420 90,470", (26, 18, 14, 8)
    )
    art += flowers.leaves(
        "60,210,200 150,90,-80 200,270,100 230,150,-40 60,400,190 190,370,-60 210,490,80 100,320,130"
        " 40,120,220 120,510,100",
        44,
        21,
    )
    art += _blossoms(
        "110,96,48,1 186,156,48,0 72,180,46,0 130,246,46,0 228,244,40,1 80,420,48,0 160,400,46,1"
        " 212,452,46,0 120,480,42,0"
    )
    return art + _cherry_buds("200,80 50,270 40,350 180,320 240,370 40,60")


@face("03-junk2", "cherry")
def cherry_junk2() -> str:
    art = flowers.branch("10,520 70,470 150,420 186,340 150,260 190,180", (100, 80, 64, 50, 40, 24))
    art += (
        flowers.branch("160,280 100,230 60,150", (28, 18, 8))
        + flowers.branch("180,350 240,320 290,240", (26, 18, 8))
        + flowers.branch("150,430 230,450 290,500", (26, 18, 8))
    )
    art += flowers.leaves(
        "40,130,220 150,70,-80 250,80,-50 296,190,10 40,270,160 100,320,110 260,390,30 300,440,-20"
        " 210,520,100 220,190,-70",
        44,
        21,
    )
    art += _blossoms(
        "84,110,46,0 186,116,48,1 268,140,46,0 66,214,46,1 142,206,44,0 226,226,48,0 282,268,40,1"
        " 226,404,44,0 280,460,46,1 196,476,44,0"
    )
    return art + _cherry_buds("120,50 224,56 36,290 290,350 250,520 120,286")


# 04 wisteria


@face("04-animal", "wisteria, cuckoo and moon")
def wisteria_animal() -> str:
    art = things.crescent()
    for stem in (
        "330,40 300,60 290,110 296,150",
        "330,330 306,250 300,190",
        "290,560 250,470 200,400",
        "300,560 296,440 270,330",
        "110,560 120,470 150,420",
        "36,0 30,30 36,70 30,110",
    ):
        art += trees.wisteria(stem)
    return (
        art
        + place(birds.cuckoo(), 8, 8)
        + trees.tendril("80,330 50,370 70,410 40,440 54,484 90,480 88,450 68,456")
    )


@face("04-ribbon", "wisteria, plain red ribbon")
def wisteria_ribbon() -> str:
    art = ""
    for stem in (
        "130,560 96,430 52,270 62,80",
        "110,560 70,500 30,430",
        "190,560 240,460 286,320 282,130",
        "210,560 262,510 310,440",
        "150,560 170,480 180,380",
    ):
        art += trees.wisteria(stem)
    return art + things.ribbon(things.TO_LEFT, RED)


@face("04-junk1", "wisteria")
def wisteria_junk1() -> str:
    art = ""
    for stem in (
        "160,560 166,380 150,220 158,80",
        "130,560 96,430 66,320 74,190",
        "190,560 226,440 256,320 248,180",
        "100,560 60,510 34,440 26,390",
        "220,560 268,500 300,420 304,330",
    ):
        art += trees.wisteria(stem)
    return art


@face("04-junk2", "wisteria")
def wisteria_junk2() -> str:
    art = ""
    for stem in (
        "180,560 170,400 196,240 190,90",
        "150,560 128,440 100,320 106,170",
        "120,560 66,460 36,360 40,260",
        "210,560 246,450 278,340 274,250",
        "230,560 276,520 308,470",
    ):
        art += trees.wisteria(stem)
    return art + trees.tendril("276,216 296,180 268,140 290,96 280,60 254,64 260,88 278,82")


# 05 iris


BLADES = (
    ("60,550 50,400 70,300 30,210", 26),
    ("110,550 96,380 100,240 66,120", 28),
    ("220,550 236,380 230,250 268,130", 28),
    ("270,550 286,420 270,320 306,240", 26),
    ("40,550 30,470 36,420 14,380", 22),
    ("296,550 300,480 296,440 320,400", 22),
)


def _clump() -> str:
    """Sword leaves all along the foot of the card."""
    art = "".join(flowers.blade(points, width) for points, width in BLADES)
    art += flowers.blade("140,550 140,440 130,360 120,300", 24) + flowers.blade(
        "190,550 190,440 204,370 214,310", 24
    )
    return art


def _stalk(points: str) -> str:
    """A flower's stalk."""
    return fill(brush(points, (11, 9, 8)), BLACK)


@face("05-animal", "iris, plank bridge")
def iris_animal() -> str:
    art = things.cloud(*things.CLOUDS["right"])
    for points, width in (
        ("40,420 52,300 40,210 22,160", 26),
        ("100,420 104,290 86,180 50,80", 28),
        ("230,420 226,300 250,190 290,120", 28),
        ("280,420 284,340 290,270 318,220", 26),
        ("140,420 130,330 120,290 100,260", 24),
        ("190,420 204,340 210,300 236,260", 24),
    ):
        art += flowers.blade(points, width)
    art += _stalk("150,440 152,300 150,200") + _stalk("214,430 222,260 216,120")
    art += (
        flowers.iris_bud(216, 108, 0.95)
        + flowers.iris(148, 204, 1.06)
        + place(flowers.iris(0, 0, 0.7), 246, 290)
    )
    return art + things.bridge()


@face("05-ribbon", "iris, plain red ribbon")
def iris_ribbon() -> str:
    art = _clump() + _stalk("236,550 250,420 246,240") + _stalk("84,550 70,430 72,330")
    art += flowers.iris(244, 236, 0.86) + flowers.iris_bud(72, 320, 0.9)
    return art + things.ribbon("122,70 130,180 150,290 192,410", RED)


@face("05-junk1", "iris")
def iris_junk1() -> str:
    art = _clump() + _stalk("164,550 168,380 166,240") + _stalk("200,550 216,340 212,130")
    return art + flowers.iris_bud(212, 116, 0.95) + flowers.iris(164, 226, 1.1)


@face("05-junk2", "iris")
def iris_junk2() -> str:
    art = (
        place(_clump(), 330, 0, mirror=True)
        + _stalk("140,550 130,420 126,300")
        + _stalk("226,550 236,380 230,190")
    )
    art += _stalk("80,550 74,330 84,160")
    return (
        art
        + flowers.iris_bud(84, 146, 0.9)
        + flowers.iris(126, 296, 0.92)
        + flowers.iris(230, 190, 0.86)
    )


# 06 peony


def _lobes(spots: str) -> str:
    """Peony leaves, written "x,y,size,turn"."""
    return "".join(flowers.lobed(*spot) for spot in table(spots))


@face("06-animal", "peony, butterflies")
def peony_animal() -> str:
    art = things.cloud(
        "0,540! 0,440 40,420 66,444! 96,420 140,432 150,462! 190,444 226,452 240,478! 280,460 340,470 340,540!",
        "26,470 46,458 42,444|106,470 126,458 118,446|196,494 214,484 208,470|280,500 298,490 292,478",
    )
    art += _lobes(
        "110,110,116,-50 210,90,96,24 230,170,116,70 100,190,110,-104 150,220,96,196 226,216,110,128"
    )
    art += flowers.peony(164, 148, 96, 8)
    return (
        art
        + place(beasts.butterfly(), 92, 352, -24, 1.02)
        + place(beasts.butterfly(), 232, 366, 30, 0.94)
    )


@face("06-ribbon", "peony, blue ribbon")
def peony_ribbon() -> str:
    art = _stalk("190,440 220,300 236,110")
    art += _lobes(
        "236,160,90,-70 240,150,84,70 120,300,90,-60 250,330,96,60 90,450,96,-110 250,450,96,120 170,480,80,180"
    )
    art += flowers.peony_bud(238, 92, 50, 12) + flowers.peony(176, 384, 96, 4)
    return art + things.ribbon("104,76 112,180 132,280 176,400", BLUE, "청단")


@face("06-junk1", "peony")
def peony_junk1() -> str:
    art = fill(brush("170,400 230,300 220,220 190,150", (12, 11, 10, 10)), BLACK)
    art += _lobes(
        "150,140,96,-66 240,150,84,80 224,250,100,74 100,310,100,-50 90,420,110,-112 250,420,110,112"
        " 160,470,90,184 240,330,90,50"
    )
    return art + flowers.peony(186, 124, 66, 20) + flowers.peony(164, 374, 104, 0)


@face("06-junk2", "peony")
def peony_junk2() -> str:
    art = fill(brush("160,380 130,290 160,200 176,120", (12, 11, 10, 10)), BLACK)
    art += _lobes(
        "170,170,92,-64 178,160,92,66 140,260,96,-70 160,256,96,64 90,410,110,-120 250,400,110,100"
        " 190,470,90,160 110,340,90,-60"
    )
    return art + flowers.peony_bud(176, 98, 56, -6) + flowers.peony(170, 374, 102, 14)
