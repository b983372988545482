"""The house rules of Crash and of Brag with nine, seven and six cards: every option, what it means, where it comes from."""

from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from prial.cards import PACK
from prial.core.first_dealer import EXCLUSIONS, FirstDealer, first_dealer_option, named_dealer_option
from prial.core.rules import Exclusion, Schema, SuggestedValue, option
from prial.ranks.brag import FourOfAKind, TopPrial, TopRun
from prial.setting import Setting

_TABLE, _RANKS, _LAYING, _SCORING, _END, _MONEY = "The table", "Ranks", "Arranging", "Scoring", "The end", "Money"


class MinHand(Setting):
    """The least hand that can win a place."""

    PAIR = "pair", "A hand needs at least a pair; high cards don't count."
    HIGH_CARD = "high_card", "Any three cards count."
    FLUSH = "flush", "A hand needs at least a flush; neither pairs nor high cards count."


class WeakHand(Setting):
    """What becomes of a hand below the least one."""

    SCORES_NOTHING = "scores_nothing", "A hand below the least may be laid, is shown as ignored, and never wins."
    NOT_LAID = "not_laid", "A hand below the least may not be laid: whoever can't fill all places lays fewer hands."


class Tie(Setting):
    """What happens when the best hands of a place are equal."""

    STOPPER = "stopper", "Nobody scores: a stopper, or stick-up."
    NEXT_BEST = "next_best", "The tied hands cancel each other, and the best hand below them scores."


class Spare(Setting):
    """What becomes of the hands nobody is dealt (two or three players)."""

    ASIDE = "aside", "Cards that aren't dealt are out of play."
    SWAP = (
        "swap",
        (
            "Four hands are always dealt. With three players, each in turn from the dealer's left may throw in the whole hand "
            "for the spare one, unseen, and the first to do so closes it; with two there are two spare hands."
        ),
    )
    PASS_ON = (
        "pass_on",
        (
            "Four hands are always dealt, and each in turn, from the dealer's left, may throw in the whole hand for a spare one, "
            "unseen. What is thrown in joins the end of the spare hands, and everybody is asked once."
        ),
    )


class SpareChoice(Setting):
    """Which spare hand each of two players may take."""

    IN_ORDER = (
        "in_order",
        "Each of two players has a spare hand: the first to be asked the first one, the other the second.",
    )
    CHOOSE = (
        "choose",
        (
            "Of two players the first to be asked may take either spare hand, and the other any that is left; hands that are "
            "passed on lie in one pile instead, and each takes the top one."
        ),
    )


class Order(Setting):
    """Who puts the laid hands in order."""

    SORTED = "sorted", "The table lays the hands out, best first."
    AS_LAID = "as_laid", "The players put their hands in order, and a wrong order is a foul."


class Foul(Setting):
    """What hands laid in a wrong order cost."""

    LOSE_GAME = "lose_game", "A player who fouls is out of the game, but still pays stakes at its end."
    LOSE_DEAL = "lose_deal", "A player who fouls competes in no place of this deal."


class Found(Setting):
    """When a wrong order is found."""

    AT_ONCE = "at_once", "All laid hands are looked at before the first is turned up, and a foul competes for nothing."
    AT_ITS_PLACE = (
        "at_its_place",
        (
            "A foul is found when the hand that is better than the one before it is turned up: what was won until then stands, "
            "and the player competes for nothing more in this deal."
        ),
    )


class Crash(Setting):
    """What winning every place of a deal brings."""

    BONUS = "bonus", "Winning every place of a deal brings extra points."
    WINS_GAME = "wins_game", "Winning every place of a deal wins the game, at once."


class CrashCall(Setting):
    """Whether a crash is announced before the first place is shown."""

    NONE = "none", "Nobody announces anything."
    REQUIRED = (
        "required",
        "Each in turn may announce a crash, and only an announced one counts.",
        "A crash that nobody announced is none: no reward for one is ever paid.",
    )
    OPTIONAL = "optional", "Each in turn may announce a crash; the announcement changes money only."


