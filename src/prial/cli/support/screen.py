"""Output: the console, cards and pegs drawn for the terminal, JSON for programs, and progress on stderr."""

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
"""Style of headings, of the next thing to do, and of winners."""
DIM: Final = "dim"
"""Style of text that matters less."""
GOOD: Final = "green"
"""Style of something good."""
BAD: Final = "red"
"""Style of something bad."""
_PAPER: Final = "#f4ecd8"
"""Background of a card."""
_TWO_COLOURS: Final = ("#1c1c1c", "#b3121d", "#b3121d", "#1c1c1c")
_FOUR_COLOURS: Final = ("#11702c", "#1a4fa3", "#b3121d", "#1c1c1c")
"""Colours of the suits on light paper, clubs first, if each suit has its own colour."""
_TWO_WRITTEN: Final = ("", "red", "red", "")
_FOUR_WRITTEN: Final = ("green", "blue", "red", "")
"""Colours of the suits within a line of text, clubs first. An empty name means the colour of the text."""
ORDINALS: Final = ("1st", "2nd", "3rd", "4th")
"""The 1st to the 4th place, as words for people."""
_LINE: Final = 110
"""Longest line of JSON, in columns."""
_PATIENCE: Final = 2.0
"""Seconds before a progress bar appears."""


def console(*, stderr: bool = False, file: IO[str] | None = None) -> Console:
    """A console that prints text as it is. It reads no markup, and colours nothing by itself.

    Args:
        stderr: whether to print to stderr.
        file: the file to print to. None means stderr if ``stderr`` is true, and stdout otherwise.
    """
    return Console(stderr=stderr, file=file, highlight=False, markup=False, emoji=False)


def print_story(screen: Console, markdown: str) -> None:
    """Print paragraphs of Markdown, with an indent."""
    from rich.markdown import Markdown  # takes longer to load than all the rest of a command

    screen.print(Padding(Markdown(markdown), (0, 0, 0, 2)))


def sheet(*headings: str) -> Table:
    """A table without rows yet. A column with an empty heading is for names, and all others are for numbers."""
    table = Table(box=None, pad_edge=False, header_style=DIM)
    for heading in headings:
        table.add_column(heading, justify="left" if not heading else "right")
    return table


def print_table(screen: Console, table: Table) -> None:
    """Print a table. On a narrow screen each row becomes several lines. No name and no number is cut off."""
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
    """Print a value as JSON that people can read too: an object or list that fits on one line is printed on one line."""
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
    """Draws cards: on light paper if the terminal has colours, else as plain letters and symbols.

    Args:
        screen: where the cards will be printed.
        four_colour: whether each suit has its own colour.
    """

    def __init__(self, screen: Console, *, four_colour: bool = False) -> None:
        self.screen = screen
        self.colour = screen.color_system is not None and not screen.no_color
        self._ink = _FOUR_COLOURS if four_colour else _TWO_COLOURS
        self._written = _FOUR_WRITTEN if four_colour else _TWO_WRITTEN

    def card(self, card: Card) -> Text:
        """A card as text: its rank and its suit's symbol, in the suit's colour if the terminal has colours."""
        if not self.colour:
            return Text(symbol(card))
        return Text(f" {symbol(card)} ", style=f"bold {self._ink[suit(card)]} on {_PAPER}")

    def cards(self, cards: Iterable[Card], width: int = 0) -> Text:
        """Cards side by side, followed by spaces up to a width.

        Args:
            cards: the cards.
            width: width of the cards and spaces, in columns; 0 for no spaces.
        """
        text = Text(" ").join([self.card(card) for card in cards])
        text.append(" " * max(0, width - text.cell_len))
        return text

    def backs(self, count: int) -> Text:
        """Cards face down, side by side."""
        return Text(" ").join([Text(" ▒▒ " if self.colour else "▒▒", style=DIM)] * count)

    def groups(self, groups: Iterable[Sequence[Card]]) -> Text:
        """Groups of cards with gaps between the groups. The gaps are smaller if the groups don't fit on a line with wide gaps."""
        parts = [self.cards(group) for group in groups]
        wide = Text("   ").join(parts)
        return wide if wide.cell_len <= self.screen.width - 6 else Text(" ").join(parts)

    def inline(self, hands: Iterable[Sequence[Card]]) -> Text:
        """Hands as coloured text for use within a line. The cards have no light background, unlike those from `card`."""
        return Text("  ").join(
            [Text(" ").join([Text(symbol(card), self._written[suit(card)]) for card in hand]) for hand in hands]
        )

    def width(self, cards: int) -> int:
        """The greatest width, in columns, that this number of cards can have side by side."""
        return cards * (6 if self.colour else 4) - 1


def pegs(score: int, target: int) -> Text:
    """A score as a row of ``target`` holes. Each point fills one hole, until all are filled."""
    filled = max(0, min(score, target))
    return Text.assemble(("●" * filled, BRASS), ("○" * (target - filled), DIM))


def bar(share: float, width: int = 40) -> Text:
    """A bar whose length shows a share.

    Args:
        share: from 0 to 1.
        width: width, in columns, of a bar for the share 1.
    """
    halves = round(2 * width * share)
    return Text("█" * (halves // 2) + "▌" * (halves % 2), style=BRASS)


class Ticker:
    """Counts progress. If stderr is a terminal and the work takes longer than two seconds, a bar is shown on stderr.

    Args:
        what: name of the work.
        total: number of steps.
    """

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
            return  # not a terminal: a bar would only disturb the sentences
        words, percent = TextColumn("{task.description}"), TextColumn("{task.percentage:>3.0f}%")
        progress = Progress(words, BarColumn(), percent, TimeRemainingColumn(), console=screen, transient=True)
        self._task = progress.add_task(self._what, total=self._total, completed=self._done)
        progress.start()
        self._progress = progress

    def add(self, number: int = 1) -> None:
        """Add ``number`` steps to those that are done."""
        self.at(self._done + number, self._total)

    def at(self, done: int, total: int, what: str = "") -> None:
        """Set the progress.

        Args:
            done: number of steps done.
            total: number of steps in all.
            what: new name of the work; empty if it hasn't changed.
        """
        self._done, self._total, self._what = done, total, what or self._what
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, completed=done, total=total, description=self._what)

    def say(self, sentence: str) -> None:
        """Print a sentence on stderr, above the bar if there is one."""
        if self._progress is not None:
            self._progress.console.print(Text(sentence), soft_wrap=True)
        else:
            click.echo(sentence, err=True)

    def close(self) -> None:
        """Remove the bar."""
        self._timer.cancel()
        if self._timer.is_alive():
            self._timer.join()
        if self._progress is not None:
            self._progress.stop()


@contextmanager
def ticking(what: str, total: int) -> Iterator[Ticker]:
    """A context with a `Ticker`, which is closed at the end of the context, even after an error."""
    ticker = Ticker(what, total)
    try:
        yield ticker
    finally:
        ticker.close()
