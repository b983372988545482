"""The house rules of Three-, Four- and Five-Card Brag: every option, its meaning and its source."""

from dataclasses import dataclass, fields
from functools import cached_property
from importlib.resources import files
from typing import ClassVar, Final

from prial.betting.amounts import Limits
from prial.betting.purses import MOST_BOUGHT, Purses
from prial.core.first_dealer import EXCLUSIONS, FirstDealer, first_dealer_option, named_dealer_option
from prial.core.options import Exclusion, Value, option
from prial.core.rules import Schema
from prial.games.brag.settings import (
    Blind,
    BottomCard,
    DealersChoice,
    KeptBlind,
    LastChip,
    Lender,
    PotLimit,
    Rebuy,
    SeeCost,
    Short,
    ShortOfTwo,
    Showdown,
    Shuffle,
)
from prial.ranks.brag import TopPrial, TopRun
from prial.ranks.wild import wild_text

_TABLE, _RANKS, _BETTING, _BLIND, _PACK, _MONEY = "The table", "Ranks", "Betting", "Blind hands", "The pack", "Money"

WILDS: Final = (
    Value("", "No card is wild."),
    Value("twos", "Twos are wild: floaters."),
    Value("one-eyed jacks", "The jacks of spades and hearts, which show one eye, are wild."),
    Value("black jacks", "The black jacks are wild."),
    Value("suicide king", "The king of hearts, who puts the sword to his head, is wild."),
    Value("braggers", "Aces, jacks and nines are wild."),
)
"""The wild cards that are suggested, each with a sentence. The option ``wild_cards`` takes other ranks and cards, too."""


@dataclass(frozen=True, kw_only=True)
class BragRules:
    """The rules of one table: a value for each option.

    Make rules with `SCHEMA`, which refuses values that don't go together.
    """

    players: int = option(
        4, "Players", "Number of players; more than eight only with three cards.", source="P", group=_TABLE, least=2, most=16
    )
    cards: int = option(
        3,
        "Cards",
        "Cards dealt to each. A player who looks at four discards one, at five two; discards break ties, the highest first.",
        source="P; decided",
        group=_TABLE,
        least=3,
        most=5,
    )
    length: int = option(
        20,
        "Deals",
        "Number of deals in a game; 0 plays on until one purse is left, or until the table agrees to stop.",
        source="decided",
        group=_TABLE,
        most=1000,
    )
    first_dealer: FirstDealer = first_dealer_option(_TABLE)
    named_dealer: int = named_dealer_option(_TABLE, 16)
    dealers_choice: DealersChoice = option(
        DealersChoice.OFF, "Dealer's choice", "Whether dealers choose the game.", source="P", group=_TABLE
    )
    top_prial: TopPrial = option(
        TopPrial.THREES,
        "Top prial",
        "Which three of a kind is the best hand.",
        source="P B W; aces: Teen Patti (P)",
        group=_RANKS,
    )
    top_run: TopRun = option(
        TopRun.ACE_TWO_THREE, "Top run", "Which run is the best.", source="all; Teen Patti (P)", group=_RANKS
    )
    wild_cards: str = option(
        "",
        "Wild cards",
        "These stand for any card that isn't in the hand; of otherwise equal hands the one with fewer wild cards wins.",
        source="P",
        group=_RANKS,
        reads=wild_text,
        values=WILDS,
    )
    min_bet: int = option(
        1, "Least bet", "The least opening bet of an open player.", source="P", group=_BETTING, least=1, most=100_000
    )
    max_bet: int = option(
        10,
        "Greatest opening bet",
        "The greatest opening bet of an open player; 0 for no limit.",
        source="P",
        group=_BETTING,
        most=100_000,
    )
    max_raise: int = option(
        10,
        "Greatest raise",
        "How much higher than the last bet a bet may be; 0 for no limit.",
        source="P",
        group=_BETTING,
        most=100_000,
    )
    pot_limit: PotLimit = option(PotLimit.OFF, "Pot limit", "Whether the pot limits a bet.", source="P", group=_BETTING)
    see_cost: SeeCost = option(
        SeeCost.DOUBLE, "Seeing", "What an open player pays to see another open player.", source="P", group=_BETTING
    )
    showdown: Showdown = option(
        Showdown.BY_CONSENT, "Showdown", "Whether three or more may end the betting together.", source="P", group=_BETTING
    )
    short: Short = option(
        Short.COVER, "Out of chips", "What happens when a player can't pay the full bet.", source="P; decided", group=_BETTING
    )
    last_chip: LastChip = option(
        LastChip.BETS,
        "The last chip",
        "What a full bet with the last chips counts as, where players may cover a pot.",
        source="P; decided",
        group=_BETTING,
        before=LastChip.COVERS,
    )
    short_of_two: ShortOfTwo = option(
        ShortOfTwo.SAME,
        "Out of chips, two left",
        "What happens when two players are left and one can't pay the full bet.",
        source="P",
        group=_BETTING,
        before=ShortOfTwo.SAME,
    )
    lender: Lender = option(
        Lender.BANK,
        "Who lends",
        "Who lends to a player who borrows.",
        source="P; bank: decided",
        group=_BETTING,
        before=Lender.BANK,
    )
    borrow_limit: int = option(
        100, "Credit", "The most chips that each player may owe.", source="decided", group=_BETTING, most=1_000_000
    )
    blind: Blind = option(
        Blind.ALLOWED, "Blind play", "Whether players may bet without looking at their cards.", source="P", group=_BLIND
    )
    kept_blind: KeptBlind = option(
        KeptBlind.ON,
        "Kept hands",
        "What happens when all others fold to a player who has bet blind.",
        source="P",
        group=_BLIND,
    )
    shuffle: Shuffle = option(
        Shuffle.EVERY_DEAL, "Shuffling", "When the pack is shuffled.", source="P; every deal: safer online", group=_PACK
    )
    bottom_card: BottomCard = option(BottomCard.HIDDEN, "Bottom card", "Whether the bottom card shows.", source="P", group=_PACK)
    ante: int = option(
        1, "Ante", "Chips that each player puts into the pot before a deal.", source="P", group=_MONEY, least=1, most=100_000
    )
    purse: int = option(
        100,
        "Purse",
        "Chips that each player begins with; where players bring money of their own, the amount that is suggested.",
        source="P",
        group=_MONEY,
        least=1,
        most=MOST_BOUGHT,
    )
    least_purse: int = option(
        0,
        "Least money",
        "The least that each player brings. With 0 here and below all begin with a purse, else all choose how much they bring.",
        source="P",
        group=_MONEY,
        most=MOST_BOUGHT,
        before=0,
    )
    most_purse: int = option(
        0,
        "Most money",
        "The most that a player may bring, and may later buy up to; 0 for no limit.",
        source="P",
        group=_MONEY,
        most=MOST_BOUGHT,
        before=0,
    )
    rebuy: Rebuy = option(Rebuy.BETWEEN_DEALS, "Another purse", "When players may buy more chips.", source="P", group=_MONEY)

    edition: ClassVar[int] = 2
    """Number of the present version of Brag's rules."""

    @property
    def own_money(self) -> bool:
        """Whether players choose the number of chips to bring. If not, all begin with ``purse`` chips."""
        return bool(self.least_purse or self.most_purse)

    @cached_property
    def purses(self) -> Purses:
        """The limits for bringing and buying chips, and the number of chips to suggest to a player."""
        return Purses(max(self.least_purse, self.ante), self.most_purse, self.purse)

    def short_of(self, betting: int) -> Short:
        """The rule for a player who can't pay the full bet (the least bet that the rules require).

        Args:
            betting: number of players who still bet, that player included.
        """
        same = betting > 2 or self.short_of_two is ShortOfTwo.SAME
        return self.short if same else Short[self.short_of_two.name]

    @cached_property
    def limits(self) -> Limits:
        """The limits of a bet, and the price of seeing."""
        return Limits(self.min_bet, self.max_bet, self.max_raise, self.pot_limit is PotLimit.ON, self.see_cost is SeeCost.DOUBLE)


