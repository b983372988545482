"""How Xập xám is played under the rules of one table, in plain sentences."""

from prial.core import first_dealer
from prial.games.xap_xam.instants import VIETNAMESE as INSTANTS
from prial.games.xap_xam.instants import Instant
from prial.games.xap_xam.rules import Compare, DealerTies, EqualRows, StrongFive, Unit, XapXamRules, aim
from prial.ranks.poker import Category, Wheel
from prial.ranks.told import ladder


def story(rules: XapXamRules) -> str:
    """Tell how the game is played under these rules, from the deal to the end of the game, as Markdown paragraphs."""
    told = [
        ("The deal", _deal(rules)),
        ("Setting", _setting(rules)),
        *([("Instant wins", _instants(rules))] if rules.instants else []),
        ("The showdown", _showdown(rules)),
        ("What is paid", _paid(rules)),
        ("The end", f"After {aim(rules)} the player with the most units wins."),
        ("What beats what", _ranks(rules)),
    ]
    return "\n\n".join(f"**{title}.** {text}" for title, text in told)


def _units(number: int) -> str:
    return "1 unit" if number == 1 else f"{number} units"


def _deal(rules: XapXamRules) -> str:
    against = "compares hands with the dealer only" if rules.compare is Compare.DEALER else "compares hands with every other"
    return (
        f"{first_dealer.story(rules)} After each deal the next player to the left deals. Everybody gets thirteen cards. Each "
        f"player {against}."
    )


def _setting(rules: XapXamRules) -> str:
    level = "better than" if rules.equal_rows is EqualRows.MIS_SET else "at least as good as"
    if rules.compare is Compare.EVERYONE:
        lost = "a player who mis-sets loses all three hands to every player who hasn't"
    else:
        lost = "a player who mis-sets loses all three hands to the dealer, and a dealer who mis-sets to every player who hasn't"
    return (
        "Set your cards as three hands: five in the lower, five in the middle, three in the upper. The lower must be "
        f"{level} the middle, and the middle {level} the upper. Otherwise you have mis-set: {lost}. "
        "Everybody does this at the same time, and others see only that you have finished."
    )


def _instants(rules: XapXamRules) -> str:
    named = [f"{name.words} ({INSTANTS[name]}), {_units(units)}" for name, units in rules.instants.items()]
    several = len(named) > 1
    laid = [name.words for name in rules.instants if name.laid]
    told = [
        f"These cards win at once{', the best first' if several else ''}: {'; '.join(named)}.",
        "You declare them in secret, when you lay your cards; you may also play the cards as any others.",
        "An instant win beats every setting, and a mis-set hand, too.",
        *(["Of two instant wins the better one wins."] if several else []),
    ]
    if laid:
        both = " and ".join(laid).capitalize()
        told.append(f"{both} are laid one in each hand; only the lower must be at least as good as the middle.")
    if len(laid) < len(named):
        told.append(
            "For the others it doesn't matter how you lay the cards." if laid else "It doesn't matter how you lay the cards."
        )
    if Instant.SIX_PAIRS in rules.instants:
        told.append("Four of a kind counts as two pairs in six pairs.")
    return " ".join(told)


def _showdown(rules: XapXamRules) -> str:
    if rules.compare is Compare.EVERYONE or rules.dealer_ties is DealerTies.NO_ONE:
        level = "Nobody wins when two players are level."
    else:
        level = (
            "The dealer wins when a player and the dealer are level: with level hands, with the same instant win, and if both "
            "have mis-set."
        )
    return f"All turn up their lower hands, then the middle ones, then the upper ones. {level}"


def _paid(rules: XapXamRules) -> str:
    if rules.unit is Unit.OVERALL:
        return "Of two players, the one who wins more of the three hands gets 1 unit. A mis-set hand loses 1 unit."
    told = "Each hand won brings 1 unit"
    told += f", and winning all three {rules.sweep} more." if rules.sweep else "."
    told += f" A mis-set hand loses all three{f', and the {rules.sweep} more, too' if rules.sweep else ''}."
    if rules.strong_five is StrongFive.ROYALTIES:
        told += f" {rules.strong_five.help} A player who mis-set also pays the winner's extra units."
    return told


def _ranks(rules: XapXamRules) -> str:
    wheel = "is the lowest" if rules.wheel is Wheel.LOWEST else "is the second"
    kinds = [
        ("9s8s7s6s5s", Category.STRAIGHT_FLUSH, "in sequence, of one suit"),
        ("QsQhQdQc4d", Category.FOUR_OF_A_KIND, "four of one rank"),
        ("TsThTd6c6h", Category.FULL_HOUSE, "three and two of one rank; the three decides"),
        ("KdJd8d5d2d", Category.FLUSH, "five of one suit"),
        ("TcJdQsKhAc", Category.STRAIGHT, f"five in sequence; 10-J-Q-K-A is the highest, A-2-3-4-5 {wheel}"),
        ("7s7h7dKc4d", Category.THREE_OF_A_KIND, ""),
        ("JsJh8d8cAh", Category.TWO_PAIR, ""),
        ("KsKh9d6c3h", Category.PAIR, ""),
        ("AsJh8d6c3s", Category.HIGH_CARD, ""),
    ]
    more = (
        "In the upper hand only three of a kind, a pair and high cards count. The middle and the upper hand are compared by "
        "their kind, then card by card, and a missing card is the lowest. No suit beats another."
    )
    return ladder([(cards, kind.words, text) for cards, kind, text in kinds], more)
