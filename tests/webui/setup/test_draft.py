"""The wizard's draft: usable at every moment, changed step by step, kept in a file."""

import json
from pathlib import Path

import pytest

from vision.setup import read_setup, setup_json, setup_of
from webui.setup.desk import Desk, slug
from webui.setup.draft import (
    BadDraft,
    Draft,
    draft_json,
    draft_of,
    kept_in,
    plain_setup,
    setup_file,
    with_corners,
    with_people,
    with_rules,
    with_template,
    with_zones,
)
from webui.setup.source import source_of

SIZE = (1280, 720)


def seen(people: tuple[str, ...] = ("Ann", "Bea")) -> Draft:
    """A draft with a camera."""
    draft = with_people(Draft("0"), people)
    return Draft("0", draft.people, setup=plain_setup(SIZE, draft.seats))


def test_a_new_draft_is_a_table_for_two_by_hand() -> None:
    draft = Draft()
    assert (draft.source, draft.seats, draft.agreed().name) == ("hand", ("A", "B"), "matgo")


@pytest.mark.parametrize(
    ("people", "seats", "preset"),
    [
        (("Ann", "Bea"), ("Ann", "Bea"), "matgo"),
        (("Ann", "Bea", "Cho"), ("Ann", "Bea", "Cho"), "gostop-3p"),
        (("Ann", "Bea", "Cho", "Dan", "Eve"), ("Ann", "Bea", "Cho"), "gostop-3p"),
    ],
)
def test_the_first_of_the_people_sit_at_the_zones(
    people: tuple[str, ...], seats: tuple[str, ...], preset: str
) -> None:
    draft = with_people(seen(), people)
    assert draft.setup is not None
    assert draft.setup.seats == draft.seats == seats
    assert {zone.seat for zone in draft.setup.zones} == {None, *seats}
    assert draft.agreed().name == preset
    assert setup_of(setup_json(draft.setup)) == draft.setup


def test_other_names_keep_the_zones_and_another_number_draws_them_anew() -> None:
    draft = seen()
    assert draft.setup is not None
    moved = with_zones(
        draft, [[(1, 1), (90, 1), (90, 90)], *(z.polygon_mm for z in draft.setup.zones[1:])]
    )
    assert moved.setup is not None
    renamed = with_people(moved, ("Kim", "Lee")).setup
    assert renamed is not None
    assert renamed.zones[0].polygon_mm == moved.setup.zones[0].polygon_mm
    assert [zone.seat for zone in renamed.zones[2:]] == ["Kim", "Lee"]
    assert (
        with_people(moved, ("Kim", "Lee", "Paik")).setup
        == with_template(with_people(moved, ("Kim", "Lee", "Paik"))).setup
    )
    assert with_template(moved).setup == draft.setup


def test_the_usual_rules_follow_the_number_of_people_and_chosen_ones_stay() -> None:
    two = with_rules(Draft(), "matgo", {"threshold": 5})
    three = with_people(two, ("A", "B", "C"))
    assert three.rules == {"preset": "gostop-3p", "threshold": 5}
    french = with_rules(Draft(), "fr-gostop", {})
    assert with_people(french, ("A", "B", "C")).rules == {"preset": "fr-gostop"}


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (["Ann"], "2 to 7"),
        ([str(n) for n in range(8)], "2 to 7"),
        (["Ann", " Ann "], "stands twice"),
        (["Ann", "B" * 21], "at most 20"),
        (["Ann", "Bea: x"], "without"),
        (["Ann", "a\u202eb"], "at most"),
    ],
)
def test_names_that_cannot_be_used_are_named(names: list[str], says: str) -> None:
    with pytest.raises(BadDraft, match=says):
        with_people(Draft(), names)


def test_only_what_differs_from_the_preset_is_kept() -> None:
    draft = with_rules(Draft(), "matgo", {"threshold": 7, "push": True, "jokers": ["joker-double"]})
    assert draft.rules == {"preset": "matgo", "push": True, "jokers": ["joker-double"]}
    with pytest.raises(BadDraft, match="threshold: expected a whole number"):
        with_rules(draft, "matgo", {"threshold": "many"})
    with pytest.raises(BadDraft, match="unknown preset"):
        with_rules(draft, "../etc/passwd", {})


def test_corners_take_the_zones_along() -> None:
    draft = seen()
    assert draft.setup is not None
    corners = [(0.0, 0.0), (1000.0, 0.0), (1000.0, 700.0), (0.0, 700.0)]
    wider = with_corners(draft, corners, (1800.0, 600.0)).setup
    assert wider is not None
    assert wider.table_size_mm == (1800.0, 600.0)
    before, after = draft.setup.zones[0].polygon_mm[1], wider.zones[0].polygon_mm[1]
    assert after == (2 * before[0], before[1])
    with pytest.raises(BadDraft, match="clockwise"):
        with_corners(draft, corners[::-1], (900.0, 600.0))
    with pytest.raises(BadDraft, match="room for a card"):
        with_zones(draft, [[(0, 0), (1, 0), (1, 1)]] * len(draft.setup.zones))
    with pytest.raises(BadDraft, match="camera or a film"):
        with_corners(Draft(), corners, (900.0, 600.0))


def test_a_draft_is_read_back_as_it_was_written() -> None:
    draft = with_rules(seen(("Ann", "Bea", "Cho")), "gostop-3p", {"push": True})
    assert draft_of(json.loads(json.dumps(draft_json(draft)))) == draft
    for spoilt in ({}, {"source": 1}, {**draft_json(draft), "rules": {"preset": "none such"}}):
        with pytest.raises(BadDraft):
            draft_of(spoilt)


def test_the_setup_file_is_one_that_the_program_reads(tmp_path: Path) -> None:
    draft = with_rules(seen(), "matgo", {"threshold": 5})
    path = tmp_path / "kitchen.json"
    path.write_text(setup_file(draft, "kitchen"), encoding="utf-8")
    setup = read_setup(path)
    assert (setup.name, setup.rules) == ("kitchen", {"preset": "matgo", "threshold": 5})
    again = kept_in(json.loads(path.read_text("utf-8")))
    assert (again.people, again.rules, again.source) == (draft.people, draft.rules, "0")
    with pytest.raises(BadDraft, match="no setup file"):
        setup_file(Draft(), "none")


def test_what_is_set_up_is_kept_for_each_camera(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    assert (desk.draft(), desk.begun) == (Draft(), False)
    draft = seen()
    desk.keep(draft)
    assert desk.begun
    assert Desk(tmp_path).draft() == draft
    assert desk.known(source_of("0")) is not None
    assert desk.known(source_of("1")) is None
    (tmp_path / "wizard.json").write_text("{")
    assert Desk(tmp_path).draft() == Draft()


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("0", "camera-0"),
        ("demo", "demo"),
        ("rtsp://user:secret@10.0.0.5:554/live/1", "10-0-0-5-live-1"),
        ("file:My Game.MP4", "file-my-game-mp4"),
    ],
)
def test_setups_have_plain_names(source: str, name: str) -> None:
    assert slug(source_of(source)) == name
