"""``prial solve brag_poker``: solves the betting of two players."""

import click

from prial.cli.support.rules_asked import RulesAsked
from prial.cli.support.solving import Asked, one_core, solve, solving_options

_DRAWS = {
    "best": "from the beginning the hands are those after the draw",
    "none": "the hands are those dealt, and nobody changes cards",
}


@click.command("solve")
@click.argument("game", default="brag_poker", metavar="[GAME]")
@click.option(
    "--chips",
    default=10,
    show_default=True,
    type=click.IntRange(2),
    metavar="N",
    help="Chips of each player, the blinds included.",
)
@click.option("--draw", type=click.Choice(list(_DRAWS)), default="best", show_default=True, help="How the draw is simplified.")
@solving_options("BLINDS")
def command(  # noqa: PLR0913  # one parameter an option
    *,
    game: str,
    preset: str | None,
    settings: tuple[str, ...],
    chips: int,
    draw: str,
    hands: str,
    iterations: int,
    to: float,
    after: str,
    as_json: bool,
) -> None:
    """Work out how two should bet, and how much that could lose.

    Both rounds of a deal of Brag Poker between two players are solved by CFR+. The draw is simplified. With --draw best both
    players hold, from the beginning, the hands of players who have changed cards in the best way (`prial odds brag_poker`),
    and nobody sees how many cards were changed. With --draw none they hold the hands that were dealt. Everything else is the
    real game: blinds, both rounds, half price for players who haven't looked, all-in, shared pots. The exploitability is exact
    for this simplified game: it is what a player would gain by a best response, on average of the two seats.

    \b
    prial solve brag_poker
    prial solve brag_poker --chips 16 --draw none
    prial solve brag_poker --after "look, raise" --json

    Seat 1 is the dealer, who puts in the small blind and is the first before the draw; seat 0 is the other player. Amounts are
    in big blinds. Ctrl-C ends the work and shows what was found so far.
    """  # noqa: D301  # \b is click's, and means: don't wrap
    start = one_core()
    from prial.games.brag_poker import BragPokerGame
    from prial.games.brag_poker.hands import ranking_of
    from prial.games.brag_poker.study.walk import held, walk
    from prial.study.solve.cfr import Solver
    from prial.study.solve.hands import classes

    table = RulesAsked(game, preset, settings).make(players=2, purse=chips, length=1)
    assert isinstance(table, BragPokerGame)
    of, rules = ranking_of(table.rules), table.rules
    every = held(of) if draw == "best" else classes(of)
    solver = Solver(every, walk(table), every.told_apart(hands))
    asked = Asked(
        lines=[
            f"Brag Poker for two, {chips} chips each, blinds {rules.small_blind} and {rules.big_blind}",
            f"The draw is simplified: {_DRAWS[draw]}",
        ],
        plain={"chips": chips, "blinds": [rules.small_blind, rules.big_blind], "draw": draw, "hands": hands},
        unit=rules.big_blind,
        units="big blinds",
        first="The big blind",
        wins="The big blind",
    )
    solve(solver, of, asked, after, start=start, iterations=iterations, to=to, as_json=as_json)
