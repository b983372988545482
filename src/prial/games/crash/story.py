"""How Crash is played under the rules of one table, in plain sentences."""

from prial.core import first_dealer
from prial.games.crash.rules import CrashRules
from prial.games.crash.settings import (
    Crash,
    CrashCall,
    Foul,
    FourBonus,
    MinHand,
    Order,
    Scoring,
    SixPairs,
    Spare,
    ThirteenStraight,
)
from prial.ranks.brag import FourOfAKind
from prial.ranks.told import order_told

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen")
_LEAST = {MinHand.PAIR: "at least a pair", MinHand.HIGH_CARD: "any three cards", MinHand.FLUSH: "at least a flush"}


def story(rules: CrashRules) -> str:
    """Tell how the game is played under these rules, from the deal to the end of the game, as Markdown paragraphs."""
    return "\n\n".join(
        [
            f"**The deal.** {_deal(rules)}",
            f"**Arranging.** {_arranging(rules)}",
            f"**The showdown.** {_showdown(rules)}",
            f"**The end.** {_end(rules)}",
            f"**What beats what.** {order_told(rules.top_prial, rules.top_run, rules.four_of_a_kind)}",
        ]
    )


def _deal(rules: CrashRules) -> str:
    ante = f"Everybody puts an ante of {rules.ante} into the pot. " if rules.scoring is Scoring.POT else ""
    spare = "What isn't dealt is put aside." if rules.spare is Spare.ASIDE else rules.spare.help
    may_be_two = rules.players == 2 or (rules.order is Order.AS_LAID and rules.foul is Foul.LOSE_GAME)
    if rules.spare is not Spare.ASIDE and may_be_two:
        spare += f" {rules.spare_choice.help}"
    number = _WORDS[rules.cards]
    first = first_dealer.story(rules)
    return f"{first} After that the deal goes to the left. {ante}Everybody gets {number} cards. {spare}"


def _arranging(rules: CrashRules) -> str:
    places = _WORDS[rules.places]
    over = " and leave one over" if rules.cards % 3 else ""
    four = " (or four of one rank)" if rules.four_of_a_kind is FourOfAKind.BEATS_ALL else ""
    declared = [
        option.help
        for option, off in ((rules.six_pairs, SixPairs.OFF), (rules.thirteen_straight, ThirteenStraight.OFF))
        if option is not off
    ]
    told = [
        f"Divide your cards into up to {places} hands of three{four}{over}.",
        "All do this at the same time, and others see only that you have finished.",
        f"What counts is {_LEAST[rules.min_hand]}.",
        *([] if rules.min_hand is MinHand.HIGH_CARD else [rules.weak_hand.help]),
        rules.order.help,
        *([rules.foul.help, rules.found.help] if rules.order is Order.AS_LAID else []),
        *declared,
    ]
    return " ".join(told)


def _showdown(rules: CrashRules) -> str:
    scores = "scores a point" if rules.scoring is Scoring.POINTS else "wins the place"
    then = "Then the second hands." if rules.places == 2 else "Then the second hands, and so on."
    told = f"All turn up their first hands: the best {scores}. {then} When the best are level, "
    told += rules.tie.help[0].lower() + rules.tie.help[1:]
    if rules.scoring is Scoring.POT:
        return f"{told} {rules.scoring.help}"
    every = "both" if rules.places == 2 else f"all {_WORDS[rules.places]}"
    crash = f" Winning {every} is a *crash*"
    points = f"{rules.crash_points} more" if rules.crash_points else "no points"
    crash += " and wins the game." if rules.crash is Crash.WINS_GAME else f" and brings {points}."
    more = [each.help for each in (rules.crash_call, rules.four_bonus) if each not in (CrashCall.NONE, FourBonus.NONE)]
    return " ".join([told + crash, *more])


def _end(rules: CrashRules) -> str:
    if rules.scoring is Scoring.POT:
        deals = f"{rules.length} deal{'s' if rules.length > 1 else ''}"
        return (
            f"The game ends after {deals}. A pot that nobody has won is then shared out evenly, and the player with the most "
            "chips wins."
        )
    return f"The game goes to {rules.target} points. {rules.finish.help} {rules.final_tie.help}"
