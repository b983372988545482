"""A description of how Brag Poker is played under the rules of one table."""

from prial.core import first_dealer
from prial.games.brag_poker.rules import BlindChange, BragPokerRules, Rebuy
from prial.ranks.told import order_told


def story(rules: BragPokerRules) -> str:
    """Describe the game under these rules from the deal to the end, as Markdown paragraphs."""
    paragraphs = [
        ("The deal", _deal(rules)),
        ("Betting", _betting(rules)),
        ("The draw", _draw(rules)),
        ("Not looking", _blind()),
        ("All-in", _all_in()),
        ("The showdown", _showdown()),
        ("The end", _end(rules)),
        ("What beats what", order_told(rules.top_prial, rules.top_run)),
    ]
    return "\n\n".join(f"**{title}.** {text}" for title, text in paragraphs)


def _deal(rules: BragPokerRules) -> str:
    return (
        f"{first_dealer.story(rules)} After that the deal goes to the left. The first player from the dealer's left puts in the "
        f"small blind of {rules.small_blind}, the next one the big blind of {rules.big_blind}; with two players the dealer puts "
        "in the small one. Everybody gets three cards, face down."
    )


def _betting(rules: BragPokerRules) -> str:
    small, big = 2 * rules.big_blind, 4 * rules.big_blind
    return (
        "There are two rounds, one before the draw and one after it. The first begins left of the big blind, the second left "
        "of the dealer (with two players the dealer is the first before the draw and the last after it). In turn you "
        "fold, call, or raise; a call matches the most that anybody has put in. Where there is nothing to match, you check or "
        f"bet. Before the draw the big blind is to be matched, and a raise adds {small}. After the draw there is nothing to "
        f"match at first, and a bet or a raise is {big}. While more than two are in the pot, there are at most three raises in a "
        "round; the first bet after the draw isn't one. When all have called, the big blind may still raise. When all others "
        "have folded, the last player wins and shows nothing."
    )


def _draw(rules: BragPokerRules) -> str:
    unseen = rules.blind_change is BlindChange.ON
    return (
        "After the first round everybody in the pot, from the dealer's left, discards up to three cards and gets as many new "
        "ones. Everybody sees how many. A player who hasn't looked "
        + ("may change cards unseen." if unseen else "changes none, or looks first.")
    )


def _blind() -> str:
    return (
        "You may look at your cards at any turn of yours. Until you do, you pay half of what you call, rounded up, but it counts "
        "in full: the others match the full amount. The raise itself you pay in full."
    )


def _all_in() -> str:
    return (
        "A player who has too little to call or raise in full may put in all chips and is all-in: in the pot until the "
        "showdown, without having to pay more. Such a raise, if it is less than a whole one, doesn't open the betting again: "
        "players who have acted may then only call or fold. What the others put in beyond goes into a side pot, which is won "
        "among them. What nobody has matched goes back."
    )


def _showdown() -> str:
    return (
        "After the second round all who are in the pot show, and the best hand wins; equal hands share, and an odd chip goes to "
        "the first from the dealer's left."
    )


def _end(rules: BragPokerRules) -> str:
    length = f"After {rules.length} deals" if rules.length else "When one purse is left, or the table agrees to stop"
    rebuy = "" if rules.rebuy is Rebuy.OFF else f" {rules.rebuy.help}"
    return (
        f"Everybody begins with {rules.purse} chips.{rebuy} Between deals you may sit out and come back; if fewer than two "
        f"play on, the game is over. {length}, the player who has gained most has won."
    )
