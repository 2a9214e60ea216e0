"""What is legal, why something is not, and what is accepted all the same (sections C to F)."""

from collections import Counter

import pytest

from scorer.actions import Action, Call, Give, Quads, Shodang, Show, Turn
from scorer.cards import BACK, DECK, card, cards
from scorer.combinations import Line
from scorer.deal import Deal, deal, start
from scorer.errors import IllegalTurn
from scorer.notation import parse
from scorer.play import apply
from scorer.presets import house_rules
from scorer.replay import replay
from scorer.table import Outcome, Phase, Position, deck
from scorer.turns import legal
from scorer.verify import verify

KNOWN = """
seats: Ann, Bea
hand Ann: 01-bright 01-ribbon 02-junk 03-junk 03-ribbon 03-junk 04-junk 05-junk 06-junk 12-animal
hand Bea: 08-bright 08-animal 08-junk 07-junk 07-junk 09-junk 10-junk 11-junk 11-junk 11-bright
pot: 01-junk 01-junk 02-ribbon 02-animal 04-ribbon 05-ribbon 05-animal 06-ribbon
stock: 06-animal 07-ribbon 09-ribbon 10-ribbon
"""
HIDDEN = "seats: Ann, Bea\npot: 01-junk 02-ribbon 02-animal\n"
LATER = "Ann: 03-junk / 04-junk\nBea: 05-junk / 06-junk\n"
FOURTH = "rules: gamerules\nseats: Ann, Bea\npot: 03-bright 05-junk\n"
BOMB = Turn(0, cards("03-ribbon 03-junk 03-junk"), flipped=cards("04-junk"))


def position(text: str) -> Position:
    return replay(parse(text)).position


@pytest.mark.parametrize(
    ("text", "action", "says"),
    [
        (KNOWN, Turn(1, cards("08-bright")), "out of turn: seat 1 is to play a card"),
        (KNOWN, Turn(0, cards("08-bright"), flipped=cards("06-animal")), "the hand does not hold 08-bright"),
        (KNOWN, Turn(0, cards("02-junk"), flipped=cards("06-animal")),
         "to choose is one of 02-ribbon 02-animal, not nothing"),
        (KNOWN, Turn(0, cards("02-junk"), flipped=cards("06-animal"), takes=cards("04-ribbon")),
         "04-ribbon is not to choose: one of 02-ribbon 02-animal is"),
        (KNOWN, Turn(0, cards("12-animal"), flipped=cards("06-animal"), takes=cards("06-ribbon")),
         "to choose is nothing, not 06-ribbon"),
        (KNOWN, Turn(0, cards("12-animal"), flipped=cards("07-ribbon")), "07-ribbon is not what lies on the stock"),
        (KNOWN, Turn(0, cards("12-animal")), "not enough cards flipped: none"),
        (KNOWN, Turn(0, cards("12-animal"), flipped=cards("06-animal 07-ribbon")),
         "too many cards flipped: 06-animal 07-ribbon"),
        (KNOWN, Turn(0, cards("12-animal"), cards("06-animal")), "a card is drawn only for a joker"),
        (KNOWN, Turn(0, (), flipped=cards("06-animal")), "a card has to be played: a flip alone is for"),
        (KNOWN, Turn(0, cards("01-bright 01-ribbon"), flipped=cards("06-animal")),
         "01-bright 01-ribbon are no bomb here: three on the fourth"),
        # D10: three of a month are a bomb on the fourth alone
        (KNOWN, Turn(0, cards("03-ribbon 03-junk 03-junk"), flipped=cards("06-animal")),
         "03-ribbon 03-junk 03-junk are no bomb here: three on the fourth"),
        (KNOWN, Turn(0, cards("12-animal"), flipped=cards("06-animal"), captured=()),
         "the cards taken are not what the rules give"),
        (KNOWN, Show(0, 1), "a triple of 01 cannot be shown now"),
        (KNOWN, Call(0, "stop"), "no go or stop here: the points have not reached a new threshold"),
        (KNOWN, Give(0, 1, card("01-junk")), "no junk is to be handed over"),
        (KNOWN, Quads(0), "no four of a month to show"),
        (KNOWN, Shodang(0, cards("01-bright 02-junk"), accepted=True), "no shodang: the two cards"),
        (KNOWN + "Ann: shows 03", Turn(0, cards("12-animal"), flipped=cards("06-animal")),
         "a card of the triple of 03 has to be played at once"),
        (KNOWN + "Ann: shows 03", Show(0, 3), "a triple of 03 cannot be shown now"),
        (KNOWN + "rules: fr-gostop", Turn(0, cards("12-animal"), flipped=cards("06-animal")),
         "12-animal matches nothing, and another card of the hand does"),
        (KNOWN + "Ann: ! stop", Turn(1, cards("08-bright")), "the round is over"),
        (KNOWN + "rule threshold: 1\nAnn: ! 01-bright / 06-animal took 01-bright 02-ribbon 02-animal "
         "04-ribbon 05-ribbon 06-ribbon 01-junk 01-junk", Turn(0, cards("02-junk")),
         "out of turn: seat 2 is to play a card"),
        (HIDDEN, Turn(0, cards("01-junk 01-junk"), flipped=cards("03-junk")), "the hand does not hold 01-junk 01-junk"),
        (HIDDEN, Turn(0, cards("02-ribbon"), flipped=cards("03-junk")), "the hand does not hold 02-ribbon"),
        (HIDDEN, Turn(0, cards("03-bright"), flipped=cards("03-bright")),
         "03-bright is not what lies on the stock"),
        (HIDDEN, Turn(0, cards("03-junk"), flipped=(BACK,)), "back is not what lies on the stock"),
        (HIDDEN + "rules: fr-gostop", Turn(0, cards("joker-double"), (BACK,)),
         "a joker is not played on the first turn"),
        (HIDDEN + "rule jokers: [\"joker-double\"]", Turn(0, cards("joker-double"), cards("03-junk")),
         "the card drawn is not the top of the stock: 03-junk"),
        (HIDDEN + "rule jokers: [\"joker-double\"]", Turn(0, cards("joker-double"), flipped=cards("03-junk")),
         "after a joker the seat draws a card and plays again before it flips"),
        (HIDDEN + "rule jokers: [\"joker-double\"]", Turn(0, cards("joker-double"), (BACK,), takes=cards("02-ribbon")),
         "after a joker the seat draws a card and plays again before it flips"),
        (HIDDEN + "rules: fr-gostop", Turn(0, cards("03-bright 03-junk 03-junk"), flipped=cards("04-junk")),
         "03-bright 03-junk 03-junk are no bomb here: three on the fourth, on a triple shown before"),
        # D10, E1 by 001: a triple that was shown is no bomb; E1 by 002: shown before starting, or never
        (FOURTH + "Ann: shows 03", BOMB, "03-ribbon 03-junk 03-junk are no bomb here: three on the fourth, on one not"),
        (HIDDEN + "rules: godori-arcade\n" + LATER, Show(0, 7), "a triple of 07 cannot be shown now"),
    ],
)  # fmt: skip
def test_illegal_actions_say_why(text: str, action: Action, says: str) -> None:
    found = position(text)
    assert action not in legal(found)
    with pytest.raises(IllegalTurn) as caught:
        verify(found, action)
    assert str(caught.value).startswith(says)


