"""The command ``prial solve stop_the_bus``: looks for a player who gains against a bot."""

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
    help="Number of deals that each candidate plays before the search drops the worse half for the first time.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(asked: RulesAsked, *, against: str | None, deals: int, first: int, seed: int, as_json: bool) -> None:
    """Look for a player who gains against a bot, and print the gain.

    Simple players are made at random. Each of them plays some deals, with the bot in all other seats. Then only the better half
    of the players goes on and plays more deals, and so on until a few are left. Variants of these few are made, and the search
    goes on with all of them until one player is left. This player is measured in new deals, and plays each deal from every seat
    with the same cards. The gain is the average payment of the other players, in tokens, minus the payment of this player.

    A simple player is described by six numbers. Four numbers say how good a hand must be to stop the bus: at the first turn, in
    the rest of the first round, in the second round, and later. The fifth number says how much the player counts on one more
    exchange. The sixth number says how much it avoids giving good cards to the next player. Against the bot called conductor,
    half of the players are of another sort: they play as this bot does, but stop the bus earlier or later.

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
