"""Where cards lie: scale, tiles, and boxes in the picture's own pixels.

The network is a function that reports the bright spots of what it is shown.
"""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision import localizer
from vision.boxes import Array, corners
from vision.localizer import (
    BORDER_PX,
    CARD_PX,
    ENOUGH_PX,
    FRAME_PX,
    LARGE_SIDE_PX,
    MOST_TILES,
    SAME_SCALE,
    TILE_PX,
    Localizer,
    framed,
    likely,
    resized,
    shown,
    spans,
    tiles,
)

CARD = (26, 40)
CELL = 60


class Spots:
    """A network that sees every bright spot as a card, and remembers what it was shown."""

    def __init__(self, confidence: float = 0.9) -> None:
        self.shapes: list[tuple[int, ...]] = []
        self.widths: list[float] = []
        self.confidence = confidence

    def __call__(self, picture: Array) -> tuple[Array, ...]:
        self.shapes.append(picture.shape)
        assert (len(picture), picture.shape[3]) == (1, 3)
        assert not any(side % 32 for side in picture.shape[1:3])
        bright = (picture[0].max(axis=2) > 127).astype(np.uint8)
        _, _, stats, _ = cv2.connectedComponentsWithStats(bright)
        x, y, w, h = stats[1:, :4].T.astype(float)
        self.widths += w.tolist()
        sure = np.full(len(x), self.confidence)
        return (np.stack((x + (w - 1) / 2, y + (h - 1) / 2, w, h, sure, np.zeros(len(x))))[None],)


def table(
    size: tuple[int, int], *corners_px: tuple[int, int], card: tuple[int, int] = CARD
) -> Array:
    """A black picture of this width and height with white cards at these upper left corners."""
    frame = np.zeros((size[1], size[0], 3), np.uint8)
    for x, y in corners_px:
        frame[y : y + card[1], x : x + card[0]] = 255
    return frame


def answers(*rows: tuple[float, ...]) -> tuple[Array, ...]:
    """What a network says of boxes x, y, w, h, confidence, radians."""
    return (np.array(rows, np.float32).reshape(-1, 6).T[None],)


