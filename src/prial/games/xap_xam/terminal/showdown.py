"""A showdown with real cards, settled and printed: the rows from the lower to the upper, then each pair, and the units."""

import functools

from rich.text import Text

from prial.cli.support.rules_asked import find_preset
from prial.cli.support.screen import BRASS, Look, console, emit_json
from prial.core.symbols import with_symbols
from prial.games.xap_xam import KIND, XapXamGame
from prial.games.xap_xam.rules import Compare
from prial.games.xap_xam.state import Row, Scored
from prial.games.xap_xam.study import showdown as study
from prial.games.xap_xam.terminal.deal import row_lines, row_title, units_board
from prial.study.showdown import read_as, rules_of


def score(text: str, *, as_json: bool, four_colour: bool) -> None:
    """Settle a deal and print its result.

    Args:
        text: the deal as JSON.
        as_json: print JSON, for programs.
        four_colour: draw each suit in a colour of its own.
    """
    showdown = read_as(text, study.Showdown)
    game = XapXamGame(rules_of(showdown, KIND.schema, functools.partial(find_preset, KIND.schema)))
    outcome = study.settle(game, showdown)
    if as_json:
        emit_json(outcome.plain)
        return
    screen = console()
    look, names = Look(screen, four_colour=four_colour), outcome.names
    for event in outcome.events:
        if isinstance(event, Scored):
            continue
        if isinstance(event, Row):
            screen.print(row_title(event))
            screen.print(row_lines(event, names, look))
            screen.print()
        else:
            screen.print(Text(with_symbols(event).say(names), BRASS if event.WEIGHT is event.WEIGHT.MARK else ""))
    screen.print()
    dealer = (showdown.dealer, "dealer") if game.rules.compare is Compare.DEALER else None
    screen.print(units_board(names, outcome.settled.units, dealer=dealer))
