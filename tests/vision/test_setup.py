"""Setup files: what is read, what is refused, and with which words."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vision.setup import BadSetup, Setup, read_setup, setup_json, setup_of
from vision.zones import template

ROOT = Path(__file__).parents[2]
VALUES: dict[str, Any] = {
    "name": "kitchen",
    "frame_size": [1920, 1080],
    "table_corners": [[310, 95], [1640, 90], [1700, 1010], [255, 1015]],
    "table_size_mm": [900, 600],
    "zones": [
        {
            "name": "pot",
            "seat": None,
            "polygon_mm": [[200, 200], [700, 200], [700, 400], [200, 400]],
        },
        {
            "name": "captures",
            "seat": "A",
            "polygon_mm": [[0, 420], [900, 420], [900, 600], [0, 600]],
        },
        {"name": "captures", "seat": "B", "polygon_mm": [[0, 0], [900, 0], [900, 180], [0, 180]]},
    ],
    "seats": ["A", "B"],
    "rules": "matgo",
}
NAN, BOWTIE = float("nan"), [[310, 95], [1700, 1010], [1640, 90], [255, 1015]]


def changed(*path: str | int, to: object) -> dict[str, Any]:
    """VALUES with one value put in another's place."""
    values = copy.deepcopy(VALUES)
    holder: Any = values
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = to
    return values


def without(*path: str | int) -> dict[str, Any]:
    values = copy.deepcopy(VALUES)
    holder: Any = values
    for step in path[:-1]:
        holder = holder[step]
    del holder[path[-1]]
    return values


def test_a_setup_is_read() -> None:
    setup = setup_of(VALUES)
    assert setup.frame_size == (1920, 1080)
    assert setup.table_corners[2] == (1700, 1010)
    assert [zone.seat for zone in setup.zones] == [None, "A", "B"]
    assert setup_json(setup) == VALUES


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([], "expected a setup, an object, not []"),
        (without("name"), "name: missing"),
        (without("zones", 0, "polygon_mm"), "zones[0].polygon_mm: missing"),
        ({**VALUES, "rule": "matgo"}, "'rule': unknown key, did you mean rules?"),
        (changed("name", to=""), "name: expected 1 to 60 letters or signs, not ''"),
        (changed("name", to="a\nb"), "name: expected 1 to 60 letters or signs, not 'a\\nb'"),
        (changed("frame_size", to=[1920]), "frame_size: expected a list of 2, not 1 of them"),
        (changed("frame_size", 1, to=0), "frame_size[1]: expected a whole number 16 to 100000, not 0"),
        (changed("frame_size", 0, to=19.5), "frame_size[0]: expected a whole number"),
        (changed("frame_size", 0, to=True), "frame_size[0]: expected a whole number"),
        (changed("table_corners", 1, to=[1, 2, 3]), "table_corners[1]: expected [x, y] in px, not [1, 2, 3]"),
        (changed("table_corners", 3, 0, to=NAN), "table_corners[3]: expected a number -1e+06 to 1e+06, not nan"),
        (changed("table_corners", to=BOWTIE), "table_corners: expected the table's four corners clockwise"),
        (changed("table_corners", to=VALUES["table_corners"][::-1]), "table_corners: expected the table's four corners clockwise"),
        (changed("table_corners", 2, to=[500, 300]), "table_corners: expected the table's four corners clockwise"),
        (changed("table_corners", 1, to=[310, 95]), "table_corners: expected the table's four corners clockwise"),
        (changed("table_size_mm", 0, to=10**30), "table_size_mm[0]: expected a number 100 to 10000, not 1000"),
        (changed("table_size_mm", 1, to=1e999), "table_size_mm[1]: expected a number 100 to 10000, not inf"),
        (changed("table_size_mm", 1, to="600"), "table_size_mm[1]: expected a number 100 to 10000, not '600'"),
        (changed("zones", to=[]), "zones: expected a list of 1 to 50, not 0 of them"),
        (changed("zones", 1, to="pot"), "zones[1]: expected a zone, an object, not 'pot'"),
        (changed("zones", 0, "name", to="hand"), "zones[0].name: expected one of pot, stock, captures, not 'hand'"),
        (changed("zones", 1, "seat", to="C"), "zones[1].seat: expected one of A, B, not 'C'"),
        (changed("zones", 1, "seat", to=["A"]), "zones[1].seat: expected one of A, B, not ['A']"),
        (changed("zones", 0, "seat", to="A"), "zones[0].seat: expected null for the pot, not 'A'"),
        (changed("zones", 2, "seat", to="A"), "zones: expected captures of seat 'B', found none"),
        (changed("zones", 0, "name", to="stock"), "zones: expected a pot, found none"),
        (changed("zones", 2, "polygon_mm", to=[]), "zones[2].polygon_mm: expected a list of 3 to 100, not 0 of them"),
        (changed("zones", 2, "polygon_mm", 1, to=[NAN, 0]), "zones[2].polygon_mm[1]: expected a number -10000 to 10000, not nan"),
        (changed("zones", 2, "polygon_mm", to=[[5, 5]] * 3), "zones[2].polygon_mm: expected room for a card, not 0 mm2"),
        (changed("seats", to=["A"]), "seats: expected a list of 2 to 7, not 1 of them"),
        (changed("seats", to=["A", "A"]), "seats: 'A' stands twice: expected different names"),
        (changed("seats", 1, to=7), "seats[1]: expected 1 to 60 letters or signs, not 7"),
        (changed("rules", to=3), "rules: expected a preset's name or an object, not 3"),
        ({**VALUES, "deck": 3}, "deck: expected 1 to 60 letters or signs, not 3"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_place(values: object, message: str) -> None:
    with pytest.raises(BadSetup) as caught:
        setup_of(values)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "values",
    [
        {**VALUES, "remark": "under the lamp"},
        changed("rules", to={"preset": "matgo", "threshold": 5}),
        {**VALUES, "deck": "grandma"},
        without("zones", 0, "seat"),
        changed("table_corners", 0, to=[-200, -90]),
    ],
    ids=["a remark", "house rules", "a deck", "a pot says nothing of a seat", "a corner outside"],
)
def test_what_a_person_may_write(values: object) -> None:
    setup_of(values)


