"""Playing: what an action does to a position (sections C, D and F of the rules matrix).

`apply(position, action)` gives the next position and a report of what happened. It refuses what
the rules do not allow, unless told to accept what the table really did.
"""

from typing import NamedTuple

from scorer.actions import Action, Call, Give, Quads, Shodang, Show, Turn
from scorer.bend import bent
from scorer.board import Board
from scorer.cards import BACK, Card, Cards, card, without
from scorer.combinations import points
from scorer.deal import over, quads_won
from scorer.errors import IllegalTurn
from scorer.house_rules import HouseRules
from scorer.table import (
    Outcome,
    Payment,
    Phase,
    Position,
    Seat,
    months_with,
)
from scorer.turns import giveable
from scorer.verify import verify

BOAR = card("07-animal")


class Report(NamedTuple):
    """What an action did, or a turn's actions together."""

    seat: int
    played: Cards = ()
    flipped: Cards = ()
    captured: Cards = ()
    stolen: tuple[tuple[int, Card], ...] = ()
    """Junk handed over: by which seat, which card."""
    events: tuple[str, ...] = ()
    breaches: tuple[str, ...] = ()
    """What of it was against the rules and accepted, as remarks."""

    def then(self, more: "Report") -> "Report":
        """The turn with one more action of it."""
        return Report(
            self.seat,
            self.played + more.played,
            self.flipped + more.flipped,
            self.captured + more.captured,
            self.stolen + more.stolen,
            self.events + more.events,
            self.breaches + more.breaches,
        )


class Applied(NamedTuple):
    """A position after an action, and what the action did."""

    position: Position
    report: Report


def apply(position: Position, action: Action, *, accept: bool = False) -> Applied:
    """The position after an action.

    With `accept`, an action against the rules is taken as what the table really did: the position
    is bent until the action fits, and the breach becomes part of it.

    Raises:
        IllegalTurn: the rules do not allow the action; with `accept`, only where it cannot have
            happened at all (a card that lies face up elsewhere).
    """
    try:
        verify(position, action)
    except IllegalTurn as breach:
        if not accept:
            raise
        position, report = play(bent(position, action), action)
        position = position._replace(showing=0, breaches=(*position.breaches, breach.line))
        return Applied(position, report._replace(breaches=(breach.line,)))
    return play(position, action)


def play(position: Position, action: Action) -> Applied:
    """The position after an action that is known to be legal, such as one of `legal`."""
    match action:
        case Turn():
            return _turn(position, action)
        case Show():
            return _show(position, action)
        case Give():
            return _give(position, action)
        case Call():
            return _call(position, action)
        case Quads():
            return _quads(position, action)
    return _shodang(position, action)


def _turn(position: Position, turn: Turn) -> Applied:
    rules, me = position.rules, position.seats[turn.seat]
    board = Board(position, turn)
    led, pair, played = None, [], turn.played
    joker = bool(played) and played[0].is_joker
    if len(played) > 1:
        board.bomb(played)
    elif joker:
        board.captured.append(played[0])
    elif played:
        led, pair = played[0], board.lay(played[0])
    board.flip(turn.flipped, led, pair, leads=joker and rules.joker_from_hand == "flip")
    if turn.captured is not None:
        board.really(position, turn)
    if turn.drawn:
        board.jokers()
    else:
        board.finish(position, first=not me.turns)
    return _settled(position, turn, board)


def _settled(position: Position, turn: Turn, board: Board) -> Applied:
    """The position with the turn's cards where they belong, and on from there."""
    seat, me, rules = turn.seat, position.seats[turn.seat], position.rules
    mine = _seat_after(position, turn, board)
    paid = _payments(me, mine, board, seat) if me.turns < 2 else ()
    following = position._replace(
        seats=(*position.seats[:seat], mine, *position.seats[seat + 1 :]),
        pot=tuple(board.pot),
        stacks=tuple(board.stacks),
        stock=position.stock[len(turn.flipped) + len(turn.drawn) :],
        mover=seat,
        showing=0,
        drawn=position.stock[0] if turn.drawn else None,
        payments=position.payments + paid,
        boar=seat if BOAR in board.captured else position.boar,
    )
    captured = tuple(board.captured)
    report = Report(seat, turn.played, turn.flipped, captured, (), tuple(board.events))
    if mine.ppuks > me.ppuks and mine.ppuks == 3 and rules.three_ppuk_points:
        won = Outcome("three_ppuk", (seat,), (rules.three_ppuk_points,))
        return Applied(over(following, won), report)
    if board.steals and (rules.steal_on_last_turn or _next_seat(following) is not None):
        count = len(position.seats)
        others = ((seat + step) % count for step in range(1, count))
        owing = tuple(each for each in others for _ in range(board.steals))
        following = following._replace(gives=owing)
    gained = bool(captured) or position.drawn is not None or not me.turns
    return _advance(following, report, gained=gained)