def test_what_makes_these_illegal_is_what_went_before() -> None:
    """D10, E1: the same bomb of a triple not shown; the same triple before the first turn, by 001 later."""
    verify(position(FOURTH), BOMB)
    verify(position(HIDDEN + "rules: godori-arcade\n"), Show(0, 7))
    verify(position(HIDDEN + "rules: gamerules\n" + LATER), Show(0, 7))


@pytest.mark.parametrize(
    ("preset", "shows"),
    [("matgo", False), ("fr-gostop", True), ("gamerules", True), ("koikoi", False)],
)
def test_a_triple_whose_fourth_card_lies_in_the_pot(preset: str, shows: bool) -> None:
    """E1, D10, CONFLICTS 24: not shown at Korean tables; by 000 its bomb wants it shown."""
    text = "seats: Ann, Bea\npot: 03-bright 05-junk\n"
    found = position(text + f"rules: {preset}\n")
    hand = found.seats[0]._replace(hand=cards("03-junk 03-junk 03-ribbon 07-junk"))
    found = found._replace(seats=(hand, found.seats[1]))
    assert (Show(0, 3) in legal(found)) == shows
    if not shows:
        with pytest.raises(IllegalTurn, match="a triple of 03 cannot be shown now"):
            verify(found, Show(0, 3))


def giving(*junk: str) -> Position:
    """A position in which the second seat has to hand over a junk card for a chok."""
    begun = position("seats: Ann, Bea\npot: 03-junk\n")
    bea = begun.seats[1]._replace(captures=cards(" ".join(junk)))
    begun = begun._replace(seats=(begun.seats[0], bea))
    return apply(begun, Turn(0, cards("01-junk"), flipped=cards("01-bright"))).position


