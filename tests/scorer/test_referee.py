"""The referee: rounds told as a camera would see them are read back, faults and all."""

from dataclasses import replace

import pytest

from scorer.actions import Show, Turn
from scorer.cards import BACK, Card, Cards, card
from scorer.deal import start
from scorer.line import pinned, renamed
from scorer.notation import parse
from scorer.play import apply
from scorer.record import Record
from scorer.referee import Referee, opened
from scorer.replay import replay
from scorer.sighting import Chances, Place, Sighting
from tests.scorer.told_rounds import (
    ROUNDS,
    after,
    at_random,
    before,
    changed,
    golden,
    lying,
    read_back,
    read_turns,
    story,
    turns_of,
)

UNTOLD = {
    "accepted_gift_goes_to_the_seat_of_the_line": "one junk card given for nothing",
    "breach_a_pair_forgotten_is_left_lying": "nothing taken looks like a card misread",
    "breach_ppuk_taken_by_mistake": "the same, and which card was played",
    "chongtong_played_on_times_four": "four held back are not shown",
    "joker_on_the_first_turn_is_against_the_rules": "a joker laid at once looks like one flipped",
    "quad_by_a_joker_in_a_hidden_hand": "four shown after a draw look like a triple",
    "quad_made_by_a_joker_may_stop": "the same",
    "shodang_accepted_draws_the_round": "two cards shown mean nothing to the referee",
}
"""Golden rounds that sightings cannot tell, or that the referee does not know how to read."""
GOLDEN = sorted({path.stem for path in ROUNDS.glob("*.hwatu")} - set(UNTOLD))


def assert_same_table(record: Record, referee: Referee, turns: int) -> None:
    """After so many turns every open card is where it is, and everybody has had his turns.

    Of two cards that were seen first at the same time, either may have come in the turn before.
    """
    told, wanted = replay(read_back(record, referee)), replay(record)
    assert [turn.seat for turn in told.turns] == [turn.seat for turn in wanted.turns[:turns]]
    assert lying(told.position) == lying(wanted.positions[turns])


# Whole rounds


@pytest.mark.uncounted
@pytest.mark.parametrize("stem", GOLDEN)
def test_a_golden_round_is_read_back(stem: str) -> None:
    record = golden(stem)
    assert read_turns(record, after(record, story(record))) == turns_of(record)


@pytest.mark.parametrize("stem", ["heundeum_doubles_even_unpaired", "november_heundeum_quadruples"])
def test_boxes_that_no_deck_has_cards_for_make_no_four_of_a_triple(stem: str) -> None:
    def doubtful(shown: Chances) -> Chances:
        return {
            face: (*copies, 0.6) if len(copies) == face.copies else copies
            for face, copies in shown.items()
        }

    record = golden(stem)
    sightings = [
        replace(each, shown={seat: doubtful(shown) for seat, shown in each.shown.items()})
        for each in story(record)
    ]
    assert any(each.shown for each in sightings)
    shows = [entry.action for entry in record.entries if isinstance(entry.action, Show)]
    found = read_back(record, after(record, sightings))
    assert [entry.action for entry in found.entries if isinstance(entry.action, Show)] == shows


@pytest.mark.parametrize("stem", ["heundeum_doubles_even_unpaired", "november_heundeum_quadruples"])
def test_a_triple_of_which_one_card_is_missed_is_shown_all_the_same(stem: str) -> None:
    def missed(shown: Chances) -> Chances:
        lying = [face for face, copies in shown.items() for _ in copies][:2]
        return {face: (0.97,) * lying.count(face) for face in lying}

    record = golden(stem)
    sightings = [
        replace(each, shown={seat: missed(shown) for seat, shown in each.shown.items()})
        for each in story(record)
    ]
    assert any(each.shown for each in sightings)
    assert read_turns(record, after(record, sightings)) == turns_of(record)


