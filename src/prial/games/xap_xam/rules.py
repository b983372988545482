"""The house rules of Xập xám: every option, its meaning and its source."""

from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Final

from prial.core.first_dealer import EXCLUSIONS, FirstDealer, first_dealer_option, named_dealer_option
from prial.core.options import Exclusion, Value, option
from prial.core.rules import Schema
from prial.games.xap_xam.instants import NONE, Instant, read_table, table_text
from prial.ranks.poker import Wheel
from prial.setting import Setting

_TABLE, _HANDS, _PAYING = "The table", "Hands", "Paying"

SOURCES: Final = {"X": "Dan Nam Phan's rules of 13 cards poker", "C": "books on Chinese poker", "G": "Game Rules (gamerules.com)"}
"""The sources of the options. The keys are the letters that stand for the sources in the options."""


class Compare(Setting):
    """Which players compare their hands with each other."""

    DEALER = "dealer", "Each player compares hands with the dealer only."
    EVERYONE = "everyone", "Every player compares hands with every other."


class DealerTies(Setting):
    """Who wins when a player and the dealer are level."""

    DEALER_WINS = (
        "dealer_wins",
        "The dealer wins when both are level: with level hands, with the same instant win, and if both have mis-set.",
    )
    NO_ONE = "no_one", "Nobody wins when both are level."


class Unit(Setting):
    """The payment between two players: a unit for each hand won, or one unit for winning more hands than the opponent."""

    OVERALL = "overall", "Of two players, the one who wins more hands gets one unit."
    PER_HAND = "per_hand", "Each hand won brings a unit, and winning all three brings more."


class StrongFive(Setting):
    """What a player gets for strong hands at the showdown: nothing, or extra units."""

    INSTANT_ONLY = (
        "instant_only",
        "Strong hands bring no extra units. At the showdown straight flush and four of a kind stand above the full house.",
    )
    ROYALTIES = (
        "royalties",
        (
            "A player who wins a hand with strong cards gets extra units. In the upper hand three of a kind brings 3; in the "
            "middle hand a full house 2, four of a kind 8, a straight flush 10; in the lower hand four of a kind 4, a straight "
            "flush 5."
        ),
    )


class EqualRows(Setting):
    """Whether two hands of one player may be level."""

    MIS_SET = (
        "mis_set",
        "The lower hand must be better than the middle, and the middle better than the upper; level hands are mis-set.",
    )
    ALLOWED = "allowed", "The lower and the middle hand may be level, and so may the middle and the upper."


_ALL: Final = ", ".join(Instant)
_FOUR: Final = "whole_dragon, six_pairs, three_straights, three_flushes"


@dataclass(frozen=True, kw_only=True)
class XapXamRules:
    """The house rules of one table: one field for each option.

    Make them with `SCHEMA`, which refuses options that don't go together.
    """

    players: int = option(4, "Players", "How many play.", source="X; fewer than four: decided", group=_TABLE, least=2, most=4)
    length: int = option(20, "Deals", "How many deals a game has.", source="decided", group=_TABLE, least=1, most=1000)
    first_dealer: FirstDealer = first_dealer_option(_TABLE)
    named_dealer: int = named_dealer_option(_TABLE, 4)
    compare: Compare = option(
        Compare.DEALER, "Comparing hands", "Who compares hands with whom.", source="X; everyone: X, C+", group=_TABLE
    )
    dealer_ties: DealerTies = option(
        DealerTies.DEALER_WINS,
        "Level with the dealer",
        "Who wins when a player and the dealer are level.",
        source="X; C+",
        group=_TABLE,
    )
    wheel: Wheel = option(Wheel.LOWEST, "A-2-3-4-5", "Where the straight A-2-3-4-5 stands.", source="X; C+", group=_HANDS)
    equal_rows: EqualRows = option(
        EqualRows.MIS_SET,
        "Level hands of one player",
        "Whether two hands of one player may be level.",
        source="X; C+",
        group=_HANDS,
    )
    instant: str = option(
        _ALL,
        "Instant wins",
        "Cards that win without a showdown, the best first. A number after a name is the number of units that it pays. Without "
        "a number it pays 2 units; where each hand is paid, it pays 1 unit more than winning all three hands.",
        source="X; what they pay: decided",
        group=_HANDS,
        reads=table_text,
        values=(
            Value(_ALL, "Whole dragon, straight flush, four of a kind, six pairs, three straights, three flushes."),
            Value(_FOUR, "Whole dragon, six pairs, three straights, three flushes."),
            Value(NONE, "Nothing wins at once."),
        ),
    )
    strong_five: StrongFive = option(
        StrongFive.INSTANT_ONLY, "Strong hands", "What strong hands bring at the showdown.", source="X; C+", group=_HANDS
    )
    unit: Unit = option(
        Unit.OVERALL, "What is paid", "Whether each hand is paid, or only winning more hands.", source="X; C+", group=_PAYING
    )
    sweep: int = option(3, "All three hands", "Extra units for winning all three hands.", source="C+", group=_PAYING, most=6)

    @cached_property
    def instants(self) -> dict[Instant, int]:
        """The instant wins, the best first, and the units that each pays."""
        usual = 2 if self.unit is Unit.OVERALL else 3 + self.sweep + 1
        return {name: usual if units is None else units for name, units in read_table(self.instant)}


_EXCLUSIONS: Final = (
    *EXCLUSIONS,
    Exclusion(
        "dealer_ties",
        "compare",
        lambda r: r.compare is Compare.EVERYONE,
        "the dealer has no advantage where everybody compares with everybody.",
        DealerTies.DEALER_WINS,
    ),
    Exclusion(
        "sweep",
        "unit",
        lambda r: r.unit is Unit.OVERALL,
        "winning more hands brings one unit, and winning all three brings no more.",
        3,
    ),
    Exclusion(
        "strong_five",
        "unit",
        lambda r: r.strong_five is StrongFive.ROYALTIES and r.unit is Unit.OVERALL,
        "royalties are paid only where each hand is paid.",
        StrongFive.INSTANT_ONLY,
    ),
)

_PRESETS: Final = ("xap_xam", "chinese_poker", "mau_binh")

SCHEMA: Final = Schema(
    "xap_xam",
    XapXamRules,
    _EXCLUSIONS,
    {name: files(__package__).joinpath("presets", f"{name}.toml").read_text("utf-8") for name in _PRESETS},
)
"""The options of Xập xám, the combinations of options that aren't allowed, and the presets (named sets of options)."""


def aim(rules: XapXamRules) -> str:
    """The length of a game in two words, such as ``20 deals``."""
    return "1 deal" if rules.length == 1 else f"{rules.length} deals"
