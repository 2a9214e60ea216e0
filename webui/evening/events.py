"""What can happen in an evening: the one form in which it is kept, as values and as JSON.

The log of an evening is a row of these, and only ever grows. A `Round` holds the whole text of a
round as it stands (docs/NOTATION.md): the newest one is the round, and undo is an older text
written again.

>>> kind_of(Settled(3)), body_of(Settled(3))
('settled', {'round': 3, 'push': False})
>>> event_of("settled", {"round": 3})
Settled(round=3, push=False)
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any, Literal, NamedTuple, get_args, get_type_hints

from scorer.errors import short, unexpected
from scorer.payout import Amount
from scorer.remark import Remark, Told
from webui.kept_lines import kept_line, line_kept

Json = Mapping[str, Any]
Names = tuple[str, ...]
SAYS_NOTHING = Remark("")


class BadEvent(Told):
    """An event that cannot be read, or does not fit what happened before it."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The evening begins; always the first event."""

    name: str
    people: Names
    """Everybody at the table, 2 to 7, in turn order."""
    rules: Json
    """`{"preset": NAME, "<house rule>": value, ...}`, as in sheets."""
    dealer: str
    per_point: Amount = 1
    setup: Json | None = None
    """The setup file's content; None without a camera."""
    source: str = ""
    """The camera, stream or file; empty for a table kept by hand."""


@dataclass(frozen=True, slots=True)
class Changed:
    """What holds from the next round on; None for what stays."""

    people: Names | None = None
    rules: Json | None = None
    per_point: Amount | None = None
    dealer: str | None = None
    waiting: Names | None = None
    """Who sits out of his own will."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round as it stands now."""

    round: int
    record: str
    """The whole round in the notation of records."""
    by_camera: bool = False
    certainties: tuple[float, ...] = ()
    """Of each turn, 0 to 1."""
    times_s: tuple[float, ...] = ()
    """Of each turn, when the recording shows it done."""
    why: Remark = SAYS_NOTHING
    """What made this version of it."""
    pinned: int = 0
    """So many turns at the start a person has confirmed: the camera does not change them."""
    recording: str | None = None
    undoes: int = 0
    """The number of the event that this one takes back; 0 for none."""
    immaterial: tuple[int, ...] = ()
    """Turns that were not certain, and of which it does not matter what they really were."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The round's payout goes into the ledger."""

    round: int
    push: bool = False
    """The winner leaves his win for a doubled next round."""


@dataclass(frozen=True, slots=True)
class Booked:
    """A line of the ledger that no round's end makes: brights sold, or a correction by hand."""

    kind: Literal["bright_sale", "correction"]
    transfers: Mapping[str, Amount] = field(default_factory=dict)
    """Of a correction: points that each receives; they sum to zero."""
    note: str = ""
    corrects: int = 0
    """The number of the ledger entry that a correction mends; 0 for none."""
    seller: str = ""
    """Of a sale: who sits out and sells."""
    cards: str = ""
    """Of a sale: the faces of his hand, as far as they are told; its brights are what he sells."""
    round: int = 0
    """Of a sale: the round that he sat out of; 0 for the one that is played or dealt next."""


@dataclass(frozen=True, slots=True)
class Unsold:
    """A sale of brights is taken back."""

    seller: str
    round: int = 0
    """The round that it was told for, as in `Booked`."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """The round does not count: a redeal. Its number goes to the next one."""

    round: int
    why: Remark = SAYS_NOTHING


@dataclass(frozen=True, slots=True)
class Closed:
    """The evening is over; what was played can still be corrected."""


Event = Opened | Changed | Round | Settled | Booked | Unsold | Dropped | Closed
KINDS: Mapping[str, type[Event]] = {each.__name__.lower(): each for each in get_args(Event)}
_TYPES = {name: get_type_hints(kind) for name, kind in KINDS.items()}


class Stored(NamedTuple):
    """An event in the log."""

    number: int
    """Its place in the store: later events have higher ones."""
    evening: int
    at: datetime
    by: str
    event: Event


def kind_of(event: Event) -> str:
    """The event's kind in one word, as the store keeps it."""
    return type(event).__name__.lower()


def round_of(event: Event) -> int:
    """The number of the round that the event is about; 0 for none."""
    return event.round if isinstance(event, Round | Settled | Dropped) else 0


