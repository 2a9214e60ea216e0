"""The worked examples of docs/EXTENDING.md do what the page says."""

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlalchemy import create_engine, inspect

from scorer.presets import house_rules
from scorer.sheet import answer
from vision.boxes import Array
from webui.evening import events
from webui.store import event_store as store
from webui.store.database import StoreError

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "EXTENDING.md").read_text(encoding="utf-8")


@dataclass
class Chapter:
    """A chapter of the page: its blocks by language, in order."""

    text: str
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "extending"})

    def blocks(self, language: str) -> list[str]:
        """The blocks of a language, such as `python`."""
        return re.findall(rf"```{language}\n(.*?)```", self.text, re.DOTALL)

    def run(self) -> dict[str, Any]:
        """The names after all Python of the chapter has run, block after block."""
        found = self.blocks("python")
        assert found
        for block in found:
            exec(compile(block, "docs/EXTENDING.md", "exec"), self.names)
        return self.names


def chapter(title: str) -> Chapter:
    (text,) = re.findall(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    return Chapter(text)


def test_the_chapters_are_all_tried() -> None:
    tried = {"house rule", "preset", "detector", "language", "migration", "kind of event"}
    assert set(re.findall(r"^## A (.*)$", PAGE, re.MULTILINE)) == tried


@pytest.mark.parametrize("title", ["A house rule", "A language"])
def test_the_examples_hold(title: str) -> None:
    chapter(title).run()


def test_the_places_of_a_house_rule_name_it() -> None:
    row = re.compile(r"^\| \[.*?\]\(\.\./(.*?)\)", re.MULTILINE)
    places = row.findall(chapter("A house rule").text)
    assert len(places) >= 5
    for place in places:
        assert re.search("tsukimi|G16", (ROOT / place).read_text(encoding="utf-8")), place


def test_the_preset_is_read_and_its_case_holds(tmp_path: Path) -> None:
    example = chapter("A preset")
    (toml,), (cases,) = example.blocks("toml"), example.blocks("json")
    (tmp_path / "sunday.toml").write_text(toml, encoding="utf-8")
    assert house_rules("sunday", 3, folders=[tmp_path]).threshold == 5
    assert house_rules("sunday", 2, folders=[tmp_path]).threshold == 7
    for case in json.loads(cases):
        found = answer(case["sheet"], [tmp_path])
        assert {seat: found["points"][seat]["total"] for seat in case["points"]} == case["points"]


def five_red_cards(time_s: float) -> Array:
    """(360, 640, 3) uint8: a table with five red cards."""
    picture = np.full((360, 640, 3), (30, 50, 30), np.uint8)
    for k in range(5):
        picture[150:204, 100 + 90 * k : 133 + 90 * k] = (30, 30, 200)
    return picture


def test_the_detector_is_followed(film: Callable[..., Path]) -> None:
    example = chapter("A detector")
    example.names["film"] = film([k / 10 for k in range(15)], picture=five_red_cards)
    names = example.run()
    for look in names["looks"]:
        for each in look.detections:
            assert np.ptp(each.quad_px, axis=0) == pytest.approx([33, 54], abs=4)


def test_the_migration_brings_a_store_to_its_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.db"
    begun = events.Opened("Friday", ("Ann", "Bea"), {"preset": "matgo"}, "Ann")
    before = store.Store(path)
    written = before.new_evening(begun, "Ann")
    before.close()
    folder = tmp_path / "migrations"
    shutil.copytree(store.MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (block,) = chapter("A migration").blocks("python migration")
    (folder / "versions" / "0002_place.py").write_text(block, encoding="utf-8")
    monkeypatch.setattr(store, "MIGRATIONS", folder)
    after = store.Store(path)
    assert after.events(written.evening) == (written,)
    after.close()
    engine = create_engine(f"sqlite:///{path}")
    assert "place" in {each["name"] for each in inspect(engine).get_columns("evenings")}
    engine.dispose()
    monkeypatch.undo()
    with pytest.raises(StoreError, match="newer version"):
        store.Store(path)


def test_the_kind_of_event_is_kept_and_read(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = chapter("A kind of event").run()["Noted"]
    monkeypatch.setattr(events, "KINDS", {**events.KINDS, "noted": noted})
    monkeypatch.setitem(events._TYPES, "noted", {"text": str, "round": int})
    assert events.event_of("noted", events.body_of(noted("tea"))) == noted("tea")
    assert events.event_of("noted", {"text": "tea"}) == noted("tea")


@pytest.mark.parametrize("kind", events.KINDS)
def test_every_kind_of_event_stands_in_the_docs(kind: str) -> None:
    assert f"| `{kind}` |" in (ROOT / "docs" / "STORE.md").read_text(encoding="utf-8")
