"""Reviews of recorded games: a video in, its rounds out as values, as JSON and in words."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scorer.house_rules import HouseRules
from scorer.ledger import POT
from scorer.payout import Amount
from scorer.remark import Remark
from scorer.replay import replay_json
from scorer.sheet import number as plain
from scorer.table import deck
from vision.calibration import NotFound, card_px
from vision.confusions import watched
from vision.detector import CardDetector, Detector, open_detector, with_deck
from vision.first_looks import ENOUGH_OPEN, opened_px
from vision.guess import guessed_setup
from vision.guess_zones import with_zones
from vision.learning_detector import LearningDetector, learning
from vision.looks_file import BadLooks, Recording, basis, fingerprint, keep, kept, looks_path
from vision.motion import Gate, GateSettings
from vision.pipeline import looks_of
from vision.pointing import Pointer, open_pointer
from vision.setup import BadSetup, Setup
from vision.video import About, Frame, Tally, frames, probe
from vision.weights import NAMES, find_weights
from webui.account import account
from webui.deck_folder import changed_at, deck_file, enrolled_deck
from webui.reading_along import Along, pays
from webui.seen_evening import SeenEvening, seen_evening
from webui.session import Review
from webui.updates import SeenRound

Progress = Callable[[float], None]
"""Is told what share of a video has been looked at."""
Told = Callable[[Iterator[Frame]], Iterator[Frame]]
WHOLE = 0.98
"""Of the pictures that a video says it has, to be called whole."""
STRANGE = Remark(
    "the deck is unlike those that the model knows: it was learned from the video, which was looked"
    " at once more; a deck that is enrolled (hwatu deck enrol) is read better"
)
NO_TABLE = Remark("no table was found: too few open cards at any time")


@dataclass(frozen=True, slots=True)
class Task:
    """A video to be reviewed, and how; it can be sent to another process or machine."""

    video: Path
    rules: HouseRules
    seats: tuple[str, ...]
    """Names, where there is no setup."""
    setup: Setup | None = None
    fresh: bool = False
    """Whether looks that were kept are not to be used."""
    threads: int | None = None
    """Of the detector; all cores where not told."""
    deck: str = ""
    """The enrolled deck that is played with; empty for any print."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A video and what happened in it."""

    task: Task
    tally: Tally
    review: Review
    notes: tuple[str, ...] = ()
    """What was special about this run, not about the game."""
    balances: Mapping[str, Amount] = field(default_factory=dict)
    """What everybody won or lost in all rounds together, and what the boar's pot holds."""


def reviewed(task: Task, progress: Progress = lambda share: None) -> Reviewed:
    """The review of one video; its looks are kept beside it, or used where they were.

    Raises:
        BadVideo, BadSetup, BadDeck: what was given cannot be used. NoWeights, NoRuntime: the
            detector cannot run here.
    """
    about, notes = probe(task.video), list[str]()
    if task.setup is not None:
        card_px(task.setup, about.size_px)  # a setup for pictures of another shape is told early
    with (
        _read_along(task) as along,
        recorded(task, notes, _shares(progress, about.seconds), along) as recording,
    ):
        faults = tuple(faults_of(about, recording.tally))
        setup = task.setup or guess(recording, task.seats)
        if setup is None:
            evening = SeenEvening(task.rules, task.seats)
            evening.take(Review((), (), (NO_TABLE,)))
        else:
            prints = watched(recording.looks(), frozenset(deck(task.rules))).known
            known = along.evening() if along and not prints.misread() else None
            evening = known or seen_evening(
                setup, task.rules, lambda: map(prints.corrected, recording.looks())
            )
            evening.remarks += prints.says()
        review = replace(evening.review, remarks=(*faults, *evening.review.remarks))
        return Reviewed(task, recording.tally, review, tuple(notes), evening.balances)


@contextmanager
def _read_along(task: Task) -> Iterator[Along | None]:
    """What reads new looks while they are made, where that pays and the table is known."""
    if task.setup is None or not pays(task.setup, task.threads):
        yield None
        return
    with closing(Along(task.setup, task.rules)) as along:
        yield along


@contextmanager
def recorded(
    task: Task, notes: list[str], told: Told, along: Along | None = None
) -> Iterator[Recording]:
    """The looks at the video: those kept beside it, or new ones, which `along` reads."""
    weights = find_weights().localizer.parent
    files = [weights / name for name in NAMES]
    if task.deck:
        detector(task.threads, task.deck)  # a deck that cannot be used is told early
        files.append(deck_file(task.deck))
    mark = fingerprint(files)
    rests_on = basis(task.video, mark, GateSettings())
    path = looks_path(task.video)
    if not task.fresh:
        try:
            known = kept(path, rests_on)
        except BadLooks as error:
            known = None
            notes.append(Remark("{why}; the video is looked at again", why=error.line))
        if known is not None:
            yield known
            return
    try:
        recording = _recorded_to(path, task, rests_on, notes, told, along)
    except OSError as error:
        notes.append(
            Remark(
                "{file}: the looks cannot be kept: {why}",
                file=str(path),
                why=error.strerror or str(error),
            )
        )
        with TemporaryDirectory() as folder:
            yield _recorded_to(Path(folder) / path.name, task, rests_on, notes, told, along)
        return
    yield recording


