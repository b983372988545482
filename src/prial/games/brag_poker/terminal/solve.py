"""``prial solve brag_poker``: solves the betting of two players."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from prial.cli.support.answering import Against, Found, against_options, alone, duelled, play, tell
from prial.cli.support.rows import about
from prial.cli.support.rules_asked import RulesAsked
from prial.cli.support.solving import Asked, one_core, solve, solving_options

if TYPE_CHECKING:
    from prial.games.brag_poker import BragPokerGame

_COUNTS = {2: "two", 3: "three", 4: "four"}
_DRAWS = {
    "best": "from the beginning the hands are those after the draw",
    "none": "the hands are those dealt, and nobody changes cards",
}


@click.command("solve")
@click.argument("game", default="brag_poker", metavar="[GAME]")
@click.option(
    "--chips",
    type=click.IntRange(2),
    metavar="N",
    show_default="10, or the purse of the rules with --against",
    help="Chips of each player, including the blinds.",
)
@click.option(
    "--players",
    type=click.IntRange(2, 4),
    default=2,
    show_default=True,
    metavar="N",
    help="With --against: number of players at the table. The bot has all seats but one.",
)
@click.option("--draw", type=click.Choice(list(_DRAWS)), default="best", show_default=True, help="How the draw is simplified.")
@against_options(deals=4000)
@solving_options("BLINDS")
@click.pass_context
def command(  # noqa: PLR0913  # one parameter an option
    ctx: click.Context,
    *,
    game: str,
    preset: str | None,
    settings: tuple[str, ...],
    chips: int | None,
    players: int,
    draw: str,
    against: str | None,
    deals: int,
    seed: int,
    hands: str,
    iterations: int,
    to: float,
    keep: Path | None,
    after: str,
    as_json: bool,
) -> None:
    """Work out how two players should bet, or the best answer to a bot.

    Both rounds of a deal of Brag Poker between two players are solved by CFR+. The draw is simplified. With --draw best, both
    players start with hands as they are after the best change (`prial odds brag_poker`). Nobody sees how many cards were changed.
    With --draw none, they hold the hands that were dealt. Everything else is the real game: blinds, both rounds, half price for
    players who haven't looked, all-in, shared pots. The exploitability is what a player would gain by a best response, averaged
    over the two seats. It is exact for this simplified game.

    \b
    prial solve brag_poker
    prial solve brag_poker --chips 16 --draw none
    prial solve brag_poker --after "look, raise" --json
    prial solve brag_poker --against sharp
    prial solve brag_poker --against plain --chips 40 --deals 20000
    prial solve brag_poker --against sharp --players 3

    With --against, the bot is asked for its action with each hand. It is asked at every turn to which an opponent's moves can
    lead, in the betting and in the draw. From the bot's actions the best answer is worked out. The answer is then played against
    the bot. This takes a minute. With --players 3 or 4 the bot has all seats but one, and the work takes some minutes more.

    With two players, seat 1 deals, puts in the small blind and acts first before the draw. With more players, the last seat
    deals. Amounts are in big blinds. Ctrl-C ends the work and shows what was found so far.
    """  # noqa: D301  # \b is click's, and means: don't wrap
    start = one_core()
    if against is not None:
        alone(ctx, {"game", "preset", "settings", "chips", "players", "against", "deals", "seed", "as_json"})
    elif players != 2:
        raise click.UsageError("Only the betting of two is solved; --players goes with --against.")
    from prial.games.brag_poker import BragPokerGame
    from prial.games.brag_poker.hands import ranking_of
    from prial.games.brag_poker.study.walk import held, walk
    from prial.study.solve.cfr import Solver
    from prial.study.solve.hands import classes

    purse = {} if chips is None and against is not None else {"purse": chips or 10}
    table = RulesAsked(game, preset, settings).make(players=players, length=1, **purse)
    assert isinstance(table, BragPokerGame)
    of, rules = ranking_of(table.rules), table.rules
    if against is not None:
        _answer(table, Against(bot=against, deals=deals, seed=seed), as_json=as_json)
        return
    chips = rules.purse
    asked = Asked(
        about=about(table, 0),
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

    def solver() -> Solver:
        every = held(of) if draw == "best" else classes(of)
        return Solver(every, walk(table), every.told_apart(hands))

    solve(solver, of, asked, after, start=start, iterations=iterations, to=to, keep=keep, as_json=as_json)


def _answer(table: "BragPokerGame", of: Against, *, as_json: bool) -> None:
    """Find an answer to a bot, play the answer, and print what it gains."""
    from prial.bots.registry import maker
    from prial.games.brag_poker.study.response import MOST, Answer, OneDeal

    rules, deal = table.rules, OneDeal(table)
    unit, blinds = rules.big_blind, [rules.small_blind, rules.big_blind]
    answers, gain, error = play(
        lambda *asked: Answer(deal, *asked), maker(table.name, of.bot)(deal.game), of, MOST, rules.players
    )
    more, how = duelled(answers, of, unit)
    tell(
        Found(
            game=table,
            seed=of.seed,
            bot=of.bot,
            lines=[f"Brag Poker for {_COUNTS[rules.players]}, {rules.purse} chips each, blinds {blinds[0]} and {blinds[1]}"],
            plain={"players": rules.players, "chips": rules.purse, "blinds": blinds, "deals": of.deals},
            gain=gain / unit,
            error=error / unit,
            units="big blinds",
            how=how,
            more=more,
        ),
        as_json=as_json,
    )
