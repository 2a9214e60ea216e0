"""Writes the deck: `python datasets/make_deck.py --out FOLDER`, one SVG file a face."""

import argparse
import sys
from pathlib import Path

from deck.cards import NAMES, render


def write_deck(folder: Path) -> int:
    """Writes every face into the folder; says how many bytes that took."""
    folder.mkdir(parents=True, exist_ok=True)
    total = 0
    for name in NAMES:
        text = render(name)
        (folder / f"{name}.svg").write_text(text, encoding="utf-8", newline="\n")
        total += len(text.encode())
    return total


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="make_deck", description="Write our own deck of hwatu as SVG files."
    )
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FOLDER", help="where the files go"
    )
    folder: Path = parser.parse_args(arguments).out
    try:
        total = write_deck(folder)
    except OSError as fault:
        print(f"make_deck: {fault}", file=sys.stderr)
        return 2
    print(f"{len(NAMES)} cards, {total / 1024:.0f} KiB in {folder}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
