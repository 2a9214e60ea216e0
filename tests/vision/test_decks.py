"""A deck of one's own: learned from photographs, kept in a file, added to, learned anew."""

from pathlib import Path

import numpy as np
import pytest

from scorer.cards import DECK
from tests.vision.decks_seen import GROUND, STRANGE, empty_deck, laid, look, photo, printed
from vision.boxes import Array
from vision.deck_photos import ASKED, MOST_OF_A_FACE, BadDeck, Photo, told_by_order
from vision.deck_views import imagined_views
from vision.decks import EnrolledDeck, enrolled, load_deck, relearned, save_deck
from vision.faces import CLASSES, NO_CARD
from vision.recogniser import EMBEDDING, of_length_one

pytestmark = pytest.mark.usefixtures("small_decks")


def deck_of(*photos: Photo, before: EnrolledDeck | None = None) -> EnrolledDeck:
    return enrolled("a", photos, STRANGE, "abc", before)


def known(deck: EnrolledDeck) -> list[str]:
    return sorted({CLASSES[k] for k in deck.pictures.classes})


def shows(deck: EnrolledDeck) -> list[int]:
    """Which printed cards its pictures show."""
    likeness = [
        [np.abs(picture.astype(int) - printed(number)).mean() for number in range(60)]
        for picture in deck.pictures.bgr
    ]
    return [int(np.argmin(each)) for each in likeness]


def named(deck: EnrolledDeck, views: Array) -> list[str]:
    """What the deck's naming makes of crops of which the network knows nothing."""
    logits, embeddings, _ = STRANGE.answers(views)
    return [CLASSES[k] for k in deck.naming.joined(logits, of_length_one(embeddings)).argmax(1)]


def test_a_deck_is_learned_saved_and_loaded(tmp_path: Path) -> None:
    deck = enrolled("Halmonis deck 2", [photo(*ASKED)], STRANGE, "abc")
    path = save_deck(deck, tmp_path / "decks")
    assert path == tmp_path / "decks" / "Halmonis deck 2.npz"
    assert [p.name for p in path.parent.iterdir()] == [path.name]
    again = load_deck("Halmonis deck 2", tmp_path / "decks")
    assert (again.name, again.weights) == (deck.name, "abc")
    assert (again.pictures.classes == deck.pictures.classes).all()
    assert (again.pictures.bgr == deck.pictures.bgr).all()
    views = imagined_views(deck.pictures.bgr, 1, np.random.default_rng(2))[0]
    assert named(again, views) == named(deck, views)


