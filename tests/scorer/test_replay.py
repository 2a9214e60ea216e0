"""Rounds replayed as JSON values, the odd ones too."""

import pytest

from scorer.notation import parse
from scorer.replay import replay, replay_json

TAKEN = "seats: Ann, Bea\npot: 01-junk 02-junk\nAnn: 01-bright / 03-junk\n"


@pytest.mark.parametrize(
    ("more", "stolen"),
    [
        ("", [{"Bea": []}]),
        ("Bea: ! Ann gives 01-junk\n", [{"Bea": [], "Ann": ["01-junk"]}]),
        ("Bea: ! Ann gives 01-junk; 02-ribbon / 04-junk\n", [{"Bea": [], "Ann": ["01-junk"]}, {"Ann": []}]),
        ("Bea: 02-ribbon / 04-junk; ! Ann gives 01-junk\n", [{"Bea": []}, {"Ann": ["01-junk"]}]),
    ],
)  # fmt: skip
def test_junk_that_nobody_owed_is_told_by_who_gave_it(
    more: str, stolen: list[dict[str, list[str]]]
) -> None:
    told = replay_json(replay(parse(TAKEN + more)))
    assert [turn["stolen"] for turn in told["turns"]] == stolen
