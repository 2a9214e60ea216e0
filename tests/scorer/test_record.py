"""The notation: what it holds, and one clear line for everything that cannot be read."""

from decimal import Decimal

import pytest

from scorer.actions import Call, Give, Quads, Shodang, Show, Turn
from scorer.cards import BACK, card, cards
from scorer.ending import Mission, Terms
from scorer.errors import BadRecord
from scorer.notation import MAX_BYTES, parse
from scorer.record import Entry, Record, Result, written
from scorer.replay import replay, replay_json, result_of

ROUND = """\
# everything the notation can say, legal or not
rules: fr-gostop
rule threshold: 5
rule jokers: ["joker-double"]
seats: Ann, Bea, Cho Min
waiting: Dan, Eve
dealer: Bea
carry: 2
multiplier: 3
per_point: 0.5
named_month: 5
mission: 2 01-bright 01-ribbon
hand Ann: 01-bright 02-junk back back back back back
pot: 01-junk 02-ribbon 03-bright 04-junk 05-animal 06-junk
stock: 07-junk 08-junk

Bea: shows 03; 03-junk x03-bright / joker-double 08-junk; Ann gives 05-junk; go
Ann: joker-double draws back; chongtong 04
Ann: bomb 03-ribbon 03-junk 03-junk / 05-junk x05-animal
Cho Min: plays on; pass / 06-junk; Cho Min gives 01-junk
Cho Min: ! 01-bright / took 01-bright; ! stop
Ann: shodang 01-bright 02-junk refused; 02-junk /
Bea: shodang 01-bright 02-junk accepted

result: stop Ann and Cho Min; Ann +1.5, Bea -3, Cho Min +1.5
"""

HEADER = "seats: Ann, Bea\npot: 01-junk 02-junk\n"


def test_everything_the_notation_can_say() -> None:
    record = parse(ROUND)
    assert record.seats == ("Ann", "Bea", "Cho Min")
    assert record.waiting == ("Dan", "Eve")
    assert (record.rules.name, record.rules.threshold, record.dealer) == ("fr-gostop", 5, 1)
    mission = Mission(2, cards("01-bright 01-ribbon"))
    assert record.terms == Terms(2, 3, Decimal("0.5"), 5, mission)
    assert record.deal.hands[0] == (*cards("01-bright 02-junk"), *(BACK,) * 5)
    assert record.deal.hands[1] == (BACK,) * 7
    assert record.deal.stock[:3] == (*cards("07-junk 08-junk"), BACK)
    assert [entry.action for entry in record.entries] == [
        Show(1, 3),
        Turn(1, cards("03-junk"), (), cards("joker-double 08-junk"), cards("03-bright")),
        Give(0, 1, card("05-junk")),
        Call(1, "go"),
        Turn(0, cards("joker-double"), (BACK,)),
        Quads(0, months=(4,)),
        Turn(0, cards("03-ribbon 03-junk 03-junk"), (), cards("05-junk"), cards("05-animal")),
        Quads(2, play_on=True),
        Turn(2, (), (), cards("06-junk")),
        Give(2, 2, card("01-junk")),
        Turn(2, cards("01-bright"), (), (), (), cards("01-bright")),
        Call(2, "stop"),
        Shodang(0, cards("01-bright 02-junk"), accepted=False),
        Turn(0, cards("02-junk")),
        Shodang(1, cards("01-bright 02-junk"), accepted=True),
    ]
    accepted = [entry.action for entry in record.entries if entry.accepted]
    assert accepted == [record.entries[10].action, record.entries[11].action]
    transfers = (Decimal("1.5"), Decimal(-3), Decimal("1.5"))
    assert record.result == Result("stop", (0, 2), transfers)


