"""Settles a deal of Stop the Bus: finds the worst hand, the players who pay, and the players who are out."""

from collections.abc import Mapping

from msgspec.structs import replace

from prial.arguments import explained
from prial.cards import Card
from prial.core.game import Seat
from prial.games.stop_the_bus.rules import BusRules, PrialCall, WorstTie
from prial.games.stop_the_bus.state import Settled
from prial.ranks.brag import Category, Ranking, ranking


@explained
def ranking_of(rules: BusRules) -> Ranking:
    """The ranking of hands under a table's rules."""
    return ranking(rules.top_prial, rules.top_run)


def settle(rules: BusRules, scores: tuple[int, ...], hands: Mapping[Seat, tuple[Card, ...]]) -> Settled:
    """Find the worst hand, the payments and the remaining tokens, in a deal whose hands are shown.

    Args:
        rules: the house rules.
        scores: tokens before the deal, by seat.
        hands: the hand of each seat that is still in the game.
    """
    ranks = ranking_of(rules)
    strength = {seat: ranks.strength(hand) for seat, hand in hands.items()}
    least, most = min(strength.values()), max(strength.values())
    worst = tuple(seat for seat in sorted(hands) if strength[seat] == least)
    prial = None
    if rules.prial_call is PrialCall.COSTS_MORE and ranks.category(most) is Category.PRIAL:
        prial = next(seat for seat in hands if strength[seat] == most)  # two prials are never level
    settled = pay(rules, scores, tuple(sorted(hands)), worst, prial, top=most == ranks.size)
    return replace(settled, strengths=tuple([strength.get(seat, 0) for seat in range(len(scores))]))


def pay(
    rules: BusRules, scores: tuple[int, ...], playing: tuple[Seat, ...], worst: tuple[Seat, ...], prial: Seat | None, *, top: bool
) -> Settled:
    """Find each seat's payment and remaining tokens in a deal. The hands needn't be known.

    Args:
        rules: the house rules.
        scores: tokens before the deal, by seat.
        playing: the seats that are still in the game.
        worst: seats with the worst hand. If ``prial`` is a seat, ``worst`` may be empty.
        prial: the seat whose prial makes the others pay. None if no prial does.
        top: whether the seat ``prial`` has the top prial, which beats all other prials.
    Returns:
        The settled deal. All its strengths are 0.
    """
    owed = dict.fromkeys(worst, 1)
    if prial is not None:
        owed = dict.fromkeys((seat for seat in playing if seat != prial), 2 if top else 1)
    elif rules.worst_tie is WorstTie.NOBODY_PAYS and len(worst) > 1:
        owed = {}
    paid = [min(owed.get(seat, 0), tokens) for seat, tokens in enumerate(scores)]
    again = all(paid[seat] == scores[seat] for seat in playing)
    if again:
        paid = [0] * len(scores)
    left = tuple([before - gone for before, gone in zip(scores, paid, strict=True)])
    still_in = tuple(seat for seat in playing if left[seat])
    return Settled(
        strengths=(0,) * len(scores),
        worst=worst,
        prial=prial,
        paid=tuple(paid),
        scores=left,
        again=again,
        out=tuple(seat for seat in playing if not left[seat]),
        over=len(still_in) == 1,
        winners=still_in if len(still_in) == 1 else (),
    )
