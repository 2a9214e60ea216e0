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
from scorer.errors import BadRules, short
from scorer.house_rules import CONVERTIBLES, RULES, HouseRules

SHIPPED = Path(__file__).with_name("preset_files")
MAX_BYTES = 1_000_000

_TABLES = {"rules": "a table of house rules", "two_seats": "a table of house rules"}
_TEXTS = {"source": "text", "says": "text", "base": "a preset's name"}
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
    changes = {key: checked(key, value, f"rules {name}") for key, value in overrides.items()}
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
        raise BadRules(f"unknown preset {short(name)}: expected one of {', '.join(sorted(known))}")
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
        raise BadRules(f"{path}: cannot be read: {error.strerror}") from error
    return _read(path, stat.st_mtime_ns, tuple(folders))


@cache
def _read(path: Path, _mtime_ns: int, folders: tuple[Path, ...], _seen: int = 0) -> Preset:
    if _seen > 8:
        raise BadRules(f"{path}: base: goes round in a circle")
    document = _toml(path)
    for key, value in document.items():
        expected = _TABLES.get(key) or _TEXTS.get(key)
        if expected is None:
            known = ", ".join([*_TEXTS, *_TABLES])
            raise BadRules(f"{path}: unknown key {short(key)}: expected one of {known}")
        if not isinstance(value, dict if key in _TABLES else str):
            raise BadRules(f"{path}: {key}: expected {expected}, not {short(value)}")
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
    candidates = [folder / f"{name}.toml" for folder in (*folders, SHIPPED)]
    for candidate in candidates:
        if candidate != path and Path(name).name == name and candidate.is_file():
            return candidate
    raise BadRules(f"{path}: base: no preset is called {short(name)}")


def _toml(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
        if len(raw) > MAX_BYTES:
            raise BadRules(f"{path}: larger than {MAX_BYTES} bytes: expected a small TOML file")
        return tomllib.loads(raw.decode())
    except OSError as error:
        raise BadRules(f"{path}: cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadRules(f"{path}: not a TOML file: {error}") from error


def checked(key: str, value: Any, where: str) -> Any:
    """A house rule's value in the form `HouseRules` holds it.

    `true` and `false` switch a rule on and off that is a number; `null` or `false` for
    `convertible` means that no card is.

    Raises:
        BadRules: there is no such rule, or it cannot have that value.
    """
    if key not in RULES:
        near = get_close_matches(str(key), RULES, n=1)
        hint = f", did you mean {near[0]}?" if near else ""
        raise BadRules(f"{where}: unknown house rule {short(key)}{hint or ': see `hwatu rules`'}")
    kind, meta = RULES[key].type, RULES[key].metadata
    if kind is bool:
        return _expect(isinstance(value, bool), value, where, key, "true or false")
    if kind is int:
        if isinstance(value, bool) and meta["on"] is not None:
            return meta["on"] if value else RULES[key].default
        fits = isinstance(value, int) and not isinstance(value, bool)
        fits = fits and meta["least"] <= value <= meta["most"]
        return _expect(fits, value, where, key, f"a whole number {meta['least']} to {meta['most']}")
    if get_origin(kind) is Literal:
        choices = get_args(kind)
        return _expect(value in choices, value, where, key, f"one of {', '.join(choices)}")
    if key == "convertible":
        face = value or ""
        fits = face in ("", *CONVERTIBLES)
        return face if fits else _expect(False, value, where, key, "an animal such as 09-animal")
    return _checked_list(key, value, where)


def _checked_list(key: str, value: Any, where: str) -> tuple[str, ...]:
    fits = isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)
    if key == "jokers":
        faces = _FACES["jokers"]
        fits = fits and all(each in faces for each in value)
        fits = fits and not too_many(map(card, value))
        expected = f"a list of {', '.join(faces)} (the last up to three times)"
        return tuple(_expect(fits, value, where, key, expected))
    fits = fits and bool(value) and all(_is_packet(each) for each in value)
    return tuple(_expect(fits, value, where, key, 'a list such as ["hand 5", "pot 4"]'))


def _is_packet(text: str) -> bool:
    to, _, number = text.partition(" ")
    return to in ("hand", "pot") and number in {str(each) for each in range(1, 25)}


def _expect(fits: bool, value: Any, where: str, key: str, expected: str) -> Any:
    if not fits:
        raise BadRules(f"{where}: {key}: expected {expected}, not {short(value)}")
    return value