def test_who_has_a_choice_hands_over() -> None:
    """D17: of the lowest value; the kind of junk is the giver's to choose."""
    found = giving("04-junk", "05-junk", "11-double")
    assert found.phase is Phase.GIVE
    assert legal(found) == [Give(1, 0, card("04-junk")), Give(1, 0, card("05-junk"))]
    with pytest.raises(
        IllegalTurn, match="11-double is not to be given: one of 04-junk 05-junk is"
    ):
        verify(found, Give(1, 0, card("11-double")))
    with pytest.raises(IllegalTurn, match="a junk card has to be handed over first"):
        verify(found, Call(1, "stop"))
    accepted = apply(found, Give(1, 0, card("11-double")), accept=True)
    assert accepted.position.seats[0].captures[-1] is card("11-double")
    assert accepted.position.breaches == (
        "11-double is not to be given: one of 04-junk 05-junk is",
    )
    with pytest.raises(IllegalTurn, match="06-junk cannot be handed over: it does not lie there"):
        apply(found, Give(1, 0, card("06-junk")), accept=True)


def test_who_has_none_or_one_kind_is_not_asked() -> None:
    """D16: no debt."""
    assert giving().phase is Phase.PLAY
    found = giving("04-junk", "04-junk")
    assert found.seats[0].captures[-1] is card("04-junk")


def test_junk_given_that_nobody_asked_for_is_accepted() -> None:
    """D17: people hand over what they should not; whose turn it is does not change by it."""
    text = (
        "seats: Ann, Bea\npot: 01-junk 02-junk\nAnn: 01-bright / 02-animal\nBea: 03-junk / 04-junk"
    )
    found = position(text + "; ! Ann gives 01-junk\nAnn: 05-junk / 06-junk\n")
    assert found.seats[1].captures == cards("01-junk")
    assert found.breaches == ("no junk is to be handed over",)


def test_junk_given_to_another_than_it_is_owed_to_is_owed_still() -> None:
    """D9, D17: Bea owes Ann one for a chok, and hands it to Cho."""
    begun = position("seats: Ann, Bea, Cho\npot: 03-junk\n")
    bea = begun.seats[1]._replace(captures=cards("04-junk 05-junk 06-junk"))
    begun = begun._replace(seats=(begun.seats[0], bea, begun.seats[2]))
    found = apply(begun, Turn(0, cards("01-junk"), flipped=cards("01-bright"))).position
    after = apply(found, Give(1, 2, card("04-junk")), accept=True).position
    assert after.seats[2].captures == cards("04-junk")
    assert (after.phase, after.gives) == (Phase.GIVE, (1,))


def test_the_round_is_over_and_goes_on_all_the_same() -> None:
    """A stop taken back: the next turn is accepted, and the outcome is open again."""
    found = position(HIDDEN + "Ann: ! stop\nAnn: ! 03-junk / 04-junk\n")
    assert found.outcome is None
    assert len(found.breaches) == 2


@pytest.mark.parametrize(
    ("text", "seat", "hand"),
    [
        # the card lies deeper in the stock, in the other hand, or at its top: it changes places
        (KNOWN + "Ann: ! 10-ribbon / 06-animal", 0, 9),
        (KNOWN + "Ann: ! 08-bright / 06-animal", 0, 9),
        (KNOWN + "Ann: ! 12-animal / 10-ribbon", 0, 9),
        (KNOWN + "Ann: ! 12-animal / 08-bright", 0, 9),
        (KNOWN + "Bea: ! 08-bright / 06-animal", 1, 9),
        (KNOWN + "Ann: ! 12-animal /", 0, 9),
        (KNOWN + "Ann: ! 12-animal / 06-animal 07-ribbon", 0, 9),
        (KNOWN + "Ann: ! pass / 06-animal", 0, 10),
        # known hand, hidden stock; hidden hand, known stock
        (HIDDEN + "hand Ann: 03-junk\nAnn: ! 03-junk / 03-bright 05-junk", 0, 9),
        (HIDDEN + "stock: 06-junk 07-animal\nAnn: ! 07-animal / 06-junk", 0, 9),
        (HIDDEN + "stock: 06-junk 07-junk\nAnn: ! 03-junk / 04-junk", 0, 9),
        (HIDDEN + "hand Bea: 06-animal\nAnn: ! 06-animal / 04-junk", 0, 9),
    ],
)
def test_what_really_happened_is_accepted(text: str, seat: int, hand: int) -> None:
    """People break rules and cameras err: nothing is refused, no card is lost, the breach stays."""
    found = position(text)
    assert len(found.seats[seat].hand) == hand
    assert found.breaches
    held = Counter(each for each in found.cards() if each is not BACK)
    assert all(count <= each.copies for each, count in held.items())
    assert len(found.cards()) == len(deck(found.rules))
    if BACK not in found.cards():
        assert held == Counter(DECK)


