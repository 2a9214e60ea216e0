"""A small fixed set of scenes in our own deck, made anew wherever it is needed.

The deck is one that the detector was trained on, so it says nothing about decks that are new: it
tells whether the detector still does what metrics.json says.
"""

import contextlib
import io
from pathlib import Path

import scene_maker_path  # noqa: F401  # before the modules of datasets/
from judge_cards import Case, scene_cases
from make_scenes import main as make_scenes
from render_deck import main as render_deck
from scene_faces import BadInput

CARDS = Path(__file__).resolve().parent.parent / "webui" / "static" / "cards"
HEIGHT_PX = 480
COUNT = 10
SEED = 4242


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