def _recorded_to(
    path: Path,
    task: Task,
    rests_on: dict[str, Any],
    notes: list[str],
    told: Told,
    along: Along | None,
) -> Recording:
    """The looks at the video; at a deck that the model does not know those after it was learned."""

    def looked_at(detector: Detector) -> Recording:
        tally = Tally()
        pictures = told(frames(task.video, tally, task.threads))
        looks = looks_of(pictures, detector, gate())
        return keep(path, rests_on, along.passing(looks) if along else looks, tally)

    known = detector(task.threads, task.deck)
    seeing = learning(known, at_once=False)
    recording = looked_at(seeing)
    naming = seeing.learned() if isinstance(seeing, LearningDetector) else None
    if naming is None:
        return recording
    notes.append(STRANGE)
    return looked_at(with_deck(known, naming))


def _shares(progress: Progress, seconds: float) -> Told:
    """Pictures pass through and the progress is told."""

    def told(pictures: Iterator[Frame]) -> Iterator[Frame]:
        for frame in pictures:
            progress(min(1.0, frame.time_s / seconds) if seconds else 0.0)
            yield frame

    return told


def detector(threads: int | None, deck: str = "") -> CardDetector:
    """The shipped detector for any print, or for an enrolled deck; opened once in each process.

    Raises:
        BadDeck: no such deck is enrolled. NoWeights, NoRuntime: it cannot run here.
    """
    return _for_deck(threads, deck, changed_at(deck)) if deck else _any_print(threads)


@cache
def _any_print(threads: int | None) -> CardDetector:
    return open_detector(threads=threads)


@cache
def _for_deck(threads: int | None, deck: str, changed: int) -> CardDetector:
    """Read once, until the deck is enrolled anew: it may be while this runs."""
    any_print = _any_print(threads)
    return with_deck(any_print, enrolled_deck(deck, any_print.recogniser).naming)


def gate() -> Gate:
    """A gate that sees where hands point.

    Raises:
        NoWeights, NoRuntime: it cannot run here.
    """
    return Gate(pointer=pointer())


@cache
def pointer() -> Pointer:
    """The shipped pointer, opened once in each process."""
    return open_pointer()


def faults_of(about: About, tally: Tally) -> Iterator[str]:
    """What of the video could not be seen."""
    if tally.broken:
        yield Remark("broken pictures or packets that were skipped: {count}", count=tally.broken)
    if tally.frames < WHOLE * (about.frames - tally.broken):
        yield Remark(
            "the video is cut off: {there} of {all} pictures are there",
            there=tally.frames,
            all=about.frames,
        )


def guess(recording: Recording, seats: tuple[str, ...]) -> Setup | None:
    """A setup by the first look with enough open cards, or by the one with the most.

    Its zones are drawn by where cards lay in all looks.
    """
    best, size_px = None, (0, 0)
    for look in recording.looks():
        quads = opened_px(look)
        if best is None or len(quads) > len(best):
            best, size_px = quads, look.size_px
            if len(best) >= ENOUGH_OPEN:
                break
    try:
        found = None if best is None else guessed_setup(best, size_px, seats)
        return found and with_zones(found, recording.looks())
    except (NotFound, BadSetup):
        return None


def review_json(found: Reviewed) -> dict[str, Any]:
    """The review as JSON values, in the form of `hwatu review --json`."""
    return {
        "video": found.task.video.name,
        "seconds": round(found.tally.seconds, 3),
        "frames": found.tally.frames,
        "rules": found.task.rules.name,
        "rounds": [_round_json(each) for each in found.review.rounds],
        "questions": [
            {"time_s": round(each.time_s, 3), "asks": each.asks, "answers": list(each.answers)}
            for each in found.review.questions
        ],
        "balances": {name: plain(much) for name, much in found.balances.items()},
        "remarks": list(found.review.remarks),
    }


def _round_json(seen: SeenRound) -> dict[str, Any]:
    told = replay_json(seen.replay)
    turns = zip(told["turns"], seen.times_s, seen.confidences, strict=True)
    return {
        "start_s": round(seen.start_s, 3),
        "end_s": round(seen.end_s, 3),
        **told,
        "turns": [
            {**turn, "time_s": round(time_s, 3), "confidence": round(sure, 4)}
            for turn, time_s, sure in turns
        ],
    }


def review_lines(found: Reviewed) -> Iterator[str]:
    """The review for people, line by line."""
    review, tally = found.review, found.tally
    counts = f"{tally.frames} pictures, {clock(tally.seconds)}"
    rounds = f"{len(review.rounds)} round{'s' * (len(review.rounds) != 1)}"
    yield f"{found.task.video.name}: {counts}, {rounds}"
    yield from rounds_lines(review)
    if len(review.rounds) > 1:
        yield ""
        yield f"all rounds: {', '.join(f'{who} {much:+}' for who, much in accounts(found))}"


def accounts(found: Reviewed) -> list[tuple[str, Amount]]:
    """Who won or lost how much in all rounds together, who won most first; then the boar's pot."""
    people = [(name, much) for name, much in found.balances.items() if name != POT]
    pot = found.balances.get(POT, 0)
    return sorted(people, key=lambda each: -each[1]) + [("the boar's pot", pot)] * bool(pot)


def rounds_lines(review: Review) -> Iterator[str]:
    """What was seen, for people: remarks, rounds, and what a person should look at."""
    for remark in review.remarks:
        yield f"note: {remark}"
    for number, seen in enumerate(review.rounds, 1):
        yield ""
        yield f"round {number}, {clock(seen.start_s)} to {clock(seen.end_s)}"
        yield from account(seen.replay)
    if review.questions:
        yield ""
    for question in review.questions:
        answers = f" ({' / '.join(question.answers)})" if question.answers else ""
        yield f"look at {clock(question.time_s)}: {question.asks}{answers}"


def clock(time_s: float) -> str:
    """A time in a video as people write it.

    >>> clock(3725.4)
    '1:02:05'
    """
    minutes, seconds = divmod(int(time_s), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
