"""The pot while one turn is played on it (sections C, D and F of the rules matrix)."""

from scorer.actions import Turn
from scorer.cards import Card, Cards
from scorer.table import Position, Stack, months_with, of_month


class Board:
    """The pot while a turn is played on it."""

    def __init__(self, position: Position, turn: Turn) -> None:
        self.pot = list(position.pot)
        self.stacks = list(position.stacks)
        self.rules = position.rules
        self.seat = turn.seat
        self.takes = turn.takes
        self.captured: list[Card] = []
        self.between: list[Card] = []
        """Jokers flipped since the card from the hand was laid (F4)."""
        self.special: set[int] = set()
        """Months taken by an event of its own rather than as a plain pair."""
        self.events: list[str] = []
        self.steals = 0

    def event(self, name: str, steals: int = 0) -> None:
        """Notes something that happened, and how much junk it takes from each opponent."""
        self.events.append(name)
        self.steals += steals

    def lay(self, card: Card) -> list[Card]:
        """The pot cards that a card takes: one, a stack, or none, and it lies in the pot itself."""
        same = of_month(self.pot, card.month)
        if not same:
            self.pot.append(card)
            return []
        if len(same) == 2:
            same = [next((each for each in same if each in self.takes), same[0])]
        for each in same:
            self.pot.remove(each)
        self.captured += [card, *same]
        if len(same) == 3:
            self._take_stack(card.month)
        return same

    def _take_stack(self, month: int) -> None:
        """C4, C5, D5, D6, F4: all four cards and the jokers trapped with them."""
        stack = next((each for each in self.stacks if each.month == month), None)
        if stack is None:
            return
        self.stacks.remove(stack)
        self.special.add(month)
        self.captured += stack.jokers
        if stack.maker == self.seat:
            self.event("own_ppuk_capture", self.rules.steal_own_stack)
        elif stack.maker is None and not self.rules.dealt_stack_steals:
            self.event("ppuk_capture")
        else:
            self.event("ppuk_capture", self.rules.steal_stack)

    def bomb(self, cards: Cards) -> None:
        """D10, D14: all of a month from the hand on what lies of it in the pot."""
        same = of_month(self.pot, cards[0].month)
        for each in same:
            self.pot.remove(each)
        self.captured += [*cards, *same]
        self.special.add(cards[0].month)
        self.event("bomb", self.rules.steal_bomb)

    def ppuk(self, pair: list[Card], third: Card) -> None:
        """D1, F4: the pair and its third stay in the pot; jokers flipped between with them."""
        trapped = self.between if self.rules.joker_trapped else []
        for each in (*pair, *trapped):
            self.captured.remove(each)
        self.pot += [*pair, third]
        self.stacks.append(Stack(third.month, self.seat, tuple(trapped)))
        self.event("ppuk")

    def flip(self, flipped: Cards, led: Card | None, pair: list[Card], *, leads: bool) -> None:
        """The cards from the stock, after `led` was laid from the hand and took `pair`.

        With `leads` the first of them is played in place of a joker from the hand (F1).
        """
        for each in flipped:
            if each.is_joker:
                self.captured.append(each)
                self.between.append(each)
            elif leads:
                led, pair, leads = each, self.lay(each), False
                self.between.clear()
            elif not self.rules.ppuk or led is None or each.month != led.month:
                self.lay(each)
            elif len(pair) == 1 and not of_month(self.pot, each.month):
                self.ppuk([led, *pair], each)
            else:
                self.lay(each)
                self.special.add(each.month)
                if pair:
                    self.event("ttadak", self.rules.steal_ttadak)
                else:
                    self.event("chok", self.rules.steal_chok)

    def really(self, position: Position, turn: Turn) -> None:
        """What was taken in truth; all else of the turn lies in the pot, and nothing is stolen."""
        lying = [*position.pot, *turn.played, *turn.flipped]
        lying += [each for stack in position.stacks for each in stack.jokers]
        for each in turn.captured or ():
            lying.remove(each)
        self.captured, self.pot = list(turn.captured or ()), [c for c in lying if not c.is_joker]
        self.captured += [each for each in lying if each.is_joker]
        left = [(month, position.stack_of(month)) for month in months_with(self.pot, 3)]
        self.stacks = [Stack(month, old.maker if old else self.seat) for month, old in left]
        self.events, self.steals = [], 0

    def jokers(self) -> None:
        """A9: a joker captured takes junk where the table says so, or where it is the boss."""
        for each in self.captured:
            if each.is_joker:
                boss = self.rules.joker_other == "boss" and each.face == "joker-other"
                self.event("joker", self.rules.joker_steals + boss)

    def finish(self, position: Position, *, first: bool) -> None:
        """The events that show once all cards of the turn lie where they belong."""
        rules, taken = self.rules, [each for each in self.captured if not each.is_joker]
        self.jokers()
        if any(each.month not in self.special for each in taken):
            self.events.insert(0, "match")
        elif not taken and "ppuk" not in self.events:
            self.events.insert(0, "no_match")
        if taken and rules.ppuk and self._swept(position):
            self.event("sweep", rules.steal_sweep)
        if first and rules.baek_hwa_jeom and len({each.kind for each in taken}) == 4:
            self.steals += 1

    def _swept(self, position: Position) -> bool:
        """D8: an empty pot; or, in 001, the last two cards, of two months, both taken."""
        if self.rules.sweep == "empty_pot":
            return not self.pot
        before = position.pot
        two = len(before) == 2 and before[0].month != before[1].month
        return two and not any(each in self.pot for each in before)
