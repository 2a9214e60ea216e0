"""Photographs of a deck laid out in order, as somebody takes them who enrols it.

    python datasets/lay_out_deck.py --art FOLDER --out FOLDER [--seed N]

Two pictures, 1920x1080, of 24 cards each in the order of the deck: `0.jpg` and `1.jpg`, each with
a light, a camera and a table of its own. The deck is as it is drawn.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from scene_camera import look_down
from scene_canvas import NOBODY, Canvas
from scene_cards import Sheen, draw_cards
from scene_decks import Deck, Printed, dress_deck
from scene_faces import Array, Art, BadInput, level_for, load_art
from scene_layout import Pile, Placement
from scene_light import draw_light, draw_shot, draw_sun, lit, metered, shoot
from scene_tables import draw_table
from scorer.cards import DECK

SIZE_PX = (1920, 1080)
CARD_PX = 95.0
STEP_MM = (46.0, 66.0)
"""From card to card: a thumb's width lies between them."""
COLUMNS, ROWS = 8, 3
LIGHT, SHOT = 0.35, 0.3
"""Of 1, see scene_plan.Difficulty: somebody takes care."""
QUALITY = 92


def in_order(deck: Deck) -> list[Printed]:
    """All 48 cards; of two alike each in its own drawing."""
    faces = [card.face for card in DECK]
    return [
        (face, faces[:i].count(face) % len(deck.drawings[face])) for i, face in enumerate(faces)
    ]


def photograph(art: Art, half: int, seed: int) -> Array:
    """(1080, 1920, 3) uint8: the first or the second 24 cards in rows of eight."""
    rng = np.random.default_rng((seed, half))
    camera = look_down(
        SIZE_PX,
        card_width_px=CARD_PX,
        tilt_deg=float(rng.uniform(0, 8)),
        towards_deg=float(rng.uniform(0, 360)),
        turn_deg=float(rng.normal(0, 2)),
        bend=0.0,
        focal=1.0,
    )
    height_px = level_for(camera.px_per_mm * 54)
    deck = dress_deck([art], np.random.default_rng(seed), height_px=height_px, strength=0.0)
    count = COLUMNS * ROWS
    pile = rows(in_order(deck)[half * count : (half + 1) * count], rng)
    canvas = Canvas(draw_table(camera, rng), np.full(SIZE_PX[::-1], NOBODY, np.int16))
    dull = Sheen(chance=0.0, veil=0.0)
    draw_cards(canvas, camera, deck, pile, sun=draw_sun(rng, LIGHT), sheen=dull, rng=rng)
    frame = lit(canvas.frame_bgr, draw_light(rng, LIGHT, SIZE_PX))
    return shoot(frame, metered(draw_shot(rng, SHOT), frame, rng), rng)


def rows(cards: Sequence[Printed], rng: np.random.Generator) -> Pile:
    """From left to right, row below row, laid by hand."""
    middle = np.array((COLUMNS - 1, ROWS - 1)) / 2
    pile = []
    for i, printed in enumerate(cards):
        place = (np.array((i % COLUMNS, i // COLUMNS)) - middle) * STEP_MM + rng.normal(0, 1, 2)
        pile.append(Placement(printed, (float(place[0]), float(place[1])), float(rng.normal(0, 2))))
    return pile


def main(argv: Sequence[str] | None = None) -> int:
    """0 when the pictures are written; 2 with one line on standard error when the input is bad."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--art", type=Path, required=True, help="folder of card pictures")
    add("--out", type=Path, required=True, help="folder for the photographs")
    add("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    try:
        art = load_art(args.art)
        args.out.mkdir(parents=True, exist_ok=True)
        for half in (0, 1):
            told = [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
            cv2.imwrite(str(args.out / f"{half}.jpg"), photograph(art, half, args.seed), told)
    except (BadInput, OSError) as error:
        print(f"lay_out_deck: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