class FirstBragRules(BragRules):
    """Rules of the first version of the game, for records and tables that began under it.

    In the first version, a player may borrow for a raise, and a player who has covered a pot may buy chips before the pot is
    settled.
    """

    edition: ClassVar[int] = 1
    """Number of the first version of Brag's rules."""

    @classmethod
    def of(cls, rules: BragRules) -> "FirstBragRules":
        """Make rules of the first version that have the same options as ``rules``."""
        return cls(**{each.name: getattr(rules, each.name) for each in fields(rules)})


def _shorts(r: BragRules) -> tuple[Short, Short]:
    """The two rules for players who can't pay the full bet.

    The first applies when two players are left, the second when more are left.
    """
    return r.short_of(2), r.short


def _cards_needed(r: BragRules) -> int:
    """The most cards that a deal may need, with a kept hand if the rules allow one."""
    return r.players * r.cards + (r.cards if r.kept_blind is KeptBlind.ON and r.blind is Blind.ALLOWED else 0)


_EXCLUSIONS: Final = (
    *EXCLUSIONS,
    Exclusion(
        "kept_blind",
        "blind",
        lambda r: r.blind is Blind.OFF and r.kept_blind is KeptBlind.ON,
        "nobody plays blind.",
        KeptBlind.OFF,
    ),
    Exclusion(
        "cards", "players", lambda r: r.players > 8 and r.cards > 3, "more than eight play with three cards only.", hard=True
    ),
    Exclusion("players", "cards", lambda r: _cards_needed(r) > 52, "the pack has 52 cards, and one hand may be kept.", hard=True),
    Exclusion("max_bet", "min_bet", lambda r: 0 < r.max_bet < r.min_bet, "no bet could be made.", 0),
    Exclusion(
        "pot_limit",
        "ante",
        lambda r: r.pot_limit is PotLimit.ON and r.players * r.ante < r.min_bet,
        "the antes don't reach the least bet.",
        PotLimit.OFF,
    ),
    Exclusion("last_chip", "short", lambda r: Short.COVER not in _shorts(r), "nobody covers a pot.", LastChip.BETS),
    Exclusion("lender", "short", lambda r: Short.BORROW not in _shorts(r), "nothing is borrowed.", Lender.BANK),
    Exclusion("borrow_limit", "short", lambda r: Short.BORROW not in _shorts(r), "nothing is borrowed."),
    Exclusion("purse", "ante", lambda r: r.purse < r.ante, "a purse wouldn't pay an ante.", hard=True),
    Exclusion("most_purse", "ante", lambda r: 0 < r.most_purse < r.ante, "the most money wouldn't pay an ante.", hard=True),
    Exclusion(
        "most_purse", "least_purse", lambda r: 0 < r.most_purse < r.least_purse, "the most is less than the least.", hard=True
    ),
)

_PRESETS: Final = ("house", "pagat", "four_card", "five_card", "single_see", "teen_patti", "floaters", "hoyle_braggers")

SCHEMA: Final = Schema(
    "brag",
    BragRules,
    _EXCLUSIONS,
    {name: files(__package__).joinpath("presets", f"{name}.toml").read_text("utf-8") for name in _PRESETS},
)
"""All options of Brag, the combinations of values that don't go together, and the presets."""
