"""The page of a review: whole in itself, every turn with its picture, names escaped."""

import re
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from scorer.notation import parse
from scorer.presets import house_rules
from scorer.replay import Replay, replay
from vision.video import Tally
from webui.questions import Question
from webui.review import Reviewed, Task
from webui.reviews.chart import chart
from webui.reviews.report import report
from webui.session import Review
from webui.updates import SeenRound

ROUNDS = Path(__file__).parents[2] / "rounds"
VOID = {"meta", "img", "br", "link"}


def played(name: str) -> Replay:
    return replay(parse((ROUNDS / f"{name}.hwatu").read_text()))


def seen(replayed: Replay, start_s: float) -> SeenRound:
    count = len(replayed.turns)
    times = tuple(start_s + k / 10 for k in range(count))
    return SeenRound(start_s, start_s + 2, replayed, times, (0.5,) + (0.97,) * (count - 1))


@pytest.fixture
def video(film: Callable[..., Path]) -> Path:
    return film([k / 5 for k in range(30)], "<game> & more.mp4")


def page(video: Path, *rounds: SeenRound, remarks: tuple[str, ...] = ()) -> str:
    task = Task(video, house_rules("matgo", 2), ("A", "B"))
    questions = (Question(12.0, 1, ("<b>Ann</b>", "Bea")),)
    return report(Reviewed(task, Tally(30, 0, 6.0), Review(rounds, questions, remarks)))


class Reader(HTMLParser):
    """Raises where tags do not close; counts them."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.count: dict[str, int] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.count[tag] = self.count.get(tag, 0) + 1
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    assert not reader.open
    return reader


def test_every_turn_has_its_picture_and_every_round_its_chart(video: Path) -> None:
    one, two = played("matgo_whole_round_with_go_bak"), played("chok_takes_a_pi_from_each")
    text = page(video, seen(one, 0.5), seen(two, 3.0))
    reader = read(text)
    turns = len(one.turns) + len(two.turns)
    assert reader.count["img"] == text.count('src="data:image/jpeg;base64,/9j/') == turns
    assert text.count("<svg class=chart") == 2
    assert "Ann pays 16: points 8, go-bak x2" in text
    assert "bomb</span>" in text
    assert text.count("not sure: 50%") == 2
    assert "<h2>2 rounds</h2>" in text


def test_the_page_needs_nothing_beside_itself(video: Path) -> None:
    text = page(video, seen(played("matgo_whole_round_with_go_bak"), 0.5))
    used = set(re.findall(r'(?:href|src)="([^"]*)"', text))
    assert all(each.startswith(("#card-", "data:")) for each in used)
    drawn = set(re.findall(r'<symbol id="([^"]+)"', text))
    assert {each[1:] for each in used if each.startswith("#")} == drawn
    assert not re.search(r"<(link|script|iframe)|@import|https?://(?!www\.w3\.org)", text)
    assert "prefers-color-scheme: dark" in text
    assert 'name="viewport"' in text


def test_names_and_words_are_escaped(video: Path) -> None:
    text = page(video, remarks=("<i>cut</i> off",))
    read(text)
    assert "<title>&lt;game&gt; &amp; more.mp4</title>" in text
    assert "&lt;i&gt;cut&lt;/i&gt; off" in text
    assert "&lt;b&gt;Ann&lt;/b&gt;" in text


def test_seats_are_escaped(video: Path) -> None:
    text = "rules: matgo\nseats: <A>, B&C\npot: 01-junk\n<A>: 01-bright / 03-junk\n"
    found = page(video, seen(replay(parse(text)), 0.5))
    read(found)
    assert "<A>" not in found
    assert "&lt;A&gt;" in found


def test_a_video_without_a_round(video: Path) -> None:
    assert "No round was seen in this video." in page(video, remarks=("no table was found",))


def test_the_same_review_makes_the_same_page(video: Path) -> None:
    one = seen(played("chok_takes_a_pi_from_each"), 0.5)
    assert page(video, one) == page(video, one)


@pytest.mark.parametrize(
    ("points", "highest"), [([[0, 0], [1, 0], [1, 3]], "4"), ([[0, 0], [0, 9], [20, 9]], "20")]
)
def test_the_chart_is_a_step_line_a_seat(points: list[list[int]], highest: str) -> None:
    drawn = ElementTree.fromstring(
        re.sub(r"=([\w-]+)(?=[ >])", r'="\1"', chart(("Ann", "<Bea>"), [0.0, 5.0, 9.0], points, 12))
    )
    lines = [each for each in drawn if str(each.get("class")).startswith("line")]
    names = [each.text for each in drawn if str(each.get("class")).startswith("name")]
    assert len(lines) == 2
    assert all(str(each.get("d")).count("V") == 2 for each in lines)
    assert names == [f"Ann {points[-1][0]}", f"<Bea> {points[-1][1]}"]
    figures = [each.text for each in drawn if each.get("text-anchor") == "end"]
    assert figures[-2] == highest
    assert figures[-1] == "0:12"


def test_labels_of_equal_points_do_not_overlap() -> None:
    text = chart(("A", "B", "C"), [0.0, 5.0], [[0, 0, 0], [0, 0, 0]], 5)
    heights = sorted(float(y) for y in re.findall(r'class="name [^>]* y="([\d.]+)"', text))
    assert all(b - a >= 15 for a, b in pairwise(heights))
    assert heights[-1] < 200
