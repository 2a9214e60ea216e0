"""Films hands at a table, as the gate sees them, for the network that tells where they point.

    python models/film_hands.py --art FOLDER [--art ...] --out FOLDER --games N --seed S

Each game is one of datasets/simulate_game.py, of another seed, for two or three, in any difficulty,
filmed with one of the art folders, packed as a film and read again. Of the moments in which an arm
moves a share is kept: `NNNNNN.npz` holds what the network is shown, and where the arms really are.
Films themselves are not kept.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

import scene_maker_path  # noqa: F401  # before the modules of datasets/
from game_table import Stage
from game_view import View
from scene_faces import BadInput
from simulate_game import Job, set_up, simulate
from vision.boxes import Array
from vision.motion import Gate
from vision.pipeline import gated
from vision.pointing import Pointed, border
from vision.video import frames

SIZE_PX = (960, 540)
FPS = 20.0
KEPT = 0.5
"""Share of the moments in which something moves that is kept."""
DIFFICULTIES = ("clean", "middle", "middle", "middle", "nasty", "nasty")


@dataclass(slots=True)
class Recorder:
    """Stands in for the network, and keeps what it was to be shown."""

    dice: np.random.Generator
    shown: Array | None = None

    def __call__(self, shown: Array) -> Sequence[Pointed]:
        """No arms."""
        self.shown = shown if self.dice.random() < KEPT else None
        return ()


@dataclass(slots=True)
class Kept:
    """What is kept of a game."""

    shown: list[Array] = field(default_factory=list)
    """(6, h, w) uint8 each."""
    arms: list[tuple[int, float, float, float, float]] = field(default_factory=list)
    """Number of the moment, tip x, y and foot x, y in px of the small picture."""


def arms_at(stage: Stage, view: View, time_s: float, size: tuple[int, int]) -> list[Array]:
    """(2, 2) tip and foot x, y of each arm whose tip is in a picture of this size, in its px."""
    scale = np.array(size) / view.camera.size_px
    found = []
    for hand in stage.hands:
        if not stage.over_table(hand, time_s):
            continue
        key = hand.at(time_s)
        (tip,) = view.px(np.array((hand.fingers(key.tip_mm),)), time_s, key.lift_mm)
        (shoulder,) = view.px(np.array((hand.shoulder_mm,)), time_s)
        tip, shoulder = ((each + 0.5) * scale - 0.5 for each in (tip, shoulder))
        if ((tip > 0) & (tip < np.array(size) - 1)).all():
            found.append(np.array((tip, border(tip, shoulder - tip, *size))))
    return found


def film_hands(job: Job) -> Kept:
    """What the gate sees of one game."""
    table, kept = set_up(job), Kept()
    recorder = Recorder(job.rng(9))
    simulate(job)
    for frame, small, _, _ in gated(frames(job.out / "game.mp4"), Gate(pointer=recorder)):
        if recorder.shown is not None:
            arms = arms_at(table.stage, table.view, frame.time_s, small.shape[:0:-1])
            kept.arms += [(len(kept.shown), *arm.ravel()) for arm in arms]
            kept.shown.append(recorder.shown)
            recorder.shown = None
    return kept


def jobs(art: Sequence[Path], games: int, seed: int, out: Path) -> list[Job]:
    """The games to film, the same ones for the same seed."""
    dice = np.random.default_rng(seed)
    return [
        Job(
            art[int(dice.integers(len(art)))],
            out,
            players := int(dice.integers(2, 4)),
            int(seed * 1000 + number),
            "matgo" if players == 2 else "gostop-3p",
            str(dice.choice(DIFFICULTIES)),
            SIZE_PX,
            FPS,
            bool(dice.random() < 0.3),
        )
        for number in range(games)
    ]


def main(argv: Sequence[str] | None = None) -> int:
    """0 when all was written; 2 with one line on standard error when the input is bad."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--art", type=Path, action="append", required=True, help="folder of card pictures; repeat")
    add("--out", type=Path, required=True, help="folder to write to")
    add("--games", type=int, default=30)
    add("--seed", type=int, default=0)
    args = parser.parse_args(argv)
    cv2.setNumThreads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory() as folder:
            for job in jobs(args.art, args.games, args.seed, Path(folder)):
                kept = film_hands(job)
                name = f"{job.seed:06d}.npz"
                np.savez_compressed(
                    args.out / name,
                    shown=np.array(kept.shown),
                    arms=np.array(kept.arms),
                    deck=job.art.name if job.art else "",
                )
                print(f"{name}: {len(kept.shown)} moments, {len(kept.arms)} arms", flush=True)
    except (BadInput, OSError) as error:
        print(f"film_hands: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
