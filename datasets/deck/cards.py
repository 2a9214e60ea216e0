"""The bonus cards, and the list of all that the deck holds."""

from deck import months_01_06, months_07_12, things
from deck.frame import FACES, back, card, face
from deck.shapes import BLUE, CREAM, ORANGE, PURPLE, RED, YELLOW, fill, leaf

__all__ = ["NAMES", "months_01_06", "months_07_12", "render"]


def _bonus(text: str, colour: str) -> str:
    """A bonus card's frame and its name."""
    frame = f'<rect x="32" y="32" width="266" height="476" rx="10" fill="none" stroke="{colour}" stroke-width="5"/>'
    frame += f'<rect x="40" y="40" width="250" height="460" rx="6" fill="none" stroke="{YELLOW}" stroke-width="4"/>'
    return frame + things.words(text, 165, 440, 82)


@face("joker-double", "bonus card, double junk")
def joker_double() -> str:
    return (
        _bonus("쌍피", RED)
        + things.gourd_pouch(112, 146, 0.9, RED, -8)
        + things.gourd_pouch(214, 266, 0.9, BLUE, 8)
    )


@face("joker-triple", "bonus card, triple junk")
def joker_triple() -> str:
    art = things.gourd_pouch(165, 118, 0.72, RED) + things.gourd_pouch(102, 266, 0.72, BLUE, -8)
    return _bonus("3피", BLUE) + art + things.gourd_pouch(228, 266, 0.72, PURPLE, 8)


@face("joker-other", "bonus card")
def joker_other() -> str:
    petals = "".join(
        fill(leaf(165, 206, 45 * i + 22, 122, 60, 0.7), (ORANGE, CREAM)[i % 2], 3) for i in range(8)
    )
    return _bonus("조커", PURPLE) + petals + things.whorl(165, 206, 70)


def render(name: str) -> str:
    """The SVG text of one face, or of the back."""
    if name == "back":
        return back(name)
    title, draw = FACES[name]
    return card(name, title, draw())


NAMES = (*sorted(FACES), "back")
