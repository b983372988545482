"""What is shown: the console, cards and pegs as they look at a terminal, JSON for programs, and progress on stderr."""

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any, Final

import click
import msgspec
from rich.console import Console
from rich.measure import Measurement
from rich.padding import Padding
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from prial.cards import Card, suit, symbol

BRASS: Final = "bold #d8a32b"
"""The one thing to do next, and whoever won."""
DIM: Final = "dim"
GOOD: Final = "green"
BAD: Final = "red"
_PAPER: Final = "#f4ecd8"
_TWO_COLOURS: Final = ("#1c1c1c", "#b3121d", "#b3121d", "#1c1c1c")
_FOUR_COLOURS: Final = ("#11702c", "#1a4fa3", "#b3121d", "#1c1c1c")
_TWO_WRITTEN: Final = ("", "red", "red", "")
_FOUR_WRITTEN: Final = ("green", "blue", "red", "")
"""Where there is no paper."""
ORDINALS: Final = ("1st", "2nd", "3rd", "4th")
_LINE: Final = 110
"""Columns of a line of JSON."""
_PATIENCE: Final = 2.0
"""Seconds before a progress bar is worth showing."""


def console(*, stderr: bool = False, file: IO[str] | None = None) -> Console:
    """A console that shows text as it is: nothing in it is taken for markup, and nothing is coloured by guessing."""
    return Console(stderr=stderr, file=file, highlight=False, markup=False, emoji=False)


def print_story(screen: Console, markdown: str) -> None:
    """Print paragraphs of Markdown, a little to the right."""
    from rich.markdown import Markdown  # what it needs takes longer to load than all else of a verb

    screen.print(Padding(Markdown(markdown), (0, 0, 0, 2)))


def print_table(screen: Console, table: Table) -> None:
    """Print a table; on too narrow a screen each row becomes a few lines, so that no name and no number is cut off."""
    whole = Measurement.get(screen, screen.options.update_width(1000), table).maximum
    if whole <= screen.width:
        screen.print(table)
        return
    headings = [str(column.header) for column in table.columns]
    for row in zip(*[list(column.cells) for column in table.columns], strict=True):
        first = str(row[0])
        screen.print(Text(f"{headings[0]} {first}" if first.isdigit() else first, BRASS))
        for heading, cell in zip(headings[1:], row[1:], strict=True):
            if heading and str(cell):
                screen.print(Text(f"  {heading}: ", DIM).append(str(cell), "default"))


def emit_json(value: Any) -> None:
    """Print a value as JSON, readable by people too: whatever fits stands on one line."""
    click.echo(_laid_out(msgspec.to_builtins(value)))


def _laid_out(value: Any, indent: int = 0, used: int = 0) -> str:
    flat = msgspec.json.format(msgspec.json.encode(value), indent=0).decode()
    if indent + used + len(flat) <= _LINE or not isinstance(value, dict | list | tuple) or not value:
        return flat
    pad = "\n" + " " * indent
    if isinstance(value, dict):
        parts = [f'"{key}": {_laid_out(each, indent + 2, len(key) + 4)}' for key, each in value.items()]
        return "{" + ",".join(f"{pad}  {part}" for part in parts) + pad + "}"
    return "[" + ",".join(f"{pad}  {_laid_out(each, indent + 2)}" for each in value) + pad + "]"


class Look:
    """How cards are drawn: on paper where the terminal has colours, as plain letters and symbols where it hasn't."""

    def __init__(self, screen: Console, *, four_colour: bool = False) -> None:
        self.screen = screen
        self.colour = screen.color_system is not None and not screen.no_color
        self._ink = _FOUR_COLOURS if four_colour else _TWO_COLOURS
        self._written = _FOUR_WRITTEN if four_colour else _TWO_WRITTEN

    def card(self, card: Card) -> Text:
        """One card."""
        if not self.colour:
            return Text(symbol(card))
        return Text(f" {symbol(card)} ", style=f"bold {self._ink[suit(card)]} on {_PAPER}")

    def cards(self, cards: Iterable[Card], width: int = 0) -> Text:
        """Cards side by side, filled up with spaces to a width in columns."""
        text = Text(" ").join([self.card(card) for card in cards])
        text.append(" " * max(0, width - text.cell_len))
        return text

    def backs(self, count: int) -> Text:
        """Cards face down, side by side."""
        return Text(" ").join([Text(" ▒▒ " if self.colour else "▒▒", style=DIM)] * count)

    def groups(self, groups: Iterable[Sequence[Card]]) -> Text:
        """Groups of cards with a gap between, a small one where they would not fit on a line."""
        parts = [self.cards(group) for group in groups]
        wide = Text("   ").join(parts)
        return wide if wide.cell_len <= self.screen.width - 6 else Text(" ").join(parts)

    def inline(self, hands: Iterable[Sequence[Card]]) -> Text:
        """Hands in a line of text, where there is no room for paper."""
        return Text("  ").join(
            [Text(" ").join([Text(symbol(card), self._written[suit(card)]) for card in hand]) for hand in hands]
        )

    def width(self, cards: int) -> int:
        """Columns that so many cards side by side take at most."""
        return cards * (6 if self.colour else 4) - 1


def pegs(score: int, target: int) -> Text:
    """A score on the peg board."""
    filled = max(0, min(score, target))
    return Text.assemble(("●" * filled, BRASS), ("○" * (target - filled), DIM))


def bar(share: float, width: int = 40) -> Text:
    """A bar as long as a share, 0 to 1, of a width in columns."""
    halves = round(2 * width * share)
    return Text("█" * (halves // 2) + "▌" * (halves % 2), style=BRASS)


class Ticker:
    """Counts what is done and shows a progress bar on stderr once it takes longer than two seconds."""

    def __init__(self, what: str, total: int) -> None:
        self._what, self._total, self._done = what, total, 0
        self._progress: Progress | None = None
        self._task: TaskID | None = None
        # A timer, because the first step may be the long one: compiling
        self._timer = threading.Timer(_PATIENCE, self._show)
        self._timer.daemon = True
        self._timer.start()

    def _show(self) -> None:
        screen = console(stderr=True)
        if not screen.is_terminal:
            return  # whoever collects stderr wants sentences there
        words, percent = TextColumn("{task.description}"), TextColumn("{task.percentage:>3.0f}%")
        progress = Progress(words, BarColumn(), percent, TimeRemainingColumn(), console=screen, transient=True)
        self._task = progress.add_task(self._what, total=self._total, completed=self._done)
        progress.start()
        self._progress = progress

    def add(self, number: int = 1) -> None:
        """So many more are done."""
        self.at(self._done + number, self._total)

    def at(self, done: int, total: int, what: str = "") -> None:
        """Show how much is done of how much, and of what where that has changed."""
        self._done, self._total, self._what = done, total, what or self._what
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, completed=done, total=total, description=self._what)

    def close(self) -> None:
        """Take the bar away."""
        self._timer.cancel()
        if self._timer.is_alive():
            self._timer.join()
        if self._progress is not None:
            self._progress.stop()


@contextmanager
def ticking(what: str, total: int) -> Iterator[Ticker]:
    """A `Ticker` that is closed at the end, come what may."""
    ticker = Ticker(what, total)
    try:
        yield ticker
    finally:
        ticker.close()