class FourBonus(Setting):
    """What laying all four cards of a rank brings."""

    NONE = "none", "Laying all four cards of a rank brings nothing."
    ONE_POINT = (
        "one_point",
        "A player whose laid hands use all four cards of a rank scores a point; of several the highest rank: 4, A, K … 3, 2.",
    )
    KNOCK = (
        "knock",
        (
            "A player who knocks, which is to declare while arranging that the laid hands use all four cards of a rank, scores a "
            "point; of several the highest rank: 4, A, K … 3, 2. A knock for four threes wins the game."
        ),
    )


class SixPairs(Setting):
    """What a holder of six pairs may do."""

    OFF = "off", "Six pairs count for nothing."
    MAY_VOID = "may_void", "A holder of six pairs may ask for a new deal by the same dealer; four of a kind counts as two pairs."


class ThirteenStraight(Setting):
    """What a holder of one card of each rank may do."""

    OFF = "off", "One card of each rank counts for nothing."
    WINS_GAME = "wins_game", "A holder of one card of each rank may declare it and wins the game."


class Finish(Setting):
    """When the target is looked at."""

    END_OF_DEAL = "end_of_deal", "The target is looked at when the deal is scored: the highest score at or above it wins."
    AT_ONCE = (
        "at_once",
        "The target is looked at after each place: the first to reach it wins, no later place is shown and no bonus given.",
    )


class FinalTie(Setting):
    """What happens when several are level at the top."""

    SHARED = "shared", "Several who are level at the top share the win."
    SUDDEN_DEATH = "sudden_death", "When several are level at the top, all play on deal by deal, but only these can win."


class Scoring(Setting):
    """What is played for."""

    POINTS = "points", "A point a place, up to the target."
    POT = "pot", "All put an ante into the pot; who wins every place takes it, else it stays and all ante again."


MOST_PLAYERS: Final = 7
"""Seven hands of seven cards are dealt from one pack."""
VERSION: Final = 2
"""Of the game. The first is still played by records and tables that began with it."""


_USUAL_TARGETS: Final = (7, 10, 11, 15, 21)


