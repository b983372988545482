"""The house rules of Three-Card Brag Poker: every option, its meaning and its source."""

from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from prial.core.first_dealer import EXCLUSIONS, FirstDealer, first_dealer_option, named_dealer_option
from prial.core.options import Exclusion, option
from prial.core.rules import Schema
from prial.ranks.brag import TopPrial, TopRun
from prial.setting import Setting

_TABLE, _RANKS, _BETTING, _BLIND, _MONEY = "The table", "Ranks", "Betting", "Blind hands", "Money"


class BlindChange(Setting):
    """Whether a player who hasn't looked may change cards."""

    OFF = "off", "Players look at their cards before they change any."
    ON = "on", "A player who hasn't looked may change one, two or three cards unseen."


class Rebuy(Setting):
    """When players may buy another purse."""

    BETWEEN_DEALS = "between_deals", "A player who has less than a purse may buy another between deals."
    OFF = "off", "Everybody has one purse, and nobody can buy more chips."


@dataclass(frozen=True, kw_only=True)
class BragPokerRules:
    """The rules of one table. `SCHEMA` makes them and refuses options that don't go together."""

    players: int = option(4, "Players", "Number of players.", source="decided", group=_TABLE, least=2, most=8)
    length: int = option(
        20,
        "Deals",
        "Number of deals in a game; 0 plays on until one purse is left, or until the table agrees to stop.",
        source="decided",
        group=_TABLE,
        most=1000,
    )
    first_dealer: FirstDealer = first_dealer_option(_TABLE)
    named_dealer: int = named_dealer_option(_TABLE, 8)
    top_prial: TopPrial = option(
        TopPrial.THREES, "Top prial", "Which three of a kind is the best hand.", source="P; aces: Teen Patti (P)", group=_RANKS
    )
    top_run: TopRun = option(TopRun.ACE_TWO_THREE, "Top run", "Which run is the best.", source="P; Teen Patti (P)", group=_RANKS)
    small_blind: int = option(
        1,
        "Small blind",
        "Chips that the first player from the dealer's left, or with two players the dealer, puts in before the deal.",
        source="P",
        group=_BETTING,
        least=1,
        most=100_000,
    )
    big_blind: int = option(
        2,
        "Big blind",
        "Chips that the next player puts in. A bet or raise is twice as much before the draw, and four times as much after it.",
        source="P",
        group=_BETTING,
        least=1,
        most=100_000,
    )
    blind_change: BlindChange = option(
        BlindChange.OFF, "Changing unseen", "Whether cards may be changed unseen.", source="decided", group=_BLIND
    )
    purse: int = option(
        200, "Purse", "Chips that each player begins with.", source="decided", group=_MONEY, least=1, most=1_000_000
    )
    rebuy: Rebuy = option(
        Rebuy.BETWEEN_DEALS, "Another purse", "When players may buy another purse.", source="decided", group=_MONEY
    )


_EXCLUSIONS: Final = (
    *EXCLUSIONS,
    Exclusion(
        "small_blind", "big_blind", lambda r: r.small_blind > r.big_blind, "the small blind would be the greater one.", hard=True
    ),
    Exclusion("purse", "big_blind", lambda r: r.purse < r.big_blind, "a purse wouldn't pay the big blind.", hard=True),
)

_PRESETS: Final = ("online", "unseen")

SCHEMA: Final = Schema(
    "brag_poker",
    BragPokerRules,
    _EXCLUSIONS,
    {name: files(__package__).joinpath("presets", f"{name}.toml").read_text("utf-8") for name in _PRESETS},
)
"""The options of Brag Poker, the combinations that are refused, and the presets."""
