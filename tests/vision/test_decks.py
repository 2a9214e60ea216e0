"""A deck of one's own: learned, kept in a file, added to."""

from pathlib import Path

import numpy as np
import pytest

from scorer.cards import DECK
from vision.boxes import Array
from vision.decks import (
    ASKED,
    MOST_OF_A_FACE,
    BadDeck,
    EnrolledDeck,
    enrolled,
    load_deck,
    save_deck,
)
from vision.evidence import Evidence
from vision.faces import CLASSES, NO_CARD, OUTPUTS


def view(number: int) -> Array:
    """(128,) of length one: what a card looked like in photograph `number`."""
    return np.asarray(np.eye(128)[number])


def look(*faces: str, photo: int = 0, visible: float = 0.9, box: float = 0.9) -> Evidence:
    """A photograph that shows these faces."""
    count = len(faces)
    classes = [NO_CARD if face == "no card" else CLASSES.index(face) for face in faces]
    return Evidence(
        np.zeros((count, 4, 2)),
        np.full(count, box),
        np.array(classes, int),
        np.full(count, 0.9),
        np.full(count, visible),
        np.zeros((count, OUTPUTS)),
        np.array([view(photo)] * count).reshape(-1, 128),
    )


def known(deck: EnrolledDeck) -> list[str]:
    return sorted({CLASSES[k] for k in deck.prototypes.classes})


def photos(deck: EnrolledDeck) -> set[int]:
    """Which photographs the views of a deck are from."""
    return {int(row.argmax()) for row in deck.prototypes.embeddings}


def test_a_deck_is_learned_saved_and_loaded(tmp_path: Path) -> None:
    deck = enrolled("Halmoni's deck 2".replace("'", ""), [look(*ASKED)], "abc")
    path = save_deck(deck, tmp_path / "decks")
    assert path == tmp_path / "decks" / "Halmonis deck 2.npz"
    assert [p.name for p in path.parent.iterdir()] == [path.name]
    again = load_deck("Halmonis deck 2", tmp_path / "decks", "abc")
    assert again.name == deck.name
    assert again.missing == ()
    assert (again.prototypes.embeddings == deck.prototypes.embeddings).all()
    assert (again.prototypes.classes == deck.prototypes.classes).all()


def test_faces_that_no_photograph_showed_are_named_in_the_order_of_the_deck() -> None:
    deck = enrolled("a", [look(*ASKED[2:-1])], "abc")
    assert deck.missing == (ASKED[0], ASKED[1], ASKED[-1])


def test_jokers_and_backs_are_learned_and_not_asked_for() -> None:
    assert len(ASKED) == 37
    deck = enrolled("a", [look(*ASKED, "joker-double", "back")], "abc")
    assert deck.missing == ()
    assert {"joker-double", "back"} < set(known(deck))


def test_only_cards_seen_openly_and_surely_are_learned() -> None:
    hidden, doubtful = look("01-bright", visible=0.5), look("02-animal", box=0.2)
    deck = enrolled("a", [hidden, doubtful, look("03-bright", "no card")], "abc")
    assert known(deck) == ["03-bright"]


def test_photographs_add_to_what_was_known() -> None:
    first = enrolled("a", [look("01-bright", photo=1)], "abc")
    second = enrolled("a", [look("01-bright", "02-animal", photo=2)], "abc", first)
    assert known(second) == ["01-bright", "02-animal"]
    assert photos(second) == {1, 2}


def test_of_many_views_of_a_face_the_newest_are_kept() -> None:
    deck = None
    for photo in range(MOST_OF_A_FACE + 5):
        deck = enrolled("a", [look("01-bright", photo=photo)], "abc", deck)
    assert deck is not None
    assert photos(deck) == set(range(5, MOST_OF_A_FACE + 5))


def test_photographs_without_a_card_leave_a_deck_that_can_be_added_to(tmp_path: Path) -> None:
    save_deck(enrolled("a", [look(), look("no card")], "abc"), tmp_path)
    nothing = load_deck("a", tmp_path, "abc")
    assert nothing.missing == ASKED
    assert known(enrolled("a", [look("01-bright")], "abc", nothing)) == ["01-bright"]


@pytest.mark.parametrize("name", ["", "../a", "a/b", "/etc/passwd", ".", "..", ".a", "-a", "a\n", "a" * 41, "a\\b", "a:b", "a*"])  # fmt: skip
def test_a_name_that_could_leave_the_folder_is_none(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadDeck, match="expected a name of letters") as caught:
        enrolled(name, [], "abc")
    assert "\n" not in str(caught.value)
    with pytest.raises(BadDeck, match="no deck"):
        load_deck(name, tmp_path, "abc")


