"""Crops of scenes to train the recogniser on."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crop_restyle import restyled
from made_scenes import MadeScene, read_scene, scene_files
from recogniser_data import (
    EMPTY_SHARE,
    FOUND_SURE,
    LEAST_VISIBLE,
    MOST_BACKS,
    NO_CARD_IOU,
    OPEN_FROM,
    OWN_PX,
    Sample,
    as_located,
    batches,
    chosen,
    clear,
    empty_boxes,
    found_boxes,
    is_open,
    own_part,
    rectangles,
    samples,
)
from scene_cards import SeenCard
from vision.boxes import Array, corners, iou
from vision.crops import CROP_PX, OTHERS
from vision.faces import CLASSES, NO_CARD
from vision.localizer import Located

COLOURS = {"01-bright": (200, 30, 30), "02-animal": (30, 200, 30), "03-bright": (30, 30, 200)}
CARD = (60, 98)


def flat_scene() -> MadeScene:
    """Three upright cards of one colour each; the second covers the right half of the first."""
    frame = np.full((400, 600, 3), 120, np.uint8)
    owner = np.full((400, 600), -1, np.int16)
    places = ((100, 100), (130, 100), (400, 250))
    for order, ((x, y), colour) in enumerate(zip(places, COLOURS.values(), strict=True)):
        frame[y : y + CARD[1], x : x + CARD[0]] = colour
        owner[y : y + CARD[1], x : x + CARD[0]] = order
    cards = []
    for order, ((x, y), face) in enumerate(zip(places, COLOURS, strict=True)):
        quad = np.array(((x, y), (x + 59, y), (x + 59, y + 97), (x, y + 97)), float)
        cards.append(
            SeenCard(face, quad, float((owner == order).mean() * owner.size / 5880), order)
        )
    return MadeScene(Path("000000.json"), frame, owner, tuple(cards))


@pytest.fixture(scope="module")
def scene() -> MadeScene:
    return flat_scene()


@pytest.fixture(scope="module")
def taught(scene: MadeScene) -> list[Sample]:
    return samples(scene, np.random.default_rng(1), restyle=False)


def of(taught: list[Sample], face: str) -> Sample:
    return next(each for each in taught if each.label == CLASSES.index(face))


def test_each_card_is_a_crop_with_its_label_and_what_shows_of_it(taught: list[Sample]) -> None:
    named = [each for each in taught if each.label != NO_CARD]
    assert sorted(CLASSES[each.label] for each in named) == sorted(COLOURS)
    assert of(taught, "01-bright").visible == pytest.approx(0.5)
    assert of(taught, "02-animal").visible == 1
    for face in ("02-animal", "03-bright"):
        crop = of(taught, face).crop
        assert crop.shape == (CROP_PX[1], CROP_PX[0], 4)
        assert crop[72, 48, :3].tolist() == list(COLOURS[face])


def test_the_own_part_of_an_open_card_is_the_whole_card(taught: list[Sample]) -> None:
    own = of(taught, "03-bright").own
    assert own.shape == OWN_PX[::-1]
    assert (own[3:15, 2:10] == 255).all()
    assert own[0].max() < 128


def test_the_own_part_of_a_covered_card_is_what_the_owner_image_says(scene: MadeScene) -> None:
    own = own_part(scene, scene.cards[0], scene.cards[0].quad_px)
    assert (own[3:15, 2:5] == 255).all()
    assert not own[:, 7:].any()
    turned = own_part(scene, scene.cards[0], np.roll(scene.cards[0].quad_px, 2, axis=0))
    assert (turned[3:15, 7:10] == 255).all()
    assert not turned[:, :5].any()


def test_a_part_beyond_the_picture_is_not_the_cards_own(scene: MadeScene) -> None:
    card = scene.cards[2]
    assert not own_part(scene, card, card.quad_px + np.array((400.0, 0))).any()
    half = own_part(scene, card, card.quad_px + np.array((29.0, 0)))
    assert 0 < (half > 128).mean() < 0.4


def test_the_card_on_top_is_noted_in_the_crop_of_the_one_below(scene: MadeScene) -> None:
    noted = []
    for seed in range(20):  # now and then the localizer overlooks a card
        crop = of(samples(scene, np.random.default_rng(seed), restyle=False), "01-bright").crop
        noted.append((crop[..., 3] == OTHERS).mean())
    assert np.median(noted) > 0.25


def test_boxes_without_a_card_are_taught_as_such(scene: MadeScene, taught: list[Sample]) -> None:
    empty = [each for each in taught if each.label == NO_CARD]
    assert 1 <= len(empty) <= max(2, round(3 * EMPTY_SHARE))
    assert all(not each.own.any() and each.visible == 0 for each in empty)
    boxes = empty_boxes(scene, 30, np.random.default_rng(3))
    assert len(boxes) > 10
    for box in boxes:
        assert all(iou(box, card.quad_px) <= NO_CARD_IOU for card in scene.cards)


def test_only_what_is_asked_for_is_cut(scene: MadeScene) -> None:
    """And it is cut as it would be beside the others, with their boxes in its fourth plane."""

    def crane(card: SeenCard | None) -> bool:
        return card is not None and card.face == "01-bright"

    every = samples(scene, np.random.default_rng(1), restyle=False)
    (only,) = samples(scene, np.random.default_rng(1), restyle=False, asked=crane)
    assert len(every) > 3
    assert np.array_equal(only.crop, of(every, "01-bright").crop)
    assert OTHERS in only.crop[..., 3]


def test_boxes_that_a_localizer_found_are_cut_as_it_found_them(scene: MadeScene) -> None:
    first, third = (scene.cards[i].quad_px for i in (0, 2))
    beyond = third + np.array((0.0, -200.0))
    quads = np.array((first, first + np.array((5.0, 0)), third, beyond))
    boxes = found_boxes(quads, scene.cards, np.random.default_rng(3))
    assert len(boxes.noted_px) == 4
    assert boxes.cards[-1] is None
    for quad, card in zip(boxes.quads_px[:-1], boxes.cards[:-1], strict=True):
        assert card is not None
        assert iou(quad, card.quad_px) > 0.8
        assert card.face != "02-animal"


@pytest.mark.parametrize(
    ("right", "said"),
    [(0, "01-bright"), (8, "01-bright"), (15, "unclear"), (22, "02-animal"), (-50, "nothing")],
)
def test_what_a_found_box_shows_is_said_where_it_is_clear(
    scene: MadeScene, right: int, said: str
) -> None:
    quad = scene.cards[0].quad_px + np.array((right, 0.0))
    shown = clear(quad[None], scene.cards)
    card = shown.get(0)
    assert (card.face if card else "nothing" if 0 in shown else "unclear") == said


def test_found_boxes_without_a_card_are_taught_beside_true_ones_too(scene: MadeScene) -> None:
    wrong = scene.cards[2].quad_px[None] + np.array((0.0, -200.0))
    found = Located(wrong, np.array((FOUND_SURE[1],)))
    empty = []
    for seed in range(20):
        taught = samples(scene, np.random.default_rng(seed), found=found, restyle=False)
        assert taught[-1].label == NO_CARD
        assert (taught[-1].crop[..., :3] == 120).all()
        empty.append(all(each.label == NO_CARD for each in taught))
    assert 0.3 < np.mean(empty) < 0.95


def test_a_table_without_cards_teaches_that_there_are_none(made: Path) -> None:
    empty = read_scene(scene_files(made)[2])
    taught = samples(empty, np.random.default_rng(1))
    assert taught
    assert {each.label for each in taught} == {NO_CARD}


def test_hardly_visible_cards_and_many_backs_are_not_taught() -> None:
    quad = flat_scene().cards[0].quad_px
    cards = [SeenCard("back", quad, 1.0, i) for i in range(9)]
    cards += [SeenCard("01-bright", quad, v, 9) for v in (LEAST_VISIBLE - 0.01, LEAST_VISIBLE)]
    picks = chosen(cards, np.random.default_rng(1))
    assert sum(pick < 9 for pick in picks) == MOST_BACKS
    assert [pick for pick in picks if pick >= 9] == [10]


BOX = st.tuples(*[st.floats(20, 90)] * 4, st.floats(-3, 3))


@given(st.lists(BOX, min_size=1, max_size=4))
def test_the_rectangle_nearest_to_a_rectangle_is_itself(boxes: list[tuple[float, ...]]) -> None:
    given = np.array(boxes)
    found = rectangles(corners(given))
    assert corners(found) == pytest.approx(corners(given), abs=1e-6)


def test_boxes_are_pushed_a_little_either_way_up() -> None:
    boxes = np.tile((200.0, 100, 60, 98, 0.3), (400, 1))
    quads = as_located(boxes, np.ones(400), np.random.default_rng(1))
    off = np.linalg.norm(quads.mean(axis=1) - (200, 100), axis=1)
    assert 0 < np.median(off) < 6
    assert off.max() < 30
    ahead: Array = quads[:, 1] - quads[:, 0]
    assert 0.4 < (ahead[:, 0] > 0).mean() < 0.6
    covered = as_located(boxes, np.full(400, 0.5), np.random.default_rng(1))
    assert np.median(np.linalg.norm(covered.mean(axis=1) - (200, 100), axis=1)) > np.median(off)


def test_batches_never_end_and_are_of_one_size(made: Path) -> None:
    stream = batches(scene_files(made)[1:], 8, 8, np.random.default_rng(1))
    some = [next(stream) for _ in range(5)]
    assert all(len(batch) == 8 for batch in some)
    assert len({each.label for batch in some for each in batch}) > 5


def test_open_faces_are_taught_less_often_than_they_lie_there(made: Path) -> None:
    paths = scene_files(made)[:1]
    rng = np.random.default_rng(1)
    every = [each for _ in range(20) for each in samples(read_scene(paths[0]), rng)]
    some = next(batches(paths, 600, 8, rng))
    assert 0.1 < share_open(some) < 0.8 * share_open(every)


def share_open(some: list[Sample]) -> float:
    faces = [each.label not in (CLASSES.index("back"), NO_CARD) for each in some]
    return float(np.mean([f and s.visible >= OPEN_FROM for f, s in zip(faces, some, strict=True)]))


@pytest.mark.parametrize(
    ("face", "visible", "is_it"),
    [("01-bright", 1.0, True), ("01-bright", 0.6, False), ("back", 1.0, False)],
)
def test_an_open_face_is_one_of_which_little_is_covered(
    face: str, visible: float, is_it: bool
) -> None:
    assert is_open(SeenCard(face, np.zeros((4, 2)), visible, 0)) is is_it
    assert not is_open(None)


def test_a_restyled_crop_keeps_its_shape_and_its_fourth_plane(taught: list[Sample]) -> None:
    crop, own = of(taught, "01-bright").crop, of(taught, "01-bright").own
    looks = [restyled(crop, own, np.random.default_rng(seed)) for seed in range(12)]
    assert all(look.shape == crop.shape and look.dtype == np.uint8 for look in looks)
    assert all((look[..., 3] == crop[..., 3]).all() for look in looks)
    assert len({look.tobytes() for look in looks}) == 12
    assert (restyled(crop, own, np.random.default_rng(3)) == looks[3]).all()
