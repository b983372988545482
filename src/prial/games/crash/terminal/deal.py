"""How a deal of Crash is shown: the showdown place by place, and the scores on the peg board."""

from collections.abc import Sequence
from typing import Final

from rich.table import Table
from rich.text import Text

from prial.cards import parse
from prial.cli.support.screen import BRASS, DIM, Look, pegs
from prial.core.game import Seat
from prial.games.crash.events import Shown
from prial.games.crash.rules import CrashRules
from prial.games.crash.settings import Scoring
from prial.games.crash.settle import Scorer
from prial.games.crash.state import Reason

_PEGS: Final = 21
"""The most holes that a line of the peg board shows."""


def place_rows(shown: Shown, scorer: Scorer, names: Sequence[str], look: Look) -> Table:
    """One place of a showdown: everybody's hand with its name, and who wins the place.

    Args:
        shown: the event of the place.
        scorer: the scorer of the table.
        names: the players' names by seat.
        look: how the cards look on the screen.
    """
    table = Table.grid(padding=(0, 1))
    table.add_column(width=1)
    table.add_column(min_width=max(map(len, names)), no_wrap=True)
    table.add_column(min_width=look.width(3), no_wrap=True)
    table.add_column()
    best = max(shown.strengths)
    for seat, text in enumerate(shown.hands):
        if text is None:
            continue
        cards = parse(text)
        label = Text(scorer.ranking.label(scorer.ranking.strength(cards)))
        wins = seat == shown.winner
        if not shown.strengths[seat]:
            label = Text(f"{label}, doesn't count", style=DIM)
        elif shown.reason in (Reason.STOPPER, Reason.NEXT_BEST) and not wins and _cancelled(shown, seat, best):
            label.append(", level", style=DIM)
        style = BRASS if wins else ""
        table.add_row(
            Text("✓" if wins else "", style), Text(names[seat], style), look.cards(cards), Text(str(label), label.style)
        )
    return table


def _cancelled(shown: Shown, seat: Seat, best: int) -> bool:
    """Whether another hand of the same strength cancelled a seat's hand; ``best`` is the greatest strength in the place."""
    strength = shown.strengths[seat]
    # Level hands cancel each other if they are stronger than the winner's hand.
    above = best if shown.winner is None else shown.strengths[shown.winner] + 1
    return strength >= above and shown.strengths.count(strength) > 1


def peg_board(
    rules: CrashRules, names: Sequence[str], scores: Sequence[int], *, me: Seat | None = None, signs: Sequence[str] = ()
) -> Table:
    """The scores, with one line for each player.

    Args:
        rules: the house rules.
        names: the players' names by seat.
        scores: points by seat.
        me: the seat whose line stands out; None for no seat.
        signs: a few words beside each score, by seat; empty for none.
    """
    table = Table.grid(padding=(0, 2))
    for seat, name in enumerate(names):
        style = "bold" if seat == me else ""
        row = [Text(name, style)]
        if rules.scoring is Scoring.POINTS:
            row.append(pegs(scores[seat], min(rules.target, _PEGS)))
            row.append(Text(f"{scores[seat]}", style))
        else:
            row.append(Text(f"{scores[seat]} {'pot' if scores[seat] == 1 else 'pots'}", style))
        if signs:
            row.append(Text(signs[seat], DIM))
        table.add_row(*row)
    return table
