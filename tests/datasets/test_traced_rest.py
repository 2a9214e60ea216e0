"""Cards come down to rest on what lies below them, and never through it."""

import numpy as np
import pytest

from scene_layout import BACK, Placement, heap, stock
from traced_rest import CLEARANCE_MM, CardBody, Rested, cards_of, rest_cards
from traced_shapes import FLAT, Curl

BODY = CardBody((33.0, 54.0), 0.8)
STEP = BODY.thick_mm + CLEARANCE_MM


def card(x: float, y: float, angle_deg: float = 0.0, curl: Curl = FLAT) -> Rested:
    return Rested(Placement(BACK, (x, y), angle_deg), 0, curl, BODY)


@pytest.mark.parametrize(
    ("pile", "height", "slope"),
    [
        ([card(0, 0)], 0.0, (0, 0)),
        ([card(0, 0), card(100, 0)], 0.0, (0, 0)),
        ([card(0, 0), card(0, 0, 20)], STEP, (0, 0)),
        ([card(0, 0), card(3, 2), card(1, 1, 5)], 2 * STEP, (0, 0)),
        # Half on another: its left side stands on the table, and it leans on the other's edge.
        ([card(33, 0), card(10, 0)], STEP * 16.5 / 23, (STEP / 23, 0)),
        # Below the middle it lies on one, above it on another.
        ([card(0, 40), card(0, -40), card(0, 0)], STEP, (0, 0)),
        # Its ends bent down, it stands on them.
        ([card(0, 0, curl=Curl(along=-0.5))], 0.5, (0, 0)),
    ],
)
def test_where_the_last_card_comes_to_rest(
    pile: list[Rested], height: float, slope: tuple[float, float]
) -> None:
    last = rest_cards(pile)[-1]
    assert last.height_mm == pytest.approx(height, abs=1e-4)
    assert last.slope == pytest.approx(slope, abs=1e-4)


def test_a_card_whose_ends_are_bent_up_stands_on_its_middle_and_may_rock() -> None:
    (last,) = rest_cards([card(0, 0, curl=Curl(along=0.5))])
    assert last.height_mm == pytest.approx(0)
    assert np.abs(last.slope).max() < 0.5 / 27


@pytest.mark.parametrize("seed", range(6))
def test_no_card_of_a_heap_lies_inside_another(seed: int) -> None:
    rng = np.random.default_rng(seed)
    pile = heap([BACK] * 14, rng, reach_mm=60.0)
    rested = rest_cards(cards_of(pile, BODY, 0.3, rng))
    shares = rng.uniform(-1, 1, (4000, 2))
    for i, upper in enumerate(rested):
        foot = upper.on_top_mm(shares) - upper.turn() @ (0, 0, BODY.thick_mm)
        assert foot[:, 2].min() > -0.05, "through the table"
        for lower in rested[:i]:
            own = (foot - lower.at_mm()) @ lower.turn()
            at = own[:, :2] / (np.array(BODY.size_mm) / 2)
            over = (np.abs(at) < 0.98).all(axis=1)
            depth = BODY.thick_mm + lower.curl.rise_mm(at[over, 0], at[over, 1]) - own[over, 2]
            assert depth.max(initial=-1) < 0.25, "not even by a third of a card"


def test_corners_are_the_cards_own_clockwise_from_its_top_left() -> None:
    corners = card(100, 50, 90).corners_mm()
    assert corners[0] == pytest.approx((127, 33.5, 0.8))
    assert corners[2] == pytest.approx((73, 66.5, 0.8))


@pytest.mark.parametrize("height", [1, 5, 20])
def test_a_pile_holds_every_card_of_it(height: int) -> None:
    rng = np.random.default_rng(height)
    pile = stock(height, rng)
    cards = cards_of(pile, BODY, 0.3, rng)
    assert [c.order for c in cards if c.order is not None] == list(range(len(pile)))
    assert len(cards) == pytest.approx(height, abs=2)
    top = rest_cards(cards)[-1]
    assert top.order == len(pile) - 1
    assert top.height_mm == pytest.approx((len(cards) - 1) * STEP, abs=0.5)


def test_single_cards_are_bent_each_in_its_way() -> None:
    rng = np.random.default_rng(1)
    pile = [Placement(BACK, (50.0 * i, 0.0), 0.0) for i in range(20)]
    cards = cards_of(pile, BODY, 0.3, rng)
    assert len({c.curl for c in cards}) == 20
    assert np.std([c.curl.along for c in cards]) == pytest.approx(0.3, rel=0.5)
