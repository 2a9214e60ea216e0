"""Plays Go-Stop by the rules and films it from above with any folder of card art.

    python datasets/simulate_game.py --art FOLDER --players 2 --seed 7 --out FOLDER
    python datasets/simulate_game.py --art FOLDER --players 4 --rounds 6 --out FOLDER

Writes `game.mp4`, `setup.json` (as the setup wizard writes it) and `truth.json` (in the form of
`hwatu review --json`). With --looks-only nothing is filmed: `looks.jsonl` holds what a camera model
with the mistakes of that difficulty would have seen, one look a line. The same command writes the
same game each time.

With --rounds an evening is played: the winner deals the next round, what a drawn one carries over
counts in it. Of four players one sits out and, where the house rules have it, sells his brights.
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

from game_evening import Seated, play_evening
from game_film import Film
from game_looks import FAULTS, looks_of
from game_manner import DIFFICULTIES
from game_room import draw_room
from game_stage import staged_evening
from game_table import Stage
from game_truth import truth
from game_video import frame_times, write_video
from game_view import View, draw_view, setup_of_view
from scene_faces import BadInput, load_art
from scorer.errors import BadRules
from scorer.evening import Evening
from scorer.house_rules import HouseRules
from scorer.presets import house_rules, usual_preset
from vision.looks import look_json
from vision.setup import setup_json

SEATS = ("A", "B", "C", "D")
MOST_ACTIVE = 3
"""Of more players, so many play a round."""


@dataclass(frozen=True, slots=True)
class Job:
    """What to play and film, and where to put it."""

    art: Path | None
    """None where nothing is filmed."""
    out: Path
    players: int
    seed: int
    rules: str | dict[str, Any]
    """A preset's name, or one with what differs from it, as in setup files."""
    difficulty: str
    size_px: tuple[int, int]
    fps: float
    varies: bool
    """Whether the time between two pictures does."""
    rounds: int = 1

    def rng(self, what: int) -> np.random.Generator:
        """A generator of its own for each part of the game: one part does not change another."""
        return np.random.default_rng((self.seed, what))


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """An evening of one round or more brought to the table, under its camera."""

    rounds: tuple[Seated, ...]
    evening: Evening
    """As it stands after them."""
    stage: Stage
    view: View


def set_up(job: Job) -> Table:
    """The game of a job; BadRules where there is no such preset or house rule."""
    manner, dice = DIFFICULTIES[job.difficulty], random.Random(job.seed)
    rules, people = rules_of(job.rules, job.players), SEATS[: job.players]
    rounds, evening = play_evening(rules, people, job.rounds, dice)
    stage = staged_evening(rounds, job.players, manner, job.rng(1))
    view = draw_view(stage.layout, job.size_px, stage.seconds, manner, job.rng(2))
    return Table(rounds, evening, stage, view)


def rules_of(rules: str | dict[str, Any], players: int) -> HouseRules:
    """The house rules of a table; BadRules where there is no such preset or house rule."""
    told = {"preset": rules} if isinstance(rules, str) else {**rules}
    preset = told.pop("preset", usual_preset(players))
    return house_rules(preset, min(players, MOST_ACTIVE), told)


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
    return truth(table.rounds, table.stage, "game.mp4", len(times))


def tell(job: Job, table: Table) -> dict[str, Any]:
    """The truth of the game, whose looks are written instead of a film."""
    looks = looks_of(table.stage, table.view, FAULTS[job.difficulty], job.rng(5))
    lines = "".join(json.dumps(look_json(look)) + "\n" for look in looks)
    (job.out / "looks.jsonl").write_text(lines, encoding="utf-8")
    return truth(table.rounds, table.stage, "looks.jsonl", len(looks))


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


def _rules(text: str) -> str | dict[str, Any]:
    if not text.endswith(".json"):
        return text
    try:
        told = json.loads(Path(text).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(f"{text}: {error}") from error
    if not isinstance(told, dict):
        raise argparse.ArgumentTypeError(f'{text}: expected house rules, as {{"preset": "matgo"}}')
    return told


def parse(argv: Sequence[str] | None) -> Job:
    """The command line, read."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--art", type=Path, help="folder of card pictures; needed unless --looks-only")
    add("--players", type=int, choices=(2, 3, 4), default=2)
    add("--rounds", type=int, choices=range(1, 61), default=1, metavar="N", help="1 to 60")
    add("--seed", type=_seed, default=0)
    add("--out", type=Path, required=True, help="folder to write to")
    add(
        "--rules",
        type=_rules,
        metavar="PRESET",
        help='or a JSON file such as {"preset": "gostop-3p", "bright_sale_price": 1}; '
        "by default matgo with two players, else gostop-3p",
    )
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
        args.rules or usual_preset(args.players),
        args.difficulty,
        args.size,
        args.fps,
        args.vfr,
        args.rounds,
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
    turns, seconds = sum(len(each["turns"]) for each in told["rounds"]), told["seconds"]
    print(f"{turns} turns in {seconds:.0f} s -> {job.out / told['video']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
