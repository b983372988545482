"""A score sheet for an evening with real cards: the lines that somebody writes down, and the scores after each line.

A `Sheet` has the players, the rules and the lines. A `Page` is a sheet with the scores after each line. Each game counts scores
by its own rules (`prial.study.scorekeeper.Scorekeeper`). When a game is over, the next line begins another game with the same
players. The money is added up over the evening.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from prial.arguments import explained
from prial.core.game import Seat
from prial.core.kind import Kind
from prial.core.registry import find
from prial.core.rules import Preset
from prial.errors import PrialError, add_sentences, refuse, why_unreadable
from prial.study.scorekeeper import DEALER, Scorekeeper, Standing, check_players, player_named, read_words

add_sentences(
    "en",
    {
        "sheet.form": "This is not a sheet: {why}.",
        "sheet.format": "This sheet has the format {found}; this program reads {known}.",
        "sheet.many": "These rules are for {players} players, but the sheet names {names}.",
        "sheet.dealer": "Write one name after 'dealer': who deals next.",
        "sheet.no_line": "There is no line {number}: the sheet has {lines}.",
        "sheet.line": "Line {number} ({text}): {why}",
        "sheet.nothing": "There is nothing to take back.",
    },
)

FORMAT: Final = 1
"""Format number of the sheets that this version reads and writes."""


class Sheet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The score sheet of an evening, as it is saved in a file or in a browser."""

    prial_sheet: int
    """Format number of the sheet (see `FORMAT`)."""
    game: str
    """The game's name."""
    rules: dict[str, Any] = {}
    """Maps each option's name to its value. The key ``preset`` holds the name of a preset."""
    names: tuple[str, ...]
    """The players' names, indexed by seat, clockwise around the table."""
    dealer: str = ""
    """Name of the player who deals first. If it is empty, the player in seat 0 deals first."""
    lines: tuple[str, ...] = ()
    """The lines that were written down, in order. Most of them tell the result of a deal."""
    settled: bool = False
    """Whether the evening is over and the money has been paid."""
    title: str = ""
    """A name for the rules, as people read it."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the sheet, with the scores before and after it."""

    text: str
    """The line as the sheet keeps it, with full names."""
    game: int
    """Number of the game to which the line belongs. The evening's first game is 0."""
    before: Standing
    """The scores before the line."""
    after: Standing
    """The scores after the line."""

    @property
    def money(self) -> tuple[int, ...]:
        """Money that the line brought each seat, indexed by seat; below 0 for a loss."""
        return tuple([now - then for then, now in zip(self.before.ledger, self.after.ledger, strict=True)])


class Payment(msgspec.Struct, frozen=True):
    """What one player pays another at the end of the evening."""

    payer: Seat
    """Seat of the player who pays."""
    to: Seat
    """Seat of the player who gets the money."""
    amount: int
    """The amount, in the unit of the sheet."""


@dataclass(frozen=True, slots=True)
class Page:
    """A score sheet with the scores after each line, made by `open_sheet`.

    A page never changes: methods such as `add` and `undo` return a new page.
    """

    sheet: Sheet
    """The players, the rules and the lines."""
    kind: Kind
    """The game."""
    keeper: Scorekeeper[Any]
    """Reads the lines and counts the scores, by the sheet's rules."""
    entries: tuple[Entry, ...]
    """The lines of all games, in order. Each entry has a line and the scores before and after this line."""
    standing: Standing
    """The scores now. If the last game is over, these are its final scores."""
    finished: tuple[Standing, ...] = ()
    """The final scores of each game that came before the last one."""

    @property
    def ledger(self) -> tuple[int, ...]:
        """Money that each player has won if the evening ends now, indexed by seat; below 0 for a loss. The sum is zero."""
        now = self.standing.ledger if self.standing.over else self.keeper.close(self.standing)
        return tuple(map(sum, zip(now, *[game.ledger for game in self.finished], strict=True)))

    @property
    def games(self) -> tuple[Standing, ...]:
        """The final scores of each game that is over."""
        return (*self.finished, *([self.standing] if self.standing.over else []))

    def add(self, text: str) -> "Page":
        """Write one more line, and get the new page.

        Args:
            text: the line. Names may be shortened to their first letters.
        Raises:
            PrialError: if the line can't be understood, or the rules don't allow it.
        """
        names, keeper = self.sheet.names, self.keeper
        words = read_words(text, names, keeper.WORDS)
        before, finished = self.standing, self.finished
        if before.over:
            finished = (*finished, before)
            before = keeper.start((before.dealer + 1) % len(names))
        if words[0].text == DEALER and words[0].seat is None:
            if len(words) != 2 or words[1].seat is None:
                raise PrialError(refuse("sheet.dealer"))
            keeper.check_in(words[1].seat, before.playing)
            after = msgspec.structs.replace(keeper.dealt_by(before, words[1].seat), said=(f"{words[1].text} deals next.",))
        else:
            after = keeper.add(before, words)
        kept = " ".join(word.text for word in words).replace(" ;", ";").replace(" = ", "=")
        entry = Entry(text=kept, game=len(finished), before=before, after=after)
        sheet = msgspec.structs.replace(self.sheet, lines=(*self.sheet.lines, kept), settled=False)
        return replace(self, sheet=sheet, entries=(*self.entries, entry), standing=after, finished=finished)

    def undo(self) -> "Page":
        """Take the last line away, and get the new page.

        Raises:
            PrialError: if there is no line.
        """
        if not self.entries:
            raise PrialError(refuse("sheet.nothing"))
        return self._with_lines(self.sheet.lines[:-1])

    def correct(self, number: int, text: str) -> "Page":
        """Replace one line, count all scores again, and get the new page.

        Args:
            number: the line's number, from 1.
            text: the new line.
        Raises:
            PrialError: if there is no such line, or the rules don't allow the new line or a later one.
        """
        lines = self.sheet.lines
        if not 1 <= number <= len(lines):
            raise PrialError(refuse("sheet.no_line", number=number, lines=len(lines)))
        return self._with_lines((*lines[: number - 1], text, *lines[number:]))

    def settle_up(self) -> "Page":
        """Mark the evening as over and all money as paid, and get the new page."""
        return replace(self, sheet=msgspec.structs.replace(self.sheet, settled=True))

    def _with_lines(self, lines: tuple[str, ...]) -> "Page":
        """A new page: the same sheet, but with the given lines instead of its own."""
        return open_sheet(msgspec.structs.replace(self.sheet, lines=lines, settled=False))


