"""``prial solve stop_the_bus``: an answer to a bot."""

import textwrap

import click

from prial.cli.support.answering import Found, against_options, tell, whom
from prial.cli.support.rules_asked import RulesAsked, with_rules
from prial.cli.support.screen import ticking


@click.command("solve")
@with_rules(players=True, game_word=True, default="stop_the_bus")
@against_options(deals=200)
@click.option(
    "--first",
    default=6,
    show_default=True,
    type=click.IntRange(1),
    metavar="N",
    help="Deals that each player plays in the search before half of them go on.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(asked: RulesAsked, *, against: str | None, deals: int, first: int, seed: int, as_json: bool) -> None:
    """Look for an answer to a bot, and say what it gains.

    Players are drawn who go by six numbers: how good a hand must be to stop the bus with it, at the first turn, in the first
    round, in the second and later, how much they hope for the next card, and how much they grudge the next player the cards in
    the middle. Against conductor, half of them play as it does and stop the bus sooner or later than it would. They play
    against the bot in all other seats, more and more deals with fewer and fewer of them; the best are varied, and play again.
    The one that is left then plays deals that nobody has played, from every seat with the same cards. The gain is what the
    others pay in tokens on average, less what that player pays.

    \b
    prial solve stop_the_bus --against conductor
    prial solve stop_the_bus --against thumb --preset pub --players 2 --first 40 --deals 2000
    """  # noqa: D301  # \b is click's, and means: don't wrap
    from prial.bots.registry import maker, names
    from prial.games.stop_the_bus import BusGame
    from prial.games.stop_the_bus.study.response import SEARCH, measured, search

    bot = whom(against, "Stop the Bus", names("stop_the_bus"))
    game = asked.make()
    assert isinstance(game, BusGame)
    against_bot = maker(game.name, bot)(game)
    with ticking(f"playing against {bot}", SEARCH * first) as ticker:
        player = search(game, against_bot, seed, first, lambda done: ticker.at(done, SEARCH * first))
    with ticking(f"{deals:,} deals", deals) as ticker:
        gain = measured(game, player, against_bot, deals, seed, lambda done: ticker.at(done, deals))
    tell(
        Found(
            game=game,
            seed=seed,
            bot=bot,
            lines=[f"{asked.title}: {game.seats} players"],
            plain={"players": game.seats, "deals": deals, "first": first},
            gain=gain.mean,
            error=gain.error,
            units="tokens",
            how=[
                f"Played in {deals:,} deals that the search hadn't seen, each from every seat; ± is one",
                "standard error.",
                "It is the best of some thirty players.",
                *textwrap.wrap(player.told(), 78),
            ],
            more={type(player).__name__.lower(): {name: round(value, 3) for name, value in player._asdict().items()}},
        ),
        as_json=as_json,
    )
