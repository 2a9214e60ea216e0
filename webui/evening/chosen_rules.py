"""House rules as people choose them: a preset, and what differs from it.

So they stand in sheets, setup files, drafts and the log: `{"preset": NAME, "<house rule>": value}`.

>>> rules = rules_of({"preset": "matgo", "threshold": 5}, 2)
>>> rules.name, rules.threshold, chosen(rules, 2)
('matgo', 5, {'preset': 'matgo', 'threshold': 5})
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scorer.house_rules import RULES, HouseRules
from scorer.presets import house_rules, usual_preset


def rules_of(told: str | Mapping[str, Any], seats: int, folders: Sequence[Path] = ()) -> HouseRules:
    """The house rules of a choice, or of a preset's name; the usual preset where it has none.

    Raises:
        BadRules: no such preset or house rule, or an impossible value.
    """
    changes = {"preset": told} if isinstance(told, str) else dict(told)
    preset = changes.pop("preset", usual_preset(seats))
    return house_rules(preset, seats, changes, folders)


def chosen(rules: HouseRules, seats: int, folders: Sequence[Path] = ()) -> dict[str, Any]:
    """The choice that gives these house rules, as JSON values.

    Raises:
        BadRules: there is no preset of their name any more.
    """
    base = house_rules(rules.name, seats, folders=folders)
    both = ((name, getattr(rules, name), getattr(base, name)) for name in RULES)
    changes = {name: _plain(value) for name, value, usual in both if value != usual}
    return {"preset": rules.name, **changes}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
