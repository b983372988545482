"""A description of how Stop the Bus is played under the rules of one table."""

from prial.core import first_dealer
from prial.games.stop_the_bus.rules import BusRules, Exchange, FirstCall, PrialCall, PutBack, WorstTie
from prial.ranks.told import order_told


def story(rules: BusRules) -> str:
    """Describe the game under these rules from the deal to the end, as Markdown paragraphs."""
    return "\n\n".join(
        [
            f"**The deal.** {_deal(rules)}",
            f"**A turn.** {_turn(rules)}",
            f"**Stop the bus.** {_call(rules)}",
            f"**The showdown.** {_showdown(rules)}",
            f"**What beats what.** {order_told(rules.top_prial, rules.top_run)}",
        ]
    )


def _tokens(number: int) -> str:
    return "one token" if number == 1 else f"{number} tokens"


def _deal(rules: BusRules) -> str:
    return (
        f"Everybody starts with {_tokens(rules.tokens)}. {first_dealer.story(rules)} After that the deal goes to the left. Each "
        "gets three cards, and three lie face up in the middle. The rest of the pack is out of play."
    )


def _turn(rules: BusRules) -> str:
    told = ["From the dealer's left, each in turn takes a card from the middle and puts one down, face up, in its place."]
    if rules.exchange is Exchange.ONE_OR_THREE:
        told.append("Or the player exchanges all three cards for the three in the middle.")
    told.append("Nobody passes.")
    told.append(rules.put_back.help if rules.put_back is PutBack.FORBIDDEN else "The card just taken may be put back.")
    return " ".join(told)


def _call(rules: BusRules) -> str:
    told = [
        "A player who has just exchanged may call “Stop the bus!”, until the next player has exchanged too.",
        "Every other player then has exactly one more turn, and all hands are shown.",
    ]
    if rules.first_call is FirstCall.AFTER_FIRST_ROUND:
        told.append("The last player of the first round is the first who may call.")
    told.append(f"If nobody calls, the bus stops by itself after {rules.max_turns} turns.")
    return " ".join(told)


def _showdown(rules: BusRules) -> str:
    told = ["The worst hand pays a token.", rules.worst_tie.help]
    if rules.prial_call is PrialCall.COSTS_MORE:
        told.append(rules.prial_call.help)
    if rules.worst_tie is WorstTie.ALL_PAY:
        told.append("When everybody would lose their last token, all keep theirs and the same dealer deals again.")
    told.append("A player who has no token left is out, and the last one in wins.")
    return " ".join(told)
