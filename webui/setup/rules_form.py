"""House rules as a form: every rule with its words, its sources and what it may be."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args, get_origin

from scorer.cards import FACES, JOKERS
from scorer.house_rules import CONVERTIBLES, RULES, HouseRules
from scorer.presets import house_rules, preset, presets
from scorer.rows import SECTIONS

Kind = Literal["switch", "choice", "number", "face", "jokers", "packets"]
RULE = "rule."
"""What the form's names of rules begin with."""


@dataclass(frozen=True, slots=True)
class Source:
    """A value of a rule, and who has it."""

    value: Any
    presets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """One house rule in the form."""

    name: str
    kind: Kind
    says: str
    """A key of words."""
    rows: tuple[str, ...]
    """Of the rules matrix."""
    value: Any
    usual: Any
    """What the preset says."""
    choices: tuple[str, ...]
    least: int
    most: int
    sources: tuple[Source, ...]

    @property
    def agreeing(self) -> tuple[str, ...]:
        """The presets that have the table's value."""
        return next((each.presets for each in self.sources if each.value == self.value), ())

    @property
    def changed(self) -> bool:
        """Whether the table differs from its preset."""
        return bool(self.value != self.usual)


@dataclass(frozen=True, slots=True)
class Section:
    """The rules of one section of the rules matrix."""

    letter: str
    title: str
    """A key of words."""
    fields: tuple[Field, ...]

    @property
    def changes(self) -> int:
        """How many of its rules differ from the preset."""
        return sum(field.changed for field in self.fields)


@dataclass(frozen=True, slots=True)
class Offered:
    """A preset in the menu."""

    name: str
    says: str
    source: str


def sections(agreed: HouseRules, seats: int) -> tuple[Section, ...]:
    """The form, filled in with what a table has agreed on."""
    base = house_rules(agreed.name, seats) if agreed.name in presets() else agreed
    found: dict[str, list[Field]] = {letter: [] for letter in SECTIONS}
    for name in RULES:
        field = _field(name, getattr(agreed, name), getattr(base, name), seats)
        found[field.rows[0][0]].append(field)
    return tuple(
        Section(letter, title, tuple(found[letter]))
        for letter, title in SECTIONS.items()
        if found[letter]
    )


def _field(name: str, value: Any, usual: Any, seats: int) -> Field:
    meta = RULES[name].metadata
    kind, choices = _kind(name)
    rows = tuple(meta["rows"].split())
    limits = (meta["least"], meta["most"])
    return Field(
        name, kind, meta["says"], rows, value, usual, choices, *limits, sources(name, seats)
    )


def _kind(name: str) -> tuple[Kind, tuple[str, ...]]:
    type_ = RULES[name].type
    if type_ is bool:
        return "switch", ()
    if type_ is int:
        return "number", ()
    if get_origin(type_) is Literal:
        return "choice", get_args(type_)
    if name == "convertible":
        return "face", ("", *CONVERTIBLES)
    return ("jokers", tuple(each.face for each in JOKERS)) if name == "jokers" else ("packets", ())


@cache
def sources(name: str, seats: int) -> tuple[Source, ...]:
    """What the shipped presets say of a rule: each value, and the presets that have it."""
    found: dict[Any, list[str]] = {}
    for each in sorted(presets()):
        found.setdefault(getattr(house_rules(each, seats), name), []).append(each)
    return tuple(Source(value, tuple(names)) for value, names in found.items())


def offered() -> Iterator[Offered]:
    """The shipped presets, those that Korean tables play first."""
    every = [preset(name) for name in sorted(presets())]
    for each in sorted(every, key=lambda each: each.source[:1].isdigit()):
        yield Offered(each.name, each.says, each.source)


def told(form: Mapping[str, str], rules: HouseRules) -> dict[str, Any]:
    """The rules that a form tells, as `house_rules` takes them; what it leaves out is as before.

    What cannot be read is passed on as it is, for `house_rules` to refuse it by name.
    """
    found: dict[str, Any] = {}
    for name in RULES:
        key = RULE + name
        kind, _ = _kind(name)
        if kind == "jokers":
            if f"{key}.told" in form:
                found[name] = _jokers(form, key)
        elif kind == "switch":
            if f"{key}.told" in form:
                found[name] = key in form
        elif key in form:
            found[name] = _value(kind, form[key].strip())
        if name not in found:
            found[name] = getattr(rules, name)
    return found


def _value(kind: Kind, text: str) -> Any:
    if kind == "number":
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else text
    if kind == "packets":
        return [each.strip() for each in text.split(",") if each.strip()]
    return text


def _jokers(form: Mapping[str, str], key: str) -> list[str]:
    """As many of each joker as the form says, at most as many as there are."""
    found = list[str]()
    for each in JOKERS:
        text = form.get(f"{key}.{each.face}", "0")
        count = int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0
        found += [each.face] * min(count, FACES[each.face].copies)
    return found
