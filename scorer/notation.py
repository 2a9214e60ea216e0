"""Reading written rounds: every line of a text, and one clear line for what cannot be read."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, get_args

from scorer.actions import Action, Call, Give, Quads, Shodang, Show, Turn
from scorer.cards import MONTHS, Card, Cards, card, in_order
from scorer.deal import hidden_deal, sizes
from scorer.ending import Mission, Terms
from scorer.errors import BadRecord, ScorerError, short
from scorer.presets import house_rules, usual_preset
from scorer.record import Entry, Record, Result, turn_text
from scorer.remark import Remark
from scorer.table import EndKind

MAX_BYTES = 1_000_000
_WORDS = ("rules", "seats", "waiting", "dealer", "carry", "multiplier", "per_point",
          "named_month", "mission", "pot", "stock")  # fmt: skip


class _Lines:
    """The lines of a text, and where one is at fault."""

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self.number = 0
        self.lines = text.splitlines()

    def fault(self, why: Remark) -> BadRecord:
        return BadRecord(
            "{source}: line {number}: {why}", source=self.source, number=self.number, why=why
        )

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Each line's word before the colon and the text after it, remarks left out."""
        for number, raw in enumerate(self.lines, 1):
            self.number = number
            line = raw.partition("#")[0].strip()
            if line:
                word, colon, text = line.partition(":")
                if not colon:
                    raise self.fault(Remark('expected "WORD: ...", not {text}', text=short(line)))
                yield word.strip(), text.strip()


def parse(text: str, source: str = "record", folders: Sequence[Path] = ()) -> Record:
    """The record in a text.

    Raises:
        BadRecord: it cannot be read; the message names `source`, the line and what was expected.
    """
    if len(text) > MAX_BYTES:
        raise BadRecord(
            "{source}: larger than {most} characters: expected one written round",
            source=source,
            most=MAX_BYTES,
        )
    lines = _Lines(text, source)
    header = _Header(lines, folders)
    entries: list[Entry] = []
    result: Result | None = None
    for word, rest in lines:
        try:
            if result is not None:
                raise BadRecord("nothing comes after the result")
            if word == "result":
                result = replace(_result(rest, header.seats), line=lines.number)
            elif word in header.seats:
                entries += _entries(rest, word, header.seats, lines.number)
            elif entries:
                raise _no_seat(word, header.seats)
            else:
                header.read(word, rest)
        except ScorerError as error:
            raise lines.fault(error.line) from error
    try:
        return header.record(tuple(entries), result)
    except ScorerError as error:
        raise BadRecord("{source}: header: {why}", source=source, why=error.line) from error


class _Header:
    """The header lines read so far."""

    def __init__(self, lines: _Lines, folders: Sequence[Path]) -> None:
        self.lines = lines
        self.folders = folders
        self.words: dict[str, str] = {}
        self.changes: dict[str, Any] = {}
        self.hands: dict[str, Cards] = {}
        self.seats: tuple[str, ...] = ()

    def read(self, word: str, text: str) -> None:
        kind, _, name = word.partition(" ")
        if kind == "rule" and name:
            self._once(name in self.changes, word)
            self.changes[name] = _value(text)
        elif kind == "hand" and name:
            self._once(name in self.hands, word)
            self.hands[name] = _cards(text)
        elif word in _WORDS:
            self._once(word in self.words, word)
            self.words[word] = text
            if word == "seats":
                self.seats = _names(text)
        else:
            expected = ", ".join([*_WORDS, "rule NAME", "hand SEAT", "result", "a seat's name"])
            raise BadRecord(
                "unknown line {word}: expected one of {names}", word=short(word), names=expected
            )

    def _once(self, there: bool, word: str) -> None:
        if there:
            raise _twice(short(word))

    def record(self, entries: tuple[Entry, ...], result: Result | None) -> Record:
        words, seats = self.words, self.seats
        if not 2 <= len(seats) <= 4:
            raise BadRecord(
                "seats: expected 2 to 4 names of who plays, not {count}", count=len(seats)
            )
        waiting = _names(words["waiting"]) if "waiting" in words else ()
        for name in waiting:
            if name in seats:
                raise BadRecord("waiting: {name} plays already", name=name)
        for name in (*self.hands, words.get("dealer", seats[0])):
            if name not in seats:
                raise _no_seat(name, seats)
        preset = words.get("rules", usual_preset(len(seats)))
        rules = house_rules(preset, len(seats), self.changes, self.folders)
        size, _ = sizes(rules)
        for name, hand in self.hands.items():
            if len(hand) > size:
                raise BadRecord(
                    "hand {name}: {count} cards: expected {most} at most",
                    name=name,
                    count=len(hand),
                    most=size,
                )
        hands = {seats.index(name): hand for name, hand in self.hands.items()}
        pot, stock = _cards(words.get("pot", "")), _cards(words.get("stock", ""))
        return Record(
            rules,
            seats,
            seats.index(words.get("dealer", seats[0])),
            hidden_deal(rules, len(seats), pot, hands, stock),
            self._terms(),
            waiting,
            entries,
            result,
        )

    def _terms(self) -> Terms:
        words = self.words
        mission = None
        if "mission" in words:
            times, _, faces = words["mission"].partition(" ")
            mission = Mission(_whole(times, "mission", 1), _cards(faces))
        return Terms(
            _whole(words.get("carry", "1"), "carry", 1),
            _whole(words.get("multiplier", "1"), "multiplier", 1),
            _amount(words.get("per_point", "1"), "per_point"),
            _whole(words.get("named_month", "0"), "named_month", 0, 12),
            mission,
        )


def _entries(text: str, name: str, seats: Sequence[str], line: int) -> Iterator[Entry]:
    """The actions of one line."""
    seat = seats.index(name)
    for raw in text.split(";"):
        part = raw.strip()
        yield Entry(_action(part.lstrip("! ").split(), seat, seats), part.startswith("!"), line)


