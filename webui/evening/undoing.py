"""Undo and redo of a round: an older text written again, with what the camera saw since.

The log only grows. A version that takes back another says so (`Round.undoes`); one that takes back
such a one is a redo.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from scorer.errors import ScorerError
from scorer.notation import parse
from scorer.record import Record, written
from scorer.remark import Remark
from scorer.replay import Replay
from webui.evening.events import Round
from webui.evening.refit import BadCorrection, refitted, replayed
from webui.evening.table_state import RoundState


def can_undo(there: RoundState) -> bool:
    """Whether a person has changed the round and that can be taken back."""
    return bool(_stacks(there)[0])


def can_redo(there: RoundState) -> bool:
    """Whether a change that was taken back can be made again."""
    return bool(_stacks(there)[1])


def undone(there: RoundState, folders: Sequence[Path] = ()) -> Round:
    """The version that takes back the newest change by a person.

    Raises:
        BadCorrection: nobody has changed the round, or a version of it cannot be read.
    """
    done, _ = _stacks(there)
    if not done:
        raise BadCorrection("round {round}: there is nothing to undo", round=there.number)
    return _without(there, done[-1], Remark("undo"), folders)


def redone(there: RoundState, folders: Sequence[Path] = ()) -> Round:
    """The version that makes again what was taken back last.

    Raises:
        BadCorrection: nothing was taken back since the last change, or it cannot be read.
    """
    _, taken_back = _stacks(there)
    if not taken_back:
        raise BadCorrection("round {round}: there is nothing to redo", round=there.number)
    return _without(there, taken_back[-1], Remark("redo"), folders)


def _stacks(there: RoundState) -> tuple[list[int], list[int]]:
    """The numbers of the versions that can be taken back, and of those that took one back."""
    done: list[int] = []
    taken_back: list[int] = []
    for version in there.versions[1:]:
        undoes = version.event.undoes
        if undoes and undoes in done:
            done.remove(undoes)
            taken_back.append(version.number)
        elif undoes and undoes in taken_back:
            taken_back.remove(undoes)
            done.append(version.number)
        elif not version.event.by_camera:
            done.append(version.number)
            taken_back.clear()
    return done, taken_back


def _without(there: RoundState, number: int, why: Remark, folders: Sequence[Path]) -> Round:
    """The round as it was before one version, and what the camera added to that one since."""
    place = there.history.index(number)
    before, changed, now = (
        _read(there, version, folders) for version in (place - 1, place, len(there.versions) - 1)
    )
    kept = _common(changed, now)
    turns = len(_first(changed, kept).turns) + len(replayed(before).turns)
    turns -= len(replayed(changed).turns)
    length = sum(turn < turns for turn in replayed(before).turn_of)
    record = refitted(before, before.entries[:length], now.entries[kept:])
    turns = len(replayed(record).turns)
    old = there.versions[place - 1].event
    return replace(
        old,
        record=written(record, folders),
        by_camera=False,
        certainties=_padded(old.certainties, turns, 1.0),
        times_s=there.times_s[:turns],
        why=why,
        pinned=turns,
        undoes=number,
    )


def _read(there: RoundState, version: int, folders: Sequence[Path]) -> Record:
    where = Remark("round {round}, version {version}", round=there.number, version=version + 1)
    try:
        return parse(there.versions[version].event.record, where, folders)
    except ScorerError as error:
        raise BadCorrection(error.line) from error


def _common(changed: Record, now: Record) -> int:
    """So many entries of a person's version stand as they did; the camera may change the rest."""
    pairs = zip(changed.entries, now.entries, strict=False)
    return next(
        (place for place, (old, new) in enumerate(pairs) if old != new),
        min(len(changed.entries), len(now.entries)),
    )


def _first(record: Record, length: int) -> Replay:
    return replayed(replace(record, entries=record.entries[:length], result=None))


def _padded(values: Sequence[float], length: int, value: float) -> tuple[float, ...]:
    return (*values[:length], *(value for _ in range(length - len(values))))
