"""The rules matrix: every row of the sources, and where this program keeps it.

A row is a house rule (a field of `HouseRules`, which names the rows it answers), a behaviour that
holds at every table, or both. `python -m scorer.rows` prints `docs/RULES.md`.
"""

import json
from collections.abc import Iterator

from scorer.house_rules import RULES
from scorer.presets import house_rules, presets

SECTIONS = {
    "A": "Deck and card values",
    "B": "Table, rounds, dealer, deal",
    "C": "Turn and captures",
    "D": "Special events: junk handed over, payments at once",
    "E": "Declarations from the hand",
    "F": "Jokers in play",
    "G": "Points",
    "H": "Go and stop, doublings, payments",
    "I": "Scorekeeping",
}
ROWS: dict[str, tuple[str, str]] = {
    "A1": ("Deck size", "48 cards, and the jokers the table adds"),
    "A2": ("Categories", "bright, animal, ribbon, junk: 5, 9, 10, 24"),
    "A3": ("Double junk of November", ""),
    "A4": ("Double junk of December", ""),
    "A5": ("Sake cup", "free to change until the round ends; takes its best use"),
    "A6": ("Another convertible card", ""),
    "A7": ("Rain ribbon", "counts as a ribbon and is in no set"),
    "A8": ("Worth of jokers", "joker-double two, joker-triple three, joker-other one"),
    "A9": ("Boss junk", ""),
    "A10": ("Double joker", "a sheet may also name it for a seat"),
    "A11": ("Bright protection", "a sheet may also name it for a seat"),
    "A12": ("Nickname of November", "ddong, to those who play; the program says month 11"),
    "B1": ("Active players", "2 or 3, in koi-koi and by 002 up to 4"),
    "B2": ("People at the table", "2 to 7; the dealer and the next two play, the others wait"),
    "B3": ("Selling brights", ""),
    "B4": ("Match length", ""),
    "B5": ("Chips or money", "points, chips and money per point are kept in one ledger"),
    "B6": ("Elimination", ""),
    "B7": ("Winner of the match", "who holds most"),
    "B8": ("First dealer", ""),
    "B9": ("Next dealer", "the winner deals and plays first"),
    "B10": ("Dealer after a drawn round", "the same again"),
    "B11": ("Cut", ""),
    "B12": ("Deal for two", ""),
    "B13": ("Deal for three", ""),
    "B14": ("Direction of play", ""),
    "B15": (
        "Joker dealt to the pot",
        "the dealer takes it and replaces it, as often as it happens",
    ),
    "B16": ("Three of a month dealt to the pot", "one stack; in koi-koi three cards"),
    "B17": ("Four of a month dealt to the pot", ""),
    "B18": ("Redeal in koi-koi", ""),
    "C1": ("A turn", "one card from the hand, one from the stock"),
    "C2": ("Matching", "a card that matches takes what it matches"),
    "C3": ("Two matches", "who plays chooses one, for the card of the hand and of the stock"),
    "C4": ("Three matches", "the fourth card takes all of them"),
    "C5": ("A stack for the stock card", "taken beside the pair of the same turn"),
    "C6": ("Last cards", "the round ends with the stock, or when nobody has a card or a flip left"),
    "C7": ("Captures lie open", "they are public: the state of a round shows all of them"),
    "D1": ("Ppuk", ""),
    "D2": ("Ppuk on the first turn", ""),
    "D3": ("Second ppuk in a row", ""),
    "D4": ("Three ppuk", ""),
    "D5": ("Taking a stack", ""),
    "D6": ("Taking one's own stack", ""),
    "D7": ("Ttadak", ""),
    "D8": ("Sweep", ""),
    "D9": ("Chok", ""),
    "D10": ("Bomb", ""),
    "D11": ("Flips alone after a bomb", "two later turns, at any time, may be a flip alone"),
    "D12": ("Three flips after a bomb", "who runs out of cards then misses his turns"),
    "D13": ("Bomb doubles", ""),
    "D14": ("Bomb of two cards", ""),
    "D15": ("Events in one turn", "each takes its junk"),
    "D16": ("No junk to give", "nothing is given and nothing is owed"),
    "D17": ("Which junk is given", ""),
    "D18": ("No junk at the end", ""),
    "D19": ("President", "002's name for who receives junk; the events keep their own names"),
    "D20": ("First turn: four of a month, chok", ""),
    "D21": ("Weol-yak of the first turn", ""),
    "D22": ("Weol-yak of the named month", ""),
    "D23": ("Baek-hwa-jeom", ""),
    "D24": ("Boar with a pot", ""),
    "D25": ("Boar without a pot", ""),
    "D26": ("Missions", "cards and a multiplier named for the round; `multiplier` on a sheet"),
    "D27": ("Shodang", ""),
    "E1": ("Heundeum", ""),
    "E2": ("Two heundeum", "each multiplies"),
    "E3": ("Playing one of the triple at once", ""),
    "E4": ("Heundeum of November and December", ""),
    "E5": ("Chongtong", ""),
    "E6": ("Two fours in one hand", ""),
    "E7": ("Two players with fours", "the third pays each of them"),
    "E8": ("Everybody with a four", "void, nobody is paid"),
    "E9": ("Four of a month by a joker", ""),
    "E10": ("Chongtong played on", ""),
    "F1": ("Joker from the hand", ""),
    "F2": ("Joker on the first turn", ""),
    "F3": ("Joker from the stock", "to the captures"),
    "F4": ("Joker, then ppuk", ""),
    "F5": ("Jokers match nothing", "never"),
    "G1": ("Two brights", ""),
    "G2": ("Three brights with the rain man", ""),
    "G3": ("Three brights without", ""),
    "G4": ("Four brights with the rain man", ""),
    "G5": ("Four brights without", ""),
    "G6": ("Five brights", ""),
    "G7": ("Animals", ""),
    "G8": ("Godori", ""),
    "G9": ("All animals", ""),
    "G10": ("Ribbons", ""),
    "G11": ("Plain red ribbons", ""),
    "G12": ("Blue ribbons", ""),
    "G13": ("Red ribbons with a poem", ""),
    "G14": ("Junk", ""),
    "G15": ("Ino-shika-cho", ""),
    "G16": ("Tsukimi", ""),
    "G17": ("Hanami", ""),
    "G18": ("Sets and counts", "all lines add up"),
    "G19": ("Footnote 3 of 002", "its example comes to 8 points: 3 + 3 + 2"),
    "H1": ("Points to stop", ""),
    "H2": ("Choice after a go", "when the points are more than at the last go"),
    "H3": ("Go bonus", "for who stops; added before anything doubles"),
    "H4": ("Go-bak", "each share keeps the baks of the seat that owes it"),
    "H5": ("Kwang-bak", ""),
    "H6": ("Mong-bak", ""),
    "H7": ("Pi-bak", ""),
    "H8": ("Nagari", "drawn rounds in a row multiply one another"),
    "H9": ("Causes of nagari", "nobody reaches the threshold, or no go is followed by a stop"),
    "H10": ("Stock exhausted", ""),
    "H11": ("Doublings", "all multiply one another"),
    "H12": ("Who scores", "only who stops, even with fewer points"),
    "H13": ("Who pays", "each opponent; those who wait pay nothing"),
    "H14": ("Wins of fixed points", "no go bonus, no baks, no heundeum"),
    "H15": ("Winning after another's go", ""),
    "H16": ("Jackpot, push, caps", ""),
    "I": (
        "Ledger",
        "append-only and zero-sum, in points and money; dealer, carry, boar pot and chips are kept "
        "from round to round",
    ),
}

