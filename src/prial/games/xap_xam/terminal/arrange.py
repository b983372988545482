"""``prial arrange`` for Xập xám: the best setting of thirteen cards."""

import click
from rich.table import Table
from rich.text import Text

from prial.arrange.fives import front
from prial.arrange.search import Split
from prial.cards import best_first, name, parse
from prial.cli.support.rules_asked import RulesAsked, with_rules
from prial.cli.support.screen import BRASS, DIM, Look, console, emit_json
from prial.errors import CardError, refuse
from prial.games.xap_xam.bots import Outlook, Sharp
from prial.games.xap_xam.game import CARDS, XapXamGame
from prial.games.xap_xam.instants import VIETNAMESE
from prial.games.xap_xam.rules import Compare
from prial.games.xap_xam.settle import ROWS


@click.command("arrange")
@click.argument("cards", nargs=-1, required=True, metavar="[GAME] CARDS...")
@with_rules(default="xap_xam")
@click.option("--dealer", is_flag=True, help="Set the cards for the dealer (default: for a player against the dealer).")
@click.option(
    "--front",
    "show_front",
    is_flag=True,
    help="Show all good settings: those that no other setting equals or beats in all three hands.",
)
@click.option("--four-colour", is_flag=True, help="Draw each suit in a colour of its own.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    asked: RulesAsked, *, cards: tuple[str, ...], dealer: bool, show_front: bool, four_colour: bool, as_json: bool
) -> None:
    """Find the best way to set thirteen cards as a lower, a middle and an upper hand.

    The best setting is the setting with the greatest expected number of units against an opponent who sets cards well. Instant
    wins that the cards hold are named, too.

    \b
    prial arrange xap_xam AsAhAd KsQsJs 7c8d9h 2c2d5h 4s
    prial arrange --game xap_xam AsAhAdKsQsJs7c8d9h2c2d5h4s --dealer
    prial arrange xap_xam --preset mau_binh AsAhAdKsQsJs7c8d9h2c2d5h4s --front --json
    """  # noqa: D301  # \b is click's, and means: don't wrap
    hand = best_first(parse(" ".join(asked.take_game(cards))))
    if len(hand) != CARDS:
        raise CardError(refuse("card.count", count=len(hand), wanted=CARDS))
    game = asked.make()
    assert isinstance(game, XapXamGame)
    outlook = Sharp(game).outlook(dealer=dealer)
    best, held = outlook.best(hand), game.scorer.held(hand)
    declared = outlook.declares(hand, best)
    settings = front(hand, game.scorer.ranking, level=game.scorer.level) if show_front else [best]
    if as_json:
        answer: dict[str, object] = {"best": _named(best), "worth": _units(outlook, best), "instant": list(held)}
        answer["declare"] = declared and declared.declared
        if show_front:
            answer["front"] = [
                {"hands": _named(each), "strengths": each.strengths, "worth": _units(outlook, each)} for each in settings
            ]
        emit_json(answer)
        return
    screen = console()
    look = Look(screen, four_colour=four_colour)
    against = "an opponent" if game.rules.compare is Compare.EVERYONE else "a player" if dealer else "the dealer"
    for each in settings:
        first = each.strengths == best.strengths
        worth = Text(f"{_units(outlook, each):+.2f} units against {against}", BRASS if first else DIM)
        screen.print(worth.append("  ✓ best") if first and show_front else worth)
        screen.print(_rows(game, outlook, each, look))
        if show_front:
            screen.print()
    for what in held:
        told = f"These cards hold {what.words} ({VIETNAMESE[what]}): {outlook.declaring(what):+.2f} units if declared."
        chosen = declared is not None and declared.declared is what
        screen.print(Text(told + ("  ✓ best" if chosen else ""), BRASS if chosen else DIM))


def _units(outlook: Outlook, split: Split) -> float:
    """Units that a player can expect from a setting if the player declares nothing."""
    return float(outlook.playing(split.strengths))


def _named(split: Split) -> list[list[str]]:
    """The three hands that are to be laid; each is a list of its cards as text."""
    return [[name(card) for card in hand] for hand in split.hands]


def _rows(game: XapXamGame, outlook: Outlook, split: Split, look: Look) -> Table:
    """A table with the cards, the hand's name and the chance to win, for each row of a setting."""
    table = Table.grid(padding=(0, 2))
    for row, (hand, strength) in enumerate(zip(split.hands, split.strengths, strict=True)):
        wins = Text(f"wins {100 * outlook.wins[row, strength]:.0f} of 100", DIM)
        table.add_row(Text(f"  {ROWS[row]}", DIM), look.cards(hand), Text(game.scorer.ranking.label(strength)), wins)
    return table
