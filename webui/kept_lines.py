"""Lines as JSON values that keep their words, so that each page tells them in its own language.

>>> line_kept(kept_line(Remark("round {number}", number=2))).values
{'number': 2}
"""

from string import Formatter
from typing import Any

from scorer.remark import Remark

DEEPEST = 50
"""So many lines may lie within each other; more are no line that this program has kept."""


def kept_line(line: str) -> dict[str, Any]:
    """A line as JSON values; `line_kept` reads them back."""
    if not isinstance(line, Remark):
        return {"key": line, "values": {}}
    return {"key": line.key, "values": {name: _kept(each) for name, each in line.values.items()}}


def line_kept(kept: object, depth: int = DEEPEST) -> Remark:
    """The line that was kept so.

    Raises:
        ValueError: what is given is no line that was kept.
    """
    match kept:
        case {"key": str(key), "values": dict(values)} if depth and _fit(key, values):
            return Remark(key, **{name: _was_kept(each, depth) for name, each in values.items()})
    raise ValueError("not a line that was kept")


def _kept(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(map(kept_line, value))
    return kept_line(value) if isinstance(value, Remark) else value


def _was_kept(value: Any, depth: int) -> Any:
    if isinstance(value, list):
        return tuple(line_kept(each, depth - 1) for each in value)
    return line_kept(value, depth - 1) if isinstance(value, dict) else value


def _fit(key: str, values: dict[str, Any]) -> bool:
    """Whether these values can be put into the key: each once at most, and just as it is."""
    if not values:
        return True
    places = [place for place in Formatter().parse(key) if place[1] is not None]
    names = [name for _, name, _, _ in places]
    plain = all(name in values and not spec and not how for _, name, spec, how in places)
    return plain and len(names) == len(set(names)) and all(map(str.isidentifier, values))
