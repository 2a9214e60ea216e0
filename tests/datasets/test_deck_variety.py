"""Every deck looks different, and every card of it is still itself."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

import make_scenes
import scene_compose
from card_restyle import restyle
from deck_variety import MOVED_ABOUT, PLAIN_STYLE, draw_style, laid_out_anew
from scene_decks import Deck, dress_deck
from scene_faces import COPIES, FACES, Array, Art, Drawing, drawing_at, face_of, level_for

PLAIN_FACES = [f for f in FACES if f != "back" and not f.startswith("joker")]


def likeness(a: Array, b: Array) -> float:
    """Correlation of two cards' lightness at a small size."""
    one, two = (cv2.resize(cv2.cvtColor(x, cv2.COLOR_BGR2GRAY), (17, 28)) for x in (a, b))
    return float(np.corrcoef(one.ravel(), two.ravel())[0, 1])


def drawing(art: Art, face: str) -> Array:
    return drawing_at(art.drawings[face][0], 104)


def test_a_restyled_card_is_changed_but_alike(art: Art) -> None:
    rng = np.random.default_rng(1)
    alike, named = [], []
    for i in range(60):
        face = PLAIN_FACES[i % len(PLAIN_FACES)]
        style = draw_style(rng)
        card = restyle(drawing(art, face), face, style, rng)
        assert card.shape == (104, 64, 3)
        assert np.abs(card.astype(int) - drawing(art, face)).mean() > 2
        if not style.dark:
            alike.append(likeness(card, drawing(art, face)))
            others = [likeness(card, drawing(art, f)) for f in PLAIN_FACES]
            named.append(PLAIN_FACES[int(np.argmax(others))] == face)
    assert np.median(alike) > 0.7
    assert np.mean(named) > 0.85


def test_some_decks_are_composed_otherwise_and_painted_a_border() -> None:
    plain = draw_style(np.random.default_rng(1))
    styles = [laid_out_anew(plain, np.random.default_rng(seed), 1.0) for seed in range(200)]
    moved = [style for style in styles if style.layout]
    assert abs(len(moved) / 200 - MOVED_ABOUT) < 0.1
    assert all(style.border.crop > 0.04 and style.border.width > 0.02 for style in moved)
    assert all(style == plain for style in styles if not style.layout)
    assert laid_out_anew(plain, np.random.default_rng(1), 0.0) == plain


def test_a_card_composed_otherwise_is_still_itself(art: Art) -> None:
    alike, named = [], []
    for i, face in enumerate(PLAIN_FACES):
        style = replace(PLAIN_STYLE, layout=0.08)
        card = restyle(drawing(art, face), face, style, np.random.default_rng(i))
        others = [likeness(card, drawing(art, f)) for f in PLAIN_FACES]
        alike.append(others[i])
        named.append(int(np.argmax(others)) == i)
    assert np.median(alike) < 0.97
    assert np.mean(named) > 0.8


def test_a_drawing_smaller_than_its_panel_leaves_bare_ground(art: Art) -> None:
    before, style = drawing(art, "03-junk"), replace(PLAIN_STYLE, roomy=0.6)
    bare = [_bare(restyle(before, "03-junk", style, np.random.default_rng(i))) for i in range(20)]
    assert max(bare) > _bare(before) + 0.2
    assert min(bare) < max(bare) - 0.2


def _bare(card: Array) -> float:
    """The share of it that is as light as paper."""
    return float((card.min(axis=2) > 200).mean())


def test_only_cards_without_letters_are_drawn_the_other_way_round(art: Art) -> None:
    style = replace(PLAIN_STYLE, mirrored=1.0)
    for face in PLAIN_FACES:
        before = drawing(art, face)
        after = restyle(before, face, style, np.random.default_rng(0))
        lettered = face.endswith(("-bright", "-ribbon"))
        assert (likeness(before, after) > 0.95) == lettered or _symmetric(before), face
        assert likeness(before if lettered else cv2.flip(before, 1), after) > 0.95, face


def _symmetric(card: Array) -> bool:
    return likeness(card, cv2.flip(card, 1)) > 0.9


def test_no_style_leaves_the_card_as_drawn(art: Art) -> None:
    before = drawing(art, "01-bright")
    after = restyle(before, "01-bright", PLAIN_STYLE, np.random.default_rng(0))
    assert np.abs(after.astype(int) - before).mean() < 3


def test_restyling_leaves_its_input_alone(art: Art) -> None:
    before = drawing(art, "04-ribbon").copy()
    for seed in range(5):
        rng = np.random.default_rng(seed)
        restyle(drawing(art, "04-ribbon"), "04-ribbon", draw_style(rng), rng)
    assert (drawing(art, "04-ribbon") == before).all()


def test_two_decks_differ_and_one_deck_is_itself(art: Art) -> None:
    def deck(seed: int) -> Array:
        dressed = dress_deck([art], np.random.default_rng(seed), height_px=104)
        return dressed.texture(("08-bright", 0))

    assert (deck(1) == deck(1)).all()
    assert np.abs(deck(1).astype(int) - deck(2)).mean() > 3


def test_a_deck_holds_what_a_deck_holds(art: Art) -> None:
    for seed in range(6):
        deck = dress_deck([art], np.random.default_rng(seed), height_px=72)
        faces = [face for face, _ in deck.cards]
        assert len([f for f in faces if not f.startswith("joker")]) == 48
        assert all(faces.count(face) <= COPIES[face] for face in set(faces))
        assert deck.texture(("back", 0)).shape == deck.texture(("01-junk", 1)).shape


def test_sources_are_mixed_face_by_face_now_and_then(art: Art) -> None:
    other = Art(
        "other",
        {
            face: tuple(Drawing(face, "other", d.picture_bgr, 110) for d in drawings)
            for face, drawings in art.drawings.items()
        },
    )
    mixed = [
        len(dress_deck([art, other], np.random.default_rng(seed), height_px=72).sources)
        for seed in range(20)
    ]
    assert {1, 2} == set(mixed)


@pytest.mark.parametrize(
    ("stem", "face"),
    [
        ("01-junk1", "01-junk"),
        ("11-junk3", "11-double"),
        ("12-junk1", "12-double"),
        ("12-double", "12-double"),
        ("joker-double-2", "joker-double"),
        ("joker-red", "joker-other"),
        ("back-blue", "back"),
        ("13-bright", None),
        ("sheet", None),
    ],
)
def test_file_names_stand_for_faces(stem: str, face: str | None) -> None:
    assert face_of(stem) == face


def test_levels_serve_the_height_asked_for() -> None:
    assert level_for(100) == 104
    assert level_for(5000) == 320


def test_a_deck_left_as_it_is_drawn_keeps_its_colours_and_lines(
    art: Art, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []

    def dressed(*args: Any, strength: float, **kwargs: Any) -> Deck:
        asked.append(strength)
        return dress_deck(*args, strength=strength, **kwargs)

    monkeypatch.setattr(scene_compose, "dress_deck", dressed)
    for as_drawn in (True, False):
        make_scenes.nth_scene([art], 1, 0, (320, 240), "nasty", as_drawn=as_drawn)
    assert asked == [0, 1]
    style = draw_style(np.random.default_rng(1), 0.0)
    assert set(style.hue_shifts_deg) == {0}
    assert set(style.saturations) == {1}
    assert style.seal is None
    assert style.wear == style.grain == style.redraw == style.stretch == 0
