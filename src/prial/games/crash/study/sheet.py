"""A score sheet for Crash with real cards. A person writes the winner of each place and any crash; the game scores the deal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from prial.core.game import Seat, State, from_left
from prial.errors import PrialError, add_sentences, refuse, say
from prial.games.crash.events import FourLaid, Paid, Scored
from prial.games.crash.game import CrashGame
from prial.games.crash.rules import CrashRules
from prial.games.crash.settings import CrashCall, Foul, Found, FourBonus, Order, Scoring, SixPairs, Spare, ThirteenStraight
from prial.games.crash.state import Declaration, Settled, Table
from prial.study.scorekeeper import Marks, Scorekeeper, Standing, Word

add_sentences(
    "en",
    {
        "sheet.crash.few": "This deal has {places}, but you wrote only {found}: write - for a place that nobody won.",
        "sheet.crash.many": "The deal was over at place {found}: leave out what you wrote after it.",
        "sheet.crash.count": "Write a number after {name}: how many places that player won.",
        "sheet.crash.counted": "A deal has only {places} places.",
        "sheet.crash.in_turn": "Somebody wins in the middle of this deal: write who won each place in turn.",
        "sheet.crash.place": "Write a name or - instead of {word!r}.",
        "sheet.crash.place_and_crash": "A player who crashes wins every place: leave out the other places.",
        "sheet.crash.four_twice": "Only one player can score for four of a kind.",
        "sheet.crash.fouled": "{name} laid the hands in the wrong order and wins no place.",
        "sheet.crash.fouled_last": "{name} laid the hands in the wrong order and can't win the last place.",
        "sheet.crash.no_call": "Nobody announces a crash in this game.",
        "sheet.crash.no_four": "Four of a kind scores nothing in this game.",
        "sheet.crash.no_foul": "Nobody can lay the hands in the wrong order here: the table puts them in order.",
        "sheet.crash.no_swap": "There are no spare hands in this game.",
        "sheet.crash.no_straight": "A thirteen straight wins nothing in this game.",
        "sheet.crash.no_pairs": "Six pairs don't make a deal void in this game.",
        "sheet.crash.alone": "{word!r} ended this deal before anybody won a place: leave out the places.",
        "sheet.crash.places": "Places: {wins}.",
        "sheet.crash.no_places": "Nobody wins a place.",
        "sheet.crash.unannounced": "{seat} wins every place, but hadn't announced a crash.",
        "sheet.crash.four": "{seat} scores a point for four of a kind.",
        "sheet.crash.foul": "{seat} laid the hands in the wrong order.",
    },
)

_ANY_RANK: Final = 12  # the sheet names at most one player with four of a kind, so any rank will do
"""The rank that the sheet assumes for a four of a kind that isn't four threes."""
_THREE: Final = 1
"""The rank of a three."""


class CrashStanding(Standing, frozen=True, kw_only=True):
    """The scores of a game of Crash after a deal was written on the score sheet."""

    table: Table
    """The public part of the game's state."""


