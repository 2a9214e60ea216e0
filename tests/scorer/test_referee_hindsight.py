"""The referee where a card was another one all along: misread, or never seen, until others came."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from scorer.actions import Turn
from scorer.cards import Card, card
from scorer.line import renamed
from scorer.notation import parse
from scorer.sighting import Faint, Laid, Sighting
from tests.scorer.told_rounds import after, changed, misread, read_turns, story, turns_of

DEALT = """
rules: matgo
seats: Ann, Bea
dealer: Ann
pot: 01-bright 02-animal 03-bright 04-animal 05-ribbon 06-junk 07-junk 11-bright

"""

MOON = """Ann: 02-junk / 08-junk
Bea: 04-junk / 12-ribbon
Ann: 08-animal / 01-ribbon
"""


def laid_as(sighting: Sighting, laid: Mapping[Card, tuple[Laid, ...]]) -> Sighting:
    """The sighting with other times for these faces; none for those of which it says none."""
    told = {**sighting.laid, **laid}
    return replace(sighting, laid={face: came for face, came in told.items() if came})


def missed(sighting: Sighting, face: Card) -> Sighting:
    """The sighting of a table where this one is nowhere seen in the pot, nor to be laid."""
    there = face in sighting.places["pot"]
    seen = changed(sighting, "pot", off=(face,)) if there else sighting
    return laid_as(seen, {face: ()})


def test_a_card_that_is_laid_while_it_lies_there_was_misread_before() -> None:
    record, wrong, right = parse(DEALT + MOON), card("08-animal"), card("08-junk")
    told = story(record)
    told[1:3] = [misread(each, right, wrong) for each in told[1:3]]
    (first,), (second,) = told[3].laid[right], told[3].laid[wrong]
    told[3] = laid_as(told[3], {right: (), wrong: (first, second)})
    assert read_turns(record, after(record, told)) == turns_of(record)


TWIN = """Ann: 02-junk / 08-animal
Bea: 04-junk / 12-ribbon
Ann: 08-junk / 01-ribbon
"""


@pytest.mark.parametrize("faint", [0.0, 0.12])
def test_a_junk_card_that_was_laid_was_played_though_its_twin_may_have_lain_there(
    faint: float,
) -> None:
    record, hidden, laid = parse(DEALT + TWIN), card("08-animal"), card("08-junk")
    told = [missed(each, hidden) for each in story(record)]
    if faint:
        told[1:3] = [
            replace(each, places={**each.places, "pot": {**each.places["pot"], laid: (faint,)}})
            for each in told[1:3]
        ]
    assert read_turns(record, after(record, told)) == turns_of(record)


def test_a_card_that_was_guessed_to_lie_there_and_comes_now_was_another() -> None:
    record, hidden, comes = parse(DEALT + TWIN), card("08-animal"), card("08-junk")
    told = [missed(each, hidden) for each in story(record)]
    under_way = changed(told[2], "pot", on=(comes,))
    halfway = replace(under_way, time_s=told[3].time_s - 5, settled_s=told[3].time_s - 5)
    told.insert(3, laid_as(halfway, {comes: told[3].laid[comes]}))
    assert read_turns(record, after(record, told)) == turns_of(record)


COVERED = """Ann: 08-junk / 10-junk
Bea: 09-junk / 08-junk
Ann: 08-bright / 06-animal
"""


def test_a_card_that_is_captured_lay_there_unseen_though_another_of_it_is_missed() -> None:
    record, twin = parse(DEALT.replace("11-bright", "08-animal") + COVERED), card("08-junk")
    told = story(record)
    told[2] = missed(changed(told[2], 0, off=(twin,)), twin)  # the one that was taken is covered
    told[3] = laid_as(changed(told[3], 0, off=(twin,)), {twin: ()})
    assert read_turns(record, after(record, told)) == turns_of(record)


PPUK = """Ann: 04-ribbon / 04-junk
Bea: 09-junk / 12-ribbon
"""


@pytest.mark.parametrize(
    "faint", [(), (Faint(Laid(2.0, 2.5, (0.0, 0.0)), 0.4),)]
)  # that one is to be seen now
def test_of_a_pile_of_which_one_card_shows_any_other_may_lie_below(
    faint: tuple[Faint, ...],
) -> None:
    record, hidden = parse(DEALT + PPUK), card("04-ribbon")
    told = [missed(each, hidden) for each in story(record)]
    told[1] = replace(told[1], faint={card("04-junk"): faint})
    weights = {
        turn: line.weight
        for line in after(record, told[:2]).lines
        for turn in (timed.entry.action for timed in line.actions[:1])
        if isinstance(turn, Turn)
    }
    twin = next(weight for turn, weight in weights.items() if turn.played == turn.flipped)
    true = max(weight for turn, weight in weights.items() if hidden in turn.played + turn.flipped)
    assert abs(twin - true) < 1


HARDLY_SEEN = """Ann: 07-ribbon / 06-ribbon
Bea: 08-junk / 04-junk
"""


@pytest.mark.parametrize(
    ("face", "seen_s", "told"),
    [
        ("06-ribbon", 3.0, True),
        ("06-animal", 3.0, False),
        ("06-ribbon", -3.0, False),  # before the deal was done
    ],
)
def test_of_cards_that_nobody_saw_the_one_that_was_hardly_seen_is_likelier(
    face: str, seen_s: float, told: bool
) -> None:
    record, hidden = parse(DEALT + HARDLY_SEEN), card("06-ribbon")
    sighting = missed(changed(story(record)[1], 0, off=(hidden,)), hidden)
    came = Laid(seen_s - 0.4, seen_s, (0.0, 0.0))
    faint = {card(face): (Faint(came, 0.4),), card("06-animal"): (Faint(came, 0.2),)}
    referee = after(record, [story(record)[0], replace(sighting, faint=faint)])
    assert (read_turns(record, referee) == turns_of(record)[:1]) == told


GIVEN = """Ann: 04-junk / 06-junk
Bea: 09-junk / 09-ribbon; Ann gives 04-junk
Ann: 02-junk / 04-junk
"""


@pytest.mark.parametrize("face", ["08-junk", "11-junk"])
def test_of_two_cards_of_a_face_the_one_without_which_the_rest_stays_legal_is_renamed(
    face: str,
) -> None:
    """The first one was handed over, so it was that; though nobody remembers to have seen it."""
    record, old = parse(DEALT + GIVEN), card("04-junk")
    told = story(record)
    line = after(record, told).lines[0]
    other = renamed(line, old, card(face), told[-1].laid[old][-1:])
    assert other is not None
    changed_to = [each.entry.action for each in other.actions]
    assert changed_to[:-1] == [each.entry.action for each in line.actions[:-1]]
    assert changed_to[-1] == Turn(0, (card("02-junk"),), (), (card(face),))
    assert card(face) in (*other.position.pot, *other.position.seats[0].captures)


SWEPT = """Ann: 05-animal / 05-junk
Bea: 08-junk / 12-ribbon
"""


def test_what_was_seen_to_be_laid_is_no_guess_when_it_comes_to_light_as_all_is_swept_away() -> None:
    """It lay under the others of a ppuk, and nobody remembers when it was laid there."""
    record, hidden = parse(DEALT + SWEPT), card("05-animal")
    told = story(record)
    told[1:] = [changed(each, "pot", off=(hidden,)) for each in told[1:]]
    told[2] = laid_as(told[2], {hidden: ()})
    moved = tuple(each for each in told[2].places["pot"] if each.month not in (5, 12))
    swept = changed(told[2], "pot", off=moved, on=(hidden,))
    swept = laid_as(swept, {hidden: (Laid(29.0, 30.0, (0.0, 0.0)),)})
    last = after(record, [*told, replace(swept, time_s=30.0, settled_s=30.0)])
    assert read_turns(record, last) == read_turns(record, after(record, told)) == turns_of(record)
