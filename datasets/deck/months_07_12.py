"""The faces of bush clover, pampas, chrysanthemum, maple, paulownia and rain."""

from deck import beasts, birds, flowers, things, trees
from deck.frame import face
from deck.shapes import (
    BLACK,
    BLUE,
    RED,
    WHITE,
    YELLOW,
    brush,
    curve,
    disc,
    fill,
    line,
    place,
    table,
)

# 07 clover


@face("07-animal", "bush clover, boar")
def clover_animal() -> str:
    art = things.cloud(*things.CLOUDS["corner"])
    for stem in (
        "320,400 304,270 280,160 292,50",
        "300,380 270,270 230,180 190,100",
        "260,360 230,290 170,230 100,210",
    ):
        art += trees.clover(stem, 0.3)
    art += place(beasts.boar(), 12, 12, 0, 0.9)
    for stem in ("190,560 120,510 16,500", "180,570 250,514 340,496"):
        art += trees.clover(stem, 0.2, 30)
    return art


@face("07-ribbon", "bush clover, plain red ribbon")
def clover_ribbon() -> str:
    art = ""
    for stem in (
        "40,560 44,400 60,250 50,110",
        "60,560 130,490 200,460 300,470",
        "80,440 130,330 150,200",
        "200,540 256,440 296,310 282,90",
    ):
        art += trees.clover(stem, 0.4)
    return art + things.ribbon(things.TO_LEFT, RED)


@face("07-junk1", "bush clover")
def clover_junk1() -> str:
    art = ""
    for stem in (
        "30,540 100,440 130,300 124,110",
        "90,460 170,380 220,280 232,130",
        "60,510 160,450 240,390 296,270",
        "50,540 140,510 220,490 300,470",
        "104,400 70,330 50,250 54,180",
    ):
        art += trees.clover(stem)
    return art


@face("07-junk2", "bush clover")
def clover_junk2() -> str:
    art = ""
    for stem in (
        "310,540 240,440 206,300 214,110",
        "236,440 160,360 108,260 96,120",
        "270,500 180,430 100,380 34,280",
        "290,530 200,500 120,490 34,480",
        "226,400 266,320 290,240 284,160",
    ):
        art += trees.clover(stem)
    return art


# 08 pampas


@face("08-bright", "pampas, full moon")
def moon() -> str:
    art = things.sky(RED) + fill(disc(165, 150, 104), WHITE, 3.2)
    return (
        art
        + trees.hill(222)
        + trees.pampas(3, "210,500 270,470 60,400 150,420 240,400")
        + things.seal(98, 436)
    )


@face("08-animal", "pampas, three geese")
def geese() -> str:
    art = trees.hill(236) + trees.pampas(4, "70,420 170,400 262,430 110,500 220,500")
    art += place(birds.goose(), 224, 92, 6, 1.08) + place(birds.goose(), 114, 164, -4, 1.08)
    return art + place(birds.goose(), 226, 226, 8, 1.08)


@face("08-junk1", "pampas")
def pampas_junk1() -> str:
    return trees.hill(228, 34, -16) + trees.pampas(
        1, "56,420 130,390 210,410 276,460 160,490 80,510"
    )


@face("08-junk2", "pampas")
def pampas_junk2() -> str:
    art = trees.pampas(5, "206,226 254,236", 84, BLACK) + trees.hill(322, -64, 34)
    return art + trees.pampas(2, "80,390 170,330 250,330 130,440 220,450 60,500 280,510")


# 09 chrysanthemum


def _mums(stem: str, spots: str) -> str:
    """A chrysanthemum's stem with its leaves, written "x,y,size,turn"."""
    art = fill(brush(stem, (13, 12, 12, 10)), BLACK)
    return art + "".join(flowers.mum_leaf(*spot) for spot in table(spots))


