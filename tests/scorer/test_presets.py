"""House rules and the files they are read from."""

from pathlib import Path
from typing import Any

import pytest

from scorer.errors import BadRules
from scorer.house_rules import HouseRules
from scorer.presets import MAX_BYTES, house_rules, preset, presets, read_preset


def test_the_ten_presets() -> None:
    assert sorted(presets()) == [
        *("fr-gostop", "gamerules", "godori-arcade", "godori-hangame", "godori-pd49"),
        *("godori-taesun", "gostop-3p", "koikoi", "matgo", "pagat"),
    ]
    for name in presets():
        assert preset(name).says
        assert house_rules(name).name == name


def test_the_defaults_are_gostop_3p() -> None:
    assert house_rules() == HouseRules()


@pytest.mark.parametrize(
    ("name", "seats", "rule", "value"),
    [
        ("fr-gostop", 3, "threshold", 3),  # H1
        ("fr-gostop", 2, "threshold", 7),  # H1
        ("godori-arcade", 3, "junk_from", 7),  # G14
        ("godori-arcade", 2, "junk_from", 10),  # G14
        ("godori-arcade", 2, "pi_bak_max", 7),  # H7
        ("pagat", 3, "go_bonus", "add_each_double_past_three"),  # as 001 where 004 is silent
        ("pagat", 2, "deal", ("hand 5", "pot 4", "hand 5", "pot 4")),  # B12
        ("gamerules", 3, "deal", ("hand 4", "pot 3", "hand 3", "pot 3")),  # B13
        ("koikoi", 2, "deal", ("hand 8", "pot 8")),  # B12
        ("koikoi", 3, "deal", ("hand 8", "pot 8")),  # B13
    ],
)
def test_two_seats_and_three(name: str, seats: int, rule: str, value: object) -> None:
    assert getattr(house_rules(name, seats), rule) == value


@pytest.mark.parametrize(
    ("changes", "rule", "value"),
    [
        ({"heundeum_nov_dec": True}, "heundeum_nov_dec", 4),  # E4
        ({"heundeum_nov_dec": False}, "heundeum_nov_dec", 2),
        ({"weol_yak_first_turn": True}, "weol_yak_first_turn", 4),  # D21
        ({"weol_yak_named_month": 8}, "weol_yak_named_month", 8),  # D22
        ({"convertible": "05-animal"}, "convertible", "05-animal"),  # A6
        ({"convertible": None}, "convertible", ""),
        ({"jokers": ["joker-double"]}, "jokers", ("joker-double",)),  # A1
        ({"deal": ["hand 8", "pot 10"]}, "deal", ("hand 8", "pot 10")),  # B12 of 002
        ({"bomb": "none"}, "bomb", "none"),  # D10
        ({"shodang": True}, "shodang", True),  # D27
    ],
)
def test_changes(changes: dict[str, Any], rule: str, value: object) -> None:
    assert getattr(house_rules("matgo", 2, changes), rule) == value


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"treshold": 3}, "rules matgo: unknown house rule 'treshold', did you mean threshold?"),
        ({"?": 3}, "rules matgo: unknown house rule '?': see `hwatu rules`"),
        (
            {"threshold": "7"},
            "rules matgo: threshold: expected a whole number 1 to 1000000, not '7'",
        ),
        ({"threshold": True}, "rules matgo: threshold: expected a whole number"),
        ({"shodang": 1}, "rules matgo: shodang: expected true or false, not 1"),
        ({"bomb": "maybe"}, "rules matgo: bomb: expected one of none, any, declared, undeclared"),
        (
            {"convertible": "01-bright"},
            "rules matgo: convertible: expected an animal such as 09-animal",
        ),
        (
            {"jokers": ["01-bright"]},
            "rules matgo: jokers: expected a list of joker-double, joker-triple, joker-other",
        ),
        ({"jokers": ["joker-double", "joker-double"]}, "rules matgo: jokers: expected a list of"),
        ({"jokers": [["x"]]}, "rules matgo: jokers: expected a list"),
        ({"deal": []}, 'rules matgo: deal: expected a list such as ["hand 5", "pot 4"], not []'),
        ({"deal": ["hand 99"]}, "rules matgo: deal: expected a list"),
        ({"deal": "hand 5"}, "rules matgo: deal: expected a list"),
    ],
)
def test_impossible_changes(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(BadRules) as caught:
        house_rules("matgo", 2, changes)
    assert str(caught.value).startswith(says)


def test_a_preset_of_ones_own(tmp_path: Path) -> None:
    """A file in a folder of the user's, found before the shipped one of the same name."""
    (tmp_path / "ours.toml").write_text(
        'says = "Ours"\nbase = "fr-gostop"\n[rules]\nthreshold = 5\n[two_seats]\npi_bak_max = 6\n'
    )
    (tmp_path / "matgo.toml").write_text('base = "matgo"\n[rules]\ncap = 50\n')
    rules = house_rules("ours", 2, folders=[tmp_path])
    assert (rules.name, rules.threshold, rules.pi_bak_max) == ("ours", 5, 6)
    assert rules.go_bonus == "add_two_then_double"
    assert preset("ours", [tmp_path]).source == "this table"
    matgo = house_rules("matgo", 2, folders=[tmp_path])
    assert (matgo.cap, matgo.threshold) == (50, 7)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"[rules]\ntreshold = 3", "ours.toml: [rules]: unknown house rule 'treshold'"),
        (b"[rules]\nthreshold = nan", "ours.toml: [rules]: threshold: expected a whole number"),
        (
            b"threshold = 3",
            "ours.toml: unknown key 'threshold': expected one of source, says, base",
        ),
        (b"rules = 3", "ours.toml: rules: expected a table of house rules, not 3"),
        (b"says = 3", "ours.toml: says: expected text, not 3"),
        (b'base = "nobody"', "ours.toml: base: no preset is called 'nobody'"),
        (b'base = "../matgo"', "ours.toml: base: no preset is called '../matgo'"),
        (b'base = "%s"' % (b"a" * 300), "ours.toml: base: no preset is called 'aaa"),
        (b'base = "other"', "other.toml: base: goes round in a circle"),
        (b"[rules\n", "ours.toml: not a TOML file: "),
        (b"\xff\xfe", "ours.toml: not a TOML file: "),
        (b"a = " + b"[" * 100_000, "ours.toml: not a TOML file: "),
        (
            b"#" * (MAX_BYTES + 1),
            "ours.toml: larger than 1000000 bytes: expected a small TOML file",
        ),
    ],
)
def test_bad_files(tmp_path: Path, text: bytes, says: str) -> None:
    path = tmp_path / "ours.toml"
    path.write_bytes(text)
    (tmp_path / "other.toml").write_text('base = "another"')
    (tmp_path / "another.toml").write_text('base = "other"')
    with pytest.raises(BadRules) as caught:
        read_preset(path, [tmp_path])
    assert str(caught.value).removeprefix(f"{tmp_path}/").startswith(says)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadRules, match="cannot be read: No such file"):
        read_preset(tmp_path / "none.toml")
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(BadRules, match="cannot be read: Is a directory"):
        read_preset(tmp_path / "folder.toml")
    with pytest.raises(BadRules, match="unknown preset 'nobody': expected one of fr-gostop, "):
        house_rules("nobody")


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    import os

    path = tmp_path / "ours.toml"
    path.write_text("[rules]\nthreshold = 5\n")
    assert house_rules("ours", folders=[tmp_path]).threshold == 5
    path.write_text("[rules]\nthreshold = 6\n")
    os.utime(path, ns=(1, 1))
    assert house_rules("ours", folders=[tmp_path]).threshold == 6
