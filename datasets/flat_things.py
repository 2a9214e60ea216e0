"""Flat things that a detector may take for cards: phones, papers, boxes, cards of other games."""

import cv2
import numpy as np

from scene_faces import as_bgr
from table_prints import blanket
from thing_parts import Thing, opaque, rounded_alpha, sheet, text_lines


def phone(rng: np.random.Generator) -> Thing:
    """A phone: dark glass, or a lit screen with a page on it."""
    face = sheet(84, 174, (22, 22, 24))
    if rng.random() < 0.5:
        face[8:-8, 4:-4, :3] = rng.uniform(30, 250, 3)
        for _ in range(int(rng.integers(2, 9))):
            x, y = int(rng.integers(5, 50)), int(rng.integers(10, 150))
            size = rng.integers(8, 40, 2)
            corner = (min(79, x + int(size[0])), min(164, y + int(size[1])))
            cv2.rectangle(face, (x, y), corner, opaque(rng.uniform(0, 255, 3)), -1)
        text_lines(face, rng, (10, 20, 74, 160), rng.uniform(0, 90, 3), 9)
    elif rng.random() < 0.6:
        face[..., :3] = rng.uniform(10, 230, 3)
        cv2.rectangle(face, (6, 6), (34, 40), opaque((30, 30, 32)), -1)
        cv2.circle(face, (14, 16), 7, opaque((12, 10, 8)), -1, cv2.LINE_AA)
        cv2.circle(face, (26, 29), 7, opaque((12, 10, 8)), -1, cv2.LINE_AA)
    rounded_alpha(face, 13)
    return Thing(face, (72, 149), 8, False, (40, 40, 44))


def bag(rng: np.random.Generator) -> Thing:
    """A crumpled snack bag with a loud print."""
    face = sheet(150, 200, rng.uniform(0, 255, 3))
    for _ in range(int(rng.integers(3, 7))):
        at = (int(rng.integers(10, 140)), int(rng.integers(20, 180)))
        axes = (int(rng.integers(10, 50)), int(rng.integers(8, 30)))
        tone = opaque(rng.uniform(0, 255, 3))
        cv2.ellipse(face, at, axes, float(rng.uniform(0, 180)), 0, 360, tone, -1, cv2.LINE_AA)
    size = float(rng.uniform(0.8, 1.6))
    text = "".join(rng.choice(list("ABCDEGHKMNOPRSTUZ"), 5))
    cv2.putText(
        face, text, (8, 70), cv2.FONT_HERSHEY_TRIPLEX, size, opaque(rng.uniform(0, 255, 3)), 4
    )
    folds = cv2.resize(rng.normal(0, 34, (14, 10)).astype(np.float32), (150, 200))
    shine = np.where(folds > 40, folds * 2.0, folds)
    face[..., :3] = np.clip(face[..., :3] + shine[..., None], 0, 255)
    wobble = cv2.resize(rng.uniform(0, 9, (9, 2)).astype(np.float32), (2, 200))
    x = np.arange(150)
    outside = (x < wobble[:, :1]) | (x > 149 - wobble[:, 1:])
    face[..., 3][outside] = 0
    face[:7:2, :, :3] //= 2
    face[-7::2, :, :3] //= 2
    return Thing(
        face, (float(rng.uniform(110, 190)), float(rng.uniform(150, 260))), 1, False, (90, 90, 90)
    )


def card_box(rng: np.random.Generator) -> Thing:
    """The box hwatu comes in: a coloured lid of about a card's size, with a flower and print."""
    lids = ((35, 30, 190), (30, 25, 120), (120, 60, 30), (30, 30, 34), (60, 170, 215))
    lid = np.asarray(lids[int(rng.integers(5))]) + rng.normal(0, 12, 3)
    face = sheet(80, 130, lid)
    if rng.random() < 0.6:
        face[12:-30, 10:-10, :3] = cv2.resize(blanket(rng, 120, 90, 0.35), (60, 88))
    text = "".join(rng.choice(list("HWATUGO"), 4))
    cv2.putText(
        face, text, (12, 122), cv2.FONT_HERSHEY_DUPLEX, 0.7, (235, 240, 240, 255), 2, cv2.LINE_AA
    )
    cv2.rectangle(face, (0, 0), (79, 129), opaque(lid * 0.6), 2)
    side = lid * 0.6
    wide = float(rng.uniform(36, 62))
    return Thing(
        face,
        (wide, wide * 1.6),
        float(rng.uniform(15, 38)),
        False,
        as_bgr(side),
    )


