"""What the labels say is what the pixels show."""

import numpy as np
import pytest

from deck_variety import PLAIN_STYLE
from make_scenes import nth_scene
from scene_camera import look_down
from scene_canvas import NOBODY, Canvas, Sun
from scene_cards import SeenCard, Sheen, draw_cards, rounded_outline, seen_cards
from scene_decks import Deck
from scene_faces import Array, Art, Drawing
from scene_labels import SLACK, obb_lines, safe_box
from scene_layout import Placement
from scene_polygons import area_px, frame_corners, overlap

SIZE = (640, 360)
NO_SUN = Sun((0.0, 0.0), 0.0, 0.2)
EVEN = Sheen(0.0, 0.0)
COLOURS = {"01-bright": (250, 20, 20), "02-animal": (20, 250, 20), "03-junk": (20, 20, 250)}


def flat_deck() -> Deck:
    """Three cards of one colour each, printed as they are."""
    drawings = {}
    for face, bgr in COLOURS.items():
        picture = np.empty((110, 68, 3), np.uint8)
        picture[:] = bgr
        drawings[face] = (Drawing(face, "flat", picture, 110),)
    return Deck(drawings, (), PLAIN_STYLE, 104, 1)


def drawn(pile: list[Placement], tilt_deg: float = 20.0) -> tuple[Canvas, tuple[SeenCard, ...]]:
    camera = look_down(SIZE, card_width_px=50, tilt_deg=tilt_deg, towards_deg=30, bend=-0.05)
    canvas = Canvas(np.full((360, 640, 3), 90, np.uint8), np.full((360, 640), NOBODY, np.int16))
    deck = flat_deck()
    rng = np.random.default_rng(0)
    quads = draw_cards(canvas, camera, deck, pile, sun=NO_SUN, sheen=EVEN, rng=rng)
    return canvas, seen_cards([p.printed[0] for p in pile], quads, canvas.owner)


