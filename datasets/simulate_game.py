"""Plays a round of Go-Stop by the rules and films it from above with any folder of card art.

    python datasets/simulate_game.py --art FOLDER --players 2 --seed 7 --out FOLDER

Writes `game.mp4`, `setup.json` (as the setup wizard writes it) and `truth.json` (in the form of
`hwatu review --json`). With --looks-only nothing is filmed: `looks.jsonl` holds what a camera model
with the mistakes of that difficulty would have seen, one look a line. The same command writes the
same game each time.
"""

import argparse
import json
import random
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from game_film import Film
from game_looks import FAULTS, looks_of
from game_manner import DIFFICULTIES
from game_play import Game, play_game
from game_room import draw_room
from game_stage import staged
from game_table import Stage
from game_truth import truth
from game_video import frame_times, write_video
from game_view import View, draw_view, setup_of_view
from scene_faces import BadInput, load_art
from scorer.errors import BadRules
from scorer.presets import house_rules
from vision.looks import look_json
from vision.setup import setup_json, usual_rules

SEATS = ("A", "B", "C")
LUCKY_SHARE = 0.6
"""How many games are played by lucky players."""


@dataclass(frozen=True, slots=True)
class Job:
    """What to play and film, and where to put it."""

    art: Path | None
    """None where nothing is filmed."""
    out: Path
    players: int
    seed: int
    rules: str
    difficulty: str
    size_px: tuple[int, int]
    fps: float
    varies: bool
    """Whether the time between two pictures does."""

    def rng(self, what: int) -> np.random.Generator:
        """A generator of its own for each part of the game: one part does not change another."""
        return np.random.default_rng((self.seed, what))


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A game brought to the table, under its camera."""

    game: Game
    stage: Stage
    view: View


def set_up(job: Job) -> Table:
    """The game of a job; BadRules where there is no such preset."""
    rules, seats = house_rules(job.rules, job.players), SEATS[: job.players]
    dice, manner = random.Random(job.seed), DIFFICULTIES[job.difficulty]
    game = play_game(rules, seats, dice, lucky=dice.random() < LUCKY_SHARE)
    stage = staged(game, manner, job.rng(1))
    view = draw_view(stage.layout, job.size_px, stage.seconds, manner, job.rng(2))
    return Table(game, stage, view)


def film(job: Job, table: Table, art: Path) -> dict[str, Any]:
    """The truth of the game, whose film and setup file are written."""
    manner = DIFFICULTIES[job.difficulty]
    room = draw_room(load_art(art), table.stage, table.view, manner, job.rng(3))
    pictures = Film(table.stage, table.view, room, manner, job.seed)
    times = frame_times(table.stage.seconds, job.fps, job.rng(4) if job.varies else None)
    begin = time.perf_counter()
    written = write_video(job.out / "game.mp4", times, pictures.frame, job.size_px, job.fps)
    for count, time_s in enumerate(written, 1):
        if count % 300 == 0 or count == len(times):
            rate = count / (time.perf_counter() - begin)
            print(
                f"{time_s:.0f} of {table.stage.seconds:.0f} s, {rate:.0f} frames/s", file=sys.stderr
            )
    return truth(table.game, table.stage, "game.mp4", len(times))


def tell(job: Job, table: Table) -> dict[str, Any]:
    """The truth of the game, whose looks are written instead of a film."""
    looks = looks_of(table.stage, table.view, FAULTS[job.difficulty], job.rng(5))
    lines = "".join(json.dumps(look_json(look)) + "\n" for look in looks)
    (job.out / "looks.jsonl").write_text(lines, encoding="utf-8")
    return truth(table.game, table.stage, "looks.jsonl", len(looks))


def simulate(job: Job) -> dict[str, Any]:
    """The truth of the job's game, once all its files are written.

    Raises:
        BadInput: the art folder cannot be used.
        BadRules: there is no such preset.
        OSError: a file cannot be written.
    """
    table = set_up(job)
    job.out.mkdir(parents=True, exist_ok=True)
    told = tell(job, table) if job.art is None else film(job, table, job.art)
    setup = setup_of_view(table.view, table.stage.layout, SEATS[: job.players], job.rules)
    for name, values in (("setup", setup_json(setup)), ("truth", told)):
        text = json.dumps(values, ensure_ascii=False, indent=1)
        (job.out / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    return told


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{2,4})x(\d{2,4})", text)
    size = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (320 <= size[0] <= 4096 and 180 <= size[1] <= 2304) or size[0] % 2 or size[1] % 2:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no size; expected even sides like 1920x1080, from 320x180 to 4096x2304"
        )
    return size


def _fps(text: str) -> float:
    if not re.fullmatch(r"\d{1,2}(\.\d+)?", text) or not 1 <= float(text) <= 60:
        raise argparse.ArgumentTypeError(f"{text!r} is no rate; expected 1 to 60")
    return float(text)


def _seed(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no seed; expected 0 or more")
    return int(text)


def parse(argv: Sequence[str] | None) -> Job:
    """The command line, read."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--art", type=Path, help="folder of card pictures; needed unless --looks-only")
    add("--players", type=int, choices=(2, 3), default=2)
    add("--seed", type=_seed, default=0)
    add("--out", type=Path, required=True, help="folder to write to")
    add("--rules", metavar="PRESET", help="by default matgo with two players, gostop-3p with three")
    add("--difficulty", choices=tuple(DIFFICULTIES), default="middle")
    add("--size", type=_size, default=(1920, 1080), metavar="1920x1080")
    add("--fps", type=_fps, default=30.0, help="frames a second")
    add("--vfr", action="store_true", help="a frame rate that varies")
    add("--looks-only", action="store_true", help="write looks.jsonl instead of a film")
    args = parser.parse_args(argv)
    if args.art is None and not args.looks_only:
        parser.error("--art is missing; expected a folder of card pictures, or --looks-only")
    return Job(
        None if args.looks_only else args.art,
        args.out,
        args.players,
        args.seed,
        args.rules or usual_rules(args.players),
        args.difficulty,
        args.size,
        args.fps,
        args.vfr,
    )


def main(argv: Sequence[str] | None = None) -> int:
    """0 when all was written; 2 with one line on standard error when the input is bad."""
    job = parse(argv)
    cv2.setNumThreads(1)
    try:
        told = simulate(job)
    except (BadInput, BadRules, OSError) as error:
        print(f"simulate_game: {error}", file=sys.stderr)
        return 2
    (played,) = told["rounds"]
    turns, seconds = len(played["turns"]), told["seconds"]
    print(f"{turns} turns in {seconds:.0f} s -> {job.out / told['video']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