def playing_card(rng: np.random.Generator) -> Thing:
    """A card of another game: pips and index, a court's colours, or a lattice back."""
    face = sheet(100, 140, (246, 248, 248))
    ink = (30, 25, 200) if rng.random() < 0.5 else (25, 25, 25)
    way = rng.random()
    if way < 0.3:
        colour = ((40, 30, 180), (150, 60, 30), (40, 40, 40))[int(rng.integers(3))]
        face[8:-8, 8:-8, :3] = colour
        for i in range(-140, 240, 9):
            for end in (i + 124, i - 124):
                cv2.line(face, (i, 8), (end, 132), opaque((225, 225, 235)), 1, cv2.LINE_AA)
        face[:, :8, :3], face[:, -8:, :3] = 246, 246
    elif way < 0.8:
        index = str(rng.choice(list("A23456789JQK")))
        cv2.putText(face, index, (5, 26), cv2.FONT_HERSHEY_DUPLEX, 0.8, opaque(ink), 2, cv2.LINE_AA)
        for y in np.linspace(34, 106, int(rng.integers(1, 5))):
            for x in ((50,), (32, 68))[int(rng.integers(2))]:
                spot = np.array(((0, -10), (9, 2), (0, 10), (-9, 2))) + np.array((x, y))
                cv2.fillPoly(face, [np.round(spot).astype(np.int32)], opaque(ink), cv2.LINE_AA)
    else:
        face[16:-16, 18:-18, :3] = cv2.resize(blanket(rng, 108, 64, 0.3), (64, 108))
        cv2.rectangle(face, (18, 16), (82, 124), opaque(ink), 1)
    rounded_alpha(face, 6)
    wide = float(rng.uniform(54, 64))
    return Thing(face, (wide, wide * 1.4), 0.4, False, (225, 225, 225))


def paper(rng: np.random.Generator) -> Thing:
    """A sheet, receipt, score pad or banknote."""
    way = rng.random()
    if way < 0.3:
        notes = ((120, 175, 120), (110, 190, 225), (185, 150, 120), (130, 140, 215))
        tint = np.asarray(notes[int(rng.integers(4))])
        face = sheet(150, 70, tint)
        cv2.ellipse(face, (112, 36), (18, 24), 0, 0, 360, opaque(tint * 0.72), -1, cv2.LINE_AA)
        cv2.ellipse(face, (112, 30), (9, 11), 0, 0, 360, opaque(tint * 1.15), -1, cv2.LINE_AA)
        cv2.putText(
            face, "1000", (6, 20), cv2.FONT_HERSHEY_DUPLEX, 0.5, opaque(tint * 0.5), 1, cv2.LINE_AA
        )
        text_lines(face, rng, (8, 34, 84, 66), tint * 0.65, 6)
        return Thing(face, (142, 68), 0.3, False, (180, 190, 190))
    tone = sheet(1, 1, np.asarray((235, 240, 242)) - rng.uniform(0, 40, 3))[0, 0, :3]
    face = sheet(210, 300, tone)
    text_lines(face, rng, (18, 22, 194, 282), rng.uniform(30, 120, 3), int(rng.integers(5, 14)))
    if rng.random() < 0.3:
        shade = rng.uniform(20, 230, 3)
        cv2.rectangle(face, (14, 20), (80, 80), opaque(shade), -1)
    width = float(rng.choice((35, 58, 75, 105, 150, 210)))
    return Thing(face, (width, width * float(rng.uniform(1.2, 1.9))), 0.4, False, (200, 200, 200))


def swatch(rng: np.random.Generator) -> Thing:
    """A plain rectangle about as big as a card: bank card, lighter, match box, eraser, note."""
    base = rng.uniform(10, 245, 3)
    if rng.random() < 0.35:
        base = np.array((40, 35, 195)) + rng.normal(0, 20, 3)
    face = sheet(60, 96, base)
    for _ in range(int(rng.integers(0, 4))):
        corner = rng.integers(2, 50, 2)
        far = corner + rng.integers(5, 45, 2)
        cv2.rectangle(face, corner.tolist(), far.tolist(), opaque(rng.uniform(0, 255, 3)), -1)
    if rng.random() < 0.5:
        text_lines(face, rng, (6, 60, 54, 92), 255 - base, 8)
    rounded_alpha(face, int(rng.integers(0, 9)))
    wide = float(rng.uniform(16, 60))
    side = base * 0.6
    return Thing(
        face,
        (wide, wide * float(rng.uniform(1.1, 2.6))),
        float(rng.choice((0.8, 3, 12))),
        False,
        as_bgr(side),
    )
