"""Prints a showdown of Stop the Bus: the hands, the best first, and the players who pay."""

import functools

from rich.table import Table
from rich.text import Text

from prial.cli.support.rules_asked import find_preset
from prial.cli.support.screen import DIM, Look, console, emit_json
from prial.games.stop_the_bus import KIND
from prial.games.stop_the_bus.study import showdown as study
from prial.study.showdown import read_as, rules_of


def score(text: str, *, as_json: bool, four_colour: bool) -> None:
    """Settle a deal and print the result.

    Args:
        text: the deal as JSON, with the fields of `prial.games.stop_the_bus.study.showdown.Showdown`.
        as_json: whether to print JSON, for programs.
        four_colour: whether to draw each suit in a colour of its own.
    """
    showdown = read_as(text, study.Showdown)
    rules = rules_of(showdown, KIND.schema, functools.partial(find_preset, KIND.schema))
    outcome = study.score(rules, showdown)
    settled = outcome.settled
    if as_json:
        emit_json(
            {
                "loses": outcome.loses,
                "pays": settled.paid,
                "tokens": settled.scores,
                "labels": outcome.labels,
                "again": settled.again,
                "out": settled.out,
                "over": settled.over,
                "winners": settled.winners,
            }
        )
        return
    _show(outcome, four_colour=four_colour)


def _show(outcome: study.Outcome, *, four_colour: bool) -> None:
    """Print the hands and the payments."""
    screen = console()
    look, settled, names = Look(screen, four_colour=four_colour), outcome.settled, outcome.names
    grid = Table.grid(padding=(0, 1))
    grid.add_column(min_width=max(map(len, names)), no_wrap=True)
    grid.add_column(min_width=look.width(3), no_wrap=True)
    grid.add_column()
    playing = [seat for seat, hand in enumerate(outcome.hands) if hand]
    for seat in sorted(playing, key=lambda seat: -settled.strengths[seat]):
        label = Text(outcome.labels[seat]).append("  the worst" if seat in settled.worst else "", DIM)
        grid.add_row(Text(names[seat]), look.cards(outcome.hands[seat]), label)
    screen.print(grid)
    for seat in outcome.loses:
        paid, left = settled.paid[seat], settled.scores[seat]
        what = "a token" if paid == 1 else f"{paid} tokens"
        then = f"{left} left" if left else "none left, and is out"
        screen.print(Text(f"{names[seat]} pays {what}: {then}."))
    if settled.again:
        screen.print(Text("That would have been everybody's last token: all keep theirs, and the deal is played again."))
    elif not outcome.loses:
        screen.print(Text("The worst hands are level, and nobody pays."))
    for seat in settled.winners:
        screen.print(Text(f"{names[seat]} is the last one in and has won."))
