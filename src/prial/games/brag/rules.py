"""The house rules of Three-, Four- and Five-Card Brag: every option, what it means, where it comes from."""

from dataclasses import dataclass, fields
from functools import cached_property
from importlib.resources import files
from typing import ClassVar, Final

from prial.betting.amounts import Limits
from prial.betting.purses import MOST_BOUGHT, Purses
from prial.core.first_dealer import EXCLUSIONS, FirstDealer, first_dealer_option, named_dealer_option
from prial.core.rules import Exclusion, Schema, Value, option
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
"""Usual wild cards."""


@dataclass(frozen=True, kw_only=True)
class BragRules:
    """A table's rules. Made by `SCHEMA`, which refuses what doesn't go together."""

    players: int = option(
        4, "Players", "How many play; more than eight with three cards only.", source="P", group=_TABLE, least=2, most=16
    )
    cards: int = option(
        3,
        "Cards",
        "Who looks at four cards discards one, who looks at five discards two; discards break ties, the highest first.",
        source="P; decided",
        group=_TABLE,
        least=3,
        most=5,
    )
    length: int = option(
        20,
        "Deals",
        "How many deals a game has; 0 plays until one purse is left, or until the table agrees to stop.",
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
        "Ranks and cards that stand for any card that isn't in the hand; between otherwise equal hands the one with fewer wins.",
        source="P",
        group=_RANKS,
        reads=wild_text,
        values=WILDS,
    )
    min_bet: int = option(
        1, "Least bet", "The least an open player opens with.", source="P", group=_BETTING, least=1, most=100_000
    )
    max_bet: int = option(
        10,
        "Greatest opening bet",
        "The most an open player opens with; 0 for no limit.",
        source="P",
        group=_BETTING,
        most=100_000,
    )
    max_raise: int = option(
        10,
        "Greatest raise",
        "How far a bet may exceed the last one; 0 for no limit.",
        source="P",
        group=_BETTING,
        most=100_000,
    )
    pot_limit: PotLimit = option(PotLimit.OFF, "Pot limit", "Whether the pot limits a bet.", source="P", group=_BETTING)
    see_cost: SeeCost = option(
        SeeCost.DOUBLE, "Seeing", "What an open player pays to see an open one.", source="P", group=_BETTING
    )
    showdown: Showdown = option(
        Showdown.BY_CONSENT, "Showdown", "Whether three or more may end the betting together.", source="P", group=_BETTING
    )
    short: Short = option(
        Short.COVER, "Out of chips", "What becomes of a player who can't pay the full bet.", source="P; decided", group=_BETTING
    )
    last_chip: LastChip = option(
        LastChip.BETS,
        "The last chip",
        "What a full bet of the last chip is, where one may cover.",
        source="P; decided",
        group=_BETTING,
        before=LastChip.COVERS,
    )
    short_of_two: ShortOfTwo = option(
        ShortOfTwo.SAME,
        "Out of chips, two left",
        "What becomes of one of the last two who can't pay the full bet.",
        source="P",
        group=_BETTING,
        before=ShortOfTwo.SAME,
    )
    lender: Lender = option(
        Lender.BANK, "Who lends", "From whom chips are borrowed.", source="P; bank: decided", group=_BETTING, before=Lender.BANK
    )
    borrow_limit: int = option(100, "Credit", "How much each player may owe.", source="decided", group=_BETTING, most=1_000_000)
    blind: Blind = option(
        Blind.ALLOWED, "Blind play", "Whether anybody may bet on cards not looked at.", source="P", group=_BLIND
    )
    kept_blind: KeptBlind = option(
        KeptBlind.ON, "Kept hands", "What a blind player wins when all others fold.", source="P", group=_BLIND
    )
    shuffle: Shuffle = option(
        Shuffle.EVERY_DEAL, "Shuffling", "When the pack is shuffled.", source="P; every deal: safer online", group=_PACK
    )
    bottom_card: BottomCard = option(BottomCard.HIDDEN, "Bottom card", "Whether the bottom card shows.", source="P", group=_PACK)
    ante: int = option(
        1, "Ante", "Chips that each puts into the pot before a deal.", source="P", group=_MONEY, least=1, most=100_000
    )
    purse: int = option(
        100,
        "Purse",
        "Chips that each begins with; where all bring money of their own, what is suggested.",
        source="P",
        group=_MONEY,
        least=1,
        most=MOST_BOUGHT,
    )
    least_purse: int = option(
        0,
        "Least money",
        "The least that everybody brings, who then bring what they like; with 0 here and below all have the same purse.",
        source="P",
        group=_MONEY,
        most=MOST_BOUGHT,
        before=0,
    )
    most_purse: int = option(
        0,
        "Most money",
        "The most that anybody brings, or later buys up to; 0 for no limit.",
        source="P",
        group=_MONEY,
        most=MOST_BOUGHT,
        before=0,
    )
    rebuy: Rebuy = option(Rebuy.BETWEEN_DEALS, "Another purse", "When one may be bought.", source="P", group=_MONEY)

    edition: ClassVar[int] = 2
    """Which version of the game these are rules of."""

    @property
    def own_money(self) -> bool:
        """Whether all bring money of their own."""
        return bool(self.least_purse or self.most_purse)

    @cached_property
    def purses(self) -> Purses:
        """What may be brought and bought."""
        return Purses(max(self.least_purse, self.ante), self.most_purse, self.purse)

    def short_of(self, betting: int) -> Short:
        """What becomes of one who can't pay where so many still bet."""
        same = betting > 2 or self.short_of_two is ShortOfTwo.SAME
        return self.short if same else Short[self.short_of_two.name]

    @cached_property
    def limits(self) -> Limits:
        """The limits of a bet."""
        return Limits(self.min_bet, self.max_bet, self.max_raise, self.pot_limit is PotLimit.ON, self.see_cost is SeeCost.DOUBLE)


class FirstBragRules(BragRules):
    """Rules of the first version of the game, for records and tables that began with it.

    There a raise could be borrowed, and a player who had covered could buy in before the pot was settled.
    """

    edition: ClassVar[int] = 1

    @classmethod
    def of(cls, rules: BragRules) -> "FirstBragRules":
        """The same options in the first version."""
        return cls(**{each.name: getattr(rules, each.name) for each in fields(rules)})


def _shorts(r: BragRules) -> tuple[Short, Short]:
    """What becomes of one who can't pay, with two left and with more."""
    return r.short_of(2), r.short


def _cards_needed(r: BragRules) -> int:
    """Cards that a deal may take: all hands, and one that is kept."""
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
