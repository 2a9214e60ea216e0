"""A card that the deck lacks: it comes in no round, however many are played."""

from collections import Counter
from functools import lru_cache

from scorer.remark import Remark
from scorer.table import deck
from webui.evening.table_state import RoundState, TableState

BY_CHANCE = 0.0003
"""A card that would stay away so rarely by chance is told to be missing."""
MOST = 2
"""Where more stay away, it is not the deck: the rounds are told in part."""


def missing(state: TableState) -> tuple[Remark, ...]:
    """What a person should know of cards that never came, in all the rounds of an evening."""
    whole = Counter(each.face for each in deck(state.rules))
    chances = dict.fromkeys(whole, 1.0)
    rounds = [found for each in state.rounds if (found := _unseen(each)) is not None]
    for unseen in rounds:
        for face, copies in whole.items():
            chances[face] *= min(1.0, copies * unseen.total() / whole.total())
    never = [face for face in whole if chances[face] < BY_CHANCE and all(u[face] for u in rounds)]
    if not 0 < len(never) <= MOST:
        return ()
    return tuple(
        Remark(
            "{card} has not come in {count} rounds: is it in the deck?",
            card=Remark(face),
            count=len(rounds),
        )
        for face in never
    )


def _unseen(there: RoundState) -> Counter[str] | None:
    """How often each face was not seen in a round; None for one that does not count."""
    return None if there.dropped or not there.settled else _unseen_in(there)


@lru_cache(maxsize=256)
def _unseen_in(there: RoundState) -> Counter[str] | None:
    replayed = there.replay
    if replayed is None:
        return None
    return Counter(each.face for each in replayed.position.unseen())
