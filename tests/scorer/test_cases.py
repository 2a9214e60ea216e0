"""Scoring cases: what each source says of a sheet, written from the sources without the code.

Every file under tests/cases holds the cases of one preset; each names the row of the rules matrix,
its source, and why the answer is what it is.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from scorer.sheet import answer

CASES = Path(__file__).parents[1] / "cases"


def cases() -> list[Any]:
    found = []
    for path in sorted(CASES.glob("*.json")):
        for case in json.loads(path.read_text()):
            found.append(pytest.param(case, id=f"{case['sheet']['id']}: {case['why'][:70]}"))
    return found


@pytest.mark.parametrize("case", cases())
def test_scores_as_the_source_says(case: dict[str, Any]) -> None:
    found = answer(case["sheet"])
    assert "error" not in found
    for seat, total in case.get("points", {}).items():
        assert found["points"][seat]["total"] == total, case["why"]
    for seat, use in case.get("sake_as", {}).items():
        assert found["points"][seat]["sake_as"] == use, case["why"]
    if "transfers" in case:
        assert found["payout"]["transfers"] == case["transfers"], case["why"]
    if "next_multiplier" in case:
        assert found["payout"]["next_multiplier"] == case["next_multiplier"], case["why"]


def test_there_are_cases_for_every_preset() -> None:
    assert {path.stem for path in CASES.glob("*.json")} == {
        *("fr-gostop", "gamerules", "godori-arcade", "godori-hangame", "godori-pd49"),
        *("godori-taesun", "gostop-3p", "koikoi", "matgo", "pagat"),
    }
