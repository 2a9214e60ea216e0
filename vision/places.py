"""Where cards may lie in a picture: the boxes of the localizer, set right by the refiner."""

from vision.boxes import Array, without_doubles
from vision.cut_cards import completed
from vision.localizer import TWICE_ABOVE, Localizer, Located
from vision.refiner import Refiner


def places(
    localizer: Localizer,
    refiner: Refiner,
    frame_bgr: Array,
    card_px: float | None = None,
    thorough: bool = False,
    outline_px: Array | None = None,
) -> Located:
    """Where cards may lie in a picture: the boxes of the first network, refined by the second.

    `thorough`: found in the picture upside down, too, and refined twice. `outline_px`: see
    vision.crops.card_crops.
    """
    if not thorough:
        return set_right(refiner, frame_bgr, localizer.locate(frame_bgr, card_px), outline_px)
    located = localizer.locate_both_ways(frame_bgr, card_px)
    for _ in range(2):
        located = set_right(refiner, frame_bgr, located, outline_px)
    return located


def set_right(
    refiner: Refiner, frame_bgr: Array, located: Located, outline_px: Array | None = None
) -> Located:
    """The boxes refined, without those that were brought to where a surer one lies.

    Those that the border cuts are completed first: what is beyond it cannot be seen.
    """
    refined = refiner.refine(frame_bgr, completed(located, frame_bgr.shape), outline_px)
    return refined.some(without_doubles(refined.quads_px, refined.confidences, TWICE_ABOVE))
