"""The referee where a turn is done and the next is under way, both between two sightings."""

from dataclasses import replace

import pytest

from scorer.actions import Turn
from scorer.cards import card, cards
from scorer.notation import parse
from scorer.record import Record
from scorer.referee import opened
from scorer.sighting import Chances, Laid, Sighting
from tests.scorer.told_rounds import after, changed, read_turns, story, turns_of

ROUND = """
rules: matgo
seats: Ann, Bea
dealer: Ann
pot: 01-bright 02-animal 03-bright 04-animal 05-animal 06-junk 07-junk 08-junk

Ann: 01-junk / 02-junk
"""


def at(sighting: Sighting, time_s: float) -> Sighting:
    """The sighting at another time."""
    return replace(sighting, time_s=time_s, settled_s=time_s)


def laid_so_far(record: Record, turn: int, laid: str) -> Sighting:
    """The table after the turn before, and these cards of the next in the pot."""
    told = story(record)
    now = changed(told[turn - 1], "pot", on=cards(laid))
    return at(replace(now, laid=told[turn].laid), told[turn].time_s - 5)


def test_a_bomb_may_be_under_way_where_the_turn_before_was_not_seen_either() -> None:
    record = parse(ROUND + "Bea: bomb 03-ribbon 03-junk 03-junk / 09-junk; Ann gives 02-junk\n")
    told = story(record)
    bomb = laid_so_far(record, 2, "03-ribbon 03-junk 03-junk")
    referee = after(record, [told[0], bomb])
    assert read_turns(record, referee) == turns_of(record)[:1]
    line = referee.lines[0]
    assert line.weight > -4
    assert read_turns(record, referee.see(told[2])) == turns_of(record)


UNSEEN_BELOW = """
rules: matgo
seats: Ann, Bea
dealer: Ann
pot: 02-animal 03-bright 04-animal 05-animal 06-junk 07-junk 08-junk 11-junk

Ann: 09-junk / 01-ribbon
Bea: 12-animal / 10-junk
"""


def without(sighting: Sighting, faces: str) -> Sighting:
    """The sighting of a table where these are not found in the pot, nor seen to be laid."""
    missed = cards(faces)
    seen = changed(sighting, "pot", off=missed) if missed[0] in sighting.places["pot"] else sighting
    laid = {face: came for face, came in seen.laid.items() if face not in missed}
    return replace(seen, laid=laid)


@pytest.mark.parametrize(
    ("below", "above"), [("01-ribbon", "01-bright"), ("12-bright", "12-ribbon")]
)
def test_a_card_that_is_seen_to_be_laid_did_not_lie_there_unseen(below: str, above: str) -> None:
    dealt = UNSEEN_BELOW.replace("12-animal", "09-ribbon").replace("01-ribbon", below)
    record = parse(dealt + f"Ann: {above} / 10-ribbon\n")
    told = [without(each, below) for each in story(record)]
    halfway = at(changed(told[2], "pot", on=cards(above)), told[3].time_s - 5)
    told.insert(3, replace(halfway, laid=told[3].laid))
    assert read_turns(record, after(record, told)) == turns_of(record)


def test_a_card_that_was_laid_was_played_though_it_is_hidden_once_it_is_taken() -> None:
    record = parse(UNSEEN_BELOW.replace("12-animal", "06-animal").replace("11-junk", "10-animal"))
    told = story(record)
    told[2] = without(told[2], "10-junk")
    halfway = at(changed(told[1], "pot", on=cards("06-animal")), told[2].time_s - 5)
    taken = changed(told[2], 1, off=cards("06-animal"))
    fading: Chances = {**taken.places["pot"], card("06-junk"): (0.34,)}
    taken = replace(taken, places={**taken.places, "pot": fading})
    told[2:] = [replace(halfway, laid=told[2].laid), taken]
    referee = after(record, told)
    assert read_turns(record, referee) == turns_of(record)
    twin = Turn(1, cards("06-junk"), (), cards("10-junk"))
    others = [
        line for line in referee.lines if any(each.entry.action == twin for each in line.actions)
    ]
    assert others
    assert max(line.weight for line in others) < referee.lines[0].weight - 1


