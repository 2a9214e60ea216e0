"""Presets: house rules from small TOML files.

A file says where its reading comes from (`source`), what it is (`says`), which preset it starts
from (`base`, `gostop-3p` unless told), the rules that differ (`[rules]`), and what differs again
with two active seats (`[two_seats]`). A table keeps presets of its own in a folder of such files.

>>> house_rules("fr-gostop", seats=2).threshold
7
>>> house_rules("fr-gostop", seats=2, overrides={"threshold": 5}).threshold
5
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from scorer.cards import JOKERS, card, too_many
from scorer.errors import BadRules, short, unexpected
from scorer.house_rules import CONVERTIBLES, RULES, HouseRules
from scorer.remark import Remark

SHIPPED = Path(__file__).with_name("preset_files")
MAX_BYTES = 1_000_000

_TABLES = dict.fromkeys(("rules", "two_seats"), Remark("a table of house rules"))
_TEXTS = {
    "source": Remark("text"),
    "says": Remark("text"),
    "base": Remark("a preset's name"),
}
_FACES = {"jokers": tuple(each.face for each in JOKERS)}


@dataclass(frozen=True, slots=True)
class Preset:
    """One file of house rules, its base already merged in."""

    name: str
    source: str
    """Where its reading comes from: `000` to `004`, or words."""
    says: str
    """One line for a menu."""
    rules: Mapping[str, Any]
    """Values that differ from the defaults, as `HouseRules` takes them."""
    two_seats: Mapping[str, Any]
    """Values that differ again with two active seats."""

    def house_rules(self, seats: int) -> HouseRules:
        """The house rules for that many active seats."""
        extra = self.two_seats if seats == 2 else {}
        return HouseRules(**{**self.rules, **extra, "name": self.name})


def house_rules(
    name: str = "gostop-3p",
    seats: int = 3,
    overrides: Mapping[str, Any] | None = None,
    folders: Sequence[Path] = (),
) -> HouseRules:
    """A preset's house rules for a number of active seats, with changes by name.

    `folders` are searched for presets before the shipped ones.

    Raises:
        BadRules: no such preset or house rule, or an impossible value.
    """
    rules = preset(name, folders).house_rules(seats)
    if not overrides:
        return rules
    changes = {
        key: checked(key, value, Remark("rules {name}", name=name))
        for key, value in overrides.items()
    }
    values = {each: getattr(rules, each) for each in RULES}
    return HouseRules(**{**values, **changes, "name": name})


def usual_preset(seats: int) -> str:
    """The preset of a table of so many active seats that names none."""
    return "matgo" if seats == 2 else "gostop-3p"


def preset(name: str, folders: Sequence[Path] = ()) -> Preset:
    """The preset of that name.

    Raises:
        BadRules: there is none, or its file cannot be read.
    """
    known = presets(folders)
    if not isinstance(name, str) or name not in known:
        raise BadRules(
            "unknown preset {name}: expected one of {names}",
            name=short(name),
            names=", ".join(sorted(known)),
        )
    return read_preset(known[name], folders)


def presets(folders: Sequence[Path] = ()) -> dict[str, Path]:
    """The file of every preset by name: the shipped ones, and those of the folders."""
    found: dict[str, Path] = {}
    for folder in (SHIPPED, *reversed(folders)):
        for path in sorted(folder.glob("*.toml")):
            if not path.name.startswith("_"):
                found[path.stem] = path
    return found


def read_preset(path: Path, folders: Sequence[Path] = ()) -> Preset:
    """The preset in a file.

    Raises:
        BadRules: the file is missing, too large, no TOML, or says something impossible.
    """
    try:
        stat = path.stat()
    except OSError as error:
        raise BadRules("{file}: cannot be read: {why}", file=path, why=error.strerror) from error
    return _read(path, stat.st_mtime_ns, tuple(folders))


@cache
def _read(path: Path, _mtime_ns: int, folders: tuple[Path, ...], _seen: int = 0) -> Preset:
    if _seen > 8:
        raise BadRules("{file}: base: goes round in a circle", file=path)
    document = _toml(path)
    for key, value in document.items():
        expected = _TABLES.get(key) or _TEXTS.get(key)
        if expected is None:
            known = ", ".join([*_TEXTS, *_TABLES])
            raise BadRules(
                "{file}: unknown key {key}: expected one of {names}",
                file=path,
                key=short(key),
                names=known,
            )
        if not isinstance(value, dict if key in _TABLES else str):
            raise _unexpected(expected, value, str(path), key)
    rules, two_seats = (
        {
            key: checked(key, value, f"{path}: [{table}]")
            for key, value in document.get(table, {}).items()
        }
        for table in _TABLES
    )
    if path != SHIPPED / "gostop-3p.toml":
        parent = _base(document.get("base", "gostop-3p"), path, folders)
        below = _read(parent, parent.stat().st_mtime_ns, folders, _seen + 1)
        two_seats = {**_less(below.two_seats, rules), **two_seats}
        rules = {**below.rules, **rules}
    source, says = document.get("source", "this table"), document.get("says", path.stem)
    return Preset(path.stem, source, says, rules, two_seats)


def _less(below: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Any]:
    """A base's two-seat values, except those that the file itself sets for every table."""
    return {key: value for key, value in below.items() if key not in rules}