@face("09-animal", "chrysanthemum, sake cup")
def mum_animal() -> str:
    art = things.cloud(
        "130,0! 124,40 160,60 186,42! 204,72 246,70 256,46! 284,66 340,50 340,0!",
        "160,38 178,30 172,16|222,50 240,42 232,28|290,44 306,36 300,24",
    )
    art += _mums(
        "70,480 80,330 100,220 110,110",
        "90,190,80,-60 110,190,84,60 60,420,96,-120 90,320,90,76 60,330,80,-80",
    )
    art += flowers.mum_side(112, 116, 56) + flowers.mum(92, 270, 78)
    art += things.water() + line(
        "M24 456q20 -8 40 0t40 0M150 462q20 -8 40 0t40 0M250 446q20 -8 40 0t40 0M60 486q20 -8 40 0t40 0M190"
        " 490q20 -8 40 0t40 0",
        2.4,
        WHITE,
    )
    art += fill(curve("0,470! 50,462 110,490 150,530! 0,540!"), BLACK)
    return art + things.cup(212, 372, 0.94, -12)


@face("09-ribbon", "chrysanthemum, blue ribbon")
def mum_ribbon() -> str:
    art = _mums(
        "190,560 224,400 202,240 190,110",
        "200,190,90,-60 210,190,90,64 80,330,96,-80 240,330,96,50 230,440,96,120 110,470,96,-130 80,250,84,-40",
    )
    art += flowers.mum_side(200, 110, 62) + flowers.mum(224, 380, 82)
    return art + things.ribbon("108,88 116,196 134,300 170,424", BLUE, "청단")


@face("09-junk1", "chrysanthemum")
def mum_junk1() -> str:
    art = _mums(
        "160,500 130,360 170,250 170,110",
        "165,210,92,-70 172,200,96,62 90,300,96,-50 240,300,96,50 100,410,110,-120 230,420,110,124 150,440,90,190",
    )
    return art + flowers.mum_side(170, 116, 66) + flowers.mum(160, 330, 96)


@face("09-junk2", "chrysanthemum")
def mum_junk2() -> str:
    art = _mums(
        "140,500 190,380 150,240 150,120",
        "150,210,92,66 146,220,92,-64 250,330,100,70 110,310,90,-66 250,440,100,130 110,430,110,-110 180,460,84,180",
    )
    return art + flowers.mum_side(150, 124, 66, -6) + flowers.mum(184, 352, 94)


# 10 maple


MAPLE_INKS = {"red": RED, "yellow": YELLOW, "black": BLACK}


def _maples(spots: str) -> str:
    """Scattered leaves, written "x,y,size,turn,colour"."""
    art = ""
    for word in spots.split():
        x, y, size, turn, colour = word.split(",")
        art += trees.maple(float(x), float(y), 1.3 * float(size), float(turn), MAPLE_INKS[colour])
    return art


@face("10-animal", "maple, deer")
def maple_animal() -> str:
    art = flowers.branch("330,110 296,190 306,290", (24, 16, 8))
    art += _maples(
        "250,70,54,20,red 230,160,44,200,black 292,190,52,-30,yellow 284,274,46,150,red 40,54,46,-40,yellow"
        " 150,40,34,10,black 34,470,44,200,red 300,476,40,140,black"
    )
    return art + beasts.deer()


@face("10-ribbon", "maple, blue ribbon")
def maple_ribbon() -> str:
    art = _maples(
        "64,84,62,140,black 252,90,66,30,red 276,240,60,-20,black 60,220,56,200,red 70,370,66,160,black"
        " 270,370,64,150,red 100,486,60,30,red 236,486,56,190,yellow"
    )
    return art + things.ribbon(things.TO_RIGHT, BLUE, "청단")


@face("10-junk1", "maple")
def maple_junk1() -> str:
    return _maples(
        "166,66,66,180,black 62,180,66,40,red 270,168,62,-24,red 150,286,72,190,black 274,346,66,150,red"
        " 54,400,62,20,yellow 172,448,64,-10,red 284,496,54,40,black"
    )


@face("10-junk2", "maple")
def maple_junk2() -> str:
    return _maples(
        "246,84,66,-20,red 92,110,66,150,black 198,230,64,40,red 54,270,60,-30,yellow 280,330,66,170,black"
        " 140,386,68,20,red 50,474,58,60,black 226,478,62,200,yellow"
    )


# 11 paulownia


