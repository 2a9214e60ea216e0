"""House rules as a form: all of them, with sources, and read back as they were."""

import pytest

from scorer.house_rules import RULES
from scorer.presets import house_rules, presets
from webui.setup.rules_form import RULE, Field, offered, sections, sources, told


def as_sent(fields: list[Field]) -> dict[str, str]:
    """What a browser sends of the form when nothing is changed."""
    form: dict[str, str] = {}
    for each in fields:
        key = RULE + each.name
        if each.kind == "switch":
            form |= {f"{key}.told": "1", **({key: "on"} if each.value else {})}
        elif each.kind == "jokers":
            counts = {f"{key}.{face}": str(each.value.count(face)) for face in each.choices}
            form |= {f"{key}.told": "1", **counts}
        elif each.kind == "packets":
            form[key] = ", ".join(each.value)
        else:
            form[key] = str(each.value)
    return form


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("preset", sorted(presets()))
def test_a_form_that_is_sent_back_changes_nothing(preset: str, seats: int) -> None:
    agreed = house_rules(preset, seats)
    found = sections(agreed, seats)
    fields = [field for section in found for field in section.fields]
    assert [each.name for each in fields] == list(RULES)
    assert not any(section.changes for section in found)
    other = house_rules("koikoi" if preset != "koikoi" else "matgo", seats)
    assert house_rules(preset, seats, told(as_sent(fields), other)) == agreed


def test_what_differs_is_marked_with_who_plays_it_how() -> None:
    agreed = house_rules("matgo", 2, {"threshold": 3})
    changed = [field for part in sections(agreed, 2) for field in part.fields if field.changed]
    assert [(each.name, each.value, each.usual) for each in changed] == [("threshold", 3, 7)]
    assert "matgo" not in changed[0].agreeing


def test_every_preset_is_a_source_of_every_rule() -> None:
    for name in RULES:
        assert sorted(each for one in sources(name, 3) for each in one.presets) == sorted(presets())


def test_a_rule_that_is_left_out_stays() -> None:
    before = house_rules("gostop-3p", 3, {"push": True, "threshold": 5})
    assert told({}, before)["push"] is True
    assert told({"rule.push.told": "1"}, before)["push"] is False
    assert told({"rule.threshold": "9"}, before)["threshold"] == 9
    assert told({"rule.threshold": "many"}, before)["threshold"] == "many"


def test_korean_tables_are_offered_first() -> None:
    assert [each.name for each in offered()][:2] == ["gostop-3p", "matgo"]