def test_covered_cards_are_named_better_than_by_the_nearest_open_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By a network to which no card says anything, in views that were not learned from."""
    deck = enrolled("odd", [laid_out(48)], STRANGE, "abc", in_order=True)
    views, which = imagined_views(deck.pictures.bgr, 4, np.random.default_rng(99))
    embeddings = of_length_one(STRANGE.answers(views)[1][:, :EMBEDDING])
    nearest = deck.pictures.classes[(embeddings @ deck.naming.plain.T).argmax(axis=1)]
    true = deck.pictures.classes[which]
    named_right = np.mean([CLASSES.index(face) for face in named(deck, views)] == true)
    assert named_right > np.mean(nearest == true) + 0.1


def test_what_is_no_card_stays_none() -> None:
    deck = deck_of(photo(*ASKED))
    ground = np.full((1, 144, 96, 4), GROUND, np.uint8)
    logits = np.zeros((1, len(CLASSES) + 1))
    logits[0, -1] = 6
    embeddings = of_length_one(STRANGE.answers(ground)[1])
    assert deck.naming.joined(logits, embeddings).argmax() == len(CLASSES)


def test_the_same_photographs_teach_the_same() -> None:
    one, other = (deck_of(photo(*ASKED)).naming for _ in range(2))
    assert (one.factors == other.factors).all()
    assert one.trust == other.trust


def test_another_network_learns_a_deck_anew_from_its_pictures(tmp_path: Path) -> None:
    path = save_deck(deck_of(photo(*ASKED)), tmp_path)
    old = load_deck("a", path.parent)
    anew = relearned("a", old.pictures, STRANGE, "xyz")
    assert anew.weights == "xyz"
    assert anew.naming.factors == pytest.approx(deck_of(photo(*ASKED)).naming.factors)


def test_faces_that_no_photograph_showed_are_named_in_the_order_of_the_deck() -> None:
    assert deck_of(photo(*ASKED[2:-1])).pictures.missing == (ASKED[0], ASKED[1], ASKED[-1])


def test_jokers_and_backs_are_learned_and_not_asked_for() -> None:
    assert len(ASKED) == 37
    deck = deck_of(photo(*ASKED, "joker-double", "back"))
    assert deck.pictures.missing == ()
    assert {"joker-double", "back"} < set(known(deck))


def test_only_cards_seen_openly_and_surely_are_learned() -> None:
    hidden, doubtful = photo("01-bright", visible=0.5), photo("02-animal", box=0.2)
    assert known(deck_of(hidden, doubtful, photo("03-bright", "no card"))) == ["03-bright"]


def test_photographs_add_to_what_was_known() -> None:
    first = deck_of(photo("01-bright", first=1))
    second = deck_of(photo("01-bright", "02-animal", first=2), before=first)
    assert known(second) == ["01-bright", "02-animal"]
    assert shows(second) == [1, 2, 3]


def test_of_many_pictures_of_a_face_the_newest_are_kept() -> None:
    photos = [photo("01-bright", first=k) for k in range(MOST_OF_A_FACE + 5)]
    assert shows(deck_of(*photos)) == list(range(5, MOST_OF_A_FACE + 5))
    added = deck_of(*photos[5:], before=deck_of(*photos[:5]))
    assert shows(added) == list(range(5, MOST_OF_A_FACE + 5))


def test_photographs_without_a_card_leave_a_deck_that_can_be_added_to(tmp_path: Path) -> None:
    save_deck(deck_of(photo(), photo("no card")), tmp_path)
    nothing = load_deck("a", tmp_path)
    assert nothing.pictures.missing == ASKED
    assert known(deck_of(photo("01-bright"), before=nothing)) == ["01-bright"]
    logits = np.arange(38.0)[None]
    assert (nothing.naming.joined(logits, np.ones((1, 128))) == logits).all()


@pytest.mark.parametrize("name", ["", "../a", "a/b", "/etc/passwd", ".", "..", ".a", "-a", "a\n", "a" * 41, "a\\b", "a:b", "a*"])  # fmt: skip
def test_a_name_that_could_leave_the_folder_is_none(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadDeck, match="expected a name of letters") as caught:
        enrolled(name, [], STRANGE, "abc")
    assert "\n" not in str(caught.value)
    with pytest.raises(BadDeck, match="no deck"):
        load_deck(name, tmp_path)


@pytest.mark.parametrize("name", ["화투", "deck 2.1", "a-b_c", "a..", "v1.npz", "A" * 40])
def test_other_names_are_fine(tmp_path: Path, name: str) -> None:
    path = save_deck(empty_deck(name), tmp_path)
    assert path.parent == tmp_path
    assert load_deck(name, tmp_path).name == name


def test_a_deck_that_is_not_there_is_told_with_those_that_are(tmp_path: Path) -> None:
    save_deck(empty_deck("ours"), tmp_path)
    with pytest.raises(BadDeck, match=r"no deck 'yours' is enrolled \(known: ours\)"):
        load_deck("yours", tmp_path)
    with pytest.raises(BadDeck, match="known: none"):
        load_deck("yours", tmp_path / "nowhere")


def test_a_deck_enrolled_before_pictures_were_kept_is_to_be_enrolled_again(tmp_path: Path) -> None:
    np.savez(tmp_path / "ours.npz", embeddings=np.zeros((1, 128)), faces=["01-bright"], weights="a")
    with pytest.raises(BadDeck, match="enrol the deck again"):
        load_deck("ours", tmp_path)


@pytest.mark.parametrize("data", [b"", b"PK", b"nonsense", b"\x93NUMPY\x01\x00", b"\x80\x04K\x01."])
def test_a_file_that_is_no_deck_is_said_to_be_none(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "ours.npz").write_bytes(data)
    with pytest.raises(BadDeck, match="not an enrolled deck"):
        load_deck("ours", tmp_path)


def test_a_spoilt_deck_is_said_to_be_none_whatever_byte_is_spoilt(tmp_path: Path) -> None:
    path = save_deck(deck_of(photo("01-bright", "02-animal")), tmp_path).rename(
        tmp_path / "ours.npz"
    )
    whole = path.read_bytes()
    rng = np.random.default_rng(3)
    for _ in range(200):
        spoilt = bytearray(whole[: rng.integers(len(whole) // 2, len(whole) + 1)])
        for place in rng.integers(0, len(spoilt), 4):
            spoilt[place] = rng.integers(256)
        path.write_bytes(spoilt)
        try:
            load_deck("ours", tmp_path)
        except BadDeck as error:
            assert str(path) in str(error)  # noqa: PT017


@pytest.mark.parametrize(
    "broken",
    [
        {"faces": np.array(["13-bright"])},
        {"pictures": np.zeros((2, 115, 77, 3), np.uint8)},
        {"pictures": np.zeros((1, 115, 77, 3))},
        {"factors": np.zeros((1, 127))},
        {"plain": np.zeros(5)},
        {"trust": np.array("much")},
        {"weights": None},
    ],
)
def test_a_deck_with_strange_content_is_none(tmp_path: Path, broken: dict[str, Array]) -> None:
    path = save_deck(deck_of(photo("01-bright")), tmp_path)
    with np.load(path) as data:
        told = dict(data)
    np.savez(path, **{k: v for k, v in (told | broken).items() if v is not None})
    with pytest.raises(BadDeck, match="not an enrolled deck"):
        load_deck("a", tmp_path)


def laid_out(count: int, start: int = 0) -> Photo:
    """A photograph of cards laid out in rows, none taken for a card, found in no order.

    One of them was found twice, the second time less surely.
    """
    frame, quads = laid(list(range(start, start + count)))
    mixed = np.random.default_rng(count).permutation(count)
    again = np.concatenate((quads[mixed], quads[:1] + 3))
    seen = look(again, np.full(count + 1, len(CLASSES)), visible=0.6, chance=0.4)
    seen.boxes[-1] = 0.5
    return Photo(frame, seen)


@pytest.mark.parametrize("photographs", [(48,), (24, 24), (12, 36), (5, 43)])
def test_an_unusual_deck_is_learned_in_the_order_of_the_deck(photographs: tuple[int, ...]) -> None:
    starts = [sum(photographs[:i]) for i in range(len(photographs))]
    photos = [laid_out(n, start) for n, start in zip(photographs, starts, strict=True)]
    deck = enrolled("odd", photos, STRANGE, "abc", in_order=True)
    assert deck.pictures.missing == ()
    assert [CLASSES[k] for k in deck.pictures.classes] == [card.face for card in DECK]
    assert shows(deck) == list(range(48))


def test_bonus_cards_lie_after_the_others() -> None:
    bonus = ("joker-double", "joker-triple", "joker-triple")
    photos = [laid_out(24), laid_out(27, 24)]
    deck = enrolled("odd", photos, STRANGE, "abc", in_order=True, bonus=bonus)
    assert tuple(CLASSES[k] for k in deck.pictures.classes[48:]) == bonus
    with pytest.raises(BadDeck, match="must be 50"):
        enrolled("odd", photos, STRANGE, "abc", in_order=True, bonus=bonus[:2])


def test_nothing_is_like_a_back_only_because_it_is_plain() -> None:
    deck = deck_of(photo(*ASKED, "back"))
    assert len(deck.naming.plain) == len(ASKED)


def test_in_order_there_must_be_a_whole_deck() -> None:
    with pytest.raises(BadDeck, match=r"24 \+ 23 open cards"):
        enrolled("odd", [laid_out(24), laid_out(23)], STRANGE, "abc", in_order=True)


@pytest.mark.parametrize("degrees", [0, 12, -9, 90, 168, 180, 275])
@pytest.mark.parametrize("right", [8, 48])
def test_whichever_side_of_a_photograph_is_up_the_order_is_found(degrees: int, right: int) -> None:
    """By what little the network makes of the cards: of so many of the 48 it is right."""
    quads = laid(list(range(48)))[1]
    way = np.radians(degrees)
    turn = np.array(((np.cos(way), -np.sin(way)), (np.sin(way), np.cos(way))))
    seen = look(quads @ turn.T + 900, np.full(48, NO_CARD))
    seen.probabilities[:] = 0.02
    for i in np.random.default_rng(3).permutation(48)[:right]:
        seen.probabilities[i, CLASSES.index(DECK[i].face)] = 0.4
    photo_of_it = Photo(np.zeros((2400, 2400, 3), np.uint8), seen)
    ((boxes, classes),) = told_by_order([photo_of_it])
    assert boxes == list(range(48))
    assert [CLASSES[k] for k in classes] == [card.face for card in DECK]


def test_where_the_network_knows_nothing_a_photograph_is_read_as_it_was_taken() -> None:
    quads = laid(list(range(48)))[1]
    seen = look(quads, np.full(48, NO_CARD))
    seen.probabilities[:] = np.random.default_rng(5).dirichlet(np.ones(len(CLASSES) + 1), 48)
    ((boxes, _),) = told_by_order([Photo(np.zeros((10, 10, 3), np.uint8), seen)])
    assert boxes == list(range(48))
