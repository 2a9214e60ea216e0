"""The commands that look at pictures: `hwatu detect` and `hwatu deck`."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorer.cards import card
from tests.vision.decks_seen import STRANGE, photo
from vision.boxes import Array, corners
from vision.deck_photos import ASKED
from vision.evidence import Detection, Evidence
from vision.faces import OUTPUTS
from vision.looking_together import TOGETHER
from vision.strange_deck import Shown
from webui import cli
from webui.command_line import camera as camera_commands

pytestmark = pytest.mark.usefixtures("small_decks")

CORNERS = [[10.0, 20.0], [30.0, 20.0], [30.0, 52.0], [10.0, 52.0]]


def seen(face: str, x: float, confidence: float) -> Detection:
    quad = corners(np.array([(x, 36.04, 20, 32, 0)]))[0]
    return Detection(card(face), confidence, quad, 1.0, np.zeros(OUTPUTS))


@dataclass
class Fake:
    """Sees the same two cards in every picture, and learns from a look at it these faces."""

    faces: tuple[str, ...] = ASKED
    recogniser = STRANGE

    def detect(self, frame_bgr: Array) -> tuple[Detection, ...]:
        return seen("12-double", 60, 0.98765), seen("01-bright", 20, 0.5)

    def look(self, frame_bgr: Array) -> Evidence:
        return photo(*self.faces).look

    def detect_and_look(self, frame_bgr: Array) -> tuple[tuple[Detection, ...], Evidence]:
        return self.detect(frame_bgr), self.look(frame_bgr)


@pytest.fixture(autouse=True)
def decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where decks are kept; the detector is a fake of model `abc`."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(camera_commands, "opened", lambda deck, thorough: Fake())
    monkeypatch.setattr("webui.deck_folder.model_hash", lambda: "abc")
    return tmp_path / "data" / "hwatu-table" / "decks"


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.zeros((60, 100, 3), np.uint8))
    return path


def run(*arguments: str | Path) -> int:
    with pytest.raises(SystemExit) as caught:
        cli.main([str(each) for each in arguments])
    return int(caught.value.code or 0)


def test_detect_as_json(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("detect", picture, "--json") == 0
    found = capsys.readouterr()
    assert found.err == ""
    assert json.loads(found.out) == {
        "images": [
            {
                "file": str(picture),
                "width": 100,
                "height": 60,
                "cards": [
                    {
                        "card": "12-double",
                        "confidence": 0.9877,
                        "quad": [[x + 40, y] for x, y in CORNERS],
                    },
                    {"card": "01-bright", "confidence": 0.5, "quad": CORNERS},
                ],
            }
        ]
    }


def test_detect_for_people(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("detect", picture) == 0
    first, *cards = capsys.readouterr().out.splitlines()
    assert first == f"{picture}: 100x60, 2 cards"
    assert [line.split()[:2] for line in cards] == [["01-bright", "50%"], ["12-double", "99%"]]
    assert cards[0].endswith("at 20, 36")


def test_a_bad_picture_is_named_and_the_others_are_listed(
    picture: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "note.png").write_text("seats: Ann, Bea")
    assert run("detect", tmp_path / "no.jpg", picture, tmp_path / "note.png", "--json") == 2
    found = capfd.readouterr()
    assert [each["file"] for each in json.loads(found.out)["images"]] == [str(picture)]
    first, second = found.err.splitlines()
    assert first == f"hwatu: {tmp_path / 'no.jpg'}: there is no such file"
    assert second.startswith(f"hwatu: {tmp_path / 'note.png'}: not a picture that can be read")


class Learned(Fake):
    """The same after it has learned the deck."""

    sure = 0.9

    def detect(self, frame_bgr: Array) -> tuple[Detection, ...]:
        return seen("06-junk", 20, self.sure), seen("06-junk", 60, self.sure)


@pytest.fixture
def pictures(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / f"{number}.png" for number in range(TOGETHER + 2)]
    for path in paths:
        cv2.imwrite(str(path), np.zeros((60, 100, 3), np.uint8))
    return paths


@pytest.mark.parametrize(("count", "strange"), [(1, True), (1, False), (TOGETHER + 2, True)])
def test_pictures_of_a_strange_deck_teach_it(
    count: int,
    strange: bool,
    pictures: list[Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    looks = list[int]()

    def asked(some: list[Shown]) -> bool:
        looks.append(len(some))
        return strange

    monkeypatch.setattr("vision.looking_together.is_strange", asked)
    monkeypatch.setattr("vision.looking_together.learned_from", lambda *_: "what was learned")
    monkeypatch.setattr("vision.looking_together.with_deck", lambda detector, naming: Learned())
    paths = pictures[:count]
    assert run("detect", "--json", *paths) == 0
    found = capsys.readouterr()
    images = json.loads(found.out)["images"]
    assert [image["file"] for image in images] == [str(path) for path in paths]
    assert looks == ([1] if count == 1 else [count // 2, count // 2])
    cards = ["06-junk", "06-junk"] if strange else ["12-double", "01-bright"]
    assert all([card["card"] for card in image["cards"]] == cards for image in images)
    assert (f"for many cards were unsure: {count};" in found.err) == strange
    assert run("detect", *paths) == 0
    listed = [line for line in capsys.readouterr().out.splitlines() if "100x60" in line]
    assert listed == [f"{path}: 100x60, 2 cards" for path in paths]


def test_pictures_in_which_no_card_is_found_teach_nothing(
    pictures: list[Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What they show by chance, learned, became a hundred cards of a deck that is none."""
    told = list[int]()

    def asked(some: list[Shown]) -> bool:
        told.append(len(some))
        return True

    monkeypatch.setattr("vision.looking_together.is_strange", asked)
    monkeypatch.setattr("vision.looking_together.learned_from", lambda *_: "what was learned")
    monkeypatch.setattr("vision.looking_together.with_deck", lambda detector, naming: Learned())
    monkeypatch.setattr(Fake, "detect", lambda *_: ())
    assert run("detect", "--json", *pictures[:4]) == 0
    images = json.loads(capsys.readouterr().out)["images"]
    assert told == [0]
    assert all(image["cards"] == [] for image in images)


