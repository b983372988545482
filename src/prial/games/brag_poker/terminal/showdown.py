"""Prints a showdown of Brag Poker: the hands, the best first, and the winner of each pot."""

import functools
from collections.abc import Iterator

from rich.text import Text

from prial.betting.events import Showed
from prial.betting.pots import share
from prial.cards import as_laid, names
from prial.cli.boards.chips import turned_up
from prial.cli.support.rules_asked import find_preset
from prial.cli.support.screen import Look, console, emit_json
from prial.errors import listed
from prial.games.brag_poker import KIND
from prial.games.brag_poker.study import showdown as study
from prial.study.showdown import read_as, rules_of


def score(text: str, *, as_json: bool, four_colour: bool) -> None:
    """Settle a deal and print the result.

    Args:
        text: the deal as JSON, with the fields of `prial.games.brag_poker.study.showdown.Showdown`.
        as_json: whether to print JSON, for programs.
        four_colour: whether to draw each suit in a colour of its own.
    """
    showdown = read_as(text, study.Showdown)
    rules = rules_of(showdown, KIND.schema, functools.partial(find_preset, KIND.schema))
    outcome = study.settle(rules, showdown)
    if as_json:
        pots = [{"chips": award.chips, "winners": award.winners} for award in outcome.awards if outcome.won is not None]
        best = [seat for seat, strength in enumerate(outcome.strengths) if strength == max(outcome.strengths)]
        emit_json({"pots": pots, "back": outcome.back, "chips": outcome.won, "labels": outcome.labels, "best": best})
        return
    screen = console()
    look = Look(screen, four_colour=four_colour)
    winners = [seat for award in outcome.awards for seat in award.winners]
    showing = sorted([seat for seat, hand in enumerate(outcome.hands) if hand], key=lambda seat: -outcome.strengths[seat])
    shown = [Showed(seat, names(as_laid(outcome.hands[seat])), outcome.labels[seat]) for seat in showing]
    screen.print(turned_up(shown, winners, outcome.names, look))
    for sentence in _sentences(outcome):
        screen.print(Text(sentence))


def _sentences(outcome: study.Outcome) -> Iterator[str]:
    """Sentences about unmatched chips that go back, and about the winner of each pot."""
    if outcome.back is not None:
        seat, chips = outcome.back
        yield f"{outcome.names[seat]} takes back {chips} that nobody has matched."
    for number, award in enumerate(outcome.awards):
        pot = "the pot" if len(outcome.awards) == 1 else "the main pot" if not number else "the side pot"
        of = "" if outcome.won is None else f" of {award.chips}"
        hand = outcome.labels[award.winners[0]]
        if len(award.winners) == 1:
            yield f"{outcome.names[award.winners[0]]} wins {pot}{of} with {hand}."
            continue
        odd = award.chips % len(award.winners)
        first = [seat for seat, _ in share(award.chips, award.winners, outcome.dealer, len(outcome.names))][:odd]
        rest = f"; {_odd(odd)} to {listed([outcome.names[seat] for seat in first])}" if odd else ""
        yield f"{listed([outcome.names[seat] for seat in award.winners])} share {pot}{of} with equal hands, {hand}{rest}."


def _odd(chips: int) -> str:
    """The beginning of a sentence about odd chips, such as “the odd chip goes”."""
    return "the odd chip goes" if chips == 1 else f"the {chips} odd chips go"