@pytest.mark.uncounted
@pytest.mark.parametrize(
    ("preset", "seats", "seed"),
    [("matgo", 2, 0), ("matgo", 2, 1), ("matgo", 2, 3), ("gostop-3p", 3, 1), ("gostop-3p", 3, 3),
     ("fr-gostop", 3, 1), ("koikoi", 2, 2)],
)  # fmt: skip
def test_a_random_round_is_read_back(preset: str, seats: int, seed: int) -> None:
    record = at_random(preset, seats, seed)
    referee = after(record, story(record))
    assert referee.lines[0].dealer == record.dealer
    assert read_turns(record, referee) == turns_of(record)


def test_the_lines_of_play_are_legal_and_the_likeliest_comes_first() -> None:
    record = at_random("matgo", 2, 3)
    lines = after(record, story(record)[:6]).lines
    weights = [line.weight for line in lines]
    assert weights == sorted(weights, reverse=True)
    for line in lines:
        position = start(record.rules, line.deal, line.dealer)
        for timed in line.actions:
            position = apply(position, timed.entry.action).position
        assert position == line.position


def test_a_sighting_takes_nothing_from_the_referee_before_it() -> None:
    record = at_random("matgo", 2, 0)
    first, second, third = story(record)[:3]
    referee = before(record).see(first)
    lines = referee.lines
    one = referee.see(second).see(third)
    assert referee.lines == lines
    assert referee.see(second).see(third) == one


def test_every_action_is_told_with_the_time_it_was_seen() -> None:
    record = golden("pair_and_choice_of_two")
    told = story(record)
    line = after(record, told).lines[0]
    assert [timed.time_s for timed in line.actions] == [each.time_s for each in told[1:]]


# Sightings with faults

ROUND = ("matgo", 2, 0)
TURNS = (1, 2, 4, 6, 8)


def flipped_of(record: Record, turn: int) -> Card:
    return replay(record).turns[turn - 1].flipped[0]


def place_of(sighting: Sighting, face: Card) -> Place:
    return next(place for place, pile in sighting.places.items() if face in pile)


@pytest.mark.uncounted
@pytest.mark.parametrize("turn", TURNS)
def test_a_card_missed_once_is_found_by_the_next_sighting(turn: int) -> None:
    record = at_random(*ROUND)
    told = story(record)[: turn + 3]
    face = flipped_of(record, turn)
    told[turn] = changed(told[turn], place_of(told[turn], face), off=(face,))
    assert_same_table(record, after(record, told), turn + 2)


@pytest.mark.parametrize("turn", TURNS)
def test_a_face_misread_once_changes_nothing(turn: int) -> None:
    record = at_random(*ROUND)
    told = story(record)[: turn + 3]
    face, wrong = flipped_of(record, turn), record.deal.stock[-1]
    place = place_of(told[turn], face)
    told[turn] = changed(told[turn], place, off=(face,), on=(wrong,))
    assert_same_table(record, after(record, told), turn + 2)


@pytest.mark.uncounted
@pytest.mark.parametrize("turn", TURNS)
def test_another_sighting_of_the_same_still_table_replaces_the_first(turn: int) -> None:
    record = at_random(*ROUND)
    told = story(record)[: turn + 1]
    face = flipped_of(record, turn)
    wrong = changed(
        told[turn], place_of(told[turn], face), off=(face,), on=(record.deal.stock[-1],)
    )
    told.insert(turn, wrong)
    assert after(record, told) == after(record, told[:turn] + told[turn + 1 :])


@pytest.mark.uncounted
@pytest.mark.parametrize(
    ("preset", "seats", "seed"),
    [
        ("matgo", 2, 0),
        pytest.param("matgo", 2, 1, marks=pytest.mark.long),
        ("gostop-3p", 3, 1),
    ],
)
def test_two_turns_between_two_sightings_are_both_found(preset: str, seats: int, seed: int) -> None:
    record = at_random(preset, seats, seed)
    referee = after(record, story(record)[:9:2])
    assert read_turns(record, referee) == turns_of(record)[:8]


def in_mid_turn(record: Record, turn: int, laid: Cards) -> Sighting:
    """The table before a turn, with these cards of it in the pot and nothing taken yet."""
    told = story(record)
    now = changed(told[turn - 1], "pot", on=laid)
    when = told[turn]
    return replace(now, time_s=when.time_s - 5, settled_s=when.time_s - 5, laid=when.laid)


