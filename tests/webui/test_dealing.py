"""The deal as it was seen."""

from scorer.cards import card, cards
from scorer.presets import house_rules
from scorer.sighting import Sighting
from webui.dealing import dealt_lines

MATGO = house_rules("matgo", 2)


def test_a_card_that_is_seen_twice_was_dealt_once() -> None:
    seen = cards("07-animal 01-bright 02-junk 03-junk 04-junk 05-junk 06-junk")
    pot = dict.fromkeys(seen, (0.98,)) | {card("07-animal"): (0.98, 0.1)}
    lines = list(dealt_lines(Sighting(1.0, 1.0, {"pot": pot}), MATGO, 2))
    assert lines
    assert all(set(seen) <= set(line.deal.pot) and len(line.deal.pot) == 8 for line in lines)
    assert all(line.deal.pot.count(card("07-animal")) == 1 for line in lines)
