"""Two small fixed sets, made anew wherever they are needed: tables in our own deck, and clutter.

The deck is one that the detector was trained on, and clutter of that kind was shown to it, so they
say nothing about what is new: they tell whether the detector still does what metrics.json says.
"""

import contextlib
import io
from pathlib import Path

import numpy as np

import scene_maker_path  # noqa: F401  # before the modules of datasets/
from judge_cards import Case, bare_cases, scene_cases
from make_scenes import main as make_scenes
from make_scenes import write_picture
from render_deck import main as render_deck
from scene_faces import BadInput
from table_clutter import clutter

CARDS = Path(__file__).resolve().parent.parent / "webui" / "static" / "cards"
HEIGHT_PX = 480
COUNT = 10
SEED = 4242
CLUTTER_COUNT = 16
CLUTTER_PX = (1080, 1920)


def fixed_sets(folder: Path) -> dict[str, list[Case]]:
    """What is measured every time, written to a folder."""
    bare = folder / "clutter"
    bare.mkdir()
    return {"fixed": fixed_cases(folder), "fixed-clutter": clutter_cases(bare)}


def fixed_cases(folder: Path) -> list[Case]:
    """The scenes, written to a folder."""
    art, scenes = folder / "art", folder / "scenes"
    steps = (
        (render_deck, ["--svg", str(CARDS), "--out", str(art), "--height", str(HEIGHT_PX)]),
        (
            make_scenes,
            [
                *("--art", str(art), "--out", str(scenes), "--count", str(COUNT)),
                *("--seed", str(SEED), "--difficulty", "middle", "--as-drawn"),
            ],
        ),
    )
    for step, argv in steps:
        with contextlib.redirect_stdout(io.StringIO()):
            if step(argv):
                raise BadInput(f"{folder}: the fixed set cannot be made there")
    return list(scene_cases(scenes))


def clutter_cases(folder: Path) -> list[Case]:
    """Pictures of clutter without any card, written to a folder."""
    for number in range(CLUTTER_COUNT):
        picture = clutter(np.random.default_rng((SEED, number)), *CLUTTER_PX)
        write_picture(folder / f"{number:02}.jpg", picture)
    return list(bare_cases(folder))
