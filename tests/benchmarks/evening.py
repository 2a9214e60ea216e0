"""One evening from end to end: filmed, looked at, followed by the live table, corrected, settled.

    python tests/benchmarks/evening.py --rounds 6 --art FOLDER [--film FOLDER] [--json OUT]
    python tests/benchmarks/evening.py --rounds 6

Three of four people play, the fourth sits out and sells his brights. The film is whole: hands, 1080p,
the shipped camera model. Without --art its looks are imitated. Somebody who saw the game corrects in
a browser what was read wrong; the table tells what he had to do. Needs playwright and a Chromium
(its path in CHROMIUM, or on the path). --film keeps the film and what was seen of it.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

import simulator_path  # noqa: F401  # before the modules of datasets/
from chromium_path import CHROMIUM, FLAGS, MISSING
from evening_keeper import Keeper
from evening_rounds import EveningAtTable, Row, accounts, imitated, job_of, served, setup_of
from game_manner import DIFFICULTIES
from scene_faces import BadInput, load_art
from scorer.ledger import fewest_transfers
from scorer.payout import Amount
from simulate_game import Job, Table, rules_of, set_up, simulate
from vision.looks import Look
from vision.setup import Setup
from webui.review import Task, recorded

FPS = 10.0
SIZE = {"width": 1440, "height": 900}
HEAD = (
    f"{'round':>5} {'winner':7}{'turns right':>12}  {'payout seen':12}{'corrected':10}"
    f"{'asked':>6}{'taps':>5}{'typed':>6}{'film s':>8}{'work s':>8}"
)


def line(row: Row) -> str:
    """The row as it is printed."""
    turns = f"{row.turns_right}/{row.turns}"
    before, after = ("right" if each else "wrong" for each in (row.paid_before, row.paid_after))
    return (
        f"{row.number:>5} {row.winner:7}{turns:>12}  {before:12}{after:10}"
        f"{row.asked:>6}{row.taps:>5}{row.typed:>6}{row.film_s:>8.0f}{row.work_s:>8.1f}"
    )


@contextmanager
def looks_at(job: Job, told: Table, setup: Setup) -> Iterator[Iterable[Look]]:
    """What was seen of the evening: of its film, made where it is not there, or imitated."""
    if job.art is None:
        yield imitated(job, told)
        return
    if not (job.out / "truth.json").is_file():
        simulate(job)
    notes: list[str] = []
    task = Task(job.out / "game.mp4", rules_of(job.rules, job.players), setup.seats, setup)
    begin_s = time.perf_counter()
    with recorded(task, notes, lambda pictures: pictures) as recording:
        seconds = time.perf_counter() - begin_s
        print(f"{recording.tally.seconds:.0f} s of film looked at in {seconds:.0f} s")
        yield recording.looks()


@contextmanager
def opened(port: int, chromium: str) -> Iterator[Page]:
    """The live table in a browser."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport=SIZE, locale="en-GB")  # type: ignore[arg-type]
        page.goto(f"http://127.0.0.1:{port}/")
        yield page
        browser.close()


def evening(job: Job, chromium: str) -> tuple[list[Row], bool]:
    """The rows of an evening, each printed as it is settled, and whether all accounts are right."""
    told = set_up(job)
    setup, rows = setup_of(job, told), []
    with TemporaryDirectory() as folder, looks_at(job, told, setup) as looks:
        print(HEAD)
        with served(Path(folder)) as dashboard:
            at_table = EveningAtTable(told, setup, dashboard)
            with opened(dashboard.port, chromium) as page:
                for row in at_table.played(looks, page):
                    rows.append(row)
                    print(line(row), flush=True)
                keeper = Keeper(page, at_table.table)
                keeper.closes()
                found, truth = accounts(keeper.state.ledger), at_table.balances()
    print(f"balances {_said(found)}; really {_said(truth)}")
    for each in fewest_transfers(found):
        print(f"{each.payer} pays {each.payee} {each.amount}")
    return rows, found == truth


def _said(balances: Mapping[str, Amount]) -> str:
    return ", ".join(f"{name} {won:+}" for name, won in sorted(balances.items()))


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """The command line, read."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--rounds", type=int, default=6)
    add("--seed", type=int, default=1)
    add("--difficulty", choices=tuple(DIFFICULTIES), default="middle")
    add("--art", type=Path, help="folder of card pictures for the film; else looks are imitated")
    add("--film", type=Path, metavar="FOLDER", help="where the film is kept; it is made once")
    add("--json", type=Path, metavar="OUT", help="write the rows there too")
    args = parser.parse_args(argv)
    if args.rounds < 1 or args.seed < 0:
        parser.error("expected --rounds of 1 or more, --seed of 0 or more")
    return args


def main(argv: Sequence[str] | None = None) -> int:
    """0 when the ledger is right in the end, 1 when not; 2 when the input is bad."""
    args = parse(argv)
    if CHROMIUM is None:
        print(f"evening: {MISSING}", file=sys.stderr)
        return 2
    try:
        if args.art:
            load_art(args.art)  # told before the first round is played
        with TemporaryDirectory() as folder:
            out = args.film or Path(folder)
            job = job_of(out, args.rounds, args.seed, args.difficulty, args.art, FPS)
            rows, right = evening(job, CHROMIUM)
        if args.json:
            args.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")
    except (BadInput, OSError) as error:
        print(f"evening: {error}", file=sys.stderr)
        return 2
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