def _target_for_few(rules: "CrashRules") -> SuggestedValue | None:
    """The usual target to which fewer than four players play about as many deals as four play to this one."""
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
    """The options of one table. Made by `SCHEMA`, which refuses what doesn't go together."""

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
        "13 cards make four hands, with one card over; 9 make three; 7 make two, with one over, and 6 make two.",
        source="all; 9: B; 7 and 6: named in P, how they are played is decided",
        group=_TABLE,
        least=6,
        most=13,
        only=(13, 9, 7, 6),
    )
    first_dealer: FirstDealer = first_dealer_option(_TABLE)
    named_dealer: int = named_dealer_option(_TABLE, MOST_PLAYERS)
    spare: Spare = option(Spare.ASIDE, "Spare hands", "What becomes of undealt cards.", source="D; G B+", group=_TABLE)
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
        FourOfAKind.NO_HAND, "Four of a kind", "Whether four equal cards are a hand.", source="P B; W", group=_RANKS
    )
    min_hand: MinHand = option(MinHand.PAIR, "Least hand", "The least hand that can win a place.", source="D B; W", group=_LAYING)
    weak_hand: WeakHand = option(
        WeakHand.SCORES_NOTHING,
        "Weaker hands",
        "What becomes of a hand below the least.",
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
    tie: Tie = option(Tie.STOPPER, "Level hands", "What happens when the best are equal.", source="all; S+", group=_SCORING)
    crash: Crash = option(Crash.BONUS, "Crash", "What winning every place of a deal brings.", source="B G; D G", group=_SCORING)
    crash_points: int = option(
        1, "Points for a crash", "Extra points for winning every place.", source="B; G", group=_SCORING, most=5
    )
    crash_call: CrashCall = option(
        CrashCall.NONE, "Announcing a crash", "Whether it must be foretold.", source="D B; G; W", group=_SCORING
    )
    four_bonus: FourBonus = option(
        FourBonus.NONE,
        "Four of a kind laid",
        "What laying all four of a rank brings.",
        source="B; D; S+",
        group=_SCORING,
    )
    six_pairs: SixPairs = option(SixPairs.OFF, "Six pairs", "What a holder of six pairs may do.", source="B; D", group=_SCORING)
    thirteen_straight: ThirteenStraight = option(
        ThirteenStraight.OFF, "Thirteen straight", "What a holder of every rank may do.", source="B; D", group=_SCORING
    )
    scoring: Scoring = option(
        Scoring.POINTS,
        "Played for",
        "Points to a target, or a pot.",
        source="all; older nine-card Brag",
        group=_SCORING,
    )
    target: int = option(
        7,
        "Target",
        (
            "Points to reach; 7, 10, 11 and 15 are usual. With fewer than four players the target is commonly raised, says "
            "gamerules.com. How far is decided here, so that a game takes about as many deals as with four: instead of 7 it is "
            "10 for three players and 15 for two."
        ),
        source="G D B W S+; figures for few players decided",
        group=_END,
        least=7,
        most=21,
        suggests=_target_for_few,
    )
    finish: Finish = option(Finish.END_OF_DEAL, "Finish", "When the target is looked at.", source="B; D", group=_END)
    final_tie: FinalTie = option(
        FinalTie.SHARED, "Level at the end", "Who wins when several are level at the top.", source="B; +", group=_END
    )
    length: int = option(20, "Deals", "How many deals a game for the pot has.", source="decided", group=_END, least=1, most=1000)
    ante: int = option(
        1, "Ante", "Chips that each puts into the pot before a deal.", source="+", group=_MONEY, least=1, most=1000
    )
    game_stake: int = option(
        0, "Stake for the game", "What each other player pays the winner.", source="D G", group=_MONEY, most=100_000
    )
    crash_stake: int = option(
        0, "Stake for a crash", "What each other player pays for a crash.", source="G", group=_MONEY, most=100_000
    )
    spare_stake: int = option(
        0,
        "Stake for a spare hand",
        "What a swap costs, paid to the winner of the game.",
        source="G",
        group=_MONEY,
        most=100_000,
    )
    called_reward: int = option(
        0, "Announced crash", "What each other pays for an announced crash.", source="W", group=_MONEY, most=100_000
    )
    uncalled_reward: int = option(
        0,
        "Crash not announced",
        "What each other pays for one not announced, where announcing is optional.",
        source="W",
        group=_MONEY,
        most=100_000,
    )
    failed_call_penalty: int = option(
        0, "Failed announcement", "What the announcer pays each other player.", source="W", group=_MONEY, most=100_000
    )

    @property
    def places(self) -> int:
        """Hands that a player may lay: four of 13 cards, three of 9, two of 7 or 6."""
        return self.cards // 3


def _pot(name: str, unused: Any, *, none: bool = False) -> Exclusion:
    """What has no meaning in a game for the pot; ``none``: the unused value may be given, since it asks for nothing."""
    return Exclusion(
        name,
        "scoring",
        lambda r: r.scoring is Scoring.POT and not (none and getattr(r, name) == unused),
        "the pot goes to whoever wins every place, and nothing else counts.",
        unused,
    )


_EXCLUSIONS: Final = (
    *EXCLUSIONS,
    Exclusion(
        "players",
        "cards",
        lambda r: r.players * r.cards > len(PACK),
        "so many hands are more than the pack.",
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
        "so few cards don't hold six pairs.",
        SixPairs.OFF,
    ),
    Exclusion(
        "thirteen_straight",
        "cards",
        lambda r: r.thirteen_straight is not ThirteenStraight.OFF and r.cards != 13,
        "so few cards don't hold thirteen ranks.",
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
        "the first to reach the target wins at once, so nobody is level.",
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
        "a crash wins the game and needs no points.",
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
        "four of a kind is a hand of its own there.",
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


_NAMES: Final = {13: "Crash", 9: "Nine-Card Brag", 7: "Seven-Card Brag", 6: "Six-Card Brag"}


def called(rules: CrashRules) -> str:
    """What the game is called with so many cards."""
    return _NAMES[rules.cards]


def aim(rules: CrashRules) -> str:
    """What is played to, in two words; empty where it isn't points."""
    return f"to {rules.target}" if rules.scoring is Scoring.POINTS else ""
