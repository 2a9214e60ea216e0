"""Hangul and Chinese characters as brush strokes, so that no picture ever needs a font."""

from collections.abc import Sequence

from deck.shapes import Knot, Point, Warp, brush, knots

Stroke = tuple[str, tuple[float, ...]]
Box = tuple[float, float, float, float]

# Strokes in a unit box, 0..100 both ways, with the brush's widths along the stroke (in hundredths of the box).
HEAVY = (13.5, 11.5, 13.5)
ROUND = "50,8 18,22 10,52 24,84 52,92 82,80 91,50 80,20 50,8"

LETTERS: dict[str, tuple[str, ...]] = {
    "ㄴ": ("14,6 12,50 18,84! 52,86 92,78",),
    "ㄷ": ("90,12 50,14 12,14! 12,50 14,86! 52,88 96,82",),
    "ㅁ": ("84,88 50,88 17,88! 16,50 14,12! 50,11 86,10! 84,50 82,88",),
    "ㅂ": ("14,6 16,50 18,92", "86,6 84,50 82,92", "17,48 50,49 84,47", "18,88 50,89 82,87"),
    "ㅅ": ("54,6 44,40 10,94", "50,42 66,70 94,92"),
    "ㅇ": (ROUND,),
    "ㅈ": ("8,14 50,14 90,10!", "58,14 44,52 8,92", "48,48 66,72 94,92"),
    "ㅊ": ("38,2 52,6 64,12", "8,32 50,32 92,28!", "56,32 42,64 8,96", "48,60 66,78 94,96"),
    "ㅋ": ("10,12 50,12! 88,10! 86,50 66,96", "12,48 48,48 84,46"),
    "ㅍ": ("6,12 50,12 94,10", "32,14 35,50 36,86", "68,14 65,50 64,86", "4,90 50,90 96,86"),
    "ㅎ": (
        "36,2 52,5 66,11",
        "6,27 50,27 94,23",
        "50,38 26,48 19,68 30,90 52,96 76,86 82,66 72,46 50,38",
    ),
    "ㅏ": ("30,0 32,50 30,100", "32,46 60,46 88,44"),
    "ㅓ": ("70,0 71,50 70,100", "14,46 40,47 70,46"),
    "ㅗ": ("50,-8 51,30 50,80", "2,84 50,85 98,80"),
    "ㅡ": ("2,50 50,52 98,46",),
    "ㅣ": ("50,0 52,50 50,100",),
}

SYLLABLES: dict[str, tuple[tuple[str, Box], ...]] = {
    "홍": (("ㅎ", (16, -3, 68, 42)), ("ㅗ", (2, 45, 96, 18)), ("ㅇ", (24, 72, 52, 29))),
    "단": (("ㄷ", (4, 6, 52, 46)), ("ㅏ", (60, 0, 40, 66)), ("ㄴ", (18, 62, 72, 36))),
    "청": (("ㅊ", (2, 2, 60, 54)), ("ㅓ", (54, 0, 44, 64)), ("ㅇ", (30, 66, 54, 33))),
    "쌍": (
        ("ㅅ", (0, 4, 34, 52)),
        ("ㅅ", (30, 4, 36, 52)),
        ("ㅏ", (62, 0, 38, 64)),
        ("ㅇ", (26, 66, 52, 33)),
    ),
    "피": (("ㅍ", (2, 10, 66, 76)), ("ㅣ", (72, 0, 26, 100))),
    "보": (("ㅂ", (16, 0, 68, 52)), ("ㅗ", (2, 58, 96, 38))),
    "너": (("ㄴ", (4, 14, 46, 62)), ("ㅓ", (46, 0, 52, 100))),
    "스": (("ㅅ", (12, 2, 76, 60)), ("ㅡ", (2, 66, 96, 30))),
    "조": (("ㅈ", (12, 4, 76, 54)), ("ㅗ", (2, 58, 96, 38))),
    "커": (("ㅋ", (2, 10, 58, 78)), ("ㅓ", (48, 0, 52, 100))),
    "삼": (("ㅅ", (2, 4, 60, 54)), ("ㅏ", (62, 0, 38, 62)), ("ㅁ", (24, 66, 58, 32))),
}

SEAL: tuple[Stroke, ...] = (  # light
    ("50,3 52,20 50,45", (9, 11, 9)),
    ("20,13 27,22 33,36", (6, 11, 13)),
    ("82,9 74,22 64,35", (6, 10, 12)),
    ("4,47 50,46 97,44", (10, 9, 14)),
    ("42,48 39,66 24,84 4,95", (12, 11, 8, 3)),
    ("61,47 60,68 63,86 78,92 94,88 97,70!", (12, 12, 12, 11, 8, 3)),
)

LONG_LIFE: tuple[Stroke, ...] = (  # long life
    ("22,9 50,9 80,7", (7, 6, 8)),
    ("50,0 50,10 50,21", (8, 8, 8)),
    ("12,22 50,22 90,20", (7, 6, 8)),
    ("20,33 50,33! 82,32! 80,44", (7, 6, 7)),
    ("8,45 50,45 92,44", (7, 6, 8)),
    ("24,56 50,56 78,55", (7, 6, 7)),
    ("50,46 50,56 48,66", (7, 7, 7)),
    ("4,67 50,67 96,66", (7, 6, 8)),
    ("14,77 16,86 18,97", (7, 7, 7)),
    ("15,78! 42,77! 41,86 39,96", (6, 6, 6)),
    ("18,95 28,95 40,95", (6, 6, 6)),
    ("52,79 72,78 96,77", (7, 6, 7)),
    ("80,70 81,84 78,99 70,94!", (8, 8, 7, 3)),
    ("58,85 62,89 66,93", (5, 7, 7)),
)

THREE = "16,14 50,4 78,18 74,40 46,48! 78,56 84,80 52,97 14,86"


def _strokes(strokes: Sequence[Stroke], warp: Warp, size: float) -> str:
    """Path data of brush strokes in a unit box seen through `warp`."""
    return "".join(
        brush(points, [w * size / 100 for w in widths], warp) for points, widths in strokes
    )


def boxed(x: float, y: float, width: float, height: float) -> Warp:
    """A unit box laid on the card as a rectangle."""

    def warp(u: float, v: float) -> Point:
        return x + u * width / 100, y + v * height / 100

    return warp


def syllable(text: str, warp: Warp, size: float) -> str:
    """Path data of one hangul syllable (or the figure 3)."""
    if text == "3":
        return brush(THREE, [w * size / 100 for w in HEAVY], warp)
    parts = []
    for letter, (x, y, width, height) in SYLLABLES[text]:
        for points in LETTERS[letter]:
            inner = [
                Knot(x + k.x * width / 100, y + k.y * height / 100, k.sharp) for k in knots(points)
            ]
            parts.append(brush(inner, [w * size / 100 for w in HEAVY], warp))
    return "".join(parts)


def light(x: float, y: float, size: float) -> str:
    """Path data of the character of the bright cards, centred on x, y."""
    return _strokes(SEAL, boxed(x - size / 2, y - size / 2, size, size), size)


def long_life(warp: Warp, size: float) -> str:
    """Path data of the character on the sake cup."""
    return _strokes(LONG_LIFE, warp, size)