INTRODUCTION = """\
Made by `python -m scorer.rows`; a test holds it to the code. Rows are those of the rules matrix;
the sources are `000` (French go-stop site), `001` (GameRules), `002` (Wikipedia, Godori), `003`
(Koi-Koi), `004` (pagat), and what Korean tables play today. A house rule is shown with its value
for three seats in `gostop-3p`, then where a preset differs, with two seats as "(2)"."""


def rules_of(row: str) -> list[str]:
    """The house rules that answer a row."""
    return [name for name, rule in RULES.items() if row in rule.metadata["rows"].split()]


def markdown() -> str:
    """The text of `docs/RULES.md`."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Every rule, and where it is kept\n"
    yield INTRODUCTION
    for row, (title, behaviour) in ROWS.items():
        if row in ("A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "I"):
            yield f"\n## {row[0]}. {SECTIONS[row[0]]}\n"
            yield "| row | rule | how |\n| --- | --- | --- |"
        parts = [behaviour] if behaviour else []
        parts += [f"`{name}`: {_values(name)}" for name in rules_of(row)]
        yield f"| {row} | {title} | {'; '.join(parts)} |"
    yield "\n## House rules in words\n"
    for name, rule in RULES.items():
        yield f"- `{name}` ({rule.metadata['rows']}): {rule.metadata['says']}."


def _values(name: str) -> str:
    """A rule's default and the presets that differ."""
    default = getattr(house_rules(), name)
    found: dict[str, list[str]] = {}
    for preset in sorted(presets()):
        three, two = (getattr(house_rules(preset, seats), name) for seats in (3, 2))
        if three != default:
            found.setdefault(json.dumps(three), []).append(preset)
        if two not in (three, default):
            found.setdefault(json.dumps(two), []).append(f"{preset} (2)")
    differs = [f"{value} in {', '.join(names)}" for value, names in found.items()]
    return ", ".join([f"**{json.dumps(default)}**", *differs])


if __name__ == "__main__":
    print(markdown(), end="")