AFTER_A_BOMB = """
rules: matgo
seats: Ann, Bea
dealer: Bea
pot: 06-animal 01-junk 12-ribbon 08-junk 05-junk 07-animal 04-junk 09-animal

Bea: bomb 06-ribbon 06-junk 06-junk / 01-junk
Ann: 12-bright / 02-animal
Bea: 11-junk / 11-bright
Ann: 11-double / 03-junk
Bea: 05-junk / 05-animal
Ann: 05-ribbon / 10-ribbon; Bea gives 01-junk
Bea: 07-junk / 04-animal
"""


def test_a_ppuk_made_and_taken_between_two_sightings_is_found_though_the_seat_may_pass() -> None:
    """Who played a bomb may flip alone, so twice as many turns explain a part of what changed."""
    record = parse(AFTER_A_BOMB)
    told = story(record)
    assert read_turns(record, after(record, told[:5] + told[6:])) == turns_of(record)


@pytest.mark.parametrize("turn", TURNS)
def test_a_turn_under_way_is_not_told_yet(turn: int) -> None:
    record = at_random(*ROUND)
    told = story(record)
    half = in_mid_turn(record, turn, replay(record).turns[turn - 1].played)
    referee = after(record, [*told[:turn], half])
    assert read_turns(record, referee) == turns_of(record)[: turn - 1]
    for each in told[turn : turn + 3]:
        referee = referee.see(each)
    assert read_turns(record, referee) == turns_of(record)[: turn + 2]


# What the order tells, and what is against the rules

ORDER = """
rules: matgo
seats: Ann, Bea
dealer: Ann
pot: 01-bright 02-animal 03-bright 04-animal 05-animal 06-junk 07-junk 08-junk

"""


@pytest.mark.parametrize(
    ("turn", "faces"),
    [
        ("Ann: 01-junk / 02-junk", ("01-junk", "02-junk")),  # both take
        ("Ann: 02-junk / 01-junk", ("02-junk", "01-junk")),
        ("Ann: 09-junk / 10-junk", ("09-junk", "10-junk")),  # neither does
        ("Ann: 10-junk / 09-junk", ("10-junk", "09-junk")),
        ("Ann: 11-junk / 03-junk", ("11-junk", "03-junk")),  # only the one flipped
    ],
)
def test_the_card_that_came_first_was_played(turn: str, faces: tuple[str, str]) -> None:
    record = parse(ORDER + turn + "\nBea: 06-ribbon / 12-ribbon\n")
    (timed, _) = after(record, story(record)).lines[0].actions
    assert timed.entry.action == Turn(0, (card(faces[0]),), (), (card(faces[1]),))


@pytest.mark.parametrize("turn", ["Ann: 01-junk / 09-junk", "Ann: 11-junk / 03-junk"])
def test_without_an_order_people_are_taken_to_play_what_takes(turn: str) -> None:
    record = parse(ORDER + turn + "\n")
    told = [replace(each, laid={}) for each in story(record)]
    action = after(record, told).lines[0].actions[-1].entry.action
    assert isinstance(action, Turn)
    assert action.played[0].month in (1, 3)


# What a person says


def test_what_a_person_says_is_not_renamed_in_hindsight() -> None:
    record = at_random(*ROUND)
    told = story(record)
    line = after(record, told[:3]).lines[0]
    said = pinned(line.deal, line.dealer, line.position, line.actions, told[2])
    assert (said.weight, said.pinned, said.costs) == (0.0, len(line.actions), {})
    played = next(
        each.entry.action.played[0]
        for each in reversed(line.actions)
        if isinstance(each.entry.action, Turn) and each.entry.action.played
    )
    (other, *_) = set(line.position.unseen()) - {BACK}
    assert renamed(said, played, other) is None
    assert renamed(said, line.deal.pot[0], other) is None
    referee = opened([said])
    for each in told[3:]:
        referee = referee.see(each)
    assert read_turns(record, referee) == turns_of(record)
