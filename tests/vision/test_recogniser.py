"""Which face a box shows. The network is a function of the colours of the crops it is given."""

import numpy as np
import pytest

from vision.batches import BATCH, FEW
from vision.boxes import Array
from vision.deck_naming import Naming
from vision.faces import CLASSES, NO_CARD, OUTPUTS
from vision.recogniser import CLEAR, EMBEDDING, PLACES, Recogniser, softmax
from vision.runtime import planes_of


class Shades:
    """A network whose first logit is the blue in the upper half of a crop, its second the lower."""

    def __init__(self) -> None:
        self.batches: list[Array] = []

    def __call__(self, shown: Array) -> tuple[Array, ...]:
        assert shown.shape[1:] == (144, 96, 4)
        assert len(shown) in (FEW, BATCH)
        assert shown.dtype == np.uint8
        planes = planes_of(shown)
        self.batches.append(planes)
        logits = np.zeros((len(shown), OUTPUTS), np.float32)
        logits[:, 0] = planes[:, 0, :72].mean(axis=(1, 2))
        logits[:, 1] = planes[:, 0, 72:].mean(axis=(1, 2))
        embeddings = np.zeros((len(shown), 128), np.float32)
        embeddings[:, :2] = logits[:, :2]
        return logits, embeddings, planes[:, 0, 72, 48]


def cards(count: int) -> tuple[Array, Array]:
    """A picture of cards, each a shade bluer than the one before, and their quads."""
    frame = np.zeros((120, 80 * count + 80, 3), np.uint8)
    quads = []
    for i in range(count):
        x = 80 * i + 20
        frame[10:108, x : x + 60, 0] = 10 * i + 5
        quads.append(((x, 10), (x + 59, 10), (x + 59, 107), (x, 107)))
    return frame, np.array(quads, float).reshape(-1, 4, 2)


