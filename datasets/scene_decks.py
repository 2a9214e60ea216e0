"""The deck of one scene: which drawing each face wears, dressed in the deck's style when asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from bonus_cards import bonus_card
from card_restyle import card_alpha, restyle, worn
from deck_variety import DeckStyle, draw_style, laid_out_anew
from scene_faces import (
    CARD_ASPECT,
    COPIES,
    FACES,
    Array,
    Art,
    BadInput,
    Drawing,
    drawing_at,
    with_alpha,
)

Printed = tuple[str, int]
"""A face and which of its drawings."""

JOKERS = tuple(face for face in FACES if face.startswith("joker-"))
INVENTED_JOKERS = 0.6
"""The share of decks whose jokers are invented even where an art folder draws some: few do."""


@dataclass(frozen=True)
class Deck:
    """One deck: `texture` gives any of its cards as it is printed."""

    drawings: Mapping[str, tuple[Drawing, ...]]
    """Faces without drawings (an invented back or joker) are absent."""
    jokers: tuple[str, ...]
    style: DeckStyle
    height_px: int
    """Height of the textures."""
    key: int
    """Seeds what differs between the cards of this deck."""
    designs: int = 1
    """Of each invented joker; a deck to play with has one."""
    _dressed: dict[Printed, Array] = field(default_factory=dict, repr=False, compare=False)

    @property
    def cards(self) -> tuple[Printed, ...]:
        """Every card of the deck but the backs, one entry a card."""
        listed: list[Printed] = []
        for face in FACES:
            if face == "back" or not (face in self.drawings or face in self.jokers):
                continue
            if face.startswith("joker-") and face not in self.jokers:
                continue
            variants = len(self.drawings.get(face, ())) or self.designs
            copies = max(COPIES[face], self.designs if face in self.jokers else 1)
            listed += [(face, copy % variants) for copy in range(copies)]
        return tuple(listed)

    @property
    def sources(self) -> tuple[str, ...]:
        """Names of the art folders it is drawn from."""
        return tuple(sorted({d.source for ds in self.drawings.values() for d in ds}))

    def texture(self, printed: Printed) -> Array:
        """(height_px, width, 4) uint8 BGRA of one card; do not write to it."""
        if printed not in self._dressed:
            self._dressed[printed] = self._dress(*printed)
        return self._dressed[printed]

    def _dress(self, face: str, variant: int) -> Array:
        rng = np.random.default_rng((self.key, FACES.index(face), variant))
        drawings = self.drawings.get(face)
        if drawings is None:
            design = 0 if face == "back" else variant  # all backs of a deck are one print
            card = _invented(face, self.style, self.height_px, self.key + design)
            card = worn(card, self.style, rng)
        else:
            drawing = drawing_at(drawings[variant % len(drawings)], self.height_px)
            card = restyle(drawing, face, self.style, rng)
        card = _rounded_off(card)
        h, w = card.shape[:2]
        return with_alpha(card, card_alpha(h, w, self.style.corner_radius * w))


def dress_deck(
    arts: Sequence[Art],
    rng: np.random.Generator,
    *,
    height_px: int,
    strength: float = 1.0,
    style: DeckStyle | None = None,
) -> Deck:
    """A deck drawn at random from the art folders, often one folder, sometimes face by face."""
    if not arts:
        raise BadInput("no art folder given; expected at least one")
    # Small old drawings serve far cards only: enlarged they would be a blur no print has.
    near = [art for art in arts if art.native_height_px >= 0.6 * height_px] or list(arts)
    mixed = len(near) > 1 and rng.random() < 0.4
    order = [near[int(i)] for i in rng.permutation(len(near))]
    drawings: dict[str, tuple[Drawing, ...]] = {}
    for face in FACES:
        if mixed:
            order = [order[int(i)] for i in rng.permutation(len(order))]
        having = [art for art in order if face in art.drawings]
        if having:
            drawings[face] = having[0].drawings[face]
    if rng.random() < 0.6 or "back" not in drawings:
        drawings.pop("back", None)
    else:
        drawings["back"] = (drawings["back"][int(rng.integers(len(drawings["back"])))],)
    with_jokers = rng.random() < 0.6
    jokers = tuple(j for j in JOKERS if with_jokers and rng.random() < 0.7)
    dressed = draw_style(rng, strength) if style is None else style
    key = int(rng.integers(2**62))
    if style is None:
        dressed = laid_out_anew(dressed, np.random.default_rng((key, 97)), strength)
    if style is None and np.random.default_rng((key, 98)).random() < INVENTED_JOKERS:
        drawings = {face: some for face, some in drawings.items() if face not in JOKERS}
    return Deck(drawings, jokers, dressed, height_px, key)


def with_jokers(deck: Deck, designs: int) -> Deck:
    """The deck with so many jokers of each worth, no two of one design: to learn to read them."""
    drawings = {face: some for face, some in deck.drawings.items() if face not in JOKERS}
    return replace(deck, drawings=drawings, jokers=JOKERS, designs=designs)


def _rounded_off(card: Array) -> Array:
    """The card darker along its very edge, where it bends down to its side."""
    h, w = card.shape[:2]
    rim = max(1, round(0.02 * w))
    line = np.full((h, w), 255, np.uint8)
    cv2.rectangle(line, (0, 0), (w - 1, h - 1), 165, rim)
    shade = cv2.blur(line, (3, 3))
    return cv2.multiply(card, cv2.merge((shade, shade, shade)), scale=1 / 255)


def _invented(face: str, style: DeckStyle, height_px: int, key: int) -> Array:
    rng = np.random.default_rng((key, 99))
    width_px = round(height_px * CARD_ASPECT)
    if face == "back":
        return _back(height_px, width_px, rng)
    return bonus_card(face, style.paper_bgr, style.border.bgr, (width_px, height_px), rng)


def _back(h: int, w: int, rng: np.random.Generator) -> Array:
    """A back: most are plain red or another plain plastic, others carry a pattern."""
    colours = (
        (40, 28, 195),
        (30, 25, 150),
        (25, 25, 28),
        (130, 60, 25),
        (35, 50, 90),
        (60, 110, 40),
    )
    base = np.array(colours[int(rng.choice(6, p=(0.42, 0.16, 0.16, 0.12, 0.09, 0.05)))])
    base = np.clip(base + rng.normal(0, 14, 3), 0, 255)
    card: Array = np.empty((h, w, 3), np.uint8)
    card[:] = base
    if rng.random() < 0.5:
        return card
    y, x = np.mgrid[0:h, 0:w] / w
    pitch = float(rng.uniform(0.05, 0.2))
    waves = (
        np.sin((x + y) / pitch * 6.28) * np.sin((x - y) / pitch * 6.28),
        np.sin(x / pitch * 6.28) + np.sin(y / pitch * 6.28),
        np.sin((x + y) / pitch * 6.28),
        np.cos(np.hypot(x % pitch - pitch / 2, y % pitch - pitch / 2) / pitch * 9),
    )
    pattern = np.clip(waves[int(rng.integers(4))] * 4, -1, 1)[..., None]
    shade = float(rng.uniform(15, 70)) * (-1 if rng.random() < 0.4 else 1)
    card = np.clip(card + (pattern > 0) * shade, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        rim = round(w * rng.uniform(0.03, 0.09))
        colour = base if rng.random() < 0.5 else rng.uniform(180, 245, 3)
        cv2.rectangle(card, (0, 0), (w - 1, h - 1), tuple(float(c) for c in colour), 2 * rim)
    return card
