"""Draws decks of artists who are not: every card composed anew, flowers and all.

    python datasets/invented_deck.py --out FOLDER --count 60 [--seed S] [--height 480] \
        [--workers N] [--traditional]

Each deck is a folder of PNG files that make_scenes.py takes as --art: the cards of the twelve
months; jokers and backs it invents anyway. --traditional: things stand where prints of the
tradition have them, see invented_tradition.py. Needs the package resvg-py.
"""

import argparse
import sys
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np

from invented_faces import OWN_WAYS, Customs, drawn_deck
from invented_tradition import TRADITION
from render_deck import rasteriser
from scene_faces import BadInput


def folders(out: Path, count: int, seed: int) -> tuple[Path, ...]:
    """Where decks of this seed are written."""
    return tuple(out / f"invented-{seed}-{number:03}" for number in range(count))


def write_decks(
    out: Path,
    count: int,
    seed: int,
    height_px: int,
    workers: int = 1,
    customs: Customs = OWN_WAYS,
) -> None:
    """Deck n of a seed is the same in every run.

    Raises:
        BadInput: resvg-py is missing. OSError: a file cannot be written.
    """
    rasteriser()  # where it is missing, that is told here
    write = partial(write_deck, seed=seed, height_px=height_px, customs=customs)
    with ProcessPoolExecutor(workers) as processes:
        deque(processes.map(write, folders(out, count, seed), range(count)), maxlen=0)


def write_deck(folder: Path, number: int, seed: int, height_px: int, customs: Customs) -> None:
    """One of them."""
    convert = rasteriser()
    folder.mkdir(parents=True, exist_ok=True)
    for name, svg in drawn_deck(np.random.default_rng((seed, number)), customs).items():
        png = bytes(convert(svg_string=svg, height=height_px))
        (folder / f"{name}.png").write_bytes(png)


def main(argv: Sequence[str] | None = None) -> int:
    """0 when all were written; 2 with one line on standard error when that failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="a folder a deck goes in here")
    parser.add_argument("--count", type=int, default=1, help="decks")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--height", type=int, default=480, help="pixels of a card")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument("--traditional", action="store_true", help="composed as prints have it")
    args = parser.parse_args(argv)
    try:
        if args.workers < 1:
            raise BadInput(f"--workers {args.workers}: expected 1 or more")
        if args.height < 16:
            raise BadInput(f"--height {args.height}: too small; expected 16 or more")
        if args.count < 1:
            raise BadInput(f"--count {args.count}: expected 1 or more")
        customs = TRADITION if args.traditional else OWN_WAYS
        write_decks(args.out, args.count, args.seed, args.height, args.workers, customs)
    except (BadInput, OSError) as error:
        print(f"invented_deck: {error}", file=sys.stderr)
        return 2
    print(f"{args.count} decks -> {args.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
