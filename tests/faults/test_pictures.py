"""A camera whose pictures are wrong: the page says so, and the round is what it was."""

import cv2
import numpy as np

from tests.faults.filmed import (
    EMPTY,
    ROUND,
    TURNS,
    dealt,
    filmed,
    frame_of,
    in_a_row,
    lying,
    nothing,
    seconds,
    turns,
)
from tests.faults.watched import Watched
from vision.boxes import Array

WON = [each.strip() for each in TURNS[:2]] + [f"{TURNS[2].strip()}; stop"]
PALM = cv2.resize(
    np.array([[[70, 90, 150]] * 2, [[100, 120, 190]] * 2], np.uint8), (1280, 720)
)  # fmt: skip


def black(picture: Array, time_s: float) -> Array:
    """The light goes out."""
    return (picture * 0.02).astype(np.uint8)


def covered(picture: Array, time_s: float) -> Array:
    """A palm lies on the lens."""
    return cv2.addWeighted(PALM, 0.97, picture, 0.03, 0)


def glaring(picture: Array, time_s: float) -> Array:
    """The exposure is far too long."""
    return cv2.convertScaleAbs(picture, beta=250)


def test_a_picture_that_shows_nothing_is_no_evidence(watched: Watched) -> None:
    """Without that the table is empty for 8 s each time, and the round would be over."""
    watched.film(
        in_a_row(
            (dealt(), nothing),
            ([lying(0, 8.0)], black),
            ([lying(0, 0.9), *turns(1, 1)], nothing),
            ([lying(1, 8.0)], covered),
            ([lying(1, 0.9), *turns(2, 2)], nothing),
            ([lying(2, 8.0)], glaring),
            ([lying(2, 0.9), *turns(3, 3), EMPTY], nothing),
        )
    )
    assert watched.lines() == WON
    assert watched.attentions().count("blank") == 3
    assert watched.state.ledger.balances() == {"A": 6, "B": -6}


BUMPED_S = seconds((*dealt(), *turns(1, 1)))


def jumping(picture: Array, time_s: float) -> Array:
    """The exposure jumps every two seconds."""
    return cv2.convertScaleAbs(picture, alpha=(1.0, 0.6, 1.1, 0.75)[int(time_s / 2) % 4])


def test_exposure_that_jumps_is_no_movement(watched: Watched) -> None:
    watched.film(in_a_row((dealt(), nothing), ([lying(0, 9.0)], jumping)))
    told = watched.attentions()
    assert told[told.index("settled") :] == ["settled", "ended"]
    assert watched.round.text.count("A:") == 0


def bumped(picture: Array, time_s: float) -> Array:
    """The exposure jumps, and after a turn the camera is pushed so that the pot lies where B's
    captures lay."""
    lit = jumping(picture, time_s)
    if time_s < BUMPED_S:
        return lit
    turned = cv2.getRotationMatrix2D((640, 360), 2.0, 0.97)
    turned[:, 2] += 14, -57
    return cv2.warpAffine(lit, turned, (1280, 720), borderMode=cv2.BORDER_REPLICATE)


def test_a_bumped_camera_is_followed_and_exposure_that_jumps_changes_nothing(
    watched: Watched,
) -> None:
    watched.film(filmed((*ROUND, EMPTY), bumped))
    assert watched.lines() == WON
    assert watched.state.ledger.balances() == {"A": 6, "B": -6}
    (remark,) = watched.told[-2].remarks
    assert remark.startswith("the camera was moved at ")


def test_a_camera_that_hangs_is_told_until_it_moves_again(watched: Watched) -> None:
    (*_, still) = filmed([lying(1, 0.2)])
    begun = (*dealt(), *turns(1, 1))
    hanging = (frame_of(still.bgr(), seconds(begun) + n / 2, n) for n in range(60))
    watched.film(filmed(begun), hanging, filmed(turns(2, 2), from_s=seconds(begun) + 30))
    told = watched.attentions()
    assert told.count("frozen") == 1
    assert set(told[told.index("frozen") + 1 :]) >= {"settled"}
    assert watched.lines() == WON[:2]


def test_a_still_table_is_no_camera_that_hangs(watched: Watched) -> None:
    watched.film(filmed((*dealt(), lying(0, 40.0)), fps=2.0))
    assert "frozen" not in watched.attentions()