class CrashSheet(Scorekeeper[CrashStanding]):
    """Keeps the score of a game of Crash that is played with real cards."""

    WORDS: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("-", "–", "nobody", "none", "stopper", "stick-up"), "-"),
        **dict.fromkeys(("crash", "all", "pot"), "crash"),
        **dict.fromkeys(("called", "calls", "announced"), "called"),
        **dict.fromkeys(("four", "fours"), "four"),
        **dict.fromkeys(("threes", "knock"), "threes"),
        **dict.fromkeys(("foul", "fouls", "fouled"), "foul"),
        **dict.fromkeys(("swap", "swaps", "swapped"), "swap"),
        "straight": "straight",
        "pairs": "pairs",
    }

    def __init__(self, rules: CrashRules, names: Sequence[str]) -> None:
        super().__init__(rules, names)
        self.game = CrashGame(rules)
        if rules.scoring is Scoring.POT:
            self.marks = Marks.CHIPS
        else:
            self.top = rules.target

    def start(self, dealer: Seat) -> CrashStanding:
        return self._standing(replace(self.game.start().public, dealer=dealer))

    def dealt_by(self, before: CrashStanding, dealer: Seat) -> CrashStanding:
        return self._standing(replace(before.table, dealer=dealer))

    def _standing(self, table: Table, said: tuple[str, ...] = ()) -> CrashStanding:
        settled = table.last
        over = settled is not None and settled.over
        return CrashStanding(
            deals=table.deal,
            dealer=table.dealer,
            playing=table.playing,
            scores=table.scores if self.rules.scoring is Scoring.POINTS else table.ledger,
            ledger=table.ledger,
            pot=table.pot,
            over=over,
            winners=settled.winners if settled is not None and over else (),
            said=said,
            table=table,
        )

    def add(self, before: CrashStanding, words: Sequence[Word]) -> CrashStanding:
        playing = before.playing
        parts = self.parts(words, "crash", "called", "four", "threes", "foul", "swap", "straight", "pairs")
        named = {head: self.seats(head, parts[head], playing) for head in parts if head}
        self._check(named)
        fouls = named.get("foul", ())
        places = self._places(parts[""], named, playing, fouls)
        declared = [(seat, Declaration.THIRTEEN_STRAIGHT) for seat in named.get("straight", ())]
        declared += [(seat, Declaration.SIX_PAIRS) for seat in named.get("pairs", ())]
        declared += [(seat, Declaration.KNOCK) for seat in (*named.get("four", ()), *named.get("threes", ()))]
        swapped = named.get("swap", ())
        table = replace(
            self.game.begun(before.table),
            declared=tuple(declared),
            called=tuple(from_left(before.dealer, named.get("called", ()), len(self.names))),
            swapped=swapped,
            booked=tuple([owed + self.rules.spare_stake * (seat in swapped) for seat, owed in enumerate(before.table.booked)]),
        )
        best = self.game.scorer.ranking.size
        held = dict.fromkeys(named.get("four", ()), (_ANY_RANK,)) | dict.fromkeys(named.get("threes", ()), (_THREE,))
        settled = self.game.scorer.score(
            self.game.scored(table, ()),
            [tuple([best if winner == seat else 0 for winner in places]) for seat in range(len(self.names))],
            self._found(fouls, places, before.table),
            held,
        )
        self._check_places(places, settled, parts)
        return self._standing(self.game.after(table, settled), tuple(self._said(before.table, table, settled)))

    def _found(self, fouls: Sequence[Seat], places: Sequence[Seat | None], table: Table) -> dict[Seat, int]:
        """The place at which each seat's foul is found out, counted from 0."""
        if self.rules.found is Found.AT_ONCE:
            return dict.fromkeys(fouls, 0)
        # The sheet doesn't name this place: it is assumed to follow the last written place if fouls ended the deal, and the
        # player's last win otherwise
        left = set(table.level or table.playing).difference(fouls)
        if self.rules.foul is Foul.LOSE_GAME and len(left) < 2:
            return dict.fromkeys(fouls, min(max(1, len(places)), self.rules.places - 1))
        return {seat: max([1, *[at + 1 for at, winner in enumerate(places) if winner == seat]]) for seat in fouls}

    def _check(self, named: Mapping[str, tuple[Seat, ...]]) -> None:
        """Check that the words of a line fit the rules and one another."""
        rules: CrashRules = self.rules
        unknown = {
            "called": (rules.crash_call is CrashCall.NONE, "sheet.crash.no_call"),
            "four": (rules.four_bonus is FourBonus.NONE, "sheet.crash.no_four"),
            "threes": (rules.four_bonus is FourBonus.NONE, "sheet.crash.no_four"),
            "foul": (rules.order is Order.SORTED, "sheet.crash.no_foul"),
            "swap": (rules.spare is Spare.ASIDE, "sheet.crash.no_swap"),
            "straight": (rules.thirteen_straight is ThirteenStraight.OFF, "sheet.crash.no_straight"),
            "pairs": (rules.six_pairs is SixPairs.OFF, "sheet.crash.no_pairs"),
        }
        for head, (off, code) in unknown.items():
            if head in named and off:
                raise PrialError(refuse(code))
        for head in ("crash", "four", "threes"):
            if len(named.get(head, ())) > 1:
                raise PrialError(refuse("sheet.one", word=head))
        if "four" in named and "threes" in named:
            raise PrialError(refuse("sheet.crash.four_twice"))

    def _places(
        self, words: Sequence[Word], named: Mapping[str, tuple[Seat, ...]], playing: Sequence[Seat], fouls: Sequence[Seat]
    ) -> list[Seat | None]:
        """The winner of each place that the sheet mentions; None for a place that nobody won."""
        number = self.rules.places
        found: list[Seat | None] = []
        if "crash" in named:
            if words:
                raise PrialError(refuse("sheet.crash.place_and_crash"))
            found = [named["crash"][0]] * number
        elif any(word.number is not None for word in words):
            found = self._counted(words)
        else:
            for word in words:
                if word.seat is None and word.text != "-":
                    raise PrialError(refuse("sheet.crash.place", word=word.text))
                found.append(word.seat)
            # In a game for the pot, a line with one name means that this player won every place. After a foul that is found at
            # its place, it may also mean that the deal ended after the first place
            whole = not fouls or self.rules.found is Found.AT_ONCE
            if self.rules.scoring is Scoring.POT and len(found) == 1 and whole:
                found *= number
        for at, seat in enumerate(found, 1):
            if seat is not None:
                self.check_in(seat, playing)
                if seat in fouls and self.rules.found is Found.AT_ONCE:
                    raise PrialError(refuse("sheet.crash.fouled", name=self.names[seat]))
                if seat in fouls and at == number:  # by the last hand, every foul has been found
                    raise PrialError(refuse("sheet.crash.fouled_last", name=self.names[seat]))
        return found

    def _counted(self, words: Sequence[Word]) -> list[Seat | None]:
        """The winner of each place, None for nobody: ``Ann 2 Bob 1`` gives Ann, Ann, Bob, None."""
        found: list[Seat | None] = []
        for player, count in zip(words[::2], [*words[1::2], Word("")], strict=False):
            if player.seat is None:
                raise PrialError(refuse("sheet.player", word=player.text))
            if count.number is None or count.number < 0:
                raise PrialError(refuse("sheet.crash.count", name=player.text))
            if player.seat in found:
                raise PrialError(refuse("sheet.named_twice", name=player.text))
            if len(found) + count.number > self.rules.places:
                raise PrialError(refuse("sheet.crash.counted", places=self.rules.places))
            found += [player.seat] * count.number
        return found + [None] * (self.rules.places - len(found))

    def _check_places(self, places: Sequence[Seat | None], settled: Settled, parts: Mapping[str, Sequence[Word]]) -> None:
        """Refuse a deal for which too few or too many places are written."""
        shown = len(settled.places)
        if not shown and places:
            ended = next(head for head in ("straight", "pairs", "foul") if head in parts)
            raise PrialError(refuse("sheet.crash.alone", word=ended))
        if len(places) < shown:
            there = "1 place" if shown == 1 else f"{shown} places"
            raise PrialError(refuse("sheet.crash.few", places=there, found=len(places)))
        counted = "crash" in parts or any(word.number is not None for word in parts[""])
        if len(places) > shown and counted:
            raise PrialError(refuse("sheet.crash.in_turn"))
        if len(places) > shown:
            raise PrialError(refuse("sheet.crash.many", found=shown))

    def _said(self, before: Table, table: Table, settled: Settled) -> Iterator[str]:
        """The result of a deal, in sentences."""
        for seat in settled.fouls:
            yield say("sheet.crash.foul", {"seat": self.names[seat]})
        won = [place.winner for place in settled.places]
        left = from_left(table.dealer, table.playing, len(self.names))
        wins = [f"{self.names[seat]} {won.count(seat)}" for seat in left if seat in won]
        if wins and settled.crash is None:
            yield say("sheet.crash.places", {"wins": ", ".join(wins)})
        elif won and not wins:
            yield say("sheet.crash.no_places", {})
        if settled.crash is None and len(won) == self.rules.places and won[0] is not None and len(set(won)) == 1:
            yield say("sheet.crash.unannounced", {"seat": self.names[won[0]]})
        for event in self.game.tell_settled(before, self.game.after(table, settled), settled):
            if isinstance(event, FourLaid):
                yield say("sheet.crash.four", {"seat": self.names[event.seat]})
            elif not isinstance(event, Scored | Paid):
                yield event.say(self.names)

    def close(self, before: CrashStanding) -> tuple[int, ...]:
        return self.game.stop(State(before.table)).ledger

    def question(self, before: CrashStanding) -> str:
        if self.rules.scoring is Scoring.POT:
            return f"Who won {self._every} places, for the pot of {self.game.begun(before.table).pot}?"
        return "Who won each place?"

    @property
    def _every(self) -> str:
        """The number of places in a deal, in words: ``both``, ``all three`` or ``all four``."""
        return {2: "both", 3: "all three", 4: "all four"}[self.rules.places]

    def examples(self) -> list[tuple[str, str]]:
        rules: CrashRules = self.rules
        a, b = self.names[:2]
        three, rest = {
            2: (f"{a} {b}", ""),
            3: (f"{a} {b} -", ", nobody the third"),
            4: (f"{a} {b} - {a}", f", nobody the third, {a} the last"),
        }[rules.places]
        found = [
            (three, f"{a} won the first place, {b} the second{rest}."),
            (f"{a} 1 {b} 1", f"{a} and {b} won one place each, in any order.")
            if rules.places == 2
            else (f"{a} 2 {b} 1", f"{a} won two places and {b} one, in any order."),
            (f"crash {b}", f"{b} won every place."),
        ]
        if rules.scoring is Scoring.POT:
            every = self._every
            found = [(b, f"{b} won {every} places and takes the pot."), ("-", f"Nobody won {every}: the pot stays."), found[0]]
        known = [
            (rules.crash_call is not CrashCall.NONE, f"{three} called {a}", f"{a} had announced a crash."),
            (rules.four_bonus is not FourBonus.NONE, f"{three} four {b}", f"{b} gets the point for four of a kind."),
            (rules.four_bonus is FourBonus.KNOCK, f"{three} threes {b}", f"{b} knocked for four threes and wins the game."),
            (
                rules.order is Order.AS_LAID,
                f"{three} foul {self.names[-1]}",
                f"{self.names[-1]} laid the hands in the wrong order.",
            ),
            (rules.spare is not Spare.ASIDE, f"{three} swap {b}", f"{b} took a spare hand."),
            (rules.thirteen_straight is not ThirteenStraight.OFF, f"straight {a}", f"{a} had a card of each rank."),
            (rules.six_pairs is not SixPairs.OFF, f"pairs {a}", f"{a} had six pairs, and the deal is void."),
        ]
        return found + [(line, means) for on, line, means in known if on]