def test_a_hand_that_should_have_held_nothing_more() -> None:
    """A card out of an empty hand: it comes from where it was thought to lie."""
    found = position(KNOWN)
    empty = found.seats[0]._replace(hand=(), captures=found.seats[0].hand)
    found = found._replace(seats=(empty, found.seats[1]))
    after = apply(found, Turn(0, cards("08-bright"), flipped=cards("06-animal")), accept=True)
    assert len(after.position.seats[1].hand) == 9
    assert len(after.position.cards()) == 48


def test_a_card_out_of_a_hand_that_was_empty() -> None:
    """It comes from among the cards that are hidden."""
    found = position(HIDDEN)
    found = found._replace(seats=(found.seats[0]._replace(hand=()), found.seats[1]))
    after = apply(found, Turn(0, cards("08-bright"), flipped=cards("03-junk")), accept=True)
    assert len(after.position.cards()) == 48 - 10


def test_a_joker_nobody_counted_on() -> None:
    """A joker turns up at a table that said it plays without: it is one card more."""
    dealt = deal(DECK, house_rules("matgo", 2, {"four_on_table": "redeal"}), 2, 0)
    found = start(house_rules("matgo", 2), dealt, 0)._replace(phase=Phase.PLAY, outcome=None)
    joker = Turn(0, dealt.hands[0][:1], flipped=cards("joker-double") + dealt.stock[:1])
    after = apply(found, joker, accept=True).position
    assert card("joker-double") in after.seats[0].captures
    assert len(after.cards()) == 49


def test_junk_goes_to_whose_turn_it_is() -> None:
    found = giving("04-junk", "05-junk")
    with pytest.raises(IllegalTurn, match="junk goes to seat 1, whose turn it is"):
        verify(found, Give(1, 1, card("04-junk")))


def test_a_card_from_nowhere_known() -> None:
    """Every hand and the stock known, yet the card came from a place that is hidden to us."""
    found = position(
        HIDDEN
        + "hand Ann: 03-junk 04-junk 05-junk 06-junk 07-junk 08-junk 09-junk 10-junk 11-junk 12-ribbon\n"
    )
    after = apply(found, Turn(0, cards("12-bright"), flipped=cards("12-double")), accept=True)
    assert len(after.position.cards()) == 48


@pytest.mark.parametrize(
    ("action", "says"),
    [
        (Turn(0, cards("02-ribbon"), flipped=cards("03-junk")), "02-ribbon cannot have been played"),
        (Turn(0, cards("03-junk"), flipped=cards("01-junk 01-junk")), "01-junk cannot have been played"),
        (Turn(0, cards("03-junk"), flipped=cards("04-junk"), captured=cards("05-junk")),
         "05-junk cannot have been taken: it is not in the pot"),
        (Call(7, "stop"), "there is no seat 8"),
        (Give(0, 1, card("01-junk")), "01-junk cannot be handed over: it does not lie there"),
    ],
)  # fmt: skip
def test_only_the_impossible_is_refused(action: Action, says: str) -> None:
    with pytest.raises(IllegalTurn) as caught:
        apply(position(HIDDEN), action, accept=True)
    assert str(caught.value).startswith(says)


def test_quads_claimed_and_accepted() -> None:
    """E5: four of a month shown although the hand was thought to hold something else."""
    after = apply(position(KNOWN), Quads(1, months=(8,)), accept=True).position
    assert after.outcome == Outcome("chongtong", (1,), (10,))


def test_a_hidden_hand_may_hold_four_of_a_month() -> None:
    """E5, as a camera sees it: any month of which no card lies open, on the first turn only."""
    begun = position(HIDDEN)
    assert {action.months for action in legal(begun) if isinstance(action, Quads)} == {
        (month,) for month in range(3, 13)
    }
    later = position(HIDDEN + LATER)
    assert not [action for action in legal(later) if isinstance(action, Quads)]