@face("11-bright", "paulownia, phoenix")
def paulownia_bright() -> str:
    art = birds.phoenix() + flowers.paulownia_spike(76, 414, 0.84, -4)
    art += fill("M0 470H340V560H0Z", YELLOW, 3)
    art += flowers.paulownia_leaf(262, 440, 92, -8) + flowers.paulownia_leaf(70, 440, 92, 8)
    art += flowers.paulownia_leaf(166, 446, 100)
    return art + things.seal(260, 462)


def _grove(spikes: str, foliage: str) -> str:
    """Paulownia spikes over their leaves, written "x,y,size,turn"."""
    art = "".join(flowers.paulownia_spike(*spike) for spike in table(spikes))
    return art + "".join(flowers.paulownia_leaf(*one) for one in table(foliage))


@face("11-junk1", "paulownia")
def paulownia_junk1() -> str:
    return _grove(
        "160,250,1.3,0 82,262,0.96,-12 246,262,0.96,12",
        "80,305,100,32 250,305,100,-32 165,301,124,0",
    )


@face("11-junk2", "paulownia")
def paulownia_junk2() -> str:
    return _grove("94,244,1.2,-6 236,250,1.2,6", "92,291,108,24 240,305,112,-22 166,315,116,4")


@face("11-double", "paulownia, double junk")
def paulownia_double() -> str:
    art = fill("M0 356H340V560H0Z", RED, 3)
    return art + _grove(
        "165,232,1.3,0 84,250,1,-12 248,250,1,12", "78,285,100,34 252,285,100,-34 165,283,118,0"
    )


# 12 willow


@face("12-bright", "rain, the man with the umbrella")
def rain_bright() -> str:
    art = things.stream()
    art += fill(curve("0,500! 60,488 130,478 220,470 300,466 340,474! 340,560! 0,560!"), BLACK)
    for hang, widths, seed in (
        ("40,10 34,120 56,200 40,300", (70, 60, 40, 2), 1),
        ("300,0 292,120 304,200 290,300", (80, 50, 36, 2), 2),
        ("100,0 96,80 110,150", (60, 44, 2), 3),
        ("240,0 236,50 244,110", (60, 40, 2), 4),
    ):
        art += trees.willow(hang, widths, seed, 18)
    art += beasts.rain_man() + beasts.umbrella(210, 190) + place(beasts.frog(), 70, 446, -30, 0.86)
    return art + things.seal(84, 72)


@face("12-animal", "willow, swallow")
def rain_animal() -> str:
    art = ""
    for hang, widths, seed in (
        ("270,-10 304,80 310,220 298,440", (90, 54, 40, 2), 5),
        ("60,-10 30,80 28,220 44,400", (90, 50, 34, 2), 6),
        ("136,-10 110,50 100,120 106,176", (90, 44, 26, 2), 7),
        ("190,-10 208,40 206,110", (80, 44, 2), 8),
    ):
        art += trees.willow(hang, widths, seed)
    return art + place(birds.swallow(), 14, 46, 0, 0.9)


@face("12-ribbon", "willow, plain red ribbon")
def rain_ribbon() -> str:
    art = trees.willow_trunk()
    for hang, widths, seed in (
        ("300,0 284,160 300,320 270,500", (110, 70, 50, 2), 9),
        ("30,0 40,90 26,200 44,330", (90, 64, 40, 2), 10),
        ("150,0 160,60 120,170", (130, 60, 2), 11),
        ("226,0 240,110 226,260", (90, 56, 2), 12),
    ):
        art += trees.willow(hang, widths, seed)
    return art + things.ribbon("138,108 146,210 168,316 214,440", RED)


@face("12-double", "lightning, double junk")
def rain_double() -> str:
    art = things.sky(RED)
    art += line("M20 40L76 106M64 16L106 84M120 16L132 62M316 190L282 210", 3.4)
    art += things.gate()
    waves = "M20 508q24 -16 48 0t48 0t48 0t48 0t48 0t48 0M140 486q14 -10 28 0t28 0t28 0"
    return art + line(waves, 3.4) + things.bolt() + place(beasts.claw(), 290, 72)
