"""The house rules of Stop the Bus: every option, its meaning and its source."""

from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from prial.core.first_dealer import EXCLUSIONS, FirstDealer, first_dealer_option, named_dealer_option
from prial.core.options import option
from prial.core.rules import Schema
from prial.ranks.brag import TopPrial, TopRun
from prial.setting import Setting

_TABLE, _RANKS, _TURNS, _SHOWDOWN = "The table", "Ranks", "Turns", "The showdown"


class Exchange(Setting):
    """How many cards may be exchanged in a turn."""

    ONE = "one", "A turn exchanges one card with the middle."
    ONE_OR_THREE = "one_or_three", "A turn exchanges one card with the middle, or all three for the three that lie there."


class PutBack(Setting):
    """Whether the card just taken may be put down again."""

    ALLOWED = "allowed", "The card just taken may be the one put down, so that nothing changes."
    FORBIDDEN = "forbidden", "The card just taken must be kept: one of the three held before is put down."


class FirstCall(Setting):
    """The first turn in which the bus may be stopped."""

    ANY_TURN = "any_turn", "The bus may be stopped from the first turn on."
    AFTER_FIRST_ROUND = (
        "after_first_round",
        "The bus may be stopped once everybody has had a turn: the last player of the first round is the first who may call.",
    )


class WorstTie(Setting):
    """The payment if several players hold equal worst hands."""

    ALL_PAY = "all_pay", "When the worst hands are level, each of their holders pays."
    NOBODY_PAYS = "nobody_pays", "When the worst hands are level, nobody pays."


class PrialCall(Setting):
    """What the other players pay if a player shows a prial."""

    OFF = "off", "A prial is a hand like any other: the worst hand pays."
    COSTS_MORE = (
        "costs_more",
        (
            "When the hands are shown and one is a prial, every other player pays a token, or two for the top prial, as far as "
            "they have them. The worst hand pays nothing on top. Of several prials only the best counts."
        ),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class BusRules:
    """The rules of one table. `SCHEMA` makes them and refuses options that don't go together."""

    players: int = option(4, "Players", "Number of players.", source="D", group=_TABLE, least=2, most=6)
    tokens: int = option(
        3,
        "Tokens",
        "Tokens that each player has at the start; a player who has none left is out.",
        source="D",
        group=_TABLE,
        least=1,
        most=20,
    )
    first_dealer: FirstDealer = first_dealer_option(_TABLE)
    named_dealer: int = named_dealer_option(_TABLE, 6)
    exchange: Exchange = option(
        Exchange.ONE, "Exchange", "How many cards may be exchanged in a turn.", source="D; +", group=_TURNS
    )
    put_back: PutBack = option(
        PutBack.ALLOWED, "Putting back", "Whether the card just taken may be put down again.", source="D; +", group=_TURNS
    )
    first_call: FirstCall = option(
        FirstCall.ANY_TURN, "First call", "From when on the bus may be stopped.", source="D; +", group=_TURNS
    )
    max_turns: int = option(
        200,
        "Most turns",
        "The most turns that a deal may have, all players counted together. If nobody has stopped the bus by then, the hands are "
        "shown.",
        source="decided",
        group=_TURNS,
        least=6,
        most=1000,
    )
    worst_tie: WorstTie = option(
        WorstTie.ALL_PAY, "Level worst hands", "Who pays when the worst hands are level.", source="+; decided", group=_SHOWDOWN
    )
    prial_call: PrialCall = option(
        PrialCall.OFF, "A prial at the end", "What a prial costs the others.", source="D; +", group=_SHOWDOWN
    )
    top_prial: TopPrial = option(
        TopPrial.THREES, "Top prial", "Which three of a kind is the best hand.", source="P B W; aces: W, G", group=_RANKS
    )
    top_run: TopRun = option(
        TopRun.ACE_TWO_THREE, "Top run", "Which run is the best.", source="all; Teen Patti (P)", group=_RANKS
    )


_PRESETS: Final = ("denexa", "pub", "prials")

SCHEMA: Final = Schema(
    "stop_the_bus",
    BusRules,
    EXCLUSIONS,
    {name: files(__package__).joinpath("presets", f"{name}.toml").read_text("utf-8") for name in _PRESETS},
)
"""The options of Stop the Bus, the combinations that are refused, and the presets."""
