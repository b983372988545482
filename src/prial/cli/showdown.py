"""``prial showdown``: scores a deal that was played with real cards."""

import functools

import click
from rich.text import Text

from prial.cli.support import reasons
from prial.cli.support.deal import peg_board, place_rows, with_symbols
from prial.cli.support.files import read_text
from prial.cli.support.house import find_preset
from prial.cli.support.reasons import sayer
from prial.cli.support.screen import BRASS, Look, console, emit_json
from prial.games.crash import KIND, CrashGame
from prial.games.crash.rules import Scoring
from prial.games.crash.state import Fouled, GameOver, Paid, Shown
from prial.study import showdown as study


@click.command("showdown")
@click.argument("file", metavar="FILE")
@click.option("--four-colour", is_flag=True, help="Draw each suit in a colour of its own.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(file: str, four_colour: bool, as_json: bool) -> None:  # noqa: FBT001  # click passes them by name
    """Score a deal that was played with real cards.

    FILE is JSON (- reads it from stdin):

    \b
    {"rules": {"preset": "denexa", "target": 7}, "dealer": 0, "scores": [5, 0],
     "hands": [["AsAhAd", "KsQsJs", "7c8d9h", "2c2d5h"],
               ["3s3h3d", "AcKcQc", "4h4d4c", "JsJh9d"]]}

    Seats count from 0, to the left. Fewer hands than places may be laid. Where the rules ask for it, add
    "called": [seats that announced a crash] and "declared": [{"seat": 1, "what": "knock"}] (or six_pairs,
    thirteen_straight); "seats" may give the players' names.

    Where a pot is played for, "pot" is what lies in it with everybody's ante, one ante each if it is missing, and
    "ledger" the money won and lost before, antes paid. Without a ledger all have paid equal parts of the pot, so that
    the money in the answer adds up to 0 when the pot is won, and to minus the pot when it stays.

    \b
    prial showdown deal.json
    prial showdown --json - < deal.json
    """  # noqa: D301  # \b is click's, and means: don't wrap
    showdown = study.read(read_text(file))
    game = study.table_of(showdown, functools.partial(find_preset, KIND.schema))
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
        if isinstance(event, Fouled) and event.seat == outcome.settled.fouls[-1]:
            for why in reasons.fouled(outcome.table, said):
                screen.print(Text(why))
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
