"""``prial arrange`` for Crash: the best splits of a hand."""

import click
from rich.table import Table
from rich.text import Text

from prial.arrange.search import Split
from prial.cards import best_first, name, parse
from prial.cli.support.rules_asked import RulesAsked, with_rules
from prial.cli.support.screen import BRASS, DIM, ORDINALS, Look, console, emit_json
from prial.core.rules import Preset
from prial.errors import CardError, add_sentences, refuse
from prial.games.crash import CrashGame
from prial.games.crash.splits import splits
from prial.games.crash.study.judge import Judge
from prial.games.crash.study.worth import counted

add_sentences("en", {"arrange.count": "Crash is played with 13 cards, and Brag also with 9, 7 or 6. You gave {count}."})

_OTHERS = 3
"""Number of opponents against which a split is judged."""


@click.command("arrange")
@click.argument("cards", nargs=-1, required=True, metavar="CARDS...")
@with_rules(default="crash")
@click.option(
    "--front", "show_front", is_flag=True, help="Show all good splits: those that no other split equals or beats in every place."
)
@click.option("--four-colour", is_flag=True, help="Draw each suit in a colour of its own.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(asked: RulesAsked, *, cards: tuple[str, ...], show_front: bool, four_colour: bool, as_json: bool) -> None:
    """Find the best split of a hand.

    Thirteen cards make four hands, nine make three, and seven or six make two. The best split brings the greatest number of
    points per deal, on average, against three players who choose their splits by the strongest bot's tables of chances.

    \b
    prial arrange AsAhAd KsQsJs 7c8d9h 2c2d5h 4s
    prial arrange "3s3h3d 9c9d2h 7c7d2d" --front
    prial arrange AsAhAdKsQsJs7c8d9h2c2d5h4s --front --json
    """  # noqa: D301  # \b is click's, and means: don't wrap
    cards = asked.take_game(cards)
    hand = parse(" ".join(cards))
    game = _table(asked, len(hand))
    rules = game.rules
    if len(hand) != rules.cards:
        raise CardError(refuse("card.count", count=len(hand), wanted=rules.cards))
    found = splits(game.scorer, hand)
    judge = Judge(game, best_first(hand), _OTHERS)
    best_worth, best = judge.best()
    if as_json:
        answer: dict[str, object] = {"best": _named(best)}
        if show_front:
            answer["front"] = [{"hands": _named(split), "strengths": split.strengths} for split in found]
        emit_json(answer)
        return
    screen = console()
    look = Look(screen, four_colour=four_colour)
    for split in found if show_front else [best]:
        first = split.strengths == best.strengths
        worth = Text(f"{judge.worth(split.hands, split.strengths):.2f} points a deal", BRASS if first else DIM)
        screen.print(worth.append("  ✓ best") if first and show_front else worth)
        screen.print(_rows(game, split, look))
        if show_front:
            screen.print()
    greedy = found[0]
    if not show_front and greedy.strengths != best.strengths:
        lost = best_worth - judge.worth(greedy.hands, greedy.strengths)
        screen.print(Text(f"Best hand first, {greedy}, would cost {lost:.2f} points a deal.", DIM))
    if note := counted(rules):
        screen.print(Text(note, DIM))


def _table(asked: RulesAsked, count: int) -> CrashGame:
    """Make a table under the rules asked for, with ``count`` cards for each player unless the rules give a number."""
    preset, schema = asked.preset, asked.kind.schema
    options = preset.options if isinstance(preset, Preset) else schema.inherited(preset)
    more: dict[str, str | int] = {}
    if "cards" not in asked.given and "cards" not in options:
        found = next((name for name in schema.presets if schema.make(None, name).cards == count), None)
        if found is None:
            raise CardError(refuse("arrange.count", count=count))
        more = schema.inherited(found) if preset is None else {"cards": count}
    game = asked.make(**{**more, "players": 4})
    assert isinstance(game, CrashGame)
    return game


def _named(split: Split) -> list[list[str]]:
    return [[name(card) for card in hand] for hand in split.hands]


def _rows(game: CrashGame, split: Split, look: Look) -> Table:
    table = Table.grid(padding=(0, 2))
    for place, hand in enumerate(split.hands):
        label = Text(game.scorer.ranking.label(game.scorer.ranking.strength(hand)))
        if not split.strengths[place]:
            label = label.append(", doesn't count")
            label.stylize(DIM)
        table.add_row(Text(f"  {ORDINALS[place]}", DIM), look.cards(hand), label)
    return table
