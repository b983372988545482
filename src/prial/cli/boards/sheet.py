"""Draws, for the terminal, the score of a game with real cards: the score sheet, a peg board, tokens, chips, and payments."""

from collections.abc import Iterator
from typing import Final

from rich.table import Table
from rich.text import Text

from prial.cli.support.screen import BAD, BRASS, DIM, GOOD, bar
from prial.core.game import Seat
from prial.errors import listed
from prial.study.scorekeeper import Marks, Standing
from prial.study.sheet import Page, payments

_GROUP: Final = 5
"""Number of holes in a group. A peg board has a gap after each group."""
_BAR: Final = 24
"""Width, in columns, of the bar of a seat that has all the chips."""
_GAIN: Final = 4
"""Width, in columns, of the number of points that a deal brought."""


def sheet_table(page: Page) -> Table:
    """A table of all lines of a sheet, with everybody's score after each line."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=DIM)
    table.add_column("Line", justify="right", style=DIM)
    for name in page.sheet.names:
        table.add_column(name, justify="right")
    table.add_column("", style=DIM, overflow="fold")
    for number, entry in enumerate(page.entries, 1):
        if number > 1 and entry.game != page.entries[number - 2].game:
            table.add_section()
        cells = []
        for seat, score in enumerate(entry.after.scores):
            gained = _gained(page, entry.before, entry.after, seat)
            out = seat not in entry.after.playing and not entry.after.over
            cell = Text(str(score), BRASS if seat in entry.after.winners else DIM if out else "")
            cells.append(cell.append(f" {gained:+}".rjust(_GAIN) if gained else " " * _GAIN, GOOD if gained > 0 else BAD))
        table.add_row(str(number), *cells, entry.text)
    return table


def _gained(page: Page, before: Standing, after: Standing, seat: Seat) -> int:
    """What a seat has won or lost between two standings. Chips that it bought, borrowed or lent don't count."""
    others = sum(number for _, number in page.keeper.besides(before, after, seat))
    return after.scores[seat] - before.scores[seat] - others


def marks(page: Page) -> Iterator[Text]:
    """Lines with the score of the present game: a row of pegs, tokens or chips for each player, then the pot if there is one."""
    keeper, standing = page.keeper, page.standing
    names = page.sheet.names
    wide = max(map(len, names))
    before = page.entries[-1].before if page.entries else standing
    if keeper.marks is Marks.PEGS:
        yield Text(f"  {'':{wide}}  {_numbers(keeper.top)}", DIM)
    for seat, name in enumerate(names):
        score, last = standing.scores[seat], before.scores[seat]
        out = seat not in standing.playing and not standing.over
        line = Text.assemble((f"  {name:{wide}}  ", BRASS if seat in standing.winners else DIM if out else ""))
        if keeper.marks is Marks.PEGS:
            line.append_text(pegs(score, last, keeper.top)).append(f"  {score}")
        elif keeper.marks is Marks.TOKENS:
            line.append("●" * score, BRASS).append("○" * (keeper.top - score), DIM)
        else:
            line.append_text(_chips(standing, seat, _gained(page, before, standing, seat)))
            for word, chips in page.keeper.besides(before, standing, seat):
                line.append(f"  {word} {abs(chips)}", DIM)
        if seat in standing.winners:
            line.append("  won", BRASS)
        elif out:
            line.append("  out", DIM)
        yield line
    if standing.pot:
        yield Text(f"  In the pot: {standing.pot}", BRASS)


def pegs(score: int, last: int, target: int) -> Text:
    """One row of a peg board, with a hole for each point. The front peg shows ``score``, and the back peg shows ``last``.

    Args:
        score: the score now. A score above the target is shown in the last hole.
        last: the score before the last line of the sheet.
        target: number of points in the row. The row has one more hole, for the score 0.
    """
    front, back = min(score, target), min(last, target)
    row = Text()
    for hole in range(target + 1):
        if hole % _GROUP == 1:
            row.append(" ")
        if hole == front:
            row.append("●", BRASS)
        else:
            row.append("●" if hole == back else "○", DIM)
    return row


def _numbers(target: int) -> str:
    """The line of hole numbers above a peg board."""
    row = [" "] * len(pegs(0, 0, target).plain)
    for hole in [*range(_GROUP, target - 1, _GROUP), target]:
        at = hole + (hole - 1) // _GROUP + 2
        row[at - len(str(hole)) : at] = str(hole)
    return "".join(row)


def _chips(standing: Standing, seat: int, gained: int) -> Text:
    """A seat's score, its gain, and a bar for its share. No bar if a score is below 0, or if all are 0."""
    score = standing.scores[seat]
    total = sum(standing.scores)
    below = min(standing.scores) < 0 or not total
    line = Text(f"{score:+6}" if below else f"{score:6}").append(
        f" {gained:+5}" if gained else " " * 6, GOOD if gained > 0 else BAD
    )
    return line if below else line.append("  ").append_text(bar(score / total, _BAR))


def settling(page: Page) -> Iterator[Text]:
    """Lines for the end of the evening: the winners of the games, everybody's win or loss, and who pays whom."""
    names = page.sheet.names
    for number, game in enumerate(page.games, 1):
        won = listed([names[seat] for seat in game.winners])
        yield Text(f"Game {number}: ", DIM).append(
            f"{won} won after {game.deals} deal{'s' if game.deals > 1 else ''}.", "default"
        )
    if not any(page.ledger):
        if page.standing.deals and not page.standing.over:
            yield Text("The last game wasn't finished, and nothing is due for it.")
        yield Text("Nobody owes anybody anything.")
        return
    yield Text(" · ".join(f"{name} {won:+}" for name, won in zip(names, page.ledger, strict=True)))
    for each in payments(page.ledger):
        yield Text(f"{names[each.payer]} pays {names[each.to]} {each.amount}.", BRASS)