@pytest.mark.parametrize(
    ("seats", "rules"), [(("A", "B"), "matgo"), (("A", "B", "C"), "gostop-3p")]
)
def test_the_rules_go_by_the_seats_where_none_are_told(seats: tuple[str, ...], rules: str) -> None:
    zones = setup_json(setup_of(VALUES)) | {"seats": list(seats)}
    zones["zones"] = [
        {"name": zone.name, "seat": zone.seat, "polygon_mm": [list(p) for p in zone.polygon_mm]}
        for zone in template(seats, (900.0, 600.0))
    ]
    del zones["rules"]
    assert setup_of(zones).rules == rules


side = st.floats(400, 10_000)
jitter = st.floats(-40, 40)
names = st.text("ABC 한국é", min_size=1, max_size=9)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Any setup that is one."""
    size_mm = draw(side), draw(side)
    seats = tuple(draw(st.lists(names, min_size=2, max_size=4, unique=True)))
    a, b, c, d = (
        (x + draw(jitter), y + draw(jitter))
        for x, y in ((300, 90), (1700, 90), (1700, 990), (300, 990))
    )
    rules = draw(st.just("matgo") | st.just({"preset": "matgo", "threshold": 5}))
    zones = template(seats, size_mm)
    deck = draw(st.just("") | names)
    return Setup(draw(names), (1920, 1080), (a, b, c, d), size_mm, zones, seats, rules, deck)


@given(setups())
def test_what_is_written_reads_back_the_same(setup: Setup) -> None:
    assert setup_of(json.loads(json.dumps(setup_json(setup)))) == setup


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)
places = st.sampled_from(
    [
        *((key,) for key in VALUES),
        *(("zones", 0, key) for key in ("name", "seat", "polygon_mm")),
        *((key, 0) for key in ("frame_size", "table_corners", "table_size_mm", "zones", "seats")),
        ("zones", 1, "polygon_mm", 0),
        ("table_corners", 2, 1),
    ]
)


@given(anything | st.builds(lambda path, to: changed(*path, to=to), places, anything))
@example({})
def test_any_json_is_a_setup_or_one_clear_line(values: object) -> None:
    assert len(answer(values).splitlines()) == 1


def answer(values: object) -> str:
    try:
        return setup_of(values).name
    except BadSetup as error:
        return str(error)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not a JSON file"),
        ("{", "not a JSON file"),
        ("[" * 100_000, "not a JSON file"),
        (b"\xff\xfe\x00", "not a JSON file"),
        (json.dumps(changed("seats", 1, to="A")), "seats: 'A' stands twice"),
        ('{"name": "a", "name": "b"}', "'name' stands twice in one object: expected it once"),
        ('{"name": "' + "a" * 1_000_001, "larger than 1,000,000 bytes"),
    ],
    ids=["empty", "cut", "deep", "no text", "faulty", "twice", "large"],
)
def test_a_bad_file_is_named(text: str | bytes, says: str, tmp_path: Path) -> None:
    path = tmp_path / "setup.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BadSetup) as caught:
        read_setup(path)
    assert str(caught.value).startswith(f"{path}: {says}")
    assert "\n" not in str(caught.value)


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(BadSetup, match="cannot be read"):
            read_setup(path)


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "setup.json"
    path.write_text("\ufeff" + json.dumps(VALUES), encoding="utf-8")
    assert read_setup(path) == setup_of(VALUES)


def test_the_example_of_the_documentation_is_a_setup() -> None:
    text = (ROOT / "docs" / "SETUP.md").read_text(encoding="utf-8")
    example_json = text.partition("```json\n")[2].partition("```")[0]
    assert setup_of(json.loads(example_json)).seats == ("A", "B")
