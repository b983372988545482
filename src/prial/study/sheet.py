"""A sheet for an evening of real cards: what a person with a pencil writes down deal by deal, and what it comes to.

A `Sheet` is data: who plays, by which rules, and a line a deal. What it comes to is a fold over its lines (`Page`), so to undo is
to leave the last line out, and to correct is to write another one in its place. What a line may say and what it brings is the
game's to know: a `prial.study.scorekeeper.Scorekeeper`, which settles with the game's own rules. When a game is over the next
line begins another one of the same people, and the money goes on.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

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
        "sheet.many": "These rules are for {players} players, and the sheet names {names}.",
        "sheet.dealer": "One name belongs behind 'dealer': who deals next.",
        "sheet.no_line": "There is no line {number}: the sheet has {lines}.",
        "sheet.line": "Line {number} ({text}): {why}",
        "sheet.nothing": "There is nothing to take back.",
    },
)

FORMAT: Final = 1


class Sheet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An evening as data: what a file holds, here and in a browser."""

    prial_sheet: int
    """Format of the sheet; 1."""
    game: str
    """The game's name."""
    rules: dict[str, Any] = {}
    """A preset's name under ``preset``, and options by name, as a record has them."""
    names: tuple[str, ...]
    """The players in the order in which they sit, to the left."""
    dealer: str = ""
    """Who deals first; empty for the first player."""
    lines: tuple[str, ...] = ()
    """What was written down, a line a deal."""
    settled: bool = False
    """Whether the evening is over and settled up."""
    title: str = ""
    """What the rules are called, for people."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A line and what it did."""

    text: str
    game: int
    """Which game of the evening it belongs to, from 0."""
    before: Standing
    after: Standing

    @property
    def money(self) -> tuple[int, ...]:
        """What it did to the money, by seat."""
        return tuple([now - then for then, now in zip(self.before.ledger, self.after.ledger, strict=True)])


class Payment(msgspec.Struct, frozen=True):
    """Somebody pays somebody when all is settled up."""

    payer: Seat
    to: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet and what its lines come to. Made by `open_sheet`; whatever changes makes another one."""

    sheet: Sheet
    kind: Kind
    keeper: Scorekeeper[Any]
    entries: tuple[Entry, ...]
    standing: Standing
    """How the present game stands."""
    finished: tuple[Standing, ...] = ()
    """How each game before it ended."""

    @property
    def ledger(self) -> tuple[int, ...]:
        """Money of the evening, by seat, as if it ended now; it sums to zero."""
        now = self.standing.ledger if self.standing.over else self.keeper.close(self.standing)
        return tuple(map(sum, zip(now, *[game.ledger for game in self.finished], strict=True)))

    @property
    def games(self) -> tuple[Standing, ...]:
        """Each game of the evening that is over."""
        return (*self.finished, *([self.standing] if self.standing.over else []))

    def add(self, text: str) -> "Page":
        """The page with one more line.

        Args:
            text: the line; names may be shortened.
        Raises:
            PrialError: it can't be understood or isn't allowed, in one sentence. The page stays as it is.
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
        """The page without its last line.

        Raises:
            PrialError: it has none.
        """
        if not self.entries:
            raise PrialError(refuse("sheet.nothing"))
        return self._with_lines(self.sheet.lines[:-1])

    def correct(self, number: int, text: str) -> "Page":
        """The page with another line in the place of one.

        Args:
            number: of the line, from 1.
            text: what it should have been.
        Raises:
            PrialError: there is no such line, or this one or a later one isn't allowed any more. The page stays as it is.
        """
        lines = self.sheet.lines
        if not 1 <= number <= len(lines):
            raise PrialError(refuse("sheet.no_line", number=number, lines=len(lines)))
        return self._with_lines((*lines[: number - 1], text, *lines[number:]))

    def settle_up(self) -> "Page":
        """The page of an evening that is over."""
        return replace(self, sheet=msgspec.structs.replace(self.sheet, settled=True))

    def _with_lines(self, lines: tuple[str, ...]) -> "Page":
        return open_sheet(msgspec.structs.replace(self.sheet, lines=lines, settled=False))


def open_sheet(sheet: Sheet, find_preset: Callable[[str], str | Preset] = str) -> Page:
    """A sheet and what it comes to.

    Args:
        sheet: the sheet. That of the page has its rules written out.
        find_preset: finds presets by name, somebody's own ones too.
    Raises:
        PrialError: a game or rules that don't exist, names that can't stand there, or a line that isn't allowed.
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
    """A sheet from JSON.

    Raises:
        PrialError: text that is none.
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
    """A sheet as JSON, one deal a line, so that people can read it."""
    plain = msgspec.to_builtins(sheet)
    lines = [msgspec.json.encode(line).decode() for line in plain.pop("lines", [])]
    head = [f'"{key}": {msgspec.json.encode(value).decode()}' for key, value in plain.items()]
    head.append('"lines": [' + ("\n  " + ",\n  ".join(lines) + "\n" if lines else "") + "]")
    return "{" + ",\n".join(head) + "}\n"


def payments(ledger: Sequence[int]) -> Iterator[Payment]:
    """Who pays whom so that everybody is even: at most one payment fewer than there are players.

    Args:
        ledger: money won and lost, by seat, summing to zero.
    """
    left = list(ledger)
    while any(left):
        payer, richest = left.index(min(left)), left.index(max(left))
        # Who is owed exactly as much comes first: then two people are even at once
        to = left.index(-left[payer]) if -left[payer] in left else richest
        amount = min(-left[payer], left[to])
        left[payer] += amount
        left[to] -= amount
        yield Payment(payer, to, amount)
