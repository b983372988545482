"""``prial showdown``: scores a deal that was played with real cards."""

from typing import Protocol

import click

from prial.cli.support.files import read_text
from prial.core.page import text_of
from prial.core.registry import find
from prial.errors import RulesError, add_sentences, refuse
from prial.study.showdown import game_of

add_sentences("en", {"showdown.no_file": "A showdown is read from a file: name one, or - for standard input."})


class Scorer(Protocol):
    """The function with which a game scores a deal of real cards. `prial.core.kind.Kind.showdown` refers to this function."""

    def __call__(self, text: str, *, as_json: bool, four_colour: bool) -> None:
        """Score a deal and print the result.

        Args:
            text: the deal as JSON.
            as_json: whether to print JSON.
            four_colour: whether to draw each suit in a colour of its own.
        Raises:
            PrialError: if the text doesn't describe a deal of this game.
        """


@click.command("showdown")
@click.argument("file", metavar="FILE", required=False)
@click.option("--form", metavar="GAME", help="Show how to write a deal of this game, with an example.")
@click.option("--four-colour", is_flag=True, help="Draw each suit in a colour of its own.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(file: str | None, *, form: str | None, four_colour: bool, as_json: bool) -> None:
    """Score a deal that was played with real cards.

    FILE is JSON (- reads it from stdin) with the game, its rules, and the hand of each seat. Seats count from 0, to the left.
    "rules" names a preset and the options that differ from it, and "seats" may give the players' names. The other fields differ
    from game to game: --form shows them.

    \b
    prial showdown --form brag
    prial showdown deal.json
    prial showdown --json - < deal.json
    """  # noqa: D301  # \b is click's, and means: don't wrap
    if form is not None:
        find(form).needed("showdown")
        click.echo(text_of(find(form), "showdown.md"))
        return
    if file is None:
        raise RulesError(refuse("showdown.no_file"))
    text = read_text(file)
    score: Scorer = game_of(text).part("showdown")
    score(text, as_json=as_json, four_colour=four_colour)