@explained
def open_sheet(sheet: Sheet, find_preset: Callable[[str], str | Preset] = str) -> Page:
    """Read the lines of a sheet, and count the scores after each line.

    Args:
        sheet: the sheet. The page has a copy of the sheet, whose rules list every option with its value.
        find_preset: finds a preset by its name, including the user's own presets.
    Raises:
        PrialError: if one of these holds:

            * the game, the preset or an option is unknown, or the game has no score sheet
            * an option can't have its value, or options exclude each other
            * the rules are for another number of players
            * a name can't be used, or the first dealer isn't a player
            * a line can't be understood, or the rules don't allow it
    """
    kind = find(sheet.game)
    maker: type[Scorekeeper[Any]] = kind.needed("sheet")
    check_players(sheet.names, maker)
    schema, given = kind.schema, dict(sheet.rules)
    preset = given.pop("preset", None)
    given.setdefault("players", len(sheet.names))
    rules = schema.stored(given, None if preset is None else find_preset(str(preset)))
    written = schema.written(rules)
    if written["players"] != len(sheet.names):
        raise PrialError(refuse("sheet.many", players=written["players"], names=len(sheet.names)))
    title = sheet.title or (schema.presets[preset].title if preset in schema.presets else "House rules")
    keeper = maker(rules, sheet.names)
    dealer = player_named(sheet.dealer, sheet.names) if sheet.dealer else 0
    empty = msgspec.structs.replace(sheet, rules=written, title=title, lines=())
    page = Page(empty, kind, keeper, (), keeper.start(dealer))
    for number, line in enumerate(sheet.lines, 1):
        try:
            page = page.add(line)
        except PrialError as error:
            raise PrialError(refuse("sheet.line", number=number, text=line[:60], why=str(error))) from error
    return page.settle_up() if sheet.settled else page


def read_sheet(text: str | bytes) -> Sheet:
    """Read a score sheet from JSON text.

    Args:
        text: the JSON.
    Raises:
        PrialError: if the text isn't a sheet.
    """
    try:
        sheet = msgspec.json.decode(text, type=Sheet)
    except UnicodeError as error:
        raise PrialError(refuse("sheet.form", why="it is not text in UTF-8")) from error
    except (msgspec.MsgspecError, RecursionError) as error:
        raise PrialError(refuse("sheet.form", why=why_unreadable(error))) from error
    if sheet.prial_sheet != FORMAT:
        raise PrialError(refuse("sheet.format", found=sheet.prial_sheet, known=FORMAT))
    return sheet


def write_sheet(sheet: Sheet) -> str:
    """Write a score sheet as JSON text that people can read, too: the text has a new line for each line of the sheet."""
    plain = msgspec.to_builtins(sheet)
    lines = [msgspec.json.encode(line).decode() for line in plain.pop("lines", [])]
    head = [f'"{key}": {msgspec.json.encode(value).decode()}' for key, value in plain.items()]
    head.append('"lines": [' + ("\n  " + ",\n  ".join(lines) + "\n" if lines else "") + "]")
    return "{" + ",\n".join(head) + "}\n"


@explained
def payments(ledger: Sequence[int]) -> Iterator[Payment]:
    """Find out who must pay whom, so that all debts are settled. There are fewer payments than players.

    Args:
        ledger: money that each player has won, indexed by seat; below 0 for a loss. The sum is zero.
    """
    left = list(ledger)
    while any(left):
        payer, richest = left.index(min(left)), left.index(max(left))
        # A player who is owed exactly what the payer owes is paid first: that settles two players at once
        to = left.index(-left[payer]) if -left[payer] in left else richest
        amount = min(-left[payer], left[to])
        left[payer] += amount
        left[to] -= amount
        yield Payment(payer, to, amount)
