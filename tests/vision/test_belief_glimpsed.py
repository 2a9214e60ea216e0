"""Belief: what a glance seems to show, and was not laid."""

import pytest

from tests.vision.table_seen import CRANE, FAR, JUNK, POT, after, box, glance_at, laid, look, quad


def test_a_card_believed_to_lie_elsewhere_is_not_laid_by_a_glimpse_of_it() -> None:
    """The hand that gathers it was glanced at, and its own place was not."""
    glimpse = glance_at(3.0, box(CRANE, FAR, confidence=0.8), part=quad(FAR, (150.0, 150.0)))
    looks = [look(1.0), look(2.0, box(CRANE)), glimpse]
    assert laid(*looks) == {CRANE: ((1.0, 2.0),)}
    assert CRANE in after(*looks).sighting().faint
    other = glance_at(3.0, box(JUNK, FAR, confidence=0.8), part=quad(FAR, (150.0, 150.0)))
    assert len(laid(look(1.0), look(2.0, box(JUNK)), other)[JUNK]) == 2


@pytest.mark.parametrize(
    ("away", "visible", "glance", "count"),
    [
        (10.0, 0.3, True, 1),
        (10.0, 0.3, False, 2),  # one may lie under it that was not seen before
        (10.0, 1.0, True, 2),  # it lies on top
        (30.0, 0.3, True, 2),
    ],
)
def test_nothing_is_laid_under_a_card_that_lies_where_it_lay(
    away: float, visible: float, glance: bool, count: int
) -> None:
    upper = 1.0 if visible < 1.0 else 0.6
    second = box(JUNK, (POT[0] + away, POT[1]), visible=visible)
    seen = look(2.0, box(JUNK, visible=upper), second, glance=glance)
    assert len(laid(look(1.0, box(JUNK)), seen)[JUNK]) == count