def _seat_after(position: Position, turn: Turn, board: Board) -> Seat:
    """The seat that has played, with what it took and what it may still do."""
    me = position.seats[turn.seat]
    mine = me._replace(
        hand=_played(me.hand, turn.played) + position.stock[: len(turn.drawn)],
        captures=me.captures + tuple(board.captured),
        turns=me.turns + (not turn.drawn),
    )
    if len(turn.played) != 1:
        mine = mine._replace(
            flips=max(0, me.flips + _credit(turn, position.rules)),
            bombs=me.bombs + _bombs(turn, position.rules),
        )
    if "ppuk" in board.events:
        mine = mine._replace(ppuks=me.ppuks + 1)
    if not me.turns and months_with(board.captured, 4):
        mine = mine._replace(first_quad=True)
    return mine


def _played(hand: Cards, played: Cards) -> Cards:
    """The hand less what was played; a card it does not show comes from its hidden ones."""
    for each in played:
        hand = without(hand, each if each in hand else BACK)
    return hand


def _credit(turn: Turn, rules: HouseRules) -> int:
    """D11: a bomb earns flips alone, one for each card more than it should; a flip alone is one."""
    if not turn.played:
        return -1
    return len(turn.played) - 1 if rules.bomb_flips == 1 or len(turn.played) == 2 else 0


def _bombs(turn: Turn, rules: HouseRules) -> int:
    """D13, D14: the bombs that may double the win."""
    return len(turn.played) == 3 or (len(turn.played) == 2 and rules.two_card_bomb == "double")


def _payments(before: Seat, after: Seat, board: Board, seat: int) -> tuple[Payment, ...]:
    """D2, D3, D20, D25: chips from each opponent at once."""
    rules, first = board.rules, not before.turns
    found: list[tuple[str, int]] = []
    if first and after.ppuks:
        found.append(("first_ppuk", rules.first_ppuk_chips))
    if before.turns == 1 and after.ppuks == 2:
        found.append(("next_ppuk", rules.next_ppuk_chips))
    if first and "chok" in board.events:
        found.append(("first_chok", rules.first_chok_chips))
    if first and after.first_quad and "bomb" not in board.events:
        found.append(("first_quad", rules.first_quad_chips))
    if first and BOAR in board.captured:
        found.append(("boar", rules.boar_chips))
    return tuple(Payment(reason, seat, chips) for reason, chips in found if chips)


def _show(position: Position, show: Show) -> Applied:
    """E1, E3: the triple lies open for a moment; where the table says so it is played at once."""
    seat = show.seat
    me = position.seats[seat]._replace(shown=(*position.seats[seat].shown, show.month))
    following = position._replace(
        seats=(*position.seats[:seat], me, *position.seats[seat + 1 :]),
        showing=show.month if position.rules.heundeum == "when_played" else 0,
    )
    return Applied(following, Report(seat, events=("heundeum",)))


def _give(position: Position, give: Give) -> Applied:
    """D17; junk that nobody asked for changes hands and nothing else."""
    report = Report(give.to, stolen=((give.seat, give.card),))
    seats = _handed(position.seats, give.seat, give.to, give.card)
    if position.phase is not Phase.GIVE:
        return Applied(position._replace(seats=seats), report)
    left = list(position.gives)
    if give.seat in left and give.to == position.mover:
        left.remove(give.seat)
    return _advance(position._replace(seats=seats, gives=tuple(left)), report, gained=True)


def _handed(seats: tuple[Seat, ...], giver: int, to: int, card: Card) -> tuple[Seat, ...]:
    """The seats with a junk card handed over."""
    after = list(seats)
    after[giver] = after[giver]._replace(captures=without(after[giver].captures, card))
    after[to] = after[to]._replace(captures=(*after[to].captures, card))
    return tuple(after)


