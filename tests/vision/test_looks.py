"""Looks as JSON values and back."""

import json
from dataclasses import replace
from math import inf

import numpy as np
import pytest

from scorer.cards import card
from vision.evidence import Detection
from vision.faces import CLASSES, OUTPUTS
from vision.history import Since
from vision.looks import Look, Reaching, look_json, look_of


def detection(face: str = "08-bright", x: float = 100.0) -> Detection:
    chances = np.zeros(OUTPUTS)
    chances[CLASSES.index(face)], chances[OUTPUTS - 1] = 0.9, 0.1
    quad = np.array([[x, 20.0], [x + 33, 20.0], [x + 33, 74.0], [x, 74.0]])
    return Detection(card(face), 0.91, quad, 0.75, chances)


LOOK = Look(
    12.3456,
    11.5,
    (1920, 1080),
    (detection(), detection("back", 300.5)),
    (np.array([[0.0, 0.0], [50.0, 0.0], [25.0, 40.5]]),),
)


def test_a_look_survives_a_file() -> None:
    told = json.loads(json.dumps(look_json(LOOK)))
    again = look_of(told)
    assert look_json(again) == told
    assert (again.time_s, again.settled_s, again.size_px) == (12.3456, 11.5, (1920, 1080))
    assert [each.card.face for each in again.detections] == ["08-bright", "back"]
    for one, other in zip(LOOK.detections, again.detections, strict=True):
        assert (one.confidence, one.visible) == (other.confidence, other.visible)
        assert np.array_equal(one.quad_px, other.quad_px)
        assert np.array_equal(one.probabilities, other.probabilities)
    assert np.array_equal(again.hands_px[0], LOOK.hands_px[0])


@pytest.mark.parametrize("since", [None, Since(11.25, 11.3001), Since(-inf, 11.3)])
def test_since_when_a_card_lies_survives_a_file(since: Since | None) -> None:
    look = replace(LOOK, detections=(replace(detection(), since=since),))
    text = json.dumps(look_json(look), allow_nan=False)
    assert look_of(json.loads(text)).detections[0].since == since


def test_a_card_seen_at_no_time_is_no_look() -> None:
    told = look_json(LOOK)
    told["cards"][0]["since"] = [1.0, None]
    with pytest.raises((TypeError, ValueError)):
        look_of(told)


def test_a_glance_of_a_moved_camera_survives_a_file() -> None:
    shift = np.array([[1.0, 0.01, 12.5], [-0.01, 1.0, 3.0], [1e-7, 0.0, 1.0]])
    way = (Reaching(12.3, np.array([400.0, 300.5]), np.array([410.0, 1079.0])),)
    part = np.array([[100.0, 50.0], [700.0, 50.0], [700.0, 400.5], [100.0, 400.5]])
    look = replace(LOOK, glance=True, shift=shift, lost=True, reaches=way, part_px=part)
    again = look_of(json.loads(json.dumps(look_json(look))))
    assert again.part_px is not None
    assert np.array_equal(again.part_px, part)
    assert again.reaches[0].time_s == 12.3
    assert again.reaches[0].tip_px.tolist() == [400.0, 300.5]
    assert again.reaches[0].foot_px.tolist() == [410.0, 1079.0]
    assert (again.glance, again.lost) == (True, True)
    assert again.shift is not None
    assert np.array_equal(again.shift, shift)


def test_an_empty_table() -> None:
    look = Look(0.0, 0.0, (640, 480), ())
    assert look_json(look_of(look_json(look))) == look_json(look)


def test_small_chances_are_left_out() -> None:
    (told,) = look_json(Look(0.0, 0.0, (640, 480), (detection(),)))["cards"]
    assert len(told["chances"]) == 2


@pytest.mark.parametrize(
    ("key", "value", "error"),
    [
        ("time_s", "soon", ValueError),
        ("size_px", [1], ValueError),
        ("cards", [{"card": "13-bright", "chances": {}}], ValueError),
        ("cards", [{}], KeyError),
        ("hands", 3, TypeError),
        ("shift", [[1, 0], [0, 1]], ValueError),
    ],
)
def test_what_is_no_look_is_refused(key: str, value: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        look_of({**look_json(LOOK), key: value})
