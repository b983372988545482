"""The values that each option of Crash can have, with a sentence of help. The options are in `prial.games.crash.rules`."""

from prial.setting import Setting


class MinHand(Setting):
    """The lowest hand that can win a place."""

    PAIR = "pair", "A hand needs at least a pair; high cards don't count."
    HIGH_CARD = "high_card", "Any three cards count."
    FLUSH = "flush", "A hand needs at least a flush; neither pairs nor high cards count."


class WeakHand(Setting):
    """What happens to a hand that is too weak to win a place."""

    SCORES_NOTHING = "scores_nothing", "A weaker hand may be laid, but it doesn't count."
    NOT_LAID = "not_laid", "A weaker hand may not be laid: a player who can't fill all places lays fewer hands."


class Tie(Setting):
    """What happens when the best hands of a place are equal."""

    STOPPER = "stopper", "Nobody scores: a stopper, also called a stick-up."
    NEXT_BEST = "next_best", "The level hands cancel each other, and the best hand below them scores."


class Spare(Setting):
    """What happens to undealt cards at a table of two or three players."""

    ASIDE = "aside", "Cards that aren't dealt are out of play."
    SWAP = (
        "swap",
        (
            "Four hands are always dealt: with three players one hand is spare, with two players two. Each player in turn, from "
            "the dealer's left, may swap the whole hand for a spare one without seeing it first, until no spare hand is left."
        ),
    )
    PASS_ON = (
        "pass_on",
        (
            "Four hands are always dealt: with three players one hand is spare, with two players two. Each player in turn, from "
            "the dealer's left, may swap the whole hand for a spare one without seeing it first. The hand thrown in goes to the "
            "end of the spare hands, where a later player may get it. Everybody is asked once."
        ),
    )


class SpareChoice(Setting):
    """The choice between two spare hands at a table of two players."""

    IN_ORDER = (
        "in_order",
        "With two players, the player asked first may take the first spare hand, and the other player the second.",
    )
    CHOOSE = (
        "choose",
        (
            "With two players, the player asked first may take either spare hand, and the other player either one that is left. "
            "Where hands that are thrown in are passed on, the spare hands are one pile, and each player takes the top one."
        ),
    )


class Order(Setting):
    """Who puts the laid hands in order."""

    SORTED = "sorted", "The table puts each player's hands in order, best first."
    AS_LAID = "as_laid", "The players put their own hands in order, best first, and a wrong order is a foul."


class Foul(Setting):
    """The penalty for laying hands in a wrong order."""

    LOSE_GAME = "lose_game", "A player who fouls is out of the game, but still pays the stakes at its end."
    LOSE_DEAL = "lose_deal", "A player who fouls is out of this deal."


class Found(Setting):
    """The moment at which a wrong order of hands is found."""

    AT_ONCE = (
        "at_once",
        "All hands are checked before the first is turned up, and a player who fouled can win nothing in this deal.",
    )
    AT_ITS_PLACE = (
        "at_its_place",
        (
            "A foul is found when a hand is turned up that is better than the one before it. Places won until then stand, and "
            "the player can win nothing more in this deal."
        ),
    )


class Crash(Setting):
    """What a player gets for winning every place of a deal."""

    BONUS = "bonus", "Winning every place of a deal brings extra points."
    WINS_GAME = "wins_game", "Winning every place of a deal wins the game, at once."


class CrashCall(Setting):
    """Whether a crash is announced before the first place is shown."""

    NONE = "none", "Nobody announces anything."
    REQUIRED = (
        "required",
        "Each player in turn may announce a crash, and only an announced crash counts.",
        "A crash that wasn't announced doesn't count, so nobody is ever paid for one.",
    )
    OPTIONAL = "optional", "Each player in turn may announce a crash; the announcement only changes what is paid."


class FourBonus(Setting):
    """What a player gets for laying all four cards of a rank."""

    NONE = "none", "Laying all four cards of a rank scores nothing."
    ONE_POINT = (
        "one_point",
        (
            "A player whose laid hands use all four cards of a rank scores a point. Of several such players only the one with "
            "the highest rank scores: 4, then A, K … 5, 3, 2."
        ),
    )
    KNOCK = (
        "knock",
        (
            "To knock is to declare, while arranging, that the laid hands use all four cards of a rank. A player who knocks "
            "scores a point; of several such players only the one with the highest rank: 4, then A, K … 5, 3, 2. A knock for "
            "four threes wins the game."
        ),
    )


class SixPairs(Setting):
    """What a player who holds six pairs may do."""

    OFF = "off", "Six pairs count for nothing."
    MAY_VOID = (
        "may_void",
        "A player who holds six pairs may ask for a new deal by the same dealer; four of a kind counts as two pairs.",
    )


class ThirteenStraight(Setting):
    """What a player who holds one card of each rank may do."""

    OFF = "off", "One card of each rank counts for nothing."
    WINS_GAME = "wins_game", "A player who holds one card of each rank may declare it and wins the game."


class Finish(Setting):
    """When scores are compared with the target."""

    END_OF_DEAL = (
        "end_of_deal",
        "Scores are compared with the target when the deal is over: the highest score at or above it wins.",
    )
    AT_ONCE = (
        "at_once",
        (
            "Scores are compared with the target after each place: the first player to reach it wins, no later place is shown, "
            "and no bonus is given."
        ),
    )


class FinalTie(Setting):
    """What happens when several players reach the target with the same highest score."""

    SHARED = "shared", "Players who are level at the top share the win."
    SUDDEN_DEATH = (
        "sudden_death",
        "When players are level at the top, everybody plays on deal by deal, but only those players can win.",
    )


class Scoring(Setting):
    """Whether the game is for points or for a pot."""

    POINTS = "points", "Each place scores a point, and the game goes to the target."
    POT = (
        "pot",
        (
            "Everybody puts an ante into the pot. A player who wins every place takes the pot; otherwise it stays, and everybody "
            "antes again."
        ),
    )
