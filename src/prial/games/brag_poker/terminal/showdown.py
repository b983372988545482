"""A showdown of Brag Poker: the hands, the best first, and who wins which pot."""

import functools
from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from prial.betting.pots import share
from prial.cards import as_laid
from prial.cli.support.rules_asked import find_preset
from prial.cli.support.screen import BRASS, Look, console, emit_json
from prial.core.page import listed
from prial.games.brag_poker import KIND
from prial.games.brag_poker.study import showdown as study


def score(text: str, *, as_json: bool, four_colour: bool) -> None:
    """Settle a deal and print what it comes to.

    Args:
        text: the deal as JSON.
        as_json: print JSON, for programs.
        four_colour: draw each suit in a colour of its own.
    """
    showdown = study.read(text)
    rules = study.rules_of(showdown, functools.partial(find_preset, KIND.schema))
    outcome = study.settle(rules, showdown)
    if as_json:
        pots = [{"chips": award.chips, "winners": award.winners} for award in outcome.awards if outcome.won is not None]
        best = [seat for seat, strength in enumerate(outcome.strengths) if strength == max(outcome.strengths)]
        emit_json({"pots": pots, "back": outcome.back, "chips": outcome.won, "labels": outcome.labels, "best": best})
        return
    screen = console()
    look = Look(screen, four_colour=four_colour)
    winners = {seat for award in outcome.awards for seat in award.winners}
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=1)
    grid.add_column(min_width=max(map(len, outcome.names)), no_wrap=True)
    grid.add_column(min_width=look.width(3), no_wrap=True)
    grid.add_column()
    showing = [seat for seat, hand in enumerate(outcome.hands) if hand]
    for seat in sorted(showing, key=lambda each: -outcome.strengths[each]):
        style = BRASS if seat in winners else ""
        cards = look.cards(as_laid(outcome.hands[seat]))
        grid.add_row(Text("✓" if seat in winners else "", style), Text(outcome.names[seat], style), cards, outcome.labels[seat])
    screen.print(grid)
    for sentence in _sentences(outcome):
        screen.print(Text(sentence))


def _sentences(outcome: study.Outcome) -> Iterator[str]:
    """What goes back, and who wins each pot."""
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
    return "the odd chip goes" if chips == 1 else f"the {chips} odd chips go"