def _advance(position: Position, report: Report, *, gained: bool) -> Applied:
    """On from where the mover's cards lie: junk handed over, go or stop, the next seat.

    Points are counted only where the mover has `gained` cards in his turn.
    """
    if position.gives:
        position, report = _unasked(position, report)
    if position.gives:
        asked = position._replace(phase=Phase.GIVE, to_act=position.gives[0])
        return Applied(asked, report)
    if position.drawn is not None:
        return Applied(position._replace(phase=Phase.PLAY, to_act=position.mover), report)
    me = position.seats[position.mover]
    if gained or report.stolen:
        total = points(me.captures, position.rules)
        if total >= position.rules.threshold and (not me.gos or total > me.go_points):
            return Applied(position._replace(phase=Phase.CALL, to_act=position.mover), report)
    return _passed(position, report)


def _unasked(position: Position, report: Report) -> Applied:
    """Junk handed over without a choice: who has one kind is not asked, who has none owes none.

    D16, D17.
    """
    seats, asked, stolen = position.seats, list[int](), report.stolen
    for giver in position.gives:
        options = giveable(seats[giver].captures, position)
        if len(options) > 1:
            asked.append(giver)
        elif options:
            seats = _handed(seats, giver, position.mover, options[0])
            stolen = (*stolen, (giver, options[0]))
    if len(asked) == len(position.gives):
        return Applied(position, report)
    position = position._replace(seats=seats, gives=tuple(asked))
    return Applied(position, report._replace(stolen=stolen))


def _passed(position: Position, report: Report) -> Applied:
    """The turn passes to the next seat that can act; the round ends where none can."""
    following = _next_seat(position)
    if following is not None:
        position = position._replace(phase=Phase.PLAY, to_act=following, mover=following)
        return Applied(position, report)
    outcome = _exhausted(position)
    if outcome.drawn:
        report = report._replace(events=(*report.events, "nagari"))
    return Applied(over(position, outcome), report)


def _next_seat(position: Position) -> int | None:
    """The next seat with a card or a flip left; none once all cards are played (C6)."""
    seats = position.seats
    if position.stock:
        for step in range(1, len(seats) + 1):
            seat = (position.mover + step) % len(seats)
            if seats[seat].hand or seats[seat].flips:
                return seat
    return None


def _exhausted(position: Position) -> Outcome:
    """H9, H10: a drawn round, or the most points win."""
    totals = [points(seat.captures, position.rules) for seat in position.seats]
    best = max(totals)
    if position.rules.exhausted == "most_points" and best and totals.count(best) == 1:
        return Outcome("most_points", (totals.index(best),))
    return Outcome("nagari")


def _call(position: Position, call: Call) -> Applied:
    report = Report(call.seat, events=(call.says,))
    if call.says == "stop":
        return Applied(over(position, Outcome("stop", (call.seat,))), report)
    me = position.seats[call.seat]
    called = me._replace(gos=me.gos + 1, go_points=points(me.captures, position.rules))
    seats = (*position.seats[: call.seat], called, *position.seats[call.seat + 1 :])
    return _passed(position._replace(seats=seats, mover=call.seat), report)


def _quads(position: Position, quads: Quads) -> Applied:
    """E5, E9, E10."""
    seat = quads.seat
    if quads.play_on:
        kept = position.seats[seat]._replace(played_on=True)
        seats = (*position.seats[:seat], kept, *position.seats[seat + 1 :])
        position = position._replace(seats=seats)
        if position.phase is Phase.QUADS:
            first = position.dealer
            position = position._replace(phase=Phase.PLAY, to_act=first, mover=first)
        return Applied(position, Report(seat))
    fours = len(quads.months or months_with(position.seats[seat].hand, 4))
    won = quads_won(position, {seat: fours})
    return Applied(over(position, won), Report(seat, events=("chongtong",)))


def _shodang(position: Position, shodang: Shodang) -> Applied:
    """D27: accepted, the round is drawn; refused, it goes on."""
    if shodang.accepted:
        ended = over(position, Outcome("shodang"))
        return Applied(ended, Report(shodang.seat, events=("nagari",)))
    seat = shodang.seat
    declared = position.seats[seat]._replace(shodang=True)
    seats = (*position.seats[:seat], declared, *position.seats[seat + 1 :])
    return Applied(position._replace(seats=seats), Report(seat))
