"""Invented bonus cards: no two decks draw them alike, and each says what it is worth."""

from itertools import combinations

import numpy as np
import pytest

from bonus_cards import TITLES, WORTH, bonus_card
from deck.lettering import SYLLABLES
from scene_decks import INVENTED_JOKERS, JOKERS, dress_deck, with_jokers
from scene_faces import Array, Art, Drawing

PAPER, BORDER = (235.0, 240.0, 245.0), (30.0, 30.0, 190.0)


def drawn(face: str, deck: int) -> Array:
    return bonus_card(face, PAPER, BORDER, (66, 108), np.random.default_rng(deck))


@pytest.mark.parametrize("face", WORTH)
def test_a_deck_draws_a_bonus_card_the_same_every_time(face: str) -> None:
    card = drawn(face, 3)
    assert card.shape == (108, 66, 3)
    assert card.dtype == np.uint8
    assert np.array_equal(card, drawn(face, 3))


@pytest.mark.parametrize("deck", range(30))
def test_cards_of_another_worth_look_otherwise(deck: int) -> None:
    for one, other in combinations((drawn(face, deck) for face in WORTH), 2):
        off = np.abs(one.astype(int) - other).max(axis=2) > 40
        assert off.mean() > 0.004


def test_two_decks_do_not_draw_alike() -> None:
    cards = [drawn("joker-double", deck).astype(int) for deck in range(30)]
    assert min(np.abs(a - b).mean() for a, b in combinations(cards, 2)) > 2


def test_all_that_is_written_can_be_drawn() -> None:
    signs = {sign for titles in TITLES.values() for text in titles for sign in text}
    assert {sign for sign in signs if not sign.isascii()} <= set(SYLLABLES)


def test_some_decks_invent_their_jokers_though_they_have_drawings(art: Art) -> None:
    picture = np.full((160, 98, 3), 200, np.uint8)
    jokers = {face: (Drawing(face, "some-deck", picture, 160),) for face in JOKERS}
    with_jokers = Art("some-deck", {**art.drawings, **jokers})
    decks = [
        dress_deck([with_jokers], np.random.default_rng(seed), height_px=80) for seed in range(60)
    ]
    invented = np.mean([JOKERS[0] not in deck.drawings for deck in decks])
    assert abs(float(invented) - INVENTED_JOKERS) < 0.25


def test_a_deck_to_learn_jokers_from_draws_no_two_alike(art: Art) -> None:
    deck = dress_deck([art], np.random.default_rng(4), height_px=80)
    many = with_jokers(deck, 5)
    jokers = [card for card in many.cards if card[0] in JOKERS]
    assert len(jokers) == len(set(jokers)) == 15
    textures = [many.texture(card).astype(int) for card in jokers]
    assert min(np.abs(a - b).mean() for a, b in combinations(textures, 2)) > 1
    others = [card for card in deck.cards if card[0] not in JOKERS]
    assert [card for card in many.cards if card[0] not in JOKERS] == others
