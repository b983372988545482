"""A score sheet for Stop the Bus with real cards. A line names the players with the worst hand, or the player with a prial."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from prial.core.game import Seat
from prial.errors import PrialError, add_sentences, listed, refuse, say
from prial.games.stop_the_bus.game import BusGame
from prial.games.stop_the_bus.rules import BusRules, PrialCall, WorstTie
from prial.games.stop_the_bus.settle import pay
from prial.games.stop_the_bus.state import Again, GameOver, Out, Paid, PrialShown, Settled, Table
from prial.study.scorekeeper import Marks, Scorekeeper, Standing, Word

add_sentences(
    "en",
    {
        "sheet.bus.who": "Write who held the worst hand, or - where nobody pays.",
        "sheet.bus.somebody": "The worst hand pays a token here: write who held it.",
        "sheet.bus.level": "When the worst hands are level nobody pays here: write -.",
        "sheet.bus.no_prial": "A prial is a hand like any other here: write who held the worst one.",
        "sheet.bus.alone": "A prial makes everybody else pay, so leave the worst hand out.",
        "sheet.bus.nobody_pays": "The worst hands are level, and nobody pays.",
    },
)


class BusStanding(Standing, frozen=True, kw_only=True):
    """The tokens, the dealer and the winner of a game of Stop the Bus, as the sheet shows them after a deal."""

    table: Table
    """The public part of the game's state after the deals so far, without cards."""


class BusSheet(Scorekeeper[BusStanding]):
    """Counts the tokens of a game of Stop the Bus with real cards.

    Args:
        rules: the rules of the table.
        names: the players' names by seat.
    """

    WORDS: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("-", "–", "nobody", "none", "level"), "-"),
        "prial": "prial",
        "top": "top",
    }
    """Maps each word that a person may write to its meaning: ``-`` (nobody pays), ``prial`` or ``top`` (the top prial)."""
    marks = Marks.TOKENS
    """Scores are shown as tokens."""

    def __init__(self, rules: BusRules, names: Sequence[str]) -> None:
        super().__init__(rules, names)
        self.game = BusGame(rules)
        self.top = rules.tokens

    def start(self, dealer: Seat) -> BusStanding:
        return self._standing(replace(self.game.start().public, dealer=dealer))

    def dealt_by(self, before: BusStanding, dealer: Seat) -> BusStanding:
        return self._standing(replace(before.table, dealer=dealer))

    def _standing(self, table: Table, said: tuple[str, ...] = ()) -> BusStanding:
        """Make a standing from the public part of a state; ``said`` are sentences about the last deal."""
        settled = table.last
        return BusStanding(
            deals=table.deal,
            dealer=table.dealer,
            playing=table.playing,
            scores=table.scores,
            ledger=(0,) * len(self.names),
            over=settled is not None and settled.over,
            winners=settled.winners if settled is not None else (),
            said=said,
            table=table,
        )

    def add(self, before: BusStanding, words: Sequence[Word]) -> BusStanding:
        parts = self.parts(words, "prial", "top")
        if len(parts) > 1:
            worst, prial, top = self._prial(parts, before.playing)
        else:
            worst, prial, top = self._worst(words, before.playing), None, False
        table = replace(before.table, deal=before.deals + 1)
        settled = pay(self.rules, table.scores, table.playing, worst, prial, top=top)
        return self._standing(self.game.after(table, settled), tuple(self._said(table, settled, top=top)))

    def _prial(self, parts: Mapping[str, Sequence[Word]], playing: Sequence[Seat]) -> tuple[tuple[Seat, ...], Seat, bool]:
        """Read ``prial Ann``, ``top Ann`` or ``top prial Ann``.

        Returns the values of ``worst``, ``prial`` and ``top`` for `pay`.
        """
        if self.rules.prial_call is PrialCall.OFF:
            raise PrialError(refuse("sheet.bus.no_prial"))
        if parts[""]:
            raise PrialError(refuse("sheet.bus.alone"))
        head = list(parts)[-1]
        behind = [word for part in parts.values() for word in part]
        seats = self.seats(head, behind, playing)
        if len(seats) > 1:
            raise PrialError(refuse("sheet.one", word=head))
        return (), seats[0], "top" in parts

    def _worst(self, words: Sequence[Word], playing: Sequence[Seat]) -> tuple[Seat, ...]:
        """Read the seats with the worst hand; ``-`` (nobody pays) gives all seats that are still in the game."""
        if [word.text for word in words] == ["-"]:
            if self.rules.worst_tie is WorstTie.ALL_PAY:
                raise PrialError(refuse("sheet.bus.somebody"))
            return tuple(playing)
        seats = self.seats("", [word for word in words if word.text != "-" or word.seat is not None], playing)
        if not seats or len(seats) < len(words):
            raise PrialError(refuse("sheet.bus.who"))
        if len(seats) > 1 and self.rules.worst_tie is WorstTie.NOBODY_PAYS:
            raise PrialError(refuse("sheet.bus.level"))
        return tuple(sorted(seats))

    def _said(self, before: Table, settled: Settled, *, top: bool) -> Iterator[str]:
        """The result of a deal, in sentences."""
        names = self.names
        if settled.again:
            yield Again(before.dealer).say(names)
        elif settled.prial is not None:
            yield PrialShown(settled.prial, top).say(names)
        elif not any(settled.paid):
            yield say("sheet.bus.nobody_pays", {})
        for seat, tokens in enumerate(settled.paid):
            if tokens:
                yield Paid(seat, tokens).say(names)
        for seat in settled.out:
            yield Out(seat).say(names)
        if settled.over:
            yield GameOver(settled.winners).say(names)

    def question(self, before: BusStanding) -> str:
        return "Who held the worst hand?"

    def examples(self) -> list[tuple[str, str]]:
        a, b = self.names[:2]
        found = [(b, f"{b} held the worst hand and pays a token.")]
        if self.rules.worst_tie is WorstTie.ALL_PAY:
            found.append((f"{a} {b}", f"The hands of {listed([a, b])} were level: both pay."))
        else:
            found.append(("-", "The worst hands were level, and nobody pays."))
        if self.rules.prial_call is PrialCall.COSTS_MORE:
            found.append((f"prial {a}", f"{a} had a prial: all others pay a token."))
            found.append((f"top {a}", f"{a} had the top prial: all others pay two."))
        return found
