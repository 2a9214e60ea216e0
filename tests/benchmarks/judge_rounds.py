"""Simulated rounds read back, and judged against what was really played."""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import simulator_path  # noqa: F401  # before the modules of datasets/
from game_looks import FAULTS, Faults, looks_of
from game_view import setup_of_view
from scorer.play import Report
from scorer.presets import usual_preset
from scorer.replay import Replay
from simulate_game import SEATS, Job, Table, film, rules_of, set_up
from vision.setup import Setup
from webui.review import Task, reviewed
from webui.session import Review, Session

SIZE_PX, FPS = (1920, 1080), 15.0
"""Of the films; the gate of the pipeline takes no more than 20 pictures a second."""


@dataclass(frozen=True, slots=True)
class Case:
    """A simulated round, and how it is shown."""

    difficulty: str
    players: int
    seed: int
    faults: Faults | None = None
    """Of the detector that is imitated; None for those of the difficulty."""
    art: Path | None = None
    """A folder of card pictures, where the round is filmed; else its looks are imitated."""
    fps: float = FPS
    """Pictures a second of its film."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a round was read."""

    seed: int
    right: bool
    """Whether there was one round, with the true winner and transfers."""
    turns: int
    """That were played."""
    turns_right: int
    """Of them, in their place in the round, with the true seat, cards and gifts."""
    unordered_right: int
    """The same where the card played is not told from the card flipped."""
    questions: int
    cpu_s: float
    """Spent on reading the round, by all threads together; on playing and filming it not."""


@dataclass(frozen=True, slots=True)
class Row:
    """Verdicts that belong together, summed."""

    what: str
    rounds: int
    rounds_right: int
    turns: int
    turns_right: int
    unordered_right: int
    questions: int
    cpu_s: float
    wrong_rounds: tuple[int, ...]
    """Their seeds."""
    wrong_turns: tuple[int, ...]
    """Seeds of the rounds that are right as a whole and hold a turn that is not."""

    def as_json(self) -> dict[str, Any]:
        """The row as JSON values."""
        return asdict(self)


def read(case: Case) -> Verdict:
    """The verdict on a case: it is played, shown, read and judged; the same each time.

    Raises:
        scene_faces.BadInput: the art folder cannot be used.
    """
    with TemporaryDirectory() as folder:
        job = Job(
            case.art,
            Path(folder),
            case.players,
            case.seed,
            usual_preset(case.players),
            case.difficulty,
            SIZE_PX,
            case.fps,
            varies=False,
        )
        table = set_up(job)
        names = SEATS[: case.players]
        setup = setup_of_view(table.view, table.stage.layout, names, job.rules)
        if case.art is None:
            review, cpu_s = _of_looks(case, job, table, setup)
        else:
            film(job, table, case.art)
            review, cpu_s = _of_film(job, setup)
    return judged(case.seed, table.rounds[0].game.replay, review, cpu_s)


def _of_looks(case: Case, job: Job, table: Table, setup: Setup) -> tuple[Review, float]:
    faults = case.faults or FAULTS[case.difficulty]
    looks = looks_of(table.stage, table.view, faults, job.rng(5))
    begin_s = time.process_time()
    session = Session(setup, rules_of(job.rules, job.players))
    for look in looks:
        session.see(look)
    return session.finish(), time.process_time() - begin_s


def _of_film(job: Job, setup: Setup) -> tuple[Review, float]:
    begin_s = time.process_time()
    rules = rules_of(job.rules, job.players)
    found = reviewed(Task(job.out / "game.mp4", rules, setup.seats, setup))
    return found.review, time.process_time() - begin_s


def judged(seed: int, played: Replay, review: Review, cpu_s: float = 0.0) -> Verdict:
    """The verdict on a review of one round; of several the first is held against it.

    Turns are compared by their place: one that was missed makes those after it wrong.
    """
    seen = review.rounds[0].replay if review.rounds else None
    pairs = list(zip(played.turns, seen.turns if seen else (), strict=False))
    return Verdict(
        seed,
        seen is not None and len(review.rounds) == 1 and _result(seen) == _result(played),
        len(played.turns),
        sum(_turn(a) == _turn(b) for a, b in pairs),
        sum(_unordered(a) == _unordered(b) for a, b in pairs),
        len(review.questions),
        cpu_s,
    )


def _result(replay: Replay) -> tuple[Any, ...]:
    payout, outcome = replay.payout, replay.position.outcome
    return outcome and outcome.winners, payout and payout.transfers


def _turn(turn: Report) -> tuple[Any, ...]:
    return turn.seat, Counter(turn.played), Counter(turn.flipped), *_moved(turn)


def _unordered(turn: Report) -> tuple[Any, ...]:
    return turn.seat, Counter((*turn.played, *turn.flipped)), *_moved(turn)


def _moved(turn: Report) -> tuple[Any, ...]:
    return Counter(turn.captured), Counter(turn.stolen)


def summed(what: str, verdicts: Sequence[Verdict]) -> Row:
    """The row of these verdicts."""
    return Row(
        what,
        len(verdicts),
        sum(each.right for each in verdicts),
        sum(each.turns for each in verdicts),
        sum(each.turns_right for each in verdicts),
        sum(each.unordered_right for each in verdicts),
        sum(each.questions for each in verdicts),
        round(sum(each.cpu_s for each in verdicts), 1),
        tuple(each.seed for each in verdicts if not each.right),
        tuple(each.seed for each in verdicts if each.right and each.turns_right < each.turns),
    )
