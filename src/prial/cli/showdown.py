"""``prial showdown``: scores a deal that was played with real cards."""

from importlib import import_module

import click

from prial.cli.support.files import read_text
from prial.study.showdown import game_of


@click.command("showdown")
@click.argument("file", metavar="FILE")
@click.option("--four-colour", is_flag=True, help="Draw each suit in a colour of its own.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(file: str, four_colour: bool, as_json: bool) -> None:  # noqa: FBT001  # click passes them by name
    """Score a deal that was played with real cards.

    FILE is JSON (- reads it from stdin). Of Crash:

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

    Of Stop the Bus, where null stands for a player who is out:

    \b
    {"game": "stop_the_bus", "rules": {"preset": "pub"},
     "hands": ["AsAhAd", "9c5d2h", null], "tokens": [2, 1, 0]}

    "tokens" are those before the deal, and may be left out. The answer says who "loses": the seats that pay.

    Of Brag, where null stands for a player who has folded, or who paid to see and shows nothing:

    \b
    {"game": "brag", "rules": {"preset": "four_card"}, "dealer": 0, "payer": 2,
     "hands": ["AsKsQs | 2d", null, "2c2h9h | 4s", "KhKd5c7s"],
     "pots": [{"chips": 30, "covered_by": 0}, {"chips": 12}]}

    Behind a bar stands what was put away; a hand without a bar, which nobody looked at, is made the best it can be.
    "payer" is who of the last two paid to see, or put in the last chips, and so loses ties. "pots" begin with the oldest
    and say who covered each but the last; without them the answer says who wins, and no chips. Only odd chips of a
    shared pot need the "dealer". Wild cards are a rule: "rules": {"wild_cards": "twos"}.

    \b
    prial showdown deal.json
    prial showdown --json - < deal.json
    """  # noqa: D301  # \b is click's, and means: don't wrap
    text = read_text(file)
    shown = import_module(f"prial.cli.showdowns.{game_of(text)}")
    shown.score(text, as_json=as_json, four_colour=four_colour)