@pytest.mark.parametrize("count", [1, 16, 17, 20])
def test_batches_are_filled_up_and_cut_again(count: int) -> None:
    net = Shades()
    seen = Recogniser(net).recognise(*cards(count))
    assert len(net.batches) == 2 * -(-count // BATCH)  # both ways up
    assert seen.probabilities.shape == (count, OUTPUTS)
    assert seen.features.shape == (count, 128)
    assert seen.visible == pytest.approx((10 * np.arange(count) + 5) / 255)
    assert seen.probabilities.sum(axis=1) == pytest.approx(1)


def test_both_ways_up_are_averaged() -> None:
    frame, quads = cards(1)
    frame[10:59, :, 0] = 255  # only the upper half
    seen = Recogniser(Shades()).recognise(frame, quads)
    turned = Recogniser(Shades()).recognise(frame, np.roll(quads, 2, axis=1))
    assert seen.probabilities[0, 0] == pytest.approx(seen.probabilities[0, 1])
    assert turned.probabilities == pytest.approx(seen.probabilities, abs=1e-3)
    assert seen.features[0, :2] == pytest.approx(np.sqrt([0.5, 0.5]))


class Upright:
    """A network that knows a card by its upper half being blue or not, and counts its batches."""

    def __init__(self) -> None:
        self.batches = 0

    def __call__(self, shown: Array) -> tuple[Array, ...]:
        planes = planes_of(shown)
        self.batches += 1
        halves = planes[:, 0, 20:60].mean(axis=(1, 2)) - planes[:, 0, 84:124].mean(axis=(1, 2))
        logits = np.zeros((len(shown), OUTPUTS), np.float32)
        logits[:, 5] = 20 * np.abs(halves)
        return logits, np.ones((len(shown), 128), np.float32), planes[:, 3].mean(axis=(1, 2))


@pytest.mark.parametrize(("height", "batches"), [(66, 3), (100, 2)])
def test_a_card_seen_aslant_is_read_on_its_side_too(height: int, batches: int) -> None:
    """Its box is nearly square, and begins with what is an edge at the side of the card."""
    frame = np.zeros((200, 200, 3), np.uint8)
    frame[50 : 50 + height, 50:80, 0] = 255  # the left half
    quad = np.array(((50, 50), (109, 50), (109, 49 + height), (50, 49 + height)), float)[None]
    net = Upright()
    seen = Recogniser(net).recognise(frame, quad)
    assert net.batches == batches  # unsure of the first way, it is asked that way upside down too
    assert (seen.probabilities[0].argmax() == 5) == (height == 66)
    assert not seen.visible.any()  # no other card lies there, its own box is none


class Sharp:
    """A network that sees a face where its crop is lit in the middle, and what it was shown."""

    def __init__(self) -> None:
        self.middles: list[float] = []

    def __call__(self, shown: Array) -> tuple[Array, ...]:
        blue, others = planes_of(shown)[:, 0], planes_of(shown)[:, 3]
        lit = blue[:, 72, 48]
        self.middles += lit.tolist()
        logits = np.zeros((len(shown), OUTPUTS), np.float32)
        logits[:, 5] = 4 * lit
        return (
            logits,
            np.ones((len(shown), 128), np.float32),
            others[:, 40:100, 30:60].mean(axis=(1, 2)),
        )


def test_a_thorough_look_reads_unsure_cards_from_places_nearby_too() -> None:
    """A column of light runs beside the middle of the card: two of the four places nearby, 3 % of
    the card to the left of it or to the right, are in it."""
    frame, quads = cards(1)
    frame[:, 51:] = 255
    once, around = Sharp(), Sharp()
    plain = Recogniser(once).recognise(frame, quads)
    thorough = Recogniser(around).recognise(frame, quads, thorough=True)
    nearby = around.middles[len(once.middles) :]
    assert len(nearby) == 2 * FEW  # four places, both ways up
    assert sum(lit > 0.5 for lit in nearby) == 4
    assert thorough.probabilities[0, 5] > plain.probabilities[0, 5]
    assert thorough.visible == pytest.approx(0)  # where it was moved from is no other card


def test_a_thorough_look_leaves_what_is_clear() -> None:
    frame, quads = cards(1)
    frame[...] = 255
    net = Sharp()
    seen = Recogniser(net, 0.3).recognise(frame, quads, thorough=True)
    assert seen.probabilities[0, 5] > CLEAR
    assert len(net.middles) == 2 * FEW


def test_it_is_shown_the_crops_blue_first() -> None:
    net = Shades()
    frame = np.zeros((120, 160, 3), np.uint8)
    frame[...] = (255, 128, 0)
    quad = cards(1)[1]
    Recogniser(net).recognise(frame, np.concatenate((quad, quad + np.array((30, 0)))))
    assert net.batches[0][0, :3, 72, 20] == pytest.approx([1, 128 / 255, 0], abs=1e-3)
    assert net.batches[0][0, 3, 72, 80] == pytest.approx(1)  # the other card
    assert not net.batches[0][2:].any()


def test_no_boxes_need_no_network() -> None:
    net = Shades()
    seen = Recogniser(net).recognise(*cards(0))
    assert seen.probabilities.shape == (0, OUTPUTS)
    assert seen.features.shape == (0, EMBEDDING + PLACES)
    assert seen.visible.shape == (0,)
    assert not net.batches


def test_a_temperature_flattens_and_does_not_reorder() -> None:
    frame, quads = cards(20)
    sharp = Recogniser(Shades(), 0.1).recognise(frame, quads[-1:]).probabilities[0]
    flat = Recogniser(Shades(), 10).recognise(frame, quads[-1:]).probabilities[0]
    assert sharp.max() > flat.max()
    assert sharp.argmax() == flat.argmax()


def test_some_of_what_was_recognised() -> None:
    seen = Recogniser(Shades()).recognise(*cards(3))
    assert seen.some(np.array((2, 0))).visible == pytest.approx(seen.visible[[2, 0]])


def test_an_enrolled_deck_changes_what_is_recognised() -> None:
    frame, quads = cards(1)
    embedding = Recogniser(Shades()).recognise(frame, quads).features
    deck = Naming(
        np.array((3, 12)), np.stack((-embedding[0], embedding[0])), np.zeros(2), 1, embedding
    )
    seen = Recogniser(Shades(), deck=deck).recognise(frame, quads)
    assert seen.probabilities[0].argmax() == 12


def test_softmax_of_large_logits() -> None:
    assert softmax(np.array(((1000.0, 1000.0, 0.0),))) == pytest.approx(np.array(((0.5, 0.5, 0),)))


def test_the_classes_are_the_faces_of_the_deck_with_no_card_last() -> None:
    assert len(CLASSES) == NO_CARD == OUTPUTS - 1
    assert CLASSES[0] == "01-bright"
    assert CLASSES[-1] == "back"
