"""Pictures with the cards outlined and named."""

from collections.abc import Iterable

import cv2
import numpy as np

from vision.boxes import Array
from vision.evidence import Detection

LINE_BGR = (60, 200, 40)
TEXT_BGR = (255, 255, 255)
GROUND_BGR = (40, 40, 40)
AT_MOST = 0.95
"""A label is no wider than that for the picture."""
FONT = cv2.FONT_HERSHEY_SIMPLEX


def drawn(frame_bgr: Array, cards: Iterable[Detection]) -> Array:
    """A copy of the picture (h, w, 3) with each card outlined, its face and confidence on it."""
    picture = frame_bgr.copy()
    for each in cards:
        corners = np.round(each.quad_px).astype(np.int32)
        width = float(np.linalg.norm(each.quad_px[1] - each.quad_px[0]))
        cv2.polylines(picture, [corners], True, LINE_BGR, max(1, round(width / 25)), cv2.LINE_AA)
        _label(picture, f"{each.card} {each.confidence:.2f}", each.centre_px, width)
    return picture


def _label(picture: Array, text: str, centre_px: tuple[float, float], width_px: float) -> None:
    across, scale = picture.shape[1], max(0.3, width_px / 130)
    w = cv2.getTextSize(text, FONT, scale, max(1, round(scale * 1.4)))[0][0]
    scale *= min(1.0, AT_MOST * across / w)
    thick = max(1, round(scale * 1.4))
    (w, h), below = cv2.getTextSize(text, FONT, scale, thick)
    x, y = round(np.clip(centre_px[0] - w / 2, 0, max(0, across - w))), round(centre_px[1] + h / 2)
    cv2.rectangle(picture, (x - 2, y - h - 2), (x + w + 2, y + below), GROUND_BGR, -1)
    cv2.putText(picture, text, (x, y), FONT, scale, TEXT_BGR, thick, cv2.LINE_AA)
