"""A score sheet for Xập xám with real cards: a person writes the order of the players in each row, or the units won and lost.

The players of a row are written best first (``Ann Bob=Cat``). Semicolons separate the lower, the middle and the upper row.
Players whose hands lay in a wrong order (mis-set), or who won at once with an instant win, aren't written in any row.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from prial.core.game import Seat
from prial.errors import PrialError, add_sentences, refuse, say
from prial.games.xap_xam.game import XapXamGame
from prial.games.xap_xam.instants import Instant
from prial.games.xap_xam.rules import Compare, StrongFive, XapXamRules
from prial.games.xap_xam.settle import ROWS, Settled
from prial.games.xap_xam.state import GameOver, Table
from prial.ranks.poker import Category
from prial.study.scorekeeper import Marks, Scorekeeper, Standing, Word

add_sentences(
    "en",
    {
        "sheet.xap_xam.rows": "Write three rows, the lower first, with ; between them, not {found}.",
        "sheet.xap_xam.missing": "Write {names} in the {row} row too, or after misset, or after an instant win.",
        "sheet.xap_xam.extra": "{name} has mis-set or won at once: leave {name} out of the rows.",
        "sheet.xap_xam.both": "Write {name} after {first!r} or after {second!r}, not after both.",
        "sheet.xap_xam.level": "Write = between two names of a row that are level.",
        "sheet.xap_xam.strong": "{word!r} earns nothing in the {row} row: leave it out.",
        "sheet.xap_xam.no_royalties": "Strong hands earn no extra units in this game: leave {word!r} out.",
        "sheet.xap_xam.weaker": "{name} has {word!r}: write {name} before every player with a weaker hand.",
        "sheet.xap_xam.no_instant": "{word!r} isn't an instant win in this game.",
        "sheet.xap_xam.sum": "Units won and lost must add up to 0, but these add up to {sum:+}.",
        "sheet.xap_xam.units": "Write a number after {name}: the units won, with a minus if they were lost.",
        "sheet.xap_xam.one_missing": "Write the units of every player; you may leave out one.",
        "sheet.xap_xam.won": "{winners}.",
        "sheet.xap_xam.even": "Nobody wins anything.",
        "sheet.xap_xam.mis_set": "{seat} has mis-set.",
        "sheet.xap_xam.instant": "{seat} wins at once with {what}.",
    },
)

_STRONG: Final = {
    "three": Category.THREE_OF_A_KIND,
    "full": Category.FULL_HOUSE,
    "quads": Category.FOUR_OF_A_KIND,
    "flush": Category.STRAIGHT_FLUSH,
}
"""Words for strong hands, which bring royalties; such a word is written after a player's name."""
_INSTANTS: Final = {
    "dragon": Instant.WHOLE_DRAGON,
    "straightflush": Instant.STRAIGHT_FLUSH,
    "four": Instant.FOUR_OF_A_KIND,
    "pairs": Instant.SIX_PAIRS,
    "straights": Instant.THREE_STRAIGHTS,
    "flushes": Instant.THREE_FLUSHES,
}
"""Words that a person writes for instant wins, and the instant win that each stands for."""


class XapXamStanding(Standing, frozen=True, kw_only=True):
    """The units in a game of Xập xám after a deal was written on the score sheet."""

    table: Table
    """The public part of the game's state."""