def _action(words: list[str], seat: int, seats: Sequence[str]) -> Action:
    match words:
        case ["go"]:
            return Call(seat, "go")
        case ["stop"]:
            return Call(seat, "stop")
        case ["shows", month]:
            return Show(seat, *_months([month]))
        case ["plays", "on", *months]:
            return Quads(seat, play_on=True, months=_months(months))
        case ["chongtong", *months]:
            return Quads(seat, months=_months(months))
        case ["shodang", *faces, ("accepted" | "refused") as answer]:
            return Shodang(seat, tuple(map(card, faces)), answer == "accepted")
        case [*name, "gives", face] if " ".join(name) in seats:
            return Give(seats.index(" ".join(name)), seat, card(face))
        case [*names, "gives", _]:
            raise _no_seat(" ".join(names), seats)
        case [_, *_]:
            return _turn(words, seat)
    raise BadRecord("expected a turn such as 01-junk / 05-junk, go or stop, not nothing")


def _turn(words: list[str], seat: int) -> Turn:
    """A turn such as `03-junk x03-bright / joker-double 05-junk`."""
    piles: dict[str, list[Card]] = {"played": [], "draws": [], "/": [], "took": []}
    takes: list[Card] = []
    place, seen = "played", ["played"]
    for word in words:
        if word in ("pass", "bomb", "nothing"):
            continue
        if word in piles:
            if word in seen:
                raise _twice(word)
            place = word
            seen.append(word)
        elif word.startswith("x"):
            takes.append(card(word[1:]))
        else:
            piles[place].append(card(word))
    played = tuple(piles["played"])
    turn = Turn(
        seat,
        in_order(played) if "bomb" in words else played,
        tuple(piles["draws"]),
        tuple(piles["/"]),
        tuple(takes),
        tuple(piles["took"]) if "took" in seen else None,
    )
    _check_form(words, turn, seen)
    return turn


def _check_form(words: list[str], turn: Turn, seen: list[str]) -> None:
    """Raises where the words are not in the one form a turn is written in."""
    expected = turn_text(turn)
    if expected.split() != words:
        raise BadRecord(
            "a turn is written {expected}, not {text}",
            expected=short(expected, 80),
            text=short(" ".join(words), 80),
        )


def _result(text: str, seats: Sequence[str]) -> Result:
    """A result such as `stop Ann; Ann +6, Bea -6`."""
    ending, _, pays = text.partition(";")
    kind, _, who = ending.strip().partition(" ")
    kinds: Mapping[str, EndKind] = {each: each for each in get_args(EndKind)}
    if kind not in kinds:
        raise BadRecord(
            "unknown result {name}: expected one of {names}",
            name=short(kind),
            names=", ".join(kinds),
        )
    winners = tuple(_seat(name.strip(), seats) for name in who.split(" and ") if name.strip())
    amounts: dict[int, Decimal] = {}
    for part in filter(None, (each.strip() for each in pays.split(","))):
        name, _, amount = part.rpartition(" ")
        amounts[_seat(name, seats)] = _decimal(amount, "result")
    if amounts and len(amounts) != len(seats):
        raise BadRecord("the result gives an amount for some seats only: expected one for each")
    return Result(kinds[kind], winners, tuple(amounts[seat] for seat in sorted(amounts)))


def _seat(name: str, seats: Sequence[str]) -> int:
    if name not in seats:
        raise _no_seat(name, seats)
    return seats.index(name)


def _no_seat(name: str, seats: Sequence[str]) -> BadRecord:
    return BadRecord(
        "no seat is called {name}: {names} are", name=short(name), names=", ".join(seats)
    )


def _twice(what: str) -> BadRecord:
    return BadRecord("{what} stands twice: expected it once", what=what)


def _names(text: str) -> tuple[str, ...]:
    names = tuple(each.strip() for each in text.split(","))
    for name in names:
        taken = name in (*_WORDS, "result") or name.split()[:1] in (["rule"], ["hand"])
        if (
            not name
            or taken
            or names.count(name) > 1
            or set(name) & set(";!#/:")
            or " and " in name
        ):
            raise BadRecord(
                "{name} cannot be a name here: expected different plain names", name=short(name)
            )
    return names


def _cards(text: str) -> Cards:
    return tuple(card(face) for face in text.split())


def _months(words: Sequence[str]) -> tuple[int, ...]:
    return tuple(_whole(word, "month", MONTHS.start, MONTHS.stop - 1) for word in words)


def _value(text: str) -> Any:
    """A house rule's value, as TOML writes it."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError):
        raise BadRecord(
            'expected a value such as 7, true or "own", not {text}', text=short(text)
        ) from None


def _whole(text: str, where: str, least: int, most: int = 10**6) -> int:
    if text.isascii() and text.isdigit() and len(text) < 9 and least <= int(text) <= most:
        return int(text)
    raise BadRecord(
        "{where}: expected a whole number {least} to {most}, not {value}",
        where=where,
        least=least,
        most=most,
        value=short(text),
    )


def _amount(text: str, where: str) -> int | Decimal:
    amount = _decimal(text, where)
    if not 0 < amount <= 10**9:
        raise BadRecord(
            "{where}: expected a number above 0, at most {most}, not {value}",
            where=where,
            most=10**9,
            value=short(text),
        )
    return int(amount) if amount == int(amount) else amount


def _decimal(text: str, where: str) -> Decimal:
    try:
        amount = Decimal(text)
    except InvalidOperation:
        amount = Decimal("nan")
    if not amount.is_finite() or len(text) > 30:
        raise BadRecord("{where}: expected a number, not {value}", where=where, value=short(text))
    return amount
