"""How many simulated rounds are read exactly right, from their looks or from their films.

    python tests/benchmarks/rounds_right.py [--rounds 10] [--jobs 2] [--json OUT]
    python tests/benchmarks/rounds_right.py --faults
    python tests/benchmarks/rounds_right.py --films --art FOLDER --rounds 2

Looks are imitated: what a camera model with the mistakes of that difficulty would have seen. Films
are whole: drawn, decoded, looked at by the shipped model, each in the next of the decks. Seed for seed they show the game of
`datasets/simulate_game.py`. --faults tells how rounds get lost as the detector gets worse: one
fault at a time is set to a rate, the others stay as in middle difficulty.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import cycle, islice
from multiprocessing import get_context
from pathlib import Path

import simulator_path  # noqa: F401  # before the modules of datasets/
from game_looks import FAULTS
from game_manner import DIFFICULTIES
from judge_rounds import FPS, Case, Row, Verdict, read, summed
from scene_faces import BadInput, load_art

CURVE = {
    "missed": (0.0, 0.05, 0.1, 0.2),
    "wrong": (0.0, 0.01, 0.02, 0.05),
    "bursts": (0.0, 0.05, 0.1, 0.2),
    "strange": (0.0, 0.03, 0.06, 0.12),
}
"""Rates of each fault: cards missed in a look, wrong faces, looks that a hand passes through,
faces of the print that are mostly taken for one other."""
HEAD = f"{'':24}{'rounds':>9}{'turns':>10}{'unordered':>11}{'asked/100':>11}{'CPU s/round':>13}"


def table_cases(args: argparse.Namespace) -> Iterator[tuple[str, list[Case]]]:
    """Each row's name and rounds: every difficulty, by the number of players."""
    for difficulty in args.difficulty:
        for players in args.players:
            seeds = range(args.first_seed, args.first_seed + args.rounds)
            cases = [
                Case(difficulty, players, seed, None, art, args.fps)
                for seed, art in zip(seeds, cycle(args.art or (None,)), strict=False)
            ]
            yield f"{difficulty} {players}p", cases


def curve_cases(args: argparse.Namespace) -> Iterator[tuple[str, list[Case]]]:
    """Each row's name and rounds: every rate of every fault, by the number of players."""
    for name, rates in CURVE.items():
        for rate in rates:
            faults = replace(FAULTS["middle"], **{name: rate})
            for players in args.players:
                seeds = range(args.first_seed, args.first_seed + args.rounds)
                cases = [Case("middle", players, seed, faults) for seed in seeds]
                yield f"{name} {rate:.0%} {players}p", cases


def verdicts(cases: Sequence[Case], jobs: int) -> Iterator[Verdict]:
    """The verdict on each case in their order, so many of them at a time."""
    if jobs == 1:
        yield from map(read, cases)
        return
    # Spawned: a copy of a process in which OpenVINO or FFmpeg has threads may hang.
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield from pool.map(read, cases)


def line(row: Row) -> str:
    """The row as it is printed."""
    rounds, turns = f"{row.rounds_right}/{row.rounds}", f"{row.turns_right}/{row.turns}"
    unordered = f"{row.unordered_right}/{row.turns}"
    asked, cpu_s = 100 * row.questions / row.turns, row.cpu_s / row.rounds
    wrong = f"  wrong: {' '.join(map(str, row.wrong_rounds))}" if row.wrong_rounds else ""
    slips = f"  turns of: {' '.join(map(str, row.wrong_turns))}" if row.wrong_turns else ""
    figures = f"{rounds:>9}{turns:>10}{unordered:>11}{asked:>11.1f}{cpu_s:>13.1f}"
    return f"{row.what:24}{figures}{wrong}{slips}"


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """The command line, read."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--rounds", type=int, default=10, help="of each row")
    add("--first-seed", type=int, default=0)
    add("--jobs", type=int, default=1, help="rounds at a time")
    add("--players", type=int, nargs="+", choices=(2, 3), default=[2, 3])
    add("--difficulty", nargs="+", choices=tuple(DIFFICULTIES), default=list(DIFFICULTIES))
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--looks", action="store_true", help="imitated looks (the default)")
    source.add_argument("--films", action="store_true", help="whole films; slow; needs --art")
    source.add_argument("--faults", action="store_true", help="by the rate of each fault")
    add("--art", type=Path, action="append", help="folder of card pictures for the films; repeat")
    add("--fps", type=float, default=FPS, help="pictures a second of the films")
    add("--json", type=Path, metavar="OUT", help="write the rows there too")
    args = parser.parse_args(argv)
    if args.films != (args.art is not None):
        parser.error("--films and --art go together: expected both or neither")
    if not 1 <= args.fps <= 60:
        parser.error("expected --fps of 1 to 60")
    if min(args.rounds, args.jobs) < 1 or args.first_seed < 0:
        parser.error("expected --rounds and --jobs of 1 or more, --first-seed of 0 or more")
    return args


def main(argv: Sequence[str] | None = None) -> int:
    """0 when the table is printed; 2 with one line on standard error when the input is bad."""
    args = parse(argv)
    rows = []
    try:
        for art in args.art or ():
            load_art(art)  # told before the first round is played
        asked = list(curve_cases(args) if args.faults else table_cases(args))
        found = verdicts([case for _, cases in asked for case in cases], args.jobs)
        print(HEAD)
        for what, cases in asked:
            rows.append(summed(what, list(islice(found, len(cases)))))
            print(line(rows[-1]), flush=True)
        if args.json:
            told = {"source": "films" if args.films else "looks", "rows": rows}
            args.json.write_text(json.dumps(told, default=Row.as_json, indent=1) + "\n")
    except (BadInput, OSError) as error:
        print(f"rounds_right: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