def body_of(event: Event) -> dict[str, Any]:
    """The event's fields as JSON values; `event_of` reads them back."""
    return {each.name: _json(getattr(event, each.name)) for each in fields(event)}


def event_of(kind: str, body: object) -> Event:
    """The event of a kind and its JSON values.

    Raises:
        BadEvent: there is no such kind or field, one is missing, or has an impossible value.
    """
    if kind not in KINDS:
        raise BadEvent(
            "unknown event {name}: expected one of {names}",
            name=short(kind),
            names=", ".join(KINDS),
        )
    if not isinstance(body, Mapping):
        raise _unexpected(kind, Remark("an object"), body)
    known = {each.name: each for each in fields(KINDS[kind])}
    for name in body:
        if name not in known:
            raise BadEvent(
                "{kind}: unknown field {name}: expected {names}",
                kind=kind,
                name=short(name),
                names=", ".join(known),
            )
    for name, each in known.items():
        if name not in body and each.default is MISSING and each.default_factory is MISSING:
            raise BadEvent("{kind}: {name} is missing", kind=kind, name=name)
    found = {
        name: _value(_TYPES[kind][name], given, f"{kind}: {name}") for name, given in body.items()
    }
    return KINDS[kind](**found)


def _json(value: Any) -> Any:
    if isinstance(value, Remark):
        return kept_line(value) if value.values else value.key
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, tuple | list):
        return [_json(each) for each in value]
    if isinstance(value, Mapping):
        return {str(name): _json(each) for name, each in value.items()}
    return value


def _value(wanted: Any, given: Any, where: str) -> Any:
    """A JSON value in the form that a field of that type holds."""
    if type(None) in get_args(wanted):
        if given is None:
            return None
        (wanted,) = (wanted,) if wanted in _READERS else _without_none(wanted)
    read, expected = _READERS[wanted]
    try:
        return read(given)
    except (ValueError, TypeError, InvalidOperation, OverflowError):
        raise _unexpected(where, expected, given) from None


def _unexpected(where: str, expected: Remark, given: object) -> BadEvent:
    return BadEvent(unexpected(where, expected, given))


def _without_none(wanted: Any) -> tuple[Any]:
    left = [each for each in get_args(wanted) if each is not type(None)]
    return (Amount if len(left) > 1 else left[0],)


def _is(kind: type) -> Callable[[Any], Any]:
    def read(given: Any) -> Any:
        if type(given) is not kind:
            raise ValueError
        return given

    return read


def _text(given: Any) -> str:
    text: str = _is(str)(given)
    text.encode()  # half of a letter, which JSON can say, could not be shown
    return text


def _line(given: Any) -> Remark:
    line = Remark(given) if isinstance(given, str) else line_kept(given)
    line.encode()
    return line


def _list_of(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def all_of(given: Any) -> Any:
        if not isinstance(given, list | tuple):
            raise ValueError
        return tuple(read(each) for each in given)

    return all_of


def _amount(given: Any) -> Amount:
    if type(given) is int:
        return given
    amount = Decimal(_is(str)(given))
    if not amount.is_finite() or len(given) > 30:
        raise ValueError
    return amount


def _float(given: Any) -> float:
    if type(given) not in (int, float):
        raise ValueError
    return float(given)


def _object(given: Any) -> Any:
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise ValueError
    json.dumps(given, ensure_ascii=False, allow_nan=False).encode()
    return dict(given)


def _amounts(given: Any) -> Any:
    return {name: _amount(each) for name, each in _object(given).items()}


def _booking(given: Any) -> Any:
    if given not in ("bright_sale", "correction"):
        raise ValueError
    return given


_READERS: dict[Any, tuple[Callable[[Any], Any], Remark]] = {
    str: (_text, Remark("text")),
    Remark: (_line, Remark("text")),
    int: (_is(int), Remark("a whole number")),
    bool: (_is(bool), Remark("true or false")),
    Amount: (_amount, Remark("a whole number, or a decimal as text")),
    Names: (_list_of(_text), Remark("a list of texts")),
    tuple[float, ...]: (_list_of(_float), Remark("a list of numbers")),
    tuple[int, ...]: (_list_of(_is(int)), Remark("a list of whole numbers")),
    Json: (_object, Remark("an object")),
    Mapping[str, Amount]: (_amounts, Remark("an object of amounts")),
    Literal["bright_sale", "correction"]: (_booking, Remark("bright_sale or correction")),
}