@pytest.mark.parametrize(("more", "shows"), [("", True), ("02-animal 04-animal 08-animal", False)])
def test_a_shodang_makes_those_win_who_could_not_stop(more: str, shows: bool) -> None:
    """D27: a ribbon each for the poem set and the blue one; who has the godori needs none."""
    found = position("seats: Ann, Bea, Cho\npot: 06-junk 07-junk\nrule shodang: true\n")
    piles = ("", f"01-ribbon 02-ribbon {more}", "06-ribbon 09-ribbon")
    seats = [
        seat._replace(captures=cards(pile)) for seat, pile in zip(found.seats, piles, strict=True)
    ]
    seats[0] = seats[0]._replace(hand=cards("03-ribbon 10-ribbon 05-junk"))
    shown = [
        each.cards
        for each in legal(found._replace(seats=tuple(seats)))
        if isinstance(each, Shodang)
    ]
    assert shown == ([cards("03-ribbon 10-ribbon")] * 2 if shows else [])


def test_no_joker_without_a_card_to_draw() -> None:
    """F1."""
    begun = position(HIDDEN + 'rule jokers: ["joker-double"]\nhand Ann: joker-double\n')
    found = begun._replace(stock=())
    joker = Turn(0, cards("joker-double"))
    assert joker not in legal(found)
    with pytest.raises(IllegalTurn, match="no card is left to draw for a joker"):
        verify(found, joker)


def test_nothing_is_legal_once_the_round_is_over() -> None:
    assert legal(position(HIDDEN + "Ann: ! stop")) == []


def test_a_two_card_bomb_waits_while_another_triple_is_shown() -> None:
    """D14, E3."""
    text = KNOWN.replace("01-junk 01-junk 02-ribbon", "01-junk 02-ribbon").replace(
        "hand Ann: 01-bright 01-ribbon", "hand Ann: 01-bright 10-animal"
    )
    text = text.replace("02-junk 03-junk", "02-junk 03-junk") + 'rule two_card_bomb: "double"\n'
    text = text.replace("12-animal\n", "02-junk\n")
    two = Turn(0, cards("02-junk 02-junk"), flipped=cards("06-animal"))
    assert two in legal(position(text))
    assert two not in legal(position(text + "Ann: shows 03"))


def test_a_line_of_a_score_is_readable() -> None:
    assert str(Line("brights", 3, cards("01-bright 03-bright 08-bright"))) == (
        "brights 3: 01-bright 03-bright 08-bright"
    )


@pytest.mark.parametrize(
    ("preset", "played"), [("fr-gostop", "04-junk"), ("pagat", "04-junk 08-junk")]
)
def test_matching_where_it_can_be_done(preset: str, played: str) -> None:
    """C2: 000 lays a card only when none of the hand matches; elsewhere any card may be laid."""
    text = "seats: Ann, Bea\npot: 04-ribbon\nstock: 05-junk\nhand Ann: 04-junk 08-junk\n"
    found = position(text + f'rules: {preset}\nrule deal: ["hand 2", "pot 1"]\n')
    turns = [action for action in legal(found) if isinstance(action, Turn)]
    assert [turn.played[0].face for turn in turns] == played.split()


@pytest.mark.parametrize("preset", ["arcade", "taesun", "hangame", "pd49"])
def test_the_president_of_002(preset: str) -> None:
    """D19: president is who takes a stack, makes a ttadak or a bomb, or empties the pot (D5, D7,
    D8, D10): a junk card from each, and none for a chok, which 002 does not list (D9)."""
    rules = house_rules(f"godori-{preset}")
    assert {rules.steal_stack, rules.steal_ttadak, rules.steal_sweep, rules.steal_bomb} == {1}
    assert rules.steal_chok == 0


def test_november_is_month_eleven() -> None:
    """A12: its nickname is a nickname; Japanese order swaps it with December, ours does not."""
    assert {each.month for each in cards("11-bright 11-junk 11-double")} == {11}


def test_what_is_shown_after_the_round_changes_nothing() -> None:
    with pytest.raises(IllegalTurn, match="the round is over: what is shown now cannot change it"):
        apply(position(HIDDEN + "Ann: ! stop"), Show(1, 3), accept=True)


def test_a_hidden_hand_may_play_on_with_four_of_a_month() -> None:
    """E10, as a camera sees it: said before the first turn, by any seat, and remembered."""
    text = HIDDEN + "rule chongtong_play_on: 4\nBea: plays on 03\nAnn: 01-bright / 04-junk\n"
    found = position(text)
    assert found.seats[1].played_on
    assert found.to_act == 1


def test_a_twin_of_the_card_played_comes_from_the_stock_itself() -> None:
    twin, last = card("03-junk"), card("05-junk")
    hands = ((card("01-junk"), card("02-junk")), (twin,))
    position = start(house_rules("matgo", 2), Deal(hands, (), (twin, last)), 0)
    following = apply(position, Turn(0, (twin,), (), (twin,)), accept=True).position
    assert following.seats[0].captures == (twin, twin)
