"""``prial solve xap_xam``: the best answer to a bot."""

import click

from prial.cli.support.answering import Found, against_options, compiled, sampled, tell, whom
from prial.cli.support.rules_asked import RulesAsked, with_rules
from prial.cli.support.screen import ticking


@click.command("solve")
@with_rules(players=True, game_word=True, default="xap_xam")
@against_options(sampled=(200, 1000))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(asked: RulesAsked, *, against: str | None, hands: int, worlds: int, seed: int, as_json: bool) -> None:
    """Find the best answer to a bot, and print its gain.

    There are two bots, sharp and greedy. The bot that you choose plays all other seats, and you know how it plays. You are dealt
    many hands. For each hand, an opponent's cards are drawn again and again from the rest of the pack. The ways in which you can
    set your cards, and your instant wins, are tried against all these draws. The best choice is found in one half of the draws,
    and its gain is measured in the other half. The gain is what your choice wins, minus what the bot's own choice would win with
    the same hand. It is given in units per deal, as the mean over all seats.

    \b
    prial solve xap_xam --against sharp
    prial solve xap_xam --against greedy --preset chinese_poker
    prial solve xap_xam --against sharp --hands 1000 --worlds 4000 --json
    """  # noqa: D301  # \b is click's, and means: don't wrap
    from prial.games.xap_xam import XapXamGame
    from prial.games.xap_xam.study.counting import BOTS, answered

    bot = whom(against, "Xập xám", BOTS)
    game = asked.make()
    assert isinstance(game, XapXamGame)
    compiled()
    with ticking(f"{hands:,} hands", hands) as ticker:
        gain = answered(game, bot, hands=hands, worlds=worlds, seed=seed, watch=lambda done: ticker.at(done, hands))
    tell(
        Found(
            game=game,
            seed=seed,
            bot=bot,
            lines=[f"{asked.title}: {game.seats} players"],
            plain={"players": game.seats, "hands": hands, "worlds": worlds},
            gain=gain.mean,
            error=gain.error,
            units="units",
            how=sampled(hands, worlds),
        ),
        as_json=as_json,
    )
