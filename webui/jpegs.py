"""Pictures as JPEG, as pages and reports show them."""

import cv2

from vision.boxes import Array

MOST_PX = 1280
"""The longer side of a picture on a page."""
QUALITY = 82


def jpeg(picture: Array, most_px: int | None = MOST_PX, quality: int = QUALITY) -> bytes:
    """The picture (h, w, 3) uint8 as JPEG, made smaller where a side is longer than `most_px`."""
    scale = 1.0 if most_px is None else most_px / max(picture.shape[:2])
    if scale < 1:
        picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
