"""What the options of Crash may be set to, in words; `prial.games.crash.rules` has the options."""

from prial.setting import Setting


class MinHand(Setting):
    """The least hand that can win a place."""

    PAIR = "pair", "A hand needs at least a pair; high cards don't count."
    HIGH_CARD = "high_card", "Any three cards count."
    FLUSH = "flush", "A hand needs at least a flush; neither pairs nor high cards count."


class WeakHand(Setting):
    """What becomes of a hand below the least one."""

    SCORES_NOTHING = "scores_nothing", "A hand below the least may be laid, but doesn't count."
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
