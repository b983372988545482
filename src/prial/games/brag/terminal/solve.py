"""``prial solve brag``: solves the betting of two players."""

from pathlib import Path

import click

from prial.cli.support.answering import Against, Found, against_options, alone, duelled, play, tell
from prial.cli.support.rows import about
from prial.cli.support.rules_asked import RulesAsked
from prial.cli.support.solving import Asked, one_core, solve, solving_options


def _numbers(_ctx: click.Context, _parameter: click.Parameter, text: str | None) -> tuple[int, ...] | None:
    """Read a text such as ``1,2,4`` as whole numbers of at least 1, and sort them."""
    if text is None:
        return None
    try:
        numbers = tuple(sorted({int(word) for word in text.split(",")}))
    except ValueError:
        numbers = ()
    if not numbers or numbers[0] < 1:
        raise click.BadParameter(f"{text!r} is not a list of bets, as in 1,2,4")
    return numbers


@click.command("solve")
@click.argument("game", default="brag", metavar="[GAME]")
@click.option(
    "--chips",
    type=click.IntRange(2),
    metavar="N",
    show_default="6, or 100 with --against",
    help="Chips of each player, including the ante.",
)
@click.option(
    "--ante", type=click.IntRange(1), metavar="N", show_default="as in the rules", help="Chips that each player puts in first."
)
@click.option(
    "--bets",
    callback=_numbers,
    metavar="N,...",
    help="Consider only these bets, the smallest allowed bet, and a bet of all chips.",
    show_default="all",
)
@against_options(deals=4000)
@solving_options("ANTES")
@click.pass_context
def command(  # noqa: PLR0913  # one parameter an option
    ctx: click.Context,
    *,
    game: str,
    preset: str | None,
    settings: tuple[str, ...],
    chips: int | None,
    against: str | None,
    deals: int,
    seed: int,
    ante: int | None,
    bets: tuple[int, ...] | None,
    hands: str,
    iterations: int,
    to: float,
    keep: Path | None,
    after: str,
    as_json: bool,
) -> None:
    """Work out how two players should bet, or the best answer to a bot.

    One deal of Brag between two players is solved by CFR+. The result is a strategy for each seat, and its exploitability: what
    a player would gain by a best response, averaged over the two seats.

    The strategies treat similar hands alike. For this, the hands are put into 150 groups, from the worst hands to the best. The
    option --hands strengths makes a group for each of the 741 strengths. The option --hands classes makes a group for each of
    the 1,755 classes; hands of one class differ only by suits. The best response always tells apart all classes, and counts how
    often two classes meet. A pot that would be carried counts as won. Nobody looks at cards or buys chips while the other
    decides.

    \b
    prial solve brag
    prial solve brag --chips 5 --hands classes --to 0.001
    prial solve brag --chips 12 --bets 1,2,4 --set blind=off
    prial solve brag --after "look, bet 1" --json
    prial solve brag --keep solved.npz --to 0.001     goes on from the file, if it exists
    prial solve brag --against canny
    prial solve brag --against plain --preset pagat --chips 40 --deals 20000

    With --against, the bot is asked for its action with each hand. This covers every turn that an opponent can bring about. From
    the bot's actions the best answer is worked out, and played against the bot. This takes minutes if the bot takes long for an
    action.

    Seat 0 bets first, and seat 1 deals. Ctrl-C ends the work and shows what was found so far.
    """  # noqa: D301  # \b is click's, and means: don't wrap
    start = one_core()
    if against is not None:
        alone(ctx, {"game", "preset", "settings", "chips", "ante", "against", "deals", "seed", "as_json"})
    from prial.games.brag import BragGame
    from prial.games.brag.hands import ranking_of
    from prial.games.brag.study.walk import walk
    from prial.study.solve.cfr import Solver
    from prial.study.solve.hands import classes

    of_rules = RulesAsked(game, preset, settings)
    chips = chips or (6 if against is None else 100)
    table = of_rules.make(players=2, purse=chips, length=1, **({} if ante is None else {"ante": ante}))
    assert isinstance(table, BragGame)
    if against is not None:
        from prial.bots.registry import maker
        from prial.games.brag.study.response import duel
        from prial.study.solve.response import MOST, Answer

        asked_of, unit, asks = duel(table), table.rules.ante, Against(bot=against, deals=deals, seed=seed)
        bot = maker(table.name, against)(asked_of.game)
        answers, gain, error = play(lambda *given: Answer(asked_of, *given), bot, asks, MOST)
        more, how = duelled(answers, asks, unit)
        tell(
            Found(
                game=table,
                seed=seed,
                bot=against,
                lines=[f"Brag for two, {chips} chips each, ante {unit}"],
                plain={"chips": chips, "ante": unit, "deals": deals},
                gain=gain / unit,
                error=error / unit,
                units="antes",
                how=how,
                more=more,
            ),
            as_json=as_json,
        )
        return
    of, unit = ranking_of(table.rules), table.rules.ante
    which = "all bets" if bets is None else f"bets of {', '.join(map(str, bets))}, the smallest allowed and all chips"
    asked = Asked(
        about=about(table, 0),
        lines=[f"Brag for two, {chips} chips each, ante {unit}: {which}"],
        plain={"chips": chips, "ante": unit, "bets": bets or "all", "hands": hands},
        unit=unit,
        units="antes",
        first="Who bets first",
        wins="The first to bet",
    )

    def solver() -> Solver:
        every = classes(of)
        return Solver(every, walk(table, bets), every.told_apart(hands))

    solve(solver, of, asked, after, start=start, iterations=iterations, to=to, keep=keep, as_json=as_json)
