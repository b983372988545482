"""A showdown with real cards, settled and printed place by place, with the scores on the peg board."""

import functools

from rich.text import Text

from prial.cli.support.rules_asked import find_preset
from prial.cli.support.said import sayer
from prial.cli.support.screen import BRASS, Look, console, emit_json
from prial.core.symbols import with_symbols
from prial.games.crash import KIND, CrashGame
from prial.games.crash.events import Fouled, GameOver, Paid, Shown
from prial.games.crash.settings import Scoring
from prial.games.crash.study import showdown as study
from prial.games.crash.terminal import reasons
from prial.games.crash.terminal.deal import peg_board, place_rows
from prial.study.showdown import read_as, rules_of


def score(text: str, *, as_json: bool, four_colour: bool) -> None:
    """Score a deal and print its result.

    Args:
        text: the deal as JSON.
        as_json: print JSON, for programs.
        four_colour: draw each suit in a colour of its own.
    """
    showdown = read_as(text, study.Showdown)
    game = CrashGame(rules_of(showdown, KIND.schema, functools.partial(find_preset, KIND.schema)))
    outcome = study.settle(game, showdown)
    if as_json:
        settled = outcome.settled
        keys = ("places", "points", "scores", "crash", "fouls", "ledger", "over", "winners")
        emit_json({key: outcome.money if key == "ledger" else getattr(settled, key) for key in keys})
        return
    _show(game, outcome, four_colour=four_colour)


def _show(game: CrashGame, outcome: study.Outcome, *, four_colour: bool) -> None:
    screen = console()
    look = Look(screen, four_colour=four_colour)
    said, names = sayer(outcome.names), outcome.names
    for event in outcome.events:
        sentence = Text(with_symbols(event).say(names))
        if isinstance(event, Paid):
            for why in reasons.moved(game.rules, outcome.table, said):
                screen.print(Text(why))
            continue
        if isinstance(event, GameOver) and (last := reasons.last_left(outcome.table, said)):
            screen.print(Text(last))
        if isinstance(event, Shown):
            sentence.stylize(BRASS if event.winner is not None else "")
            screen.print(place_rows(event, game.scorer, outcome.names, look))
        screen.print(sentence)
        if isinstance(event, Fouled) and (cost := reasons.fouled(outcome.table, event.seat, said)):
            screen.print(Text(cost))
        if isinstance(event, Shown):
            screen.print()
    signs = [f"+{points}" if points else "" for points in outcome.settled.points]
    screen.print(peg_board(game.rules, outcome.names, outcome.settled.scores, signs=signs))
    if any(outcome.money):
        antes = ", antes and all" if game.rules.scoring is Scoring.POT else ""
        money = " · ".join(f"{name} {chips:+}" for name, chips in zip(names, outcome.money, strict=True))
        screen.print(Text(f"Money of this deal{antes}: {money}"))
        if outcome.settled.pot:
            screen.print(Text(f"In the pot: {outcome.settled.pot}"))