def inside_of(quad: Array, share: float = 0.85) -> Array:
    """(h, w) bool of the pixels within the quad drawn in towards its middle."""
    middle = quad.mean(axis=0)
    small = middle + (quad - middle) * share
    y, x = np.mgrid[0:360, 0:640]
    inside = np.ones((360, 640), bool)
    for a, b in zip(small, np.roll(small, -1, axis=0), strict=True):
        inside &= (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= 0
    return inside


def test_a_card_is_where_its_quad_says() -> None:
    pile = [
        Placement(("01-bright", 0), (-80.0, 10.0), 25.0),
        Placement(("02-animal", 0), (70.0, -30.0), -140.0),
        Placement(("03-junk", 0), (20.0, 60.0), 90.0),
    ]
    canvas, seen = drawn(pile)
    assert len(seen) == 3
    for card in seen:
        shown = canvas.frame_bgr[inside_of(card.quad_px)]
        assert np.abs(shown - np.array(COLOURS[card.face])).max() < 40
        around = inside_of(card.quad_px, 1.25) & ~inside_of(card.quad_px, 1.08)
        assert np.abs(canvas.frame_bgr[around] - 90.0).mean() < 25
        assert card.visible > 0.96


@pytest.mark.parametrize(("angle", "first"), [(0, (-1, -1)), (90, (1, -1)), (180, (1, 1))])
def test_the_first_corner_is_the_top_left_of_the_cards_own_upright(
    angle: int, first: tuple[int, int]
) -> None:
    _, (card,) = drawn([Placement(("01-bright", 0), (0.0, 0.0), float(angle))], tilt_deg=0)
    offset = card.quad_px[0] - card.quad_px.mean(axis=0)
    assert np.sign(offset).tolist() == list(first)


def test_a_card_on_top_takes_what_it_covers() -> None:
    _, (below, above) = drawn(
        [
            Placement(("01-bright", 0), (0.0, 0.0), 0.0),
            Placement(("02-animal", 0), (16.5, 0.0), 0.0),
        ],
        tilt_deg=0,
    )
    assert below.visible == pytest.approx(0.5, abs=0.04)
    assert above.visible > 0.96
    assert above.order > below.order


def test_a_card_off_the_frame_is_left_out_and_one_half_off_is_half_seen() -> None:
    # 640 px wide at 50 px a card of 33 mm: the edge lies 211.2 mm from the middle.
    _, seen = drawn(
        [
            Placement(("01-bright", 0), (900.0, 0.0), 0.0),
            Placement(("02-animal", 0), (-215.0, 0.0), 0.0),
        ],
        tilt_deg=0,
    )
    assert [card.face for card in seen] == ["02-animal"]
    assert 0.3 < seen[0].visible < 0.8


@pytest.mark.parametrize("n", range(8))
def test_scenes_agree_with_their_owner_image(art: Art, n: int) -> None:
    scene = nth_scene([art], 3, n, SIZE)
    assert scene.frame_bgr.shape == (360, 640, 3)
    assert scene.frame_bgr.dtype == np.uint8
    shown = set(np.unique(scene.owner).tolist()) - {NOBODY}
    assert shown <= {card.order for card in scene.cards}
    for card in scene.cards:
        assert area_px(card.quad_px) > 0, "corners run clockwise"
        pixels = int((scene.owner == card.order).sum())
        expected = min(1.0, pixels / max(1.0, area_px(card.quad_px)))
        assert card.visible == pytest.approx(expected, abs=1e-6)


def test_a_whole_box_is_left_as_it_is() -> None:
    quad = np.array(((100, 100), (150, 110), (140, 190), (92, 180)), float)
    assert safe_box(quad, SIZE) is quad


@pytest.mark.parametrize("seed", range(40))
def test_a_box_over_the_edge_is_cut_to_a_rectangle_inside(seed: int) -> None:
    rng = np.random.default_rng(seed)
    a = rng.uniform(0, 2 * np.pi)
    turn = np.array(((np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))))
    rectangle = np.array(((-30, -50), (30, -50), (30, 50), (-30, 50))) @ turn
    quad = rectangle + np.array((rng.uniform(0, 640), rng.choice((-20, 0, 20, 345, 370))))
    box = safe_box(quad, SIZE)
    part = overlap(quad, frame_corners(np.array(SIZE, float)))
    if box is None:
        assert area_px(part) < 4
        return
    assert (box >= -SLACK * np.array(SIZE)).all()
    assert (box <= (1 + SLACK) * np.array(SIZE)).all()
    sides = np.roll(box, -1, axis=0) - box
    for one, other in zip(sides, np.roll(sides, -1, axis=0), strict=True):
        size = np.linalg.norm(one) * np.linalg.norm(other)
        assert abs(float(one @ other)) < 0.02 * float(size) + 1e-6, "a rectangle stays one"
    assert area_px(overlap(part, box)) > 0.55 * area_px(part)


def test_boxes_of_cards_that_hardly_show_are_left_out() -> None:
    quad = np.array(((10, 10), (40, 10), (40, 60), (10, 60)), float)
    cards = [SeenCard("01-bright", quad, 0.9, 0), SeenCard("02-animal", quad, 0.1, 1)]
    (line,) = obb_lines(cards, SIZE, 0.2)
    assert line.split()[0] == "0"
    assert [float(v) for v in line.split()[1:3]] == pytest.approx([10 / 640, 10 / 360], abs=1e-5)


def test_overlap_of_squares() -> None:
    square = np.array(((0, 0), (2, 0), (2, 2), (0, 2)), float)
    assert area_px(overlap(square, square + 1)) == pytest.approx(1)
    assert area_px(overlap(square, square + 5)) == 0


def test_a_rounded_outline_is_a_little_less_than_its_box() -> None:
    outline = rounded_outline(0.1, 0.06)
    assert outline.min() == pytest.approx(0)
    assert outline.max() == pytest.approx(1)
    assert 0.99 < area_px(outline) < 1