@pytest.mark.parametrize("name", ["화투", "deck 2.1", "a-b_c", "a..", "v1.npz", "A" * 40])
def test_other_names_are_fine(tmp_path: Path, name: str) -> None:
    path = save_deck(enrolled(name, [look("01-bright")], "abc"), tmp_path)
    assert path.parent == tmp_path
    assert load_deck(name, tmp_path, "abc").name == name


def test_a_deck_that_is_not_there_is_told_with_those_that_are(tmp_path: Path) -> None:
    save_deck(enrolled("ours", [], "abc"), tmp_path)
    with pytest.raises(BadDeck, match=r"no deck 'yours' is enrolled \(known: ours\)"):
        load_deck("yours", tmp_path, "abc")
    with pytest.raises(BadDeck, match="known: none"):
        load_deck("yours", tmp_path / "nowhere", "abc")


def test_a_deck_learned_by_another_model_is_to_be_learned_again(tmp_path: Path) -> None:
    save_deck(enrolled("ours", [look("01-bright")], "abc"), tmp_path)
    with pytest.raises(BadDeck, match="enrol the deck again"):
        load_deck("ours", tmp_path, "xyz")


@pytest.mark.parametrize("data", [b"", b"PK", b"nonsense", b"\x93NUMPY\x01\x00", b"\x80\x04K\x01."])
def test_a_file_that_is_no_deck_is_said_to_be_none(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "ours.npz").write_bytes(data)
    with pytest.raises(BadDeck, match="not an enrolled deck"):
        load_deck("ours", tmp_path, "abc")


def test_a_spoilt_deck_is_said_to_be_none_whatever_byte_is_spoilt(tmp_path: Path) -> None:
    path = save_deck(enrolled("ours", [look("01-bright", "02-animal")], "abc"), tmp_path)
    whole = path.read_bytes()
    rng = np.random.default_rng(3)
    for _ in range(200):
        spoilt = bytearray(whole[: rng.integers(len(whole) // 2, len(whole) + 1)])
        for place in rng.integers(0, len(spoilt), 4):
            spoilt[place] = rng.integers(256)
        path.write_bytes(spoilt)
        try:
            load_deck("ours", tmp_path, "abc")
        except BadDeck as error:
            assert str(path) in str(error)  # noqa: PT017


@pytest.mark.parametrize(
    "broken",
    [{"faces": np.array(["13-bright"])}, {"embeddings": np.zeros((2, 128))}, {"weights": None}],
)
def test_a_deck_with_strange_content_is_none(tmp_path: Path, broken: dict[str, Array]) -> None:
    told = {"embeddings": np.zeros((1, 128)), "faces": np.array(["01-bright"]), "weights": "abc"}
    kept = {name: value for name, value in (told | broken).items() if value is not None}
    np.savez(tmp_path / "ours.npz", **kept)  # type: ignore[arg-type]
    with pytest.raises(BadDeck, match="not an enrolled deck"):
        load_deck("ours", tmp_path, "abc")


def laid_out(count: int, columns: int = 12, start: int = 0) -> Evidence:
    """A photograph of cards laid out in rows, all taken for the crane, found in no order."""
    rng = np.random.default_rng(count)
    cards = np.array(((0, 0), (33, 0), (33, 54), (0, 54)), float)
    places = [(i % columns, i // columns) for i in range(count)]
    corners = np.array([(40 * x, 60 * y) for x, y in places]) + rng.normal(0, 1, (count, 2))
    quads = corners[:, None] + cards
    mixed = rng.permutation(count)
    crane = np.zeros(count, int)
    views = np.array([view(start + i) for i in range(count)])[mixed]
    sure = np.full(count, 0.9)
    chances = np.zeros((count, OUTPUTS))
    return Evidence(quads[mixed], sure, crane, 0.1 * sure, sure, chances, views)


@pytest.mark.parametrize("photographs", [(48,), (24, 24), (12, 36), (5, 43)])
def test_an_unusual_deck_is_learned_in_the_order_of_the_deck(photographs: tuple[int, ...]) -> None:
    starts = [sum(photographs[:i]) for i in range(len(photographs))]
    looks = [laid_out(n, start=start) for n, start in zip(photographs, starts, strict=True)]
    deck = enrolled("odd", looks, "abc", in_order=True)
    assert deck.missing == ()
    learned = zip(deck.prototypes.classes, deck.prototypes.embeddings, strict=True)
    places = {int(row.argmax()): CLASSES[k] for k, row in learned}
    assert [places[i] for i in range(48)] == [card.face for card in DECK]


def test_in_order_there_must_be_a_whole_deck() -> None:
    with pytest.raises(BadDeck, match=r"24 \+ 23 open cards"):
        enrolled("odd", [laid_out(24), laid_out(23)], "abc", in_order=True)
