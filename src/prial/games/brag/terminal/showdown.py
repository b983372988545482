"""Prints a showdown of Brag: the hands, the best first, and for each pot its winner and the reason."""

import functools
from collections.abc import Iterator, Sequence

from rich.text import Text

from prial.betting.pots import Award, share
from prial.cli.boards.chips import turned_up
from prial.cli.support.rules_asked import find_preset
from prial.cli.support.screen import Look, console, emit_json
from prial.core.game import Seat
from prial.errors import listed
from prial.games.brag import KIND
from prial.games.brag.study import showdown as study
from prial.games.brag.study.showdown import Decides
from prial.study.showdown import read_as, rules_of


def score(text: str, *, as_json: bool, four_colour: bool) -> None:
    """Settle a deal that was played with real cards, and print who wins which pot and why.

    Args:
        text: the deal as JSON, with the fields of `prial.games.brag.study.showdown.Showdown`.
        as_json: whether to print JSON, for programs.
        four_colour: whether to draw each suit in a colour of its own.
    """
    showdown = read_as(text, study.Showdown)
    rules = rules_of(showdown, KIND.schema, functools.partial(find_preset, KIND.schema))
    outcome = study.settle(rules, showdown)
    if as_json:
        emit_json(
            {
                "winners": [award.winners for award in reversed(outcome.awards)],
                "chips": outcome.won,
                "labels": outcome.labels,
                "best": outcome.best,
            }
        )
        return
    screen = console()
    look = Look(screen, four_colour=four_colour)
    winners = [seat for award in outcome.awards if award.chips or outcome.won is None for seat in award.winners]
    screen.print(turned_up(outcome.shown, winners, outcome.names, look))
    for sentence in _sentences(outcome):
        screen.print(Text(sentence))


def _sentences(outcome: study.Outcome) -> Iterator[str]:
    """A sentence for each pot, the newest first: its winner and why."""
    names, labels = outcome.names, outcome.labels
    bettors = [seat for seat in outcome.ranked if seat not in [award.coverer for award in outcome.awards]]
    holders: tuple[Seat, ...] = ()
    said: tuple[Seat, ...] = ()
    for award in outcome.awards:
        winners, coverer = award.winners, award.coverer
        if coverer is None:
            rivals = [seat for seat in bettors if seat not in winners]
        else:
            # The winners of the newer pot compete for an older pot with the seat that covered it
            rivals = [*holders] if coverer in winners else [coverer]
        holders = winners
        if not award.chips and outcome.won is not None:
            continue
        why = _why(outcome, winners[0], rivals, "a pot's coverer loses ties" if coverer in rivals else "the payer loses ties")
        who, hand = listed([names[seat] for seat in winners]), labels[winners[0]]
        pot = ("pot" if coverer is None else "older pot") + ("" if outcome.won is None else f" of {award.chips}")
        wins = f"{'also ' if winners == said else ''}{'wins' if len(winners) == 1 else 'share'} the {pot}"
        if coverer in winners:
            yield f"{who}, who covered the {pot}, wins it with {hand}{why}."
        elif coverer is not None:
            yield f"{who} {wins}, which {names[coverer]} covered with {labels[coverer]}{why}{_odd(outcome, award)}."
        elif len(winners) > 1:
            nobody = ", since neither is named as the payer" if len(bettors) == 2 else ""
            yield f"{who} {wins} with equal hands, {hand}{why}{nobody}{_odd(outcome, award)}."
        elif rivals:
            yield f"{who} {wins} with {hand}{why}."
        elif outcome.hidden is not None and coverer is None:
            yield f"{who} {wins} with {hand}; {names[outcome.hidden]}, who paid to see, shows nothing."
        else:
            yield f"{who}, the last one betting, {wins} with {hand}."
        said = winners


def _why(outcome: study.Outcome, winner: Seat, rivals: Sequence[Seat], tie: str) -> str:
    """The end of a sentence that says why ``winner`` beats the best rival.

    It may be empty.
    """
    if not rivals:
        return ""
    best = max(outcome.worths[seat] for seat in rivals)
    level = [seat for seat in rivals if outcome.worths[seat] == best]
    whom = listed([outcome.names[seat] for seat in level])
    match outcome.decides(winner, level[0]):
        case Decides.NOTHING:
            return f"; {whom}'s is equal, and {tie}"
        case Decides.DISCARDS:
            return f"; against {whom} the discard{' decides' if outcome.rules.cards == 4 else 's decide'}"
        case Decides.WILD_CARDS:
            return f"; {whom} {'has' if len(level) == 1 else 'have'} more wild cards"
        case Decides.ODD_CARD:
            return f"; against {whom} the odd card decides"
        case Decides.OTHER_CARDS:
            return f"; against {whom} the other cards decide"
        case _:
            return ""


def _odd(outcome: study.Outcome, award: Award) -> str:
    """The end of a sentence that says who gets the odd chips of a shared pot; empty without odd chips."""
    odd = award.chips % len(award.winners)
    if not odd:
        return ""
    first = [seat for seat, _ in share(award.chips, award.winners, outcome.dealer, len(outcome.names))][:odd]
    chips = "the odd chip goes" if odd == 1 else f"the {odd} odd chips go"
    return f"; {chips} to {listed([outcome.names[seat] for seat in first])}, the first from the dealer's left"