class XapXamSheet(Scorekeeper[XapXamStanding]):
    """Keeps the units of a game of Xập xám that is played with real cards."""

    WORDS: ClassVar[Mapping[str, str]] = {
        **{word: word for word in (";", "=", *_STRONG, *_INSTANTS)},
        **dict.fromkeys(("misset", "mis-set", "binhlung"), "misset"),
    }
    marks = Marks.CHIPS

    def __init__(self, rules: XapXamRules, names: Sequence[str]) -> None:
        super().__init__(rules, names)
        self.game = XapXamGame(rules)

    def start(self, dealer: Seat) -> XapXamStanding:
        return self._standing(replace(self.game.start().public, dealer=dealer))

    def dealt_by(self, before: XapXamStanding, dealer: Seat) -> XapXamStanding:
        return self._standing(replace(before.table, dealer=dealer))

    def _standing(self, table: Table, said: tuple[str, ...] = ()) -> XapXamStanding:
        settled = table.last
        return XapXamStanding(
            deals=table.deal,
            dealer=table.dealer,
            playing=tuple(range(len(self.names))),
            scores=table.scores,
            ledger=table.scores,
            over=settled is not None and settled.over,
            winners=settled.winners if settled is not None else (),
            said=said,
            table=table,
        )

    def add(self, before: XapXamStanding, words: Sequence[Word]) -> XapXamStanding:
        table = replace(before.table, deal=before.deals + 1)
        if any(word.number is not None for word in words):
            units = self._units(words)
            scores = tuple([had + won for had, won in zip(table.scores, units, strict=True)])
            settled = Settled(pairs=(), units=units, scores=scores)
        else:
            settled = self._compared(table, words)
        after = self.game.after(table, settled)
        assert after.last is not None
        return self._standing(after, tuple(self._said(after.last)))

    def _units(self, words: Sequence[Word]) -> tuple[int, ...]:
        """Read each player's units, and return them by seat. The units of one player may be left out."""
        units: dict[Seat, int] = {}
        for player, count in zip(words[::2], [*words[1::2], Word("")], strict=False):
            if player.seat is None:
                raise PrialError(refuse("sheet.player", word=player.text))
            if count.number is None:
                raise PrialError(refuse("sheet.xap_xam.units", name=player.text))
            if player.seat in units:
                raise PrialError(refuse("sheet.named_twice", name=player.text))
            units[player.seat] = count.number
        missing = [seat for seat in range(len(self.names)) if seat not in units]
        if len(missing) > 1:
            raise PrialError(refuse("sheet.xap_xam.one_missing"))
        total = sum(units.values())
        if missing:
            units[missing[0]] = -total
        elif total:
            raise PrialError(refuse("sheet.xap_xam.sum", sum=total))
        return tuple([units[seat] for seat in range(len(self.names))])

    def _compared(self, table: Table, words: Sequence[Word]) -> Settled:
        """Settle a deal from the written order of the players in each row."""
        heads = ("misset", *_INSTANTS)
        parts = self.parts(words, *heads)
        apart: dict[Seat, str] = {}
        for head in [head for head in parts if head]:
            if head in _INSTANTS and _INSTANTS[head] not in self.rules.instants:
                raise PrialError(refuse("sheet.xap_xam.no_instant", word=head))
            for seat in self.seats(head, parts[head], range(len(self.names))):
                if seat in apart:
                    raise PrialError(refuse("sheet.xap_xam.both", name=self.names[seat], first=apart[seat], second=head))
                apart[seat] = head
        strengths = [[0, 0, 0] for _ in self.names]
        inside = [seat for seat in range(len(self.names)) if seat not in apart]
        # The strong hands of a single player in the rows may still bring royalties
        if len(inside) > 1 or parts[""] or self._pays(apart):
            for row, written in enumerate(self._rows(parts[""])):
                for seat, strength in self._row(row, written, inside, apart).items():
                    strengths[seat][row] = strength
        return self.game.scorer.score(
            table.dealer,
            [(lower, middle, upper) for lower, middle, upper in strengths],
            tuple([seat for seat in sorted(apart) if apart[seat] == "misset"]),
            {seat: _INSTANTS[head] for seat, head in sorted(apart.items()) if head != "misset"},
            table.scores,
        )

    def _pays(self, apart: Mapping[Seat, str]) -> bool:
        """Whether players who mis-set may have to pay royalties to a player in the rows."""
        return self.rules.strong_five is StrongFive.ROYALTIES and "misset" in apart.values() and len(apart) < len(self.names)

    def _rows(self, words: Sequence[Word]) -> list[list[Word]]:
        """Divide the words of a line at its semicolons, into one list for each row."""
        rows: list[list[Word]] = [[]]
        for word in words:
            if word.text == ";" and word.seat is None:
                rows.append([])
            else:
                rows[-1].append(word)
        if rows[-1] == [] and len(rows) == len(ROWS) + 1:
            rows.pop()
        if len(rows) != len(ROWS):
            raise PrialError(refuse("sheet.xap_xam.rows", found=len(rows)))
        return rows

    def _row(self, row: int, words: Sequence[Word], inside: Sequence[Seat], apart: Mapping[Seat, str]) -> dict[Seat, int]:
        """Make up strengths for one row, by seat, that agree with the written order and the written strong hands."""
        groups: list[list[Seat]] = []
        strong: dict[Seat, str] = {}
        level = False
        for word in words:
            if word.seat is not None:
                if word.seat in apart:
                    raise PrialError(refuse("sheet.xap_xam.extra", name=word.text))
                if any(word.seat in group for group in groups):
                    raise PrialError(refuse("sheet.named_twice", name=word.text))
                if not level:
                    groups.append([])
                groups[-1].append(word.seat)
                level = False
            elif word.text == "=" and groups and not level:
                level = True
            elif word.text in _STRONG and groups and not level:
                self._check_strong(row, word.text)
                strong[groups[-1][-1]] = word.text
            else:
                raise PrialError(refuse("sheet.xap_xam.level"))
        if level:
            raise PrialError(refuse("sheet.xap_xam.level"))
        if missing := [seat for seat in inside if not any(seat in group for group in groups)]:
            raise PrialError(refuse("sheet.xap_xam.missing", names=self.listed(missing), row=ROWS[row]))
        found: dict[Seat, int] = {}
        above: Category | None = None
        place = 0
        ranking = self.game.scorer.ranking
        for group in reversed(groups):
            called = next((strong[seat] for seat in group if seat in strong), "")
            category = _STRONG[called] if called else None
            if above is not None and (category is None or list(Category).index(category) < list(Category).index(above)):
                weaker = next(seat for seat, strength in found.items() if seat in strong)
                raise PrialError(refuse("sheet.xap_xam.weaker", name=self.names[weaker], word=strong[weaker]))
            place = place + 1 if category is above else 0
            above = category
            strength = (ranking.least(category) if category is not None else 1) + place
            found |= dict.fromkeys(group, strength)
        return found

    def _check_strong(self, row: int, word: str) -> None:
        """Raise a `PrialError` if ``word``, the name of a strong hand, brings no royalties in this row."""
        if self.rules.strong_five is not StrongFive.ROYALTIES:
            raise PrialError(refuse("sheet.xap_xam.no_royalties", word=word))
        if not self.game.scorer.royalties[row][self.game.scorer.ranking.least(_STRONG[word])]:
            raise PrialError(refuse("sheet.xap_xam.strong", word=word, row=ROWS[row]))

    def _said(self, settled: Settled) -> Iterator[str]:
        """The result of a deal, in sentences."""
        for seat in settled.mis_set:
            yield say("sheet.xap_xam.mis_set", {"seat": self.names[seat]})
        for seat, what in settled.instants:
            yield say("sheet.xap_xam.instant", {"seat": self.names[seat], "what": what.words})
        if any(settled.units):
            won = [f"{self.names[seat]} {units:+}" for seat, units in enumerate(settled.units) if units]
            yield say("sheet.xap_xam.won", {"winners": ", ".join(won)})
        else:
            yield say("sheet.xap_xam.even", {})
        if settled.over:
            yield GameOver(settled.winners).say(self.names)

    def question(self, before: XapXamStanding) -> str:
        return "How did the lower, the middle and the upper row go, best first?"

    def examples(self) -> list[tuple[str, str]]:
        rules: XapXamRules = self.rules
        a, b, *more = self.names
        rest = "".join(f" {name}" for name in more)
        against = "the dealer" if rules.compare is Compare.DEALER else "each of the others"
        rows = f"{a} {b}{rest}; {b} {a}{rest}; {a}={b}{rest}"
        units = "".join(f" {name} {0 if at else -2}" for at, name in enumerate(more))
        found = [
            (rows, f"The lower, the middle and the upper row, best first; = for level ones. All are compared with {against}."),
            (f"{a} {3 if more else 1} {b} -1{units}", "Units won and lost, if you have worked them out yourselves."),
        ]
        left = " ".join([a, *more])
        found.append((f"{left}; {left}; {left} misset {b}", f"{b} has mis-set, and is left out of the rows."))
        if rules.strong_five is StrongFive.ROYALTIES:
            strong = f"{a} quads {b}{rest}; {b} full {a}{rest}; {a} three {b}{rest}"
            found.append((strong, "Strong hands: quads, flush for a straight flush, full in the middle, three in the upper row."))
        words = [word for word, what in _INSTANTS.items() if what in rules.instants]
        if words:
            means = f"{b} won at once, and is left out of the rows. The words: {', '.join(words)}."
            found.append((f"{left}; {left}; {left} {words[0]} {b}", means))
        return found