def _base(name: str, path: Path, folders: Iterable[Path]) -> Path:
    # Found by listing: a disk refuses to be asked for some names.
    for candidate in (each for folder in (*folders, SHIPPED) for each in folder.glob("*.toml")):
        if candidate != path and candidate.stem == name and candidate.is_file():
            return candidate
    raise BadRules("{file}: base: no preset is called {name}", file=path, name=short(name))


def _toml(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
        if len(raw) > MAX_BYTES:
            raise BadRules(
                "{file}: larger than {most} bytes: expected a small TOML file",
                file=path,
                most=MAX_BYTES,
            )
        return tomllib.loads(raw.decode())
    except OSError as error:
        raise BadRules("{file}: cannot be read: {why}", file=path, why=error.strerror) from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadRules("{file}: not a TOML file: {why}", file=path, why=error) from error


def checked(key: str, value: Any, where: str) -> Any:
    """A house rule's value in the form `HouseRules` holds it.

    `true` and `false` switch a rule on and off that is a number; `null` or `false` for
    `convertible` means that no card is.

    Raises:
        BadRules: there is no such rule, or it cannot have that value.
    """
    if key not in RULES:
        near = get_close_matches(str(key), RULES, n=1)
        if near:
            raise BadRules(
                "{where}: unknown house rule {name}, did you mean {near}?",
                where=where,
                name=short(key),
                near=near[0],
            )
        raise BadRules(
            "{where}: unknown house rule {name}: see `hwatu rules`", where=where, name=short(key)
        )
    kind, meta = RULES[key].type, RULES[key].metadata
    if kind is bool:
        return _expect(isinstance(value, bool), value, where, key, Remark("true or false"))
    if kind is int:
        if isinstance(value, bool) and meta["on"] is not None:
            return meta["on"] if value else RULES[key].default
        fits = isinstance(value, int) and not isinstance(value, bool)
        fits = fits and meta["least"] <= value <= meta["most"]
        expected = Remark(
            "a whole number {least} to {most}", least=meta["least"], most=meta["most"]
        )
        return _expect(fits, value, where, key, expected)
    if get_origin(kind) is Literal:
        choices = get_args(kind)
        expected = Remark("one of {names}", names=", ".join(choices))
        return _expect(value in choices, value, where, key, expected)
    if key == "convertible":
        face = value or ""
        fits = face in ("", *CONVERTIBLES)
        expected = Remark("an animal such as 09-animal")
        return face if fits else _expect(False, value, where, key, expected)
    return _checked_list(key, value, where)


def _checked_list(key: str, value: Any, where: str) -> tuple[str, ...]:
    fits = isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)
    if key == "jokers":
        faces = _FACES["jokers"]
        fits = fits and all(each in faces for each in value)
        fits = fits and not too_many(map(card, value))
        expected = Remark("a list of {names} (the last up to three times)", names=", ".join(faces))
        return tuple(_expect(fits, value, where, key, expected))
    fits = fits and bool(value) and all(_is_packet(each) for each in value)
    expected = Remark('a list such as ["hand 5", "pot 4"]')
    return tuple(_expect(fits, value, where, key, expected))


def _is_packet(text: str) -> bool:
    to, _, number = text.partition(" ")
    return to in ("hand", "pot") and number in {str(each) for each in range(1, 25)}


def _expect(fits: bool, value: Any, where: str, key: str, expected: str) -> Any:
    if not fits:
        raise _unexpected(expected, value, where, key)
    return value


def _unexpected(expected: str, value: object, where: str, key: str) -> BadRules:
    return BadRules(unexpected(": ".join((where, key)), expected, value))