def test_what_a_card_cost_under_way_is_given_back_to_the_line_that_plays_it() -> None:
    record = parse(UNSEEN_BELOW.replace("12-animal", "12-ribbon"))
    told = story(record)
    halfway = at(changed(told[0], "pot", on=cards("09-junk")), told[1].time_s - 5)
    told.insert(1, replace(halfway, laid={card("09-junk"): told[1].laid[card("09-junk")]}))
    before, under_way = after(record, told[:1]), after(record, told[:2])
    assert under_way.lines[0].weight < before.lines[0].weight
    referee = after(record, told)
    assert read_turns(record, referee) == turns_of(record)
    assert referee.lines[0].weight >= before.lines[0].weight


@pytest.mark.parametrize(
    ("laid_s", "charged_s", "given_back"),
    [(-1.0, 15.0, False), (12.0, 15.0, True), (12.0, 10, False)],
)
def test_what_a_card_cost_that_lay_there_before_the_turn_is_not_given_back(
    laid_s: float, charged_s: float, given_back: bool
) -> None:
    record = parse(UNSEEN_BELOW.replace("12-animal", "12-ribbon"))
    told, face = story(record), card("12-ribbon")
    there = Laid(laid_s, laid_s + 0.4, (0.0, 0.0))
    told = [replace(each, laid={**each.laid, face: (there,)}) for each in told]
    line = after(record, told[:1]).lines[0]
    charged = replace(line, costs={("pot", face): 3.5}, since_s={("pot", face): charged_s})
    paid, not_paid = (
        max(each.weight for each in opened((some,)).see(told[2]).lines if len(each.actions) == 2)
        for some in (charged, replace(line, costs={}))
    )
    assert (paid - not_paid == pytest.approx(3.5)) == given_back


FAST = """
rules: matgo
seats: Ann, Bea
dealer: Ann
pot: 01-bright 02-animal 03-bright 04-animal 05-animal 06-junk 07-junk 08-junk

Ann: 03-junk / 03-ribbon
Bea: 01-junk / 02-junk
Ann: 04-junk / 06-ribbon
Bea: 03-junk / 05-junk; Ann gives 04-junk
"""


def test_of_two_turns_at_once_the_second_may_take_however_much() -> None:
    record = parse(FAST)
    told = story(record)
    line, other = after(record, told[:3]).lines[0], after(record, told[:1]).lines[-1]
    referee = opened((other, replace(line, weight=other.weight - 3))).see(told[-1])
    assert read_turns(record, referee) == turns_of(record)


def test_of_two_turns_at_once_the_second_may_play_a_card_that_nobody_saw() -> None:
    record = parse(FAST.replace("05-junk;", "05-ribbon;"))
    told, hidden = story(record), cards("05-ribbon")
    seen = changed(told[-1], 1, off=hidden)
    laid = {face: came for face, came in seen.laid.items() if face not in hidden}
    told[3:] = [replace(seen, laid=laid), at(replace(seen, laid=laid), 60.0)]
    assert read_turns(record, after(record, told)) == turns_of(record)


def test_a_bomb_of_which_only_one_card_was_ever_seen_is_hardly_one() -> None:
    record = parse(ROUND + "Bea: 03-ribbon / 09-junk\n")
    told = story(record)
    hardly = {**told[2].places[1], card("03-junk"): (0.05, 0.05)}
    referee = after(record, [*told[:2], replace(told[2], places={**told[2].places, 1: hardly})])
    assert read_turns(record, referee) == turns_of(record)
    last = [(line.weight, line.actions[-1].entry.action) for line in referee.lines if line.actions]
    bombs = [weight for weight, each in last if isinstance(each, Turn) and len(each.played) > 1]
    assert max(bombs) < referee.lines[0].weight - 7
