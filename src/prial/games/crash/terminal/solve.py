"""``prial solve crash``: the best answer to a bot."""

import click

from prial.cli.support.answering import Found, against_options, compiled, sampled, tell, whom
from prial.cli.support.rules_asked import RulesAsked, with_rules
from prial.cli.support.screen import ticking


@click.command("solve")
@with_rules(players=True, game_word=True, default="crash")
@against_options(sampled=(200, 2000))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(asked: RulesAsked, *, against: str | None, hands: int, worlds: int, seed: int, as_json: bool) -> None:
    """Find the best answer to a bot, and say what the answer gains.

    You know the bot (sharp or greedy), and the bot plays all other seats. You are dealt many hands. For each hand, the other
    cards are dealt to the other players again and again. Every split that matters is tried against all these deals. The best
    split is chosen on one half of the deals, and measured on the other half. The gain is how much more your split makes than the
    bot's own split of the same hand.

    The gain is in points per deal, at the start of a game. A crash brings as many points as in the command prial review. In a
    game for the pot, the gain is in pots. A pot that stays counts as an equal share for each player. Spare hands, declarations
    and announcements are left out.

    \b
    prial solve crash --against sharp
    prial solve crash --against greedy --preset nine --players 3
    prial solve crash --against sharp --hands 1000 --worlds 4000 --json
    """  # noqa: D301  # \b is click's, and means: don't wrap
    from prial.games.crash import CrashGame
    from prial.games.crash.settings import Scoring
    from prial.games.crash.study.response import BOTS, respond
    from prial.games.crash.study.response import against as sampling_of

    bot = whom(against, "Crash", BOTS)
    game = asked.make()
    assert isinstance(game, CrashGame)
    compiled()
    value, sampling = sampling_of(game, bot, worlds)
    with ticking(f"{hands:,} hands", hands) as ticker:
        gain = respond(value, sampling, hands=hands, seed=seed, of=game.scorer.ranking, watch=lambda done: ticker.at(done, hands))
    tell(
        Found(
            game=game,
            seed=seed,
            bot=bot,
            lines=[f"{asked.title}: {game.seats} players, {game.rules.cards} cards each"],
            plain={"players": game.seats, "cards": game.rules.cards, "hands": hands, "worlds": sampling.samples},
            gain=gain.points,
            error=gain.error,
            units="pots" if game.rules.scoring is Scoring.POT else "points",
            how=sampled(hands, sampling.samples),
        ),
        as_json=as_json,
    )
