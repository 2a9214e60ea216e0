"""Turns a deck of SVG drawings into the PNG folder that make_scenes.py takes.

    python datasets/render_deck.py --svg FOLDER --out FOLDER --height 800

Needs the package resvg-py.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from scene_faces import BadInput


def rasteriser() -> Callable[..., bytes]:
    """The function of resvg-py that turns SVG text into PNG bytes; BadInput where it is missing."""
    try:
        convert: Callable[..., bytes] = import_module("resvg_py").svg_to_bytes
    except ImportError as error:
        raise BadInput(
            "resvg-py is not installed; expected it here: pip install resvg-py"
        ) from error
    return convert


def render_deck(svg_folder: Path, out: Path, height_px: int) -> int:
    """How many drawings were written to `out` as PNG of this height."""
    paths = sorted(svg_folder.glob("*.svg"))
    if not paths:
        raise BadInput(
            f"{svg_folder}: no SVG files here; expected drawings named like 01-bright.svg"
        )
    convert = rasteriser()
    out.mkdir(parents=True, exist_ok=True)
    for path in paths:
        try:
            png = convert(svg_string=path.read_text(encoding="utf-8"), height=height_px)
        except ValueError as error:
            raise BadInput(f"{path}: {error}; expected an SVG drawing") from error
        (out / f"{path.stem}.png").write_bytes(bytes(png))
    return len(paths)


def main(argv: Sequence[str] | None = None) -> int:
    """0 when all were written; 2 with one line on standard error when the input is bad."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--svg", type=Path, required=True, help="folder of SVG drawings")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--height", type=int, default=800, help="pixels")
    args = parser.parse_args(argv)
    try:
        if args.height < 16:
            raise BadInput(f"--height {args.height}: too small; expected 16 or more")
        count = render_deck(args.svg, args.out, args.height)
    except (BadInput, OSError) as error:
        print(f"render_deck: {error}", file=sys.stderr)
        return 2
    print(f"{count} drawings -> {args.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
