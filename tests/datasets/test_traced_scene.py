"""Traced scenes before they are traced: what lies where, and how much of it will be seen."""

import numpy as np
import pytest

import check_labels
import traced_scene
from hand_pose import pose_hand
from scene_camera import Camera, look_down
from scene_canvas import NOBODY
from scene_cards import rounded_outline, seen_cards
from scene_decks import dress_deck
from scene_faces import Array, Art, drawing_at
from scene_labels import scene_record
from scene_layout import Placement
from scene_plan import KINDS
from trace_scenes import nth_staged
from traced_rest import CardBody, Rested, rest_cards
from traced_scene import Staged, owners
from traced_shapes import FLAT, TOP
from traced_things import PRINTED, Solid, arm, draw_solid, moved_to

SIZE = (640, 360)
OUTLINE = rounded_outline(0.06, 0.04) * 2 - 1
BODY = CardBody((33.0, 54.0), 0.8)
CAMERA = look_down(SIZE, card_width_px=50)


def laid(*spots: tuple[float, float]) -> list[Rested]:
    cards = [
        Rested(Placement(("01-junk", 0), spot, 0.0), order, FLAT, BODY)
        for order, spot in enumerate(spots)
    ]
    return rest_cards(cards)


def shares(
    cards: list[Rested], over: tuple[Solid, ...] = (), camera: Camera = CAMERA
) -> list[float]:
    quads = [camera.project(card.corners_mm()) for card in cards]
    seen = seen_cards(["01-junk"] * len(cards), quads, owners(camera, cards, OUTLINE, over))
    return [card.visible for card in seen]


def test_a_card_alone_is_seen_whole() -> None:
    assert shares(laid((0, 0))) == pytest.approx([1], abs=0.02)


@pytest.mark.parametrize(("shift", "left"), [(33.5, 1.0), (16.5, 0.5), (8.25, 0.25), (0.0, 0.0)])
def test_a_card_on_top_takes_what_it_covers(shift: float, left: float) -> None:
    below, above = shares(laid((0, 0), (shift, 0)))
    assert below == pytest.approx(left, abs=0.03)
    assert above > 0.97


def test_the_frame_takes_what_is_outside_of_it() -> None:
    edge_mm = CAMERA.view_mm[0] / 2
    assert shares(laid((edge_mm, 0.0), (edge_mm + 40, 0.0))) == pytest.approx([0.5], abs=0.04)


def test_a_card_inside_a_pile_belongs_to_nobody() -> None:
    inside = [Rested(Placement(("back", 0), (0, 0), 0.0), None, FLAT, BODY)]
    assert (owners(CAMERA, inside, OUTLINE, ()) == NOBODY).all()


def test_a_cup_hides_more_where_the_camera_leans() -> None:
    cups = (draw_solid(np.random.default_rng(seed)) for seed in range(60))
    cup, radius = next(c for c in cups if max(m.points_mm[:, 2].max() for m in c[0].meshes) > 60)
    cards = laid((0.0, -radius - 29.0), (0.0, radius + 29.0))
    leaning = look_down(SIZE, card_width_px=40, tilt_deg=30)
    assert min(shares(cards, (cup,))) > 0.9
    assert min(shares(cards, (cup,), leaning)) < 0.8


def test_an_arm_hides_the_cards_below_it() -> None:
    hand = pose_hand(np.random.default_rng(3))
    solids = tuple(arm(hand, (0.0, 0.0), 0.0, 10.0))
    below, beside = shares(laid((0, 0), (-150, -60)), solids)
    assert below < 0.6
    assert beside > 0.97
    assert min(mesh.points_mm[:, 2].min() for s in solids for mesh in s.meshes) > -15


@pytest.fixture(scope="module")
def staged(art: Art) -> list[Staged]:
    return [nth_staged([art], 4, n, SIZE, False) for n in range(6)]


@pytest.mark.parametrize("n", range(6))
def test_a_staged_scene_is_sound(staged: list[Staged], n: int) -> None:
    scene = staged[n]
    record = scene_record("a.jpg", SIZE, (4, n), scene.kind, scene.sources, scene.cards)
    assert check_labels.scene_problems(record) == []
    assert check_labels.mask_problems(record, scene.owner + 1) == []
    assert 1 <= len(scene.lighting.lamps) <= 3


def test_a_staged_scene_is_the_same_whichever_was_made_before(
    art: Art, staged: list[Staged]
) -> None:
    again = nth_staged([art], 4, 3, SIZE, False)
    assert (again.owner == staged[3].owner).all()
    assert again.lighting == staged[3].lighting
    assert again.exposure == staged[3].exposure
    for one, other in zip(again.solids, staged[3].solids, strict=True):
        for a, b in zip(one.meshes, other.meshes, strict=True):
            assert (a.points_mm == b.points_mm).all()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_layout_is_laid(art: Art, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traced_scene, "draw_kind", lambda rng: kind)
    scene = nth_staged([art], 9, 0, SIZE, True)
    assert scene.kind == kind
    assert bool(scene.cards) == (kind != "empty")


def test_things_stand_beside_the_cards_and_one_another() -> None:
    rng = np.random.default_rng(2)
    cards = laid(*((60.0 * i - 180, 0.0) for i in range(7)))
    things = traced_scene.things_beside(rng, cards, CAMERA, 12)
    assert len(things) > 3
    assert shares(cards, tuple(things)) == pytest.approx([1] * 7, abs=0.1)


def test_as_drawn_a_deck_has_the_back_of_its_folder(art: Art) -> None:
    def back(shade: int) -> Array:
        return np.full((110, 68, 3), shade, np.uint8)

    drawing = next(iter(art.drawings.values()))[0]
    backs = tuple(type(drawing)("back", "own", back(shade), 110) for shade in (20, 40))
    own = Art("own", {**art.drawings, "back": backs})
    deck = dress_deck([own], np.random.default_rng(1), height_px=104, strength=0)
    (taken,) = traced_scene.with_own_back(deck, [own]).drawings["back"]
    assert (drawing_at(taken, 110) == 40).all()
    assert traced_scene.with_own_back(deck, [art]) is deck


@pytest.mark.parametrize("kind", range(len(PRINTED) + 1))
def test_every_thing_stands_on_the_table(kind: int) -> None:
    solids = [draw_solid(np.random.default_rng(1000 * kind + seed)) for seed in range(20)]
    for solid, radius in solids:
        points = np.vstack([mesh.points_mm for mesh in solid.meshes])
        assert points[:, 2].min() == pytest.approx(0)
        assert np.hypot(points[:, 0], points[:, 1]).max() <= radius + 0.01
        assert TOP in solid.looks
        there = moved_to(solid, (100.0, -50.0), 30.0).meshes[0].points_mm.mean(axis=0)
        assert there[:2] == pytest.approx((100, -50), abs=1)