def test_printed_and_read_again() -> None:
    record = parse(ROUND)
    assert parse(written(record)) == record
    assert written(parse(written(record))) == written(record)
    assert "\n".join(written(record).splitlines()[-2:]) == "\n".join(ROUND.splitlines()[-2:])


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("seats Ann, Bea", 1, "expected \"WORD: ...\", not 'seats Ann, Bea'"),
        ("seat: Ann, Bea", 1, "unknown line 'seat': expected one of rules, seats,"),
        ("seats: Ann, Ann", 1, "'Ann' cannot be a name here"),
        ("seats: Ann, pot", 1, "'pot' cannot be a name here"),
        ("seats: Ann, a;b", 1, "'a;b' cannot be a name here"),
        (HEADER + "dealer: Ann\ndealer: Bea", 4, "'dealer' stands twice: expected it once"),
        (HEADER + "hand Ann: 01-brigth", 3, "unknown face '01-brigth'"),
        (HEADER + "rule threshold: x", 3, "expected a value such as 7, true or \"own\", not 'x'"),
        (HEADER + "rule a: " + "[" * 99999, 3, "expected a value such as"),
        (HEADER + "Ann: 01-bright / 03-junk\nCho: 02-junk", 4, "no seat is called 'Cho'"),
        (HEADER + "Ann:", 3, "expected a turn such as 01-junk / 05-junk, go or stop, not nothing"),
        (HEADER + "Ann: 01-bright", 3, "a turn is written '01-bright /', not '01-bright'"),
        (
            HEADER + "Ann: bomb 03-junk 03-ribbon / 04-junk",
            3,
            "a turn is written 'bomb 03-ribbon 03-junk / 04-junk', not",
        ),
        (HEADER + "Ann: 01-bright x / 03-junk", 3, "unknown face ''"),
        (HEADER + "Ann: x01-junk 01-bright / 03-junk", 3, "a turn is written '01-bright x01-junk"),
        (HEADER + "Ann: / 03-junk", 3, "a turn is written 'pass / 03-junk', not '/ 03-junk'"),
        (HEADER + "Ann: 01-junk / 02-junk / 03-junk", 3, "/ stands twice: expected it once"),
        (
            HEADER + "Ann: shows 13; 01-bright / 03-junk",
            3,
            "month: expected a whole number 1 to 12",
        ),
        (HEADER + "Ann: 01-bright / 03-junk; Cho gives 01-junk", 3, "no seat is called 'Cho'"),
        (HEADER + "result: won Ann", 3, "unknown result 'won': expected one of stop, most_points,"),
        (HEADER + "result: stop Cho", 3, "no seat is called 'Cho'"),
        (HEADER + "result: stop Ann; Ann +6", 3, "the result gives an amount for some seats only"),
        (HEADER + "result: stop Ann; Ann six, Bea -6", 3, "result: expected a number, not 'six'"),
        (HEADER + "result: stop Ann\nAnn: go", 4, "nothing comes after the result"),
    ],
)
def test_bad_lines(text: str, line: int, says: str) -> None:
    with pytest.raises(BadRecord) as caught:
        replay(parse(text, "a.hwatu"))
    assert str(caught.value).startswith(f"a.hwatu: line {line}: {says}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("pot: 01-junk", "seats: expected 2 to 4 names of who plays, not 0"),
        ("seats: A, B, C, D, E", "seats: expected 2 to 4 names of who plays, not 5"),
        (HEADER + "waiting: Ann", "waiting: Ann plays already"),
        (HEADER + "dealer: Cho", "no seat is called 'Cho': Ann, Bea are"),
        (HEADER + "hand Cho: 01-bright", "no seat is called 'Cho': Ann, Bea are"),
        (HEADER + "rules: go", "unknown preset 'go': expected one of "),
        (HEADER + "rule treshold: 3", "rules matgo: unknown house rule 'treshold', did you mean"),
        (HEADER + "rule threshold: nan", "rules matgo: threshold: expected a whole number 1 to"),
        (HEADER + "carry: 0", "carry: expected a whole number 1 to 1000000, not '0'"),
        (HEADER + "carry: ²", "carry: expected a whole number 1 to 1000000, not '²'"),
        (HEADER + "per_point: nan", "per_point: expected a number, not 'nan'"),
        (
            HEADER + "per_point: -1",
            "per_point: expected a number above 0, at most 1000000000, not '-1'",
        ),
        (
            HEADER + "per_point: 2e9",
            "per_point: expected a number above 0, at most 1000000000, not '2e9'",
        ),
        (HEADER + "mission: many 01-bright", "mission: expected a whole number 1 to"),
        (HEADER + "hand Ann:" + " 01-junk 03-junk" * 9, "hand Ann: 18 cards: expected 10 at most"),
    ],
)
def test_bad_headers(text: str, says: str) -> None:
    with pytest.raises(BadRecord) as caught:
        parse(text, "a.hwatu")
    assert str(caught.value).startswith(f"a.hwatu: header: {says}")


def test_a_text_too_long() -> None:
    with pytest.raises(BadRecord, match="larger than 1000000 characters"):
        parse("#" * (MAX_BYTES + 1))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Ann: 01-bright / 03-junk\nAnn: 04-bright / 03-junk",
         "line 4: unknown face '04-bright'"),
        ("Ann: 01-bright / 03-junk\nAnn: 04-junk / 05-junk",
         "line 4: Ann: not legal: out of turn: Bea is to play a card"),
        ("Ann: 01-bright / 03-junk\nBea: ! 01-bright / 05-junk",
         "line 4: Bea: not legal: 01-bright cannot have been played: it lies on the table already"),
        ("result: stop Ann", ": result: stop, but the round is not over"),
        ("Ann: ! stop\nresult: stop Bea", "result: stop Bea, but by the rules it is stop Ann"),
        ("Ann: ! stop\nresult: nagari", "result: nagari nobody, but by the rules it is stop Ann"),
        ("Ann: ! stop\nresult: stop Ann; Ann +5, Bea -5",
         "result: pays +5, -5, but by the rules it pays +0, +0"),
    ],
)  # fmt: skip
def test_rounds_that_the_rules_do_not_give(text: str, says: str) -> None:
    with pytest.raises(BadRecord) as caught:
        replay(parse(HEADER + text))
    assert says in str(caught.value)


def test_a_turn_that_was_not_read_from_a_text_has_no_line() -> None:
    record = parse(HEADER)
    broken = Record(
        record.rules, record.seats, 0, record.deal, entries=(Entry(Call(5, "go"), accepted=True),)
    )
    with pytest.raises(BadRecord, match="seat 6: not legal: there is no seat 6"):
        replay(broken)


def test_a_round_as_json() -> None:
    text = HEADER + "Ann: 01-bright / 02-ribbon\nBea: ! go\n"
    found = replay_json(replay(parse(text)))
    assert found["winner"] is None
    assert found["payout"] is None
    assert found["turns"][0] == {
        "seat": "Ann",
        "played": ["01-bright"],
        "flipped": ["02-ribbon"],
        "captured": ["01-bright", "01-junk", "02-ribbon", "02-junk"],
        "stolen": {"Bea": []},
        "events": ["match", "sweep"],
        "breaches": [],
    }
    assert found["turns"][1]["events"] == ["go"]
    assert found["turns"][1]["breaches"]
    assert result_of(replay(parse(HEADER))) is None
    assert "result" not in written(parse(HEADER))
