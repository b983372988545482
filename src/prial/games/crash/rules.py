"""The house rules of Crash and of Brag with nine, seven and six cards: every option, its meaning and its source."""

from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from prial.cards import PACK
from prial.core.first_dealer import EXCLUSIONS, FirstDealer, first_dealer_option, named_dealer_option
from prial.core.options import Exclusion, SuggestedValue, option
from prial.core.rules import Schema
from prial.games.crash.settings import (
    Crash,
    CrashCall,
    FinalTie,
    Finish,
    Foul,
    Found,
    FourBonus,
    MinHand,
    Order,
    Scoring,
    SixPairs,
    Spare,
    SpareChoice,
    ThirteenStraight,
    Tie,
    WeakHand,
)
from prial.ranks.brag import FourOfAKind, TopPrial, TopRun

_TABLE, _RANKS, _LAYING, _SCORING, _END, _MONEY = "The table", "Ranks", "Arranging", "Scoring", "The end", "Money"


MOST_PLAYERS: Final = 7
"""The most players at a table: one pack has seven hands of seven cards."""
VERSION: Final = 2
"""The present version of the game. Records and tables that began with version 1 go on with version 1."""


_USUAL_TARGETS: Final = (7, 10, 11, 15, 21)


def _target_for_few(rules: "CrashRules") -> SuggestedValue | None:
    """Suggest a usual target for two or three players, so that the game is about as long as with four."""
    if rules.players >= 4:
        return None
    as_many = min(4 * rules.target / rules.players, _USUAL_TARGETS[-1])
    value = next(target for target in _USUAL_TARGETS if target >= as_many)
    few = {2: "two", 3: "three"}[rules.players]
    return SuggestedValue(
        value, f"With {few} players a game to {value} takes about as many deals as one to {rules.target} with four."
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class CrashRules:
    """The house rules of one table: one field for each option.

    Make the rules with `SCHEMA`, which refuses options that don't go together.
    """

    players: int = option(
        4,
        "Players",
        "How many play: two to four with 13 cards, up to five with 9, up to seven with 7 or 6.",
        source="D B+; with 7 and 6 cards decided",
        group=_TABLE,
        least=2,
        most=MOST_PLAYERS,
    )
    cards: int = option(
        13,
        "Cards",
        "How many cards each player gets. 13 make four hands with one card over, 9 make three, 7 make two with one over, and 6 "
        "make two.",
        source="all; 9: B; 7 and 6: named in P, how they are played is decided",
        group=_TABLE,
        least=6,
        most=13,
        only=(13, 9, 7, 6),
    )
    first_dealer: FirstDealer = first_dealer_option(_TABLE)
    named_dealer: int = named_dealer_option(_TABLE, MOST_PLAYERS)
    spare: Spare = option(
        Spare.ASIDE,
        "Spare hands",
        "What happens to the cards that nobody is dealt.",
        source="D; G B+",
        group=_TABLE,
    )
    spare_choice: SpareChoice = option(
        SpareChoice.IN_ORDER,
        "Two players' spare hands",
        "Which spare hand each of two players may take.",
        source="G; decided",
        group=_TABLE,
        before=SpareChoice.IN_ORDER,
    )
    top_prial: TopPrial = option(
        TopPrial.THREES,
        "Top prial",
        "Which three of a kind is the best hand.",
        source="P B W; aces: W, G",
        group=_RANKS,
    )
    top_run: TopRun = option(
        TopRun.ACE_TWO_THREE, "Top run", "Which run is the best.", source="all; Teen Patti (P)", group=_RANKS
    )
    four_of_a_kind: FourOfAKind = option(
        FourOfAKind.NO_HAND, "Four of a kind", "Whether four cards of one rank are a hand.", source="P B; W", group=_RANKS
    )
    min_hand: MinHand = option(
        MinHand.PAIR, "Lowest hand", "The lowest hand that can win a place.", source="D B; W", group=_LAYING
    )
    weak_hand: WeakHand = option(
        WeakHand.SCORES_NOTHING,
        "Weaker hands",
        "What happens to a hand below the lowest one that can win.",
        source="B; D G",
        group=_LAYING,
    )
    order: Order = option(Order.SORTED, "Order", "Who puts the laid hands in order.", source="B; D G", group=_LAYING)
    foul: Foul = option(Foul.LOSE_GAME, "Foul", "What a wrong order costs.", source="D G; decided", group=_LAYING)
    found: Found = option(
        Found.AT_ONCE,
        "A foul is found",
        "When a wrong order is found.",
        source="decided; D G",
        group=_LAYING,
        before=Found.AT_ONCE,
    )
    tie: Tie = option(
        Tie.STOPPER,
        "Level hands",
        "What happens when the best hands of a place are level.",
        source="all; S+",
        group=_SCORING,
    )
    crash: Crash = option(Crash.BONUS, "Crash", "What winning every place of a deal brings.", source="B G; D G", group=_SCORING)
    crash_points: int = option(
        1, "Points for a crash", "Extra points for winning every place of a deal.", source="B; G", group=_SCORING, most=5
    )
    crash_call: CrashCall = option(
        CrashCall.NONE,
        "Announcing a crash",
        "Whether players announce a crash before the hands are turned up.",
        source="D B; G; W",
        group=_SCORING,
    )
    four_bonus: FourBonus = option(
        FourBonus.NONE,
        "Four of a kind laid",
        "What laying all four cards of a rank brings.",
        source="B; D; S+",
        group=_SCORING,
    )
    six_pairs: SixPairs = option(
        SixPairs.OFF, "Six pairs", "What a player who holds six pairs may do.", source="B; D", group=_SCORING
    )
    thirteen_straight: ThirteenStraight = option(
        ThirteenStraight.OFF,
        "Thirteen straight",
        "What a player who holds one card of each rank may do.",
        source="B; D",
        group=_SCORING,
    )
    scoring: Scoring = option(
        Scoring.POINTS,
        "Played for",
        "Whether the game is for points or for a pot.",
        source="all; older nine-card Brag",
        group=_SCORING,
    )
    target: int = option(
        7,
        "Target",
        (
            "Points to reach; 7, 10, 11 and 15 are usual. According to gamerules.com, the target is commonly raised with fewer "
            "than four players. It doesn't say how far. Here a game shall take about as many deals as with four players: instead "
            "of 7 the target is 10 for three players and 15 for two."
        ),
        source="G D B W S+; figures for few players decided",
        group=_END,
        least=7,
        most=21,
        suggests=_target_for_few,
    )
    finish: Finish = option(Finish.END_OF_DEAL, "Finish", "When scores are compared with the target.", source="B; D", group=_END)
    final_tie: FinalTie = option(
        FinalTie.SHARED, "Level at the end", "Who wins when several players are level at the top.", source="B; +", group=_END
    )
    length: int = option(20, "Deals", "How many deals a game for the pot has.", source="decided", group=_END, least=1, most=1000)
    ante: int = option(
        1, "Ante", "Chips that each player puts into the pot before a deal.", source="+", group=_MONEY, least=1, most=1000
    )
    game_stake: int = option(
        0,
        "Stake for the game",
        "What every other player pays the winner of the game.",
        source="D G",
        group=_MONEY,
        most=100_000,
    )
    crash_stake: int = option(
        0,
        "Stake for a crash",
        "What every other player pays a player who makes a crash.",
        source="G",
        group=_MONEY,
        most=100_000,
    )
    spare_stake: int = option(
        0,
        "Stake for a spare hand",
        "What a swap for a spare hand costs. It is paid to the winner of the game.",
        source="G",
        group=_MONEY,
        most=100_000,
    )
    called_reward: int = option(
        0,
        "Announced crash",
        "What every other player pays for an announced crash.",
        source="W",
        group=_MONEY,
        most=100_000,
    )
    uncalled_reward: int = option(
        0,
        "Crash not announced",
        "What every other player pays for a crash that wasn't announced, where announcing is optional.",
        source="W",
        group=_MONEY,
        most=100_000,
    )
    failed_call_penalty: int = option(
        0,
        "Failed announcement",
        "What a player who announced a crash and missed it pays every other player.",
        source="W",
        group=_MONEY,
        most=100_000,
    )

    @property
    def places(self) -> int:
        """The number of hands that a player may lay: 4 if a player gets 13 cards, 3 for 9 cards, 2 for 7 or 6 cards."""
        return self.cards // 3


def _pot(name: str, unused: Any, *, none: bool = False) -> Exclusion:
    """Exclude an option in a game for the pot.

    If ``none`` is true, people may choose the value ``unused``.
    """
    return Exclusion(
        name,
        "scoring",
        lambda r: r.scoring is Scoring.POT and not (none and getattr(r, name) == unused),
        "the pot goes to a player who wins every place, and nothing else counts.",
        unused,
    )


_EXCLUSIONS: Final = (
    *EXCLUSIONS,
    Exclusion(
        "players",
        "cards",
        lambda r: r.players * r.cards > len(PACK),
        "the pack doesn't have enough cards for everybody.",
        hard=True,
    ),
    Exclusion(
        "scoring",
        "cards",
        lambda r: r.scoring is Scoring.POT and r.cards == 13,
        "a pot is played for with nine, seven or six cards.",
        hard=True,
    ),
    Exclusion(
        "spare",
        "cards",
        lambda r: r.spare is not Spare.ASIDE and r.cards != 13,
        "spare hands have 13 cards.",
        Spare.ASIDE,
    ),
    Exclusion(
        "six_pairs",
        "cards",
        lambda r: r.six_pairs is not SixPairs.OFF and r.cards != 13,
        "six pairs take 13 cards.",
        SixPairs.OFF,
    ),
    Exclusion(
        "thirteen_straight",
        "cards",
        lambda r: r.thirteen_straight is not ThirteenStraight.OFF and r.cards != 13,
        "one card of each rank takes 13 cards.",
        ThirteenStraight.OFF,
    ),
    _pot("target", 7),
    _pot("finish", Finish.END_OF_DEAL),
    _pot("final_tie", FinalTie.SHARED),
    _pot("crash", Crash.BONUS),
    _pot("crash_points", 1),
    _pot("crash_stake", 0, none=True),
    _pot("crash_call", CrashCall.NONE, none=True),
    _pot("four_bonus", FourBonus.NONE, none=True),
    Exclusion("length", "scoring", lambda r: r.scoring is Scoring.POINTS, "a game for points ends at its target.", 20),
    Exclusion("ante", "scoring", lambda r: r.scoring is Scoring.POINTS, "a game for points has no pot.", 1),
    *(
        Exclusion(
            name, "order", lambda r: r.order is Order.SORTED, "hands that the table sorts are never in a wrong order.", unused
        )
        for name, unused in (("foul", Foul.LOSE_GAME), ("found", Found.AT_ONCE))
    ),
    Exclusion(
        "final_tie",
        "finish",
        lambda r: r.final_tie is FinalTie.SUDDEN_DEATH and r.finish is Finish.AT_ONCE,
        "the first player to reach the target wins at once, so nobody is level.",
        FinalTie.SHARED,
    ),
    Exclusion(
        "spare_choice",
        "spare",
        lambda r: r.spare is Spare.ASIDE,
        "there is no hand to swap for.",
        SpareChoice.IN_ORDER,
    ),
    Exclusion(
        "spare_stake",
        "spare",
        lambda r: r.spare_stake > 0 and r.spare is Spare.ASIDE,
        "there is no hand to swap for.",
        0,
    ),
    Exclusion(
        "crash_points",
        "crash",
        lambda r: r.crash is Crash.WINS_GAME and r.scoring is Scoring.POINTS,
        "a crash wins the game, so it brings no points.",
        1,
    ),
    *(
        Exclusion(
            name,
            "crash_call",
            lambda r, name=name: r.crash_call is CrashCall.NONE and getattr(r, name) > 0,  # type: ignore[misc]  # binds the loop's name
            "nobody announces a crash.",
            0,
        )
        for name in ("called_reward", "uncalled_reward", "failed_call_penalty")
    ),
    Exclusion(
        "four_bonus",
        "four_of_a_kind",
        lambda r: r.four_bonus is not FourBonus.NONE and r.four_of_a_kind is FourOfAKind.BEATS_ALL,
        "four of a kind is then a hand of its own.",
        FourBonus.NONE,
    ),
)

_PRESETS: Final = ("online", "denexa", "gamerules", "wikipedia", "bouncer", "pub", "nine", "nine_pot", "seven", "six")

SCHEMA: Final = Schema(
    "crash",
    CrashRules,
    _EXCLUSIONS,
    {name: files(__package__).joinpath("presets", f"{name}.toml").read_text("utf-8") for name in _PRESETS},
)
"""The options of Crash, the combinations of options that aren't allowed, and the presets (named sets of options)."""


_NAMES: Final = {13: "Crash", 9: "Nine-Card Brag", 7: "Seven-Card Brag", 6: "Six-Card Brag"}


def called(rules: CrashRules) -> str:
    """The name of the game, which depends on the number of cards, such as ``Nine-Card Brag``."""
    return _NAMES[rules.cards]


def aim(rules: CrashRules) -> str:
    """The points needed to win, in two words, such as ``to 7``; empty in a game for the pot."""
    return f"to {rules.target}" if rules.scoring is Scoring.POINTS else ""