def test_pictures_of_an_enrolled_deck_teach_nothing(
    picture: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.looking_together.is_strange", lambda _: pytest.fail("was asked"))
    assert run("detect", "--json", "--deck", "minhwa", picture) == 0


def test_a_picture_of_another_deck_than_was_learned_is_read_as_before(
    picture: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fewer of its cards are sure then."""
    monkeypatch.setattr("vision.looking_together.is_strange", lambda _: True)
    monkeypatch.setattr("vision.looking_together.learned_from", lambda *_: "what was learned")
    monkeypatch.setattr("vision.looking_together.with_deck", lambda detector, naming: Learned())
    monkeypatch.setattr(Learned, "sure", 0.6)
    assert run("detect", "--json", picture) == 0
    found = capsys.readouterr()
    (image,) = json.loads(found.out)["images"]
    assert [card["card"] for card in image["cards"]] == ["12-double", "01-bright"]
    assert found.err == ""


def test_a_dozen_files_that_are_no_pictures_are_named_and_nothing_is_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [tmp_path / f"{number}.png" for number in range(12)]
    assert run("detect", *paths) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert len(found.err.splitlines()) == 12


def test_detect_without_pictures_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("detect") == 2
    assert capsys.readouterr().err.startswith("hwatu: Missing argument 'IMAGE...'")


def test_a_drawing_goes_to_the_file_that_is_named(picture: Path, tmp_path: Path) -> None:
    out = tmp_path / "deep" / "down" / "out.png"
    assert run("detect", picture, "--draw", out) == 0
    drawn = cv2.imread(str(out))
    assert drawn is not None
    assert drawn.shape == (60, 100, 3)
    assert drawn.any()


def test_drawings_go_to_a_folder(picture: Path, tmp_path: Path) -> None:
    other = tmp_path / "second.webp"
    cv2.imwrite(str(other), np.zeros((40, 40, 3), np.uint8))
    assert run("detect", picture, other, tmp_path / "no.jpg", "--draw", tmp_path / "out") == 2
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["second.jpg", "table.jpg"]


def test_a_drawing_overwrites_no_picture_and_no_other_drawing(
    picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = tmp_path / "photo.jpg"
    cv2.imwrite(str(photo), np.zeros((40, 40, 3), np.uint8))
    before = photo.read_bytes()
    (tmp_path / "b").mkdir()
    cv2.imwrite(str(tmp_path / "b" / "table.png"), np.zeros((40, 40, 3), np.uint8))
    namesake = tmp_path / "b" / "table.png"
    for pictures, out in (([photo], tmp_path), ([photo], photo), ([picture, namesake], "out")):
        assert run("detect", *pictures, "--draw", out) == 2
        assert "choose another --draw" in capsys.readouterr().err
    assert photo.read_bytes() == before


def test_a_drawing_that_cannot_be_written_is_one_line(
    picture: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("detect", picture, "--draw", picture / "out.png") == 2
    assert capsys.readouterr().err.endswith("out.png: the picture cannot be written there\n")


def test_enrol_says_which_faces_are_missing(
    picture: Path,
    decks: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(camera_commands, "opened", lambda deck, thorough: Fake(ASKED[:-2]))
    assert run("deck", "enrol", "ours", picture) == 1
    says = capsys.readouterr().out
    assert says.startswith(f"ours: knows 35 of 37 faces -> {decks / 'ours.npz'}\n")
    assert f"not found: {ASKED[-2]} {ASKED[-1]}\n" in says
    assert run("deck", "list") == 0
    assert capsys.readouterr().out == f"ours: lacks {ASKED[-2]} {ASKED[-1]}\n"


def test_enrol_adds_to_what_was_known_unless_it_is_to_be_forgotten(
    picture: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for faces, *more in ((ASKED[:20],), (ASKED[20:],), (ASKED[:20], "--fresh")):
        fake = Fake(faces)
        monkeypatch.setattr(camera_commands, "opened", lambda deck, thorough, fake=fake: fake)
        run("deck", "enrol", "ours", picture, *more)
    said = [line for line in capsys.readouterr().out.splitlines() if "knows" in line]
    assert [line.split()[2] for line in said] == ["20", "37", "20"]


def test_a_complete_deck_is_enrolled_with_status_0(
    picture: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("deck", "enrol", "ours", picture, picture) == 0
    assert run("deck", "list") == 0
    assert capsys.readouterr().out.endswith("ours: complete\n")


def test_bonus_cards_are_told_only_in_order(
    picture: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("deck", "enrol", "ours", picture, "--bonus", "joker-double") == 2
    assert capsys.readouterr().err == "hwatu: --bonus: only with --in-order\n"
    assert run("deck", "enrol", "ours", picture, "--in-order", "--bonus", "joker-double") == 2
    assert "37 open cards in the photographs; in order there must be 49" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "photo", "says"),
    [
        ("../ours", "table.png", "'../ours': expected a name of letters"),
        ("ours", "no.jpg", "no.jpg: there is no such file"),
    ],
)
def test_enrol_of_rubbish_keeps_nothing(
    picture: Path, decks: Path, name: str, photo: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("deck", "enrol", name, picture, picture.parent / photo) == 2
    found = capsys.readouterr()
    assert says in found.err
    assert found.err.count("\n") == 1
    assert not list(picture.parent.rglob("*.npz"))


def test_the_list_tells_of_decks_that_cannot_be_used(
    decks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    decks.mkdir(parents=True)
    np.savez(decks / "old.npz", embeddings=np.zeros((1, 128)), faces=["01-bright"], weights="xyz")
    (decks / "spoilt.npz").write_bytes(b"?")
    assert run("deck", "list") == 0
    old, spoilt = capsys.readouterr().out.splitlines()
    assert old.endswith("enrolled with an older version: enrol the deck again")
    assert "not an enrolled deck" in spoilt


def test_no_decks_are_an_empty_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("deck", "list") == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("kind", "spoilt"),
    [
        (".png", lambda data: data[: len(data) // 2]),
        (".png", lambda data: data[:100] + bytes([data[100] ^ 255]) + data[101:]),
        (".jpg", lambda data: data[: len(data) // 2]),
    ],
)
def test_a_broken_picture_is_one_line_whatever_the_libraries_say(
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    kind: str,
    spoilt: Callable[[bytes], bytes],
) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (200, 200, 3), np.uint8)
    path = tmp_path / f"broken{kind}"
    path.write_bytes(spoilt(cv2.imencode(kind, noise)[1].tobytes()))
    assert run("detect", str(path)) == 2
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith(f"hwatu: {path}: not a picture that can be read")
    assert run("detect", str(tmp_path / "none.png")) == 2  # and standard error is back
    assert "there is no such file" in capfd.readouterr().err
