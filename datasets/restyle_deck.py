"""Turns a folder of card art into the art of another deck: other inks, paper, lines and borders.

    python datasets/restyle_deck.py --art FOLDER --seed 5 --out FOLDER

The style is drawn from the seed, and is the same for all cards of the deck.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from card_restyle import restyle
from deck_variety import draw_style
from scene_faces import BadInput, load_art


def restyled_deck(art: Path, out: Path, seed: int) -> int:
    """How many drawings were written to `out`, each in the style of that seed.

    Raises:
        BadInput: the art folder cannot be used. OSError: a file cannot be written.
    """
    # Cards are drawn afresh in each film: what ages them belongs there.
    style = replace(draw_style(np.random.default_rng((seed, 0))), wear=0.0, grain=0.0)
    out.mkdir(parents=True, exist_ok=True)
    drawings = load_art(art).drawings
    count = 0
    for face, alike in sorted(drawings.items()):
        for place, drawing in enumerate(alike, 1):
            rng = np.random.default_rng((seed, count))
            card = drawing.picture_bgr
            if face != "back":
                card = restyle(card, face, style, rng)
            name = f"{face}{place}.png" if face.endswith("junk") else f"{face}.png"
            packed = cv2.imencode(".png", card)[1]
            (out / name).write_bytes(packed.tobytes())
            count += 1
    return count


def main(argv: Sequence[str] | None = None) -> int:
    """0 when all were written; 2 with one line on standard error when the input is bad."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--art", type=Path, required=True, help="folder of card pictures")
    parser.add_argument("--seed", type=int, default=0, help="of the style")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args(argv)
    try:
        count = restyled_deck(args.art, args.out, args.seed)
    except (BadInput, OSError) as error:
        print(f"restyle_deck: {error}", file=sys.stderr)
        return 2
    print(f"{count} drawings -> {args.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
