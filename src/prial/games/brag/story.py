"""A description of how Brag is played under the rules of one table."""

from prial.core import first_dealer
from prial.games.brag.rules import BragRules
from prial.games.brag.settings import (
    Blind,
    BottomCard,
    DealersChoice,
    KeptBlind,
    LastChip,
    PotLimit,
    Rebuy,
    SeeCost,
    Short,
    ShortOfTwo,
    Showdown,
    Shuffle,
)
from prial.ranks.told import order_told

_NUMBERS = ("no", "one", "two", "three", "four", "five")


def story(rules: BragRules) -> str:
    """Describe the game from the deal to the end in Markdown, with the numbers and exceptions of these rules."""
    paragraphs = [
        ("The deal", _deal(rules)),
        ("Betting", _betting(rules)),
        ("Seeing", _seeing(rules)),
        *([("Playing blind", _blind(rules))] if rules.blind is Blind.ALLOWED else []),
        ("Out of chips", _short(rules)),
        ("The end", _end(rules)),
        ("What beats what", _ranks(rules)),
    ]
    return "\n\n".join(f"**{title}.** {text}" for title, text in paragraphs)


def _deal(rules: BragRules) -> str:
    told = [
        f"{first_dealer.story(rules)} After that the deal goes to the left.",
        f"All put an ante of {rules.ante} into the pot, and everybody gets {_NUMBERS[rules.cards]} cards, one at a time.",
    ]
    if rules.cards > 3:
        away = "one card" if rules.cards == 4 else "two cards"
        told.append(f"A player who looks discards {away} face down before betting; discards break ties, the highest first.")
    told.append(rules.shuffle.help)
    if rules.bottom_card is BottomCard.SHOWN:
        told.append(rules.bottom_card.help)
    if rules.dealers_choice is DealersChoice.ON:
        told.append(rules.dealers_choice.help)
    return " ".join(told)


def _betting(rules: BragRules) -> str:
    opening = f"from {rules.min_bet} to {rules.max_bet}" if rules.max_bet else f"at least {rules.min_bet}"
    told = [
        "From the dealer's left, each in turn folds or bets. There is no checking, and bets are never made equal: to stay in,",
        f"you pay at least the last bet again at every turn. The opening bet is {opening}.",
    ]
    if rules.max_raise:
        told.append(f"A bet may be up to {rules.max_raise} higher than the last one.")
    if rules.pot_limit is PotLimit.ON:
        told.append(rules.pot_limit.help)
    told.append("When all others have folded, the last player wins the pot and shows nothing.")
    if rules.showdown is Showdown.BY_CONSENT:
        told.append(f"{rules.showdown.help} An odd chip goes to the first of them from the dealer's left.")
    return " ".join(told)


def _seeing(rules: BragRules) -> str:
    cost = "twice the last bet" if rules.see_cost is SeeCost.DOUBLE else "the last bet"
    return (
        f"When two are left and somebody has bet, either may pay {cost} to see the other. The one who is seen shows; the payer "
        "shows only a better hand and then wins. Of equal hands the payer's loses. A player who wins without a show, or pays to "
        f"see and loses, may turn the hand up before the next deal, but never has to.{_unseen(rules)}"
    )


def _unseen(rules: BragRules) -> str:
    """A note on a prial that is turned up after the deal. Empty if it doesn't apply."""
    if rules.shuffle is not Shuffle.WHEN_SEEN_PRIAL:
        return ""
    return " A prial that is turned up in this way wasn't seen, and the pack isn't shuffled for it."


def _blind(rules: BragRules) -> str:
    told = [
        "You may leave your cards face down. A blind player pays half of what an open one would, rounded up, and what is paid",
        "counts double for those who follow. You may look at your cards before your first bet, or at any turn of yours; from",
        "then on you play open. With two left, a blind player pays the last bet, as it counts for an open player, to see the",
        "other, open or blind; an open player can't see a blind one.",
    ]
    told.append(rules.kept_blind.help)
    if rules.kept_blind is KeptBlind.ON:
        told.append(
            "All ante again. A player with two blind hands pays only one stake. After looking at one of them, the player keeps "
            "it and folds the other unseen, or folds it at once and plays on with the other, blind. A player who has looked at "
            "neither before a show chooses one of them unseen. Nobody keeps more than one hand."
        )
    if rules.cards > 3:
        told.append("When a hand that was never looked at is shown, its best three cards play.")
    return " ".join(told)


def _short(rules: BragRules) -> str:
    told = [rules.short.help]
    if rules.short_of_two is not ShortOfTwo.SAME:
        told.append(f"With two left: {rules.short_of_two.help[:1].lower()}{rules.short_of_two.help[1:]}")
    ways = (rules.short, rules.short_of(2))
    if rules.short is not Short.COVER and Short.COVER in ways:
        if rules.last_chip is LastChip.BETS:
            told.append("After a full bet with the last chips the other player folds, or pays as much and both show.")
        told.append("A player who is out of chips loses to an equal hand.")
    if rules.short is Short.COVER:
        told.append(rules.last_chip.help)
        told.append(
            "A cover leaves the last bet what it was. When the betting is over, the newest pot is settled first. For each older "
            "pot, its coverer's hand is compared with the hand that won the next newer pot: the better one wins, and the "
            "coverer loses if they are equal. With two players left, a cover ends the betting, and both show. A player who is "
            "out of chips loses to an equal hand. After a cover, a blind player to whom the others fold wins and shows, and "
            "nothing is carried."
        )
    if Short.BORROW in ways:
        told.append(f"{rules.lender.help} Each may owe up to {rules.borrow_limit}.")
    return " ".join(told)


def _end(rules: BragRules) -> str:
    length = f"After {rules.length} deals" if rules.length else "When one purse is left, or the table agrees to stop"
    carried = " A carried pot then goes to its holder." if rules.kept_blind is KeptBlind.ON else ""
    return (
        f"{_money(rules)} Between deals you may sit out and come back; if fewer than two "
        f"play on, the game is over. {length}, the player who has gained most has won.{carried}"
    )


def _money(rules: BragRules) -> str:
    """How many chips the players begin with, and how they get more."""
    rebuy = "" if rules.rebuy is Rebuy.OFF else f" {rules.rebuy.help}"
    if not rules.own_money:
        return f"Everybody begins with {rules.purse} chips.{rebuy}"
    may, most = rules.purses.brought, rules.most_purse
    upto = f" and at most {most}" if most else ""
    told = f"First everybody decides in secret how many chips to bring, at least {may[0]}{upto}; then all see it."
    if rules.rebuy is Rebuy.BETWEEN_DEALS:
        rebuy = " Between deals any number of chips may be bought."
    return f"{told}{rebuy}{f' Nobody buys up to more than {most}.' if most and rebuy else ''}"


def _ranks(rules: BragRules) -> str:
    wild = ""
    if rules.wild_cards:
        wild = (
            f"Wild are: {rules.wild_cards}. A wild card stands for any card that isn't in the hand; of otherwise equal hands the "
            "one with fewer wild cards wins. "
        )
    return wild + order_told(rules.top_prial, rules.top_run)
