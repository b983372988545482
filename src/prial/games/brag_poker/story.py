"""How Brag Poker is played under the rules of one table, in words that hold there."""

from prial.core import first_dealer
from prial.games.brag_poker.rules import BlindChange, BragPokerRules, Rebuy
from prial.ranks.brag import order_told


def story(rules: BragPokerRules) -> str:
    """The game from deal to end, as Markdown paragraphs; its numbers and exceptions are the table's."""
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
        f"small blind of {rules.small_blind}, the next one the big blind of {rules.big_blind}; of two players the dealer puts in "
        "the small one. Everybody gets three cards, face down."
    )


def _betting(rules: BragPokerRules) -> str:
    small, big = 2 * rules.big_blind, 4 * rules.big_blind
    return (
        "There are two rounds, one before the draw and one after it. The first begins left of the big blind, the second left "
        "of the dealer (of two players the dealer is the first before the draw and the last after it). In turn you "
        "fold, call what stands, or raise; where nothing stands you check or bet. Before the draw the big blind stands, "
        f"and a raise adds {small}; after it nothing does, and a bet or a raise is {big}. While more than two are in the pot, "
        "there are at most three raises in a round; the first bet after the draw isn't one. When all have called, the big blind "
        "may still raise. Who is left when all others have folded wins and shows nothing."
    )


def _draw(rules: BragPokerRules) -> str:
    unseen = rules.blind_change is BlindChange.ON
    return (
        "After the first round everybody in the pot, from the dealer's left, discards up to three cards and gets as many new "
        "ones. How many is for all to see. Who hasn't looked "
        + ("may change cards unseen." if unseen else "changes none, or looks first.")
    )


def _blind() -> str:
    return (
        "You may look at your cards at any turn of yours. Until you do, you pay half of what you call, rounded up, and it counts "
        "in full: the others match the full amount. The step of a raise you pay in full."
    )


def _all_in() -> str:
    return (
        "Who has too little to call or raise in full puts in all there is, and is all-in: in the pot until the showdown, and "
        "asked for no more. A bet or raise that is short of a step doesn't open the betting again: who has acted may then call "
        "or fold. What the others put in beyond goes into a side pot, which is won among them. What nobody has matched goes back."
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
        f"Everybody begins with {rules.purse} chips.{rebuy} Between deals you may sit out and come back; with fewer than two who "
        f"play on, the game is over. {length}, whoever has gained most has won."
    )