@st.composite
def tables(draw: st.DrawFn) -> tuple[tuple[int, int], list[tuple[int, int]]]:
    width, height = draw(st.integers(60, 900)), draw(st.integers(60, 700))
    cells = st.tuples(st.integers(0, width // CELL - 1), st.integers(0, height // CELL - 1))
    shift = st.tuples(st.integers(0, CELL - CARD[0] - 3), st.integers(0, CELL - CARD[1] - 3))
    places = draw(st.dictionaries(cells, shift, max_size=25))
    return (width, height), [(c * CELL + x, r * CELL + y) for (c, r), (x, y) in places.items()]


@settings(max_examples=40)
@given(tables())
def test_tiles_give_each_card_once_wherever_it_lies(
    given: tuple[tuple[int, int], list[tuple[int, int]]],
) -> None:
    size, places = given
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(localizer, "TILE_PX", (256, 192))
        found = Localizer(Spots(), 0.5).look(table(size, *places), 1.0)
    middles = np.array(places).reshape(-1, 2) + (np.array(CARD) - 1) / 2
    apart = np.linalg.norm(found.quads_px.mean(axis=1)[:, None] - middles[None], axis=2)
    assert len(found) == len(places)
    assert (apart.min(axis=0, initial=9999) < 3).all()


@given(st.integers(1, 5000), st.integers(200, 1500))
def test_spans_cover_the_whole_and_own_each_place(length: int, most: int) -> None:
    found = spans(length, most)
    assert (found[0].start, found[-1].end) == (0, length)
    assert all(0 < s.end - s.start <= most for s in found)
    places = np.linspace(0, length, 50, endpoint=False)
    owned = np.array([s.owns(places) for s in found])
    assert (owned.sum(axis=0) >= 1).all()
    room = CARD_PX - BORDER_PX
    for span, own in zip(found, owned, strict=True):
        mine = places[own]
        assert (mine >= span.start + room * (span.start > 0)).all()
        assert (mine <= span.end - room * (span.end < length)).all()


def test_a_card_that_two_tiles_see_in_slightly_different_places_is_not_lost() -> None:
    left, right = spans(1920, TILE_PX[0])
    border = (right.start + left.end) / 2

    def net(_: Array) -> tuple[Array, ...]:
        first = next(tile) == 0
        x = border + 1 if first else border - 1 - right.start
        return answers((x, 100, 33, 54, 0.9, 0.0))

    tile = iter(range(2))
    found = Localizer(net, 0.5).look(np.zeros((320, 1920, 3), np.uint8), 1.0)
    assert len(found) == 1


@given(st.integers(640, 20_000), st.floats(1, 3), st.floats(1, 500))
def test_cards_of_any_size_are_looked_at_in_few_tiles(
    longest: int, aspect: float, card_px: float
) -> None:
    frame = np.broadcast_to(np.uint8(0), (round(longest / aspect), longest, 3))
    scale = Localizer(Spots(), 0.5).scale_for(frame, card_px)
    sides = [localizer.whole_strides(side * scale) for side in frame.shape[:2]]
    assert len(list(tiles(sides[1], sides[0]))) <= MOST_TILES


@pytest.mark.parametrize("card_px", [CARD_PX / SAME_SCALE * 2 + 3, CARD_PX * SAME_SCALE * 2 - 3])
def test_cards_of_a_good_size_from_afar_need_one_look(card_px: float) -> None:
    net = Spots()
    size = (round(card_px), round(card_px * 1.6))
    places = [(200 * k + 100, 300) for k in range(4)]
    found = Localizer(net, 0.5).locate(table((1280, 720), *places, card=size))
    assert net.shapes == [(1, 352, 640, 3)]
    assert len(found) == 4


@pytest.mark.parametrize("width", [22, 170])
def test_other_cards_are_looked_at_again_as_wide_as_the_network_likes(width: int) -> None:
    net = Spots()
    found = Localizer(net, 0.5).locate(table((1280, 736), (700, 300), card=(width, width * 3 // 2)))
    middle = (700 + width / 2 - 0.5, 300 + width * 3 // 2 / 2 - 0.5)
    assert found.quads_px.mean(axis=1) == pytest.approx(np.array([middle]), abs=2)
    assert net.shapes[0] == (1, 384, 640, 3)
    assert net.widths[-1] == pytest.approx(CARD_PX, rel=0.1)
    assert all(max(s[1:3]) <= TILE_PX[0] and min(s[1:3]) <= TILE_PX[1] for s in net.shapes)


def test_large_enough_cards_are_looked_at_in_one_tile() -> None:
    net = Spots()
    places = [(200 * k + 100, 500) for k in range(4)]
    Localizer(net, 0.5).locate(table((1920, 1080), *places, card=(48, 78)))
    assert net.shapes == [(1, 352, 640, 3), (1, 704, 1280, 3)]
    assert ENOUGH_PX < net.widths[-1] < CARD_PX


@pytest.mark.parametrize(
    ("size", "looks"),
    [
        ((200, 100), [(192, 384)]),
        ((1000, 500), [(320, 640), (512, 992)]),
        ((2600, 130), [(32, 640), (64, 1280), (128, 1280), (128, 1280), (128, 1280)]),
    ],
)
def test_where_no_card_is_seen_the_picture_is_tried_larger_up_to_its_own_size(
    size: tuple[int, int], looks: list[tuple[int, int]]
) -> None:
    net = Spots()
    assert len(Localizer(net, 0.5).locate(table(size))) == 0
    assert [shape[1:3] for shape in net.shapes] == looks


def test_of_several_looks_the_one_at_the_right_size_counts_not_the_one_with_the_most_boxes() -> (
    None
):
    far = [(100 * i + 50, 100, 90, 140, 0.9, 0.0) for i in range(5)]

    def net(picture: Array) -> tuple[Array, ...]:
        return answers(*far) if picture.shape[2] == 640 else answers((100, 100, 44, 70, 0.9, 0))

    assert len(Localizer(net, 0.5).locate(np.zeros((720, 1280, 3), np.uint8))) == 1


@pytest.mark.parametrize(
    ("size", "first"), [((1280, 736), (736, 1280)), ((1920, 1080), (736, 1280))]
)
def test_a_nearer_look_begins_with_the_picture_in_its_own_size(
    size: tuple[int, int], first: tuple[int, int]
) -> None:
    net = Spots()
    place, card = (300, 300), (40, 64)
    found = Localizer(net, 0.5, afar=False).locate(table(size, place, card=card))
    assert net.shapes[0][1:3] == first
    assert net.widths[0] == pytest.approx(40, abs=1)
    assert len(found) == 1


def test_a_card_that_fills_the_picture_is_seen_from_very_far_in_a_frame() -> None:
    net = Spots()
    frame = table((1280, 720), (600, 100), card=(340, 540))
    assert Localizer(net, 0.5).large_card_px(frame) == pytest.approx(340, rel=0.05)
    assert net.shapes == [(1, 96 + 2 * FRAME_PX, LARGE_SIDE_PX + 2 * FRAME_PX, 3)]
    assert Localizer(net, 0.5).large_card_px(table((1280, 720))) is None


def test_a_picture_of_one_card_is_looked_at_where_it_is_found_whole() -> None:
    net = Spots()
    frame = table((600, 1000), (20, 60), card=(560, 860))
    found = Localizer(net, 0.5).locate(frame, card_px=560)
    assert net.shapes == [(1, LARGE_SIDE_PX + 2 * FRAME_PX, 96 + 2 * FRAME_PX, 3)]
    middle = (20 + 560 / 2 - 0.5, 60 + 860 / 2 - 0.5)
    assert found.quads_px.mean(axis=1) == pytest.approx(np.array([middle]), abs=12)


def test_a_frame_is_of_the_colour_that_most_of_the_border_has() -> None:
    picture = np.full((40, 60, 3), (10, 200, 90), np.uint8)
    picture[0, :20] = picture[20, 20] = 0
    seen = framed(picture, 5)
    assert seen.shape == (50, 70, 3)
    assert (seen[5:-5, 5:-5] == picture).all()
    assert {tuple(colour) for colour in seen[:5].reshape(-1, 3).tolist()} == {(10, 200, 90)}
    assert framed(picture, 0) is picture


def test_a_known_size_saves_the_look_from_afar() -> None:
    net = Spots()
    found = Localizer(net, 0.5).locate(table((640, 384), (100, 100)), card_px=CARD_PX)
    assert net.shapes == [(1, 384, 640, 3)]
    assert len(found) == 1


def test_unsure_boxes_do_not_say_how_large_cards_are() -> None:
    net = Spots(confidence=0.2)
    found = Localizer(net, 0.1).locate(table((640, 384), (100, 100), card=(5, 8)))
    assert len(net.shapes) == 1
    assert found.confidences == pytest.approx([0.2])
    assert len(found.above(0.5)) == 0


def test_boxes_come_in_the_pictures_own_pixels_the_surest_first_without_doubles() -> None:
    rows = [(320, 176, 33, 54, 0.8, 0.0), (321, 176, 33, 54, 0.9, 0.0), (90, 90, 40, 60, 0.7, 0.0)]
    found = Localizer(lambda _: answers(*rows, (9, 9, 9, 9, 0.01, 0)), 0.05).look(
        np.zeros((720, 1280, 3), np.uint8), 0.5
    )
    assert found.confidences == pytest.approx([0.9, 0.7])
    across, down = 2, 720 / 352
    assert found.quads_px[0].mean(axis=0) == pytest.approx(
        (321.5 * across - 0.5, 176.5 * down - 0.5)
    )


def test_of_more_boxes_than_are_looked_at_the_surest_count_in_whichever_tile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(localizer, "MOST_CANDIDATES", 2)
    places = ((60, 60), (200, 400), (1900, 100), (1700, 300))

    def net(picture: Array) -> tuple[Array, ...]:
        (found,) = Spots()(picture)
        found[0, 4] = (picture[0, :, :, 2] / 255).max() - found[0, 1] / 1e4  # those above are surer
        return (found,)

    frame = table((2400, 600), *places)
    located = Localizer(net, 0.2).look(frame, 1.0)
    assert sorted(located.quads_px.mean(axis=1)[:, 1].round()) == [79, 119]


def test_quads_begin_with_an_upper_or_lower_edge_however_the_box_is_turned() -> None:
    rows = [(100, 100, 60, 38, 0.9, 0.4), (300, 100, 38, 60, 0.8, 0.4)]
    found = Localizer(lambda _: answers(*rows), 0.05).look(np.zeros((384, 640, 3), np.uint8), 1.0)
    for quad, row in zip(found.quads_px, rows, strict=True):
        assert np.linalg.norm(quad[1] - quad[0]) == pytest.approx(38)
        same = {tuple(np.round(c, 3)) for c in corners(np.array([(*row[:4], row[5])]))[0]}
        assert {tuple(np.round(c, 3)) for c in quad} == same


@pytest.mark.parametrize(("height", "width"), [(16, 16), (300, 16), (16, 20_000), (20_000, 16)])
def test_pictures_of_any_shape_are_looked_at(height: int, width: int) -> None:
    assert len(Localizer(Spots(), 0.5).locate(np.zeros((height, width, 3), np.uint8))) == 0


@pytest.mark.parametrize(("width", "height"), [(90, 60), (300, 200), (640, 352), (31, 500)])
def test_a_picture_of_one_colour_stays_so_at_any_size(width: int, height: int) -> None:
    smaller = resized(np.full((200, 300, 3), (10, 128, 250), np.uint8), width, height)
    assert smaller.shape == (height, width, 3)
    assert (smaller == (10, 128, 250)).all()


def test_a_much_smaller_picture_is_averaged_not_picked_from() -> None:
    stripes = np.zeros((400, 400, 3), np.uint8)
    stripes[:, ::2] = 200
    assert resized(stripes, 100, 100) == pytest.approx(100, abs=1)


def test_the_network_is_shown_red_green_blue() -> None:
    frame = np.random.default_rng(1).integers(0, 256, (64, 96, 3)).astype(np.uint8)
    assert (shown(frame) == frame[None, ..., ::-1]).all()


def test_both_ways_up_finds_what_one_way_misses_and_counts_nothing_twice() -> None:
    """The network sees the upper half only; turned half round, the lower one."""
    net = Spots()

    def upper(picture: Array) -> tuple[Array, ...]:
        picture = picture.copy()
        picture[:, picture.shape[1] * 6 // 10 :] = 0
        return net(picture)

    frame = table((640, 384), (100, 60), (300, 180), (500, 300))
    localizer = Localizer(upper, 0.5)
    assert len(localizer.locate(frame, card_px=CARD_PX)) == 2
    both = localizer.locate_both_ways(frame, card_px=CARD_PX)
    whole = Localizer(net, 0.5).locate(frame, card_px=CARD_PX)
    order, wanted = (np.argsort(each.quads_px[:, :, 0].mean(axis=1)) for each in (both, whole))
    assert both.quads_px[order].mean(axis=1) == pytest.approx(
        whole.quads_px[wanted].mean(axis=1), abs=1.5
    )


def test_boxes_that_are_not_counted_are_dropped_at_once() -> None:
    said = np.zeros((1, 6, 4), np.float32)
    said[0, 4] = (0.9, 0.04, 0.05, 0.5)
    (kept,) = likely(lambda shown: (said,), 0.05)(np.zeros((1, 32, 32, 3), np.uint8))
    assert kept[0, 4].tolist() == pytest.approx([0.9, 0.05, 0.5])
    assert kept.shape == (1, 6, 3)
