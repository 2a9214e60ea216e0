"""House rules: everything tables differ in, as one frozen value.

Each field says in plain words what it decides and which rows of the rules matrix it answers
(`docs/RULES.md` lists them with their sources, `000` to `004`). The defaults are what Korean
three-player tables play today, the preset `gostop-3p`; every other preset is a file of differences.
"""

from dataclasses import Field, dataclass, field, fields
from typing import Any, Literal

from scorer.cards import FACES, Kind

MOST = 1_000_000
"""No number in a house rule may be larger: guards against slips of the key."""


def rule(
    default: Any, rows: str, says: str, *, least: int = 0, most: int = MOST, on: int | None = None
) -> Any:
    """A field of the house rules: the rows it answers, its words, the numbers it may take.

    `on`: the number that `true` stands for, where the rule can simply be switched on.
    """
    return field(
        default=default,
        metadata={"rows": rows, "says": says, "least": least, "most": most, "on": on},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """What one table has agreed on, for a fixed number of active seats."""

    name: str = "gostop-3p"
    """The preset these rules started from."""

    # A. Deck and card values
    jokers: tuple[str, ...] = rule((), "A1", "jokers shuffled into the 48 cards, by face")
    double_junk: int = rule(
        2, "A3 A4", "junk cards that 11-double and 12-double are worth", least=1, most=2
    )
    convertible: str = rule(
        "09-animal", "A5 A6", "animal that may count as two junk instead, once; empty for none"
    )
    joker_other: Literal["one", "boss", "double", "bright_protection"] = rule(
        "one",
        "A8 A9 A10 A11",
        "what joker-other does beside counting as one junk: nothing more, takes a junk from each "
        "opponent, doubles its owner's win, or saves its owner from kwang-bak",
    )
    joker_steals: int = rule(
        0, "A9", "junk cards each opponent hands over when a joker is captured", most=5
    )

    # B. Table, rounds, dealer, deal
    deal: tuple[str, ...] = rule(
        ("hand 4", "pot 3", "hand 3", "pot 3"), "B12 B13", "the packets of the deal, in order"
    )
    first_dealer: Literal[
        "nearest_january", "lot", "night_low_day_high", "highest_month", "chosen"
    ] = rule("night_low_day_high", "B8", "who deals the first round, from the cards drawn for it")
    cut: Literal["must", "may", "none"] = rule(
        "must", "B11", "whether the opponent, or the player at the dealer's left, cuts the deck"
    )
    direction: Literal["counter_clockwise", "clockwise"] = rule(
        "counter_clockwise", "B14", "the way play goes round the table"
    )
    match_rounds: int = rule(0, "B4", "rounds in a match; 0 for as many as you like")
    start_chips: int = rule(0, "B5", "chips everybody starts with; 0 to keep a score sheet instead")
    elimination: Literal["none", "out", "refill"] = rule(
        "none", "B6", "what happens to a player whose chips are gone"
    )
    bright_sale_price: int = rule(
        0, "B3", "points for each bright that somebody who sits out sells; 0 for no sale"
    )
    bright_sale_payers: Literal["all", "non_dealers"] = rule(
        "all", "B3", "which players buy the brights of somebody who sits out"
    )
    bright_sale_triple: int = rule(
        1, "B3", "price of the brights times this when the sold hand holds a triple", least=1
    )
    bright_sale_jokers: bool = rule(False, "B3", "jokers are sold like brights")
    four_on_table: Literal["redeal", "redeal_doubled", "dealer_wins"] = rule(
        "redeal_doubled", "B17", "what four cards of a month dealt to the pot mean"
    )
    dealt_stack_steals: bool = rule(
        True, "B16", "a stack of three that was dealt to the pot steals junk like a ppuk"
    )
    redeal_hands: bool = rule(
        False, "B18", "a hand with four of a month, or with four pairs, is dealt again"
    )

    # C. Turn and captures
    must_match: bool = rule(
        False, "C2", "who holds a card that matches the pot must play one that does"
    )

    # D. Special events
    ppuk: bool = rule(
        True, "D1", "a pair that the stock makes three of a month stays in the pot as a stack"
    )
    first_ppuk_chips: int = rule(3, "D2", "chips from each opponent for a ppuk on the first turn")
    next_ppuk_chips: int = rule(
        0, "D3", "chips from each for a second ppuk right after one on the first turn"
    )
    three_ppuk_points: int = rule(3, "D4", "points that three ppuk in a round win at once; 0: none")
    steal_stack: int = rule(1, "D5", "junk from each opponent for taking a stack of three", most=5)
    steal_own_stack: int = rule(2, "D6", "the same for a stack of one's own making", most=5)
    steal_ttadak: int = rule(1, "D7", "junk from each opponent for a ttadak", most=5)
    steal_sweep: int = rule(1, "D8", "junk from each opponent for a sweep", most=5)
    sweep: Literal["empty_pot", "last_two_months"] = rule(
        "empty_pot",
        "D8",
        "what a sweep is: a pot left empty, or its last two cards, of two months, both taken",
    )
    steal_chok: int = rule(1, "D9", "junk from each opponent for a chok", most=5)
    bomb: Literal["none", "any", "declared", "undeclared"] = rule(
        "any", "D10", "whether three of a month may be played at once on the fourth in the pot"
    )
    steal_bomb: int = rule(1, "D10", "junk from each opponent for a bomb", most=5)
    bomb_flips: int = rule(
        1, "D11 D12", "cards flipped after a bomb; with 1, later turns may be a flip alone", least=1
    )
    bomb_doubles: Literal["own", "through_heundeum", "no"] = rule(
        "own", "D13", "whether a bomb doubles the win: by itself, as the heundeum it is, or not"
    )
    two_card_bomb: Literal["none", "single", "double"] = rule(
        "none", "D14", "two of a month from the hand on two in the pot: not played, or how it pays"
    )
    giver_chooses: bool = rule(
        False, "D17", "who hands over junk chooses which; otherwise it is of the lowest value"
    )
    steal_on_last_turn: bool = rule(
        False, "D18", "junk is handed over on the very last turn of a round too"
    )
    first_chok_chips: int = rule(0, "D20", "chips from each opponent for a chok on the first turn")
    first_quad_chips: int = rule(
        0, "D20", "chips from each opponent for four of a month taken on the first turn"
    )
    weol_yak_first_turn: int = rule(
        1, "D21", "win times this after four of a month taken on the first turn", least=1, on=4
    )
    weol_yak_named_month: int = rule(
        1,
        "D22",
        "win times this with the four cards of the month drawn before the deal",
        least=1,
        on=4,
    )
    baek_hwa_jeom: bool = rule(
        False, "D23", "one card of each kind taken on the first turn takes a junk from each"
    )
    boar_ante: int = rule(
        0, "D24", "chips each player puts into the boar pot before a deal; it is carried over"
    )
    boar_chips: int = rule(
        0, "D25", "chips from each opponent for capturing the boar on the first turn"
    )
    shodang: bool = rule(
        False, "D27", "with three, showing two cards of which either makes an opponent win may draw"
    )

    # E. Hand declarations
    heundeum: Literal["none", "any_turn", "first_turn", "when_played"] = rule(
        "when_played", "E1 E3", "when a triple in the hand may be shown"
    )
    heundeum_off_table: bool = rule(
        True, "E1", "a triple may be shown only while its fourth card is not in the pot"
    )
    heundeum_times: int = rule(2, "E1 E2", "win times this for each triple shown", least=1)
    heundeum_nov_dec: int = rule(
        2, "E4", "the same for a triple of November or December", least=1, on=4
    )
    chongtong_points: int = rule(5, "E5 E7", "points for four of a month dealt to a hand; 0: none")
    chongtong_two_quads: int = rule(
        1, "E6 E7", "those points times this for two such fours", least=1
    )
    all_quads_double: bool = rule(
        False, "E8", "when everybody holds four of a month the next round counts double"
    )
    joker_quad: bool = rule(
        False, "E9", "a fourth card drawn for a joker may be shown as chongtong"
    )
    chongtong_play_on: int = rule(
        0, "E10", "win times this for playing on with a chongtong; 0: it wins at once"
    )

    # F. Jokers in play
    joker_from_hand: Literal["draw", "flip", "alone"] = rule(
        "draw",
        "F1",
        "after a joker from the hand: draw a card and play again, play the next card of the stock, "
        "or just flip",
    )
    joker_first_turn: bool = rule(
        True, "F2", "a joker may be played from the hand on the first turn"
    )
    joker_flip_again: bool = rule(
        True, "F3", "after a joker from the stock another card is flipped"
    )
    joker_trapped: bool = rule(
        True, "F4", "a joker flipped on the way to a ppuk stays with that stack"
    )

    # G. Points
    brights_2: int = rule(0, "G1", "two brights without the rain man")
    brights_3_rain: int = rule(2, "G2", "three brights with the rain man")
    brights_3: int = rule(3, "G3", "three brights without the rain man")
    brights_4_rain: int = rule(4, "G4", "four brights with the rain man")
    brights_4: int = rule(4, "G5", "four brights without the rain man")
    brights_5: int = rule(15, "G6", "five brights")
    animals_from: int = rule(5, "G7", "animals for the first point; each more is one more", least=1)
    godori: int = rule(5, "G8", "the three bird animals of 02, 04 and 08")
    all_animals: Literal["none", "seven_double_animals", "only_animals_double"] = rule(
        "none",
        "G9",
        "doubling inside the points: the animals' from seven animals, or all if all are animals'",
    )
    ribbons_from: int = rule(
        5, "G10", "ribbons for the first point; each more is one more", least=1
    )
    plain_ribbons: int = rule(3, "G11", "the three plain red ribbons of 04, 05 and 07")
    blue_ribbons: int = rule(3, "G12", "the three blue ribbons of 06, 09 and 10")
    poem_ribbons: int = rule(3, "G13", "the three red ribbons with a poem of 01, 02 and 03")
    loose_ribbons: bool = rule(
        True, "G19", "beside two complete sets, ribbons of the broken third still add to the count"
    )
    junk_from: int = rule(10, "G14", "junk for the first point; each more is one more", least=1)
    inoshikacho: int = rule(0, "G15", "boar, deer and butterflies")
    tsukimi: int = rule(0, "G16", "the moon and the sake cup")
    hanami: int = rule(0, "G17", "the cherry curtain and the sake cup")

    # H. Go and stop, doublings, payments
    threshold: int = rule(3, "H1", "points needed to say go or stop", least=1)
    go_bonus: Literal[
        "add_each_then_double",
        "add_two_then_double",
        "add_each_double_past_three",
        "add_one_then_times",
        "calls_plus_one",
    ] = rule("add_each_then_double", "H3", "what the winner's go calls add or multiply")
    go_bak: Literal["none", "double", "pays_all", "pays_all_double"] = rule(
        "pays_all", "H4", "what a loser who said go pays: no more, double, for all, both"
    )
    kwang_bak: Literal["none", "each", "all"] = rule(
        "each",
        "H5",
        "who pays double to three brights: nobody, each without one, or all if none has",
    )
    mong_bak_from: int = rule(7, "H6", "animals of the winner at which all pay double; 0: never")
    pi_bak_max: int = rule(5, "H7", "junk of a loser up to which he pays double")
    pi_bak_from: int = rule(
        0, "H7", "junk the winner needs for it; 0: as soon as his junk scores a point"
    )
    pi_bak: bool = rule(True, "H7", "a loser with too little junk pays double to a junk winner")
    pi_bak_zero_exempt: bool = rule(True, "H7", "a loser without any junk is spared pi-bak")
    pi_bak_counts: Literal["value", "cards"] = rule(
        "value", "H7", "junk for pi-bak counts by value (a double is two) or by cards"
    )
    nagari_times: int = rule(2, "H8", "the round after a drawn one pays times this", least=1)
    carry_cap: int = rule(0, "H8", "drawn rounds multiply up to this at most; 0: without end")
    exhausted: Literal["nagari", "most_points"] = rule(
        "nagari", "H10", "cards gone and nobody stopped: a drawn round, or most points win"
    )
    fixed_win_carry: bool = rule(
        True, "H14", "a win of fixed points (chongtong, three ppuk) is multiplied by drawn rounds"
    )
    reverse_go_times: int = rule(
        1, "H15", "win times this for who said go and still wins after another's go", least=1
    )
    cap: int = rule(0, "H16", "points one payer pays at most; 0: no cap")
    pay_at_most_held: bool = rule(False, "H16", "nobody pays more chips than he holds")
    push: bool = rule(False, "H16", "the winner may leave his win for a doubled next round")
    jackpot_every: int = rule(0, "H16", "every so many rounds is a jackpot round; 0: none")
    jackpot_times: int = rule(2, "H16", "what a jackpot round pays times", least=1)

    junk_values: tuple[int, ...] = field(init=False, repr=False, compare=False, default=())
    """What each face is worth as junk at this table, by `Card.order` (derived)."""

    def __post_init__(self) -> None:
        values = tuple(
            min(each.junk, self.double_junk) if each.month else each.junk for each in FACES.values()
        )
        object.__setattr__(self, "junk_values", values)

    def __hash__(self) -> int:
        # What is computed by house rules is kept by them: to hash every field takes longer.
        return hash(self.name)


RULES: dict[str, "Field[Any]"] = {each.name: each for each in fields(HouseRules) if each.metadata}
"""Every house rule by name, in the order of the rules matrix."""

CONVERTIBLES = tuple(face for face, each in FACES.items() if each.kind is Kind.ANIMAL)
"""The faces a table may choose as the convertible card."""
