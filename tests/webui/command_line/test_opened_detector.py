"""The detector that the commands open: with a deck of one's own, or one line why not."""

import os
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.vision.decks_seen import STRANGE, empty_deck, photo
from vision.deck_photos import NO_PICTURES, BadDeck, pictured
from vision.deck_together import told_by_looks
from vision.decks import load_deck, relearned, save_deck
from vision.detector import CardDetector
from vision.faces import CLASSES
from vision.localizer import Localizer
from vision.refiner import Refiner
from vision.runtime import NoRuntime
from vision.weights import Confidence, Doubles, NoWeights, Settings
from webui import cli, review
from webui.bad_input import BadInput, NotHere
from webui.command_line import camera as camera_commands
from webui.deck_folder import deck_folder, model_hash

pytestmark = pytest.mark.usefixtures("small_decks")

DOUBLES = Doubles(-3.0, 2.0, 0.0, 5.0, 0.0, 0.0)
SHOWN = photo("01-bright", "02-animal")
PICTURES = pictured(SHOWN, *told_by_looks([SHOWN])[0])
SETTINGS = Settings(0.1, DOUBLES, 1.0, 0.5, Confidence(0.0, 1.0, 1.0, 0.0, 0.0, 0.0))


@pytest.fixture(autouse=True)
def decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    detector = CardDetector(Localizer(lambda _: (), 0.1), Refiner(lambda _: ()), STRANGE, SETTINGS)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("vision.detector.open_detector", lambda **_: detector)
    monkeypatch.setattr("webui.deck_folder.model_hash", lambda: "abc")
    return deck_folder()


def fails(monkeypatch: pytest.MonkeyPatch, where: str, error: Exception) -> None:
    def raises(**_: object) -> None:
        raise error

    monkeypatch.setattr(where, raises)


def test_without_a_deck_it_knows_the_decks_it_was_trained_on() -> None:
    assert camera_commands.opened(None).recogniser.deck is None


def test_with_a_deck_it_knows_that_too(decks: Path) -> None:
    save_deck(relearned("ours", PICTURES, STRANGE, "abc"), decks)
    deck = camera_commands.opened("ours").recogniser.deck
    assert deck is not None
    assert [CLASSES[k] for k in deck.classes] == ["01-bright", "02-animal"]


def test_a_deck_that_another_network_learned_is_learned_anew_and_kept(decks: Path) -> None:
    old = relearned("ours", PICTURES, STRANGE, "xyz")
    save_deck(replace(old, naming=replace(old.naming, trust=-3.0)), decks)
    deck = camera_commands.opened("ours").recogniser.deck
    assert deck is not None
    assert deck.trust == pytest.approx(old.naming.trust)
    again = load_deck("ours", decks)
    assert again.weights == "abc"
    assert again.naming.trust == pytest.approx(old.naming.trust)


def test_a_server_reads_a_deck_anew_once_it_was_enrolled_anew(
    decks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    any_print = camera_commands.opened(None)
    monkeypatch.setattr(review, "_any_print", lambda threads: any_print)
    for changed, pictures in ((1, PICTURES), (2, NO_PICTURES)):
        path = save_deck(relearned("ours", pictures, STRANGE, "abc"), decks)
        os.utime(path, ns=(changed, changed))
        deck = review.detector(7, "ours").recogniser.deck
        assert deck is not None
        assert len(deck.classes) == len(pictures.classes)


@pytest.mark.parametrize("name", ["yours", "a\0", "../decks/ours", "a" * 300])
def test_a_server_refuses_a_name_that_no_deck_has(
    decks: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    any_print = camera_commands.opened(None)
    monkeypatch.setattr(review, "_any_print", lambda threads: any_print)
    with pytest.raises(BadDeck, match="is enrolled"):
        review.detector(7, name)


def test_decks_are_kept_in_the_data_folder(decks: Path, tmp_path: Path) -> None:
    assert decks == tmp_path / "hwatu-table" / "decks"


@pytest.mark.parametrize("name", ["yours", "../decks/ours", "/etc/passwd"])
def test_an_unknown_deck_is_named_with_those_that_are_known(decks: Path, name: str) -> None:
    save_deck(empty_deck("ours"), decks)
    with pytest.raises(BadInput, match=r"is enrolled \(known: ours\)") as caught:
        camera_commands.opened(name)
    assert caught.value.exit_code == 2


def test_detect_with_an_unknown_deck_is_one_line_and_two(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(["detect", "a.jpg", "--deck", "yours"])
    assert caught.value.code == 2
    assert capsys.readouterr().err.startswith("hwatu: no deck 'yours' is enrolled (known: none)")


@pytest.mark.parametrize("error", [NoWeights("localizer.onnx missing"), NoRuntime("no AVX2")])
def test_a_machine_that_cannot_run_it_is_sent_to_the_doctor(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    fails(monkeypatch, "vision.detector.open_detector", error)
    with pytest.raises(NotHere, match=f"{error}; try: hwatu doctor"):
        camera_commands.opened(None)


def test_the_list_of_decks_needs_no_weights(
    decks: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fails(monkeypatch, "vision.weights.find_weights", NoWeights("recogniser.onnx missing"))
    save_deck(empty_deck("ours"), decks)
    with pytest.raises(SystemExit) as caught:
        cli.main(["deck", "list"])
    assert not caught.value.code
    assert capsys.readouterr().out.startswith("ours: lacks 01-bright")


def test_a_library_that_cannot_be_loaded_is_one_line_that_says_what_to_install() -> None:
    with (
        pytest.raises(NotHere, match="apt-get install libgl1"),
        camera_commands.told_plainly(),
    ):
        raise ImportError("libGL.so.1: cannot open shared object file")
    with pytest.raises(NotHere, match="pip install"), camera_commands.told_plainly():
        raise ImportError("No module named 'cv2'")


def test_a_deck_notes_the_weights_it_was_learned_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    found = SimpleNamespace(recogniser=tmp_path / "recogniser.onnx")
    monkeypatch.setattr("vision.weights.find_weights", lambda: found)
    hashes = []
    for content in (b"one", b"two", b"one"):
        found.recogniser.write_bytes(content)
        hashes.append(model_hash())
    assert hashes[0] == hashes[2] != hashes[1]
    assert len(hashes[0]) == 16
