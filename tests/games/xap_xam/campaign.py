"""Whole games of random players, each step compared with the book, and counts of what happened in them."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from prial.cards import PACK, best_first, names
from prial.core.chance import Draw
from prial.core.game import BACK, EVERYBODY, NATURE, Chance, Decision, Event, Over, State, view
from prial.core.record import written_move
from prial.core.step import Step, step
from prial.errors import Refusal
from prial.games.xap_xam import XapXamGame
from prial.games.xap_xam import state as told
from prial.games.xap_xam.choices import Arranging
from prial.games.xap_xam.instants import Instant, laying
from prial.games.xap_xam.rules import XapXamRules
from prial.games.xap_xam.state import Lay, Table
from tests.games import first_dealer
from tests.games.first_dealer import NAMES, First
from tests.games.xap_xam import oracle
from tests.games.xap_xam.book import Book
from tests.games.xap_xam.rigged import WINS, deal, declare, plain
from tests.ranks import slow_poker

BRANCHES: Final = frozenset(
    {
        *first_dealer.BRANCHES,
        *("players=2", "players=3", "players=4", "length", "the deal passes to the left", "won", "shared win"),
        *("compare=dealer", "compare=everyone", "dealer_ties=dealer_wins", "dealer_ties=no_one"),
        *("the dealer wins: all three by a tie", "the dealer wins: equal instant wins", "the dealer wins: both mis-set"),
        *("nobody wins: equal instant wins", "nobody wins: both mis-set", "nobody wins: as many rows each"),
        *("wheel=lowest", "wheel=second_highest", "equal_rows=mis_set", "equal_rows=allowed"),
        *(f"instant: {name}" for name in WINS),
        *("instant=none", "instant: declined", "instant: units of its own", "instant: beats a mis-set hand"),
        *("instant: not in order", "instant: the wrong way round", "instant: the higher of two", "instant: another order"),
        *("strong_five=instant_only", "strong_five=royalties", "royalties: upper three", "royalties: middle full house"),
        *("royalties: lower four", "royalties: middle four", "royalties: lower straight flush"),
        *("royalties: middle straight flush", "royalties: a mis-set hand pays them", "royalties: by a tie"),
        *("unit=overall", "unit=per_hand", "sweep", "mis-set", "mis-set: the upper"),
    }
)
"""Effects of each option value that no other value has, and other things that can happen in a deal."""

ROYAL: Final = {
    (2, "three_of_a_kind"): "royalties: upper three",
    (1, "full_house"): "royalties: middle full house",
    (0, "four_of_a_kind"): "royalties: lower four",
    (1, "four_of_a_kind"): "royalties: middle four",
    (0, "straight_flush"): "royalties: lower straight flush",
    (1, "straight_flush"): "royalties: middle straight flush",
}


class Campaign:
    """Plays games under one set of rules.

    Args:
        rules: the rules.
        rng: the source of chance and of the players' decisions.
        counts: how many times each of `BRANCHES` was taken.
        wishes: what chance favours (`tests.games.xap_xam.rigged.WISHES`); empty for a fair shuffle.
        declines: probability that an instant win isn't declared.
        alike: probability that all players set their hands in the same way.
    """

    def __init__(
        self,
        rules: XapXamRules,
        rng: Random,
        counts: Counter[str],
        *,
        wishes: Sequence[str] = (),
        declines: float = 0.25,
        alike: float = 0.3,
    ) -> None:
        self.rules, self.rng, self.counts = rules, rng, counts
        self.wishes, self.declines, self.alike = wishes, declines, alike
        self.game, self.plain = XapXamGame(rules), plain(rules)
        self.moves: list[tuple[Any, Any]] = []
        """The record of the game so far."""

    def note(self, branch: str, happened: Any = True) -> None:
        if happened:
            assert branch in BRANCHES, branch
            self.counts[branch] += 1

    # --- one game -----------------------------------------------------------------------------------------------------

    def play(self) -> State[Table]:
        """Play a game to its end."""
        self.book, self.moves = Book(self.plain, self.rules.players, self.rules.length), []
        self.state: State[Table] = self.game.start()
        self.first = First(self.rules)
        keys: set[str] = set()
        while not isinstance(node := self.game.node(self.state), Over):
            if isinstance(node, Chance):
                self.nature(node)
                continue
            assert node.key not in keys, "a decision's name is never used again"
            keys.add(node.key)
            self.decide(node)
        assert self.book.over
        assert [*node.result.winners] == self.book.winners
        assert [*node.result.scores] == [*node.result.ledger] == self.book.scores
        refused = Lay((tuple(self.book.hands[0][:5]), tuple(self.book.hands[0][5:10]), tuple(self.book.hands[0][10:])))
        assert isinstance(step(self.game, self.state, {}, 0, refused), Refusal)
        self.note("length", self.book.deals == self.rules.length > 1)
        self.note("shared win" if len(self.book.winners) > 1 else "won")
        self.note(f"players={self.rules.players}")
        for branch in self.first.branches:
            self.note(branch)
        return self.state

    def nature(self, node: Chance) -> None:
        """Chance: the choice of the first dealer, or a deal."""
        book, draw, first = self.book, node.draw, self.first
        assert node.rest == (book.done is not None)
        assert not isinstance(draw, Draw) or sorted(draw.pool) == sorted(PACK)
        outcome: Any = draw.sample(self.rng)
        if first.dealer is None:
            done = self.move(NATURE, outcome, {})
            assert [each.event.say(NAMES) for each in done.told if each.to == EVERYBODY] == first.take(outcome)
            assert [*self.state.public.cutting] == first.cutting
            return
        if self.wishes:
            outcome = tuple(deal(self.rng, self.rules.players, self.wishes))
        done = self.move(NATURE, outcome, {})
        book.dealer = book.dealer if book.deals else first.seat
        before = book.dealer
        book.deal(outcome)
        self.note("the deal passes to the left", book.dealer != before)
        assert [(each.event, each.to) for each in done.told] == [
            (told.Dealt(book.deals, book.dealer), EVERYBODY),
            *((told.Held(seat, names(best_first(hand))), 1 << seat) for seat, hand in enumerate(book.hands)),
        ]
        self.agree()

    def decide(self, node: Decision) -> None:
        """All players set their cards, in any order; nothing happens before the last one has."""
        book, rng = self.book, self.rng
        assert node.seats == tuple(range(self.rules.players))
        assert not node.also
        before, gathered = self.state, dict[int, Lay]()
        same = rng.random() if rng.random() < self.alike else None
        for seat in rng.sample(node.seats, len(node.seats)):
            if rng.random() < 0.1:
                self.try_what_is_not_allowed(seat)
            rows, what = declare(Random(same or rng.random()), self.plain, best_first(book.hands[seat]), self.declines)
            assert self.state == before
            done = self.move(seat, Lay(rows, Instant(what) if what else None), gathered)
            gathered = dict(done.gathered)
            book.lay(seat, rows, what)
        self.agree()
        self.hear(done)
        self.count()

    def move(self, seat: int, action: Any, gathered: Any) -> Step[Table, Lay]:
        self.moves.append(written_move(self.game, self.state, seat, action))
        done = step(self.game, self.state, gathered, seat, action)
        assert isinstance(done, Step), str(done)
        self.state = done.state
        return done

    def try_what_is_not_allowed(self, seat: int) -> None:
        """Try other players' cards, wrong hands and rows, and instant wins that aren't held, known or laid; all are refused."""
        book, choices = self.book, self.game.choices(view(self.state, seat))
        assert isinstance(choices, Arranging)
        may = book.may(seat)
        assert [*map(str, choices.instants)] == may
        hand, other = book.hands[seat], book.hands[(seat + 1) % self.rules.players]
        rows = hand[:5], hand[5:10], hand[10:]
        wrong = [Lay(rows[:2]), Lay((hand[:6], hand[6:10], hand[10:])), Lay((rows[0], rows[1], other[:3]))]
        wrong += [Lay((rows[0], rows[0], rows[2]))]
        wrong += [Lay(rows, name) for name in Instant if name not in may]
        if "three_flushes" in may and len({card & 3 for card in rows[2]}) > 1:
            wrong.append(Lay(rows, Instant.THREE_FLUSHES))
        for action in wrong:
            refusal = choices.why_not(action)
            assert refusal is not None, action
            assert str(refusal).endswith(".")
        if not any(name in ("three_straights", "three_flushes") for name in may):
            assert choices.count() == 72_072 * (1 + len(may))

    # --- the table's state --------------------------------------------------------------------------------------------

    def agree(self) -> None:
        """Check that the table and the book agree, and that everybody sees what the rules show."""
        state, table, book = self.state, self.state.public, self.book
        assert (table.deal, [*table.scores]) == (book.deals, book.scores)
        assert sum(table.scores) == 0
        assert [tuple(sorted(state.piles[pile])) for pile in table.hands] == book.hands
        if book.done is None:
            assert table.dealer == book.dealer
            assert (table.laid, table.declared, table.last) == ((), (), None)
            for viewer in (None, *range(self.rules.players)):
                for seat, pile in enumerate(view(state, viewer).piles):
                    assert (BACK in pile) == (seat != viewer)
            return
        last = table.last
        assert last is not None
        assert table.dealer == (book.dealer if book.over else (book.dealer + 1) % self.rules.players)
        for seat, (rows, _) in book.laid.items():
            assert [sorted(state.piles[pile]) for pile in table.laid[seat]] == [sorted(row) for row in rows]
        assert [*table.declared] == [(seat, what) for seat, (_, what) in sorted(book.laid.items()) if what is not None]
        assert all(seen == EVERYBODY for seen in state.seen)
        done = book.done
        assert ([*last.units], [*last.scores], [*last.mis_set]) == (done["units"], book.scores, done["mis_set"])
        assert dict(last.instants) == done["instant"]
        found = [{"seats": [*p.seats], "rows": [*p.rows], "units": [p.units, -p.units]} for p in last.pairs]
        assert found == done["pairs"]
        assert (last.over, [*last.winners]) == (book.over, book.winners)

    def hear(self, done: Step[Table, Lay]) -> None:
        """Check that each player is told what it laid, and all are told what the book says."""
        own = [each for each in done.told if each.to != EVERYBODY]
        assert [(each.event.seat, each.to) for each in own if isinstance(each.event, told.Laid)] == [
            (seat, 1 << seat) for seat in range(self.rules.players)
        ]
        assert len(own) == self.rules.players
        assert [_plain(each.event) for each in done.told if each.to == EVERYBODY] == self.book.said()
        assert all(each.event.say("ABCD").endswith(".") for each in done.told)

    # --- what happened ------------------------------------------------------------------------------------------------

    def count(self) -> None:
        """Count what happened in a deal."""
        book, note, done = self.book, self.note, self.book.done
        assert done is not None
        note(f"unit={self.rules.unit}")
        note(f"compare={self.rules.compare}", self.rules.players > 2)
        for seat, (rows, what) in book.laid.items():
            worth = [oracle.strength(self.plain, row) for row in rows]
            wrong = seat in done["mis_set"]
            if what is None:
                note("instant: declined", self.game.scorer.held(book.hands[seat]))
                if self.rules.instant == "none":
                    note("instant=none", any(laying(book.hands[seat], name) for name in Instant))
                note("mis-set", wrong)
                note("mis-set: the upper", wrong and worth[0] > worth[1])
                note(f"equal_rows={self.rules.equal_rows}", worth[0] == worth[1] and worth[1] > worth[2])
            else:
                note(f"instant: {what}")
                note("instant: the wrong way round", wrong)
                note("instant: not in order", not wrong and not worth[0] > worth[1] > worth[2])
        for pair in done["pairs"]:
            a, b = pair["seats"]
            instant = {a, b} & {*done["instant"]}
            self._count_instants(pair) if instant else self._count_rows(pair)

    def _count_instants(self, pair: dict[str, Any]) -> None:
        note, done, tie = self.note, self.book.done or {}, self._tie_wins
        mine, yours = (done["instant"].get(seat) for seat in pair["seats"])
        winner = mine if pair["units"][0] > 0 else yours
        note("instant: beats a mis-set hand", {*pair["seats"]} & {*done["mis_set"]})
        note("the dealer wins: equal instant wins" if tie else "nobody wins: equal instant wins", mine == yours)
        note("instant: units of its own", f"{winner} " in self.rules.instant)
        if mine != yours and mine and yours:
            note("instant: the higher of two")
            note("instant: another order", WINS.index(winner or "") > min(WINS.index(mine), WINS.index(yours)))

    @property
    def _tie_wins(self) -> bool:
        return self.rules.compare == "dealer" and self.rules.dealer_ties == "dealer_wins"

    def _count_rows(self, pair: dict[str, Any]) -> None:
        note, book, done = self.note, self.book, self.book.done or {}
        seats, rows = pair["seats"], pair["rows"]
        wrong = {*seats} & {*done["mis_set"]}
        if len(wrong) == 2:
            note("the dealer wins: both mis-set" if self._tie_wins else "nobody wins: both mis-set")
        note("nobody wins: as many rows each", not sum(rows) and any(rows))
        note("sweep", abs(sum(rows)) == 3 and self.rules.unit == "per_hand" and self.rules.sweep)
        hands = [book.laid[seat][0] for seat in seats]
        level = [oracle.strength(self.plain, x) == oracle.strength(self.plain, y) for x, y in zip(*hands, strict=True)]
        for number, won in enumerate(rows):
            if not wrong:
                kinds = [slow_poker.category(hand[number]) for hand in hands]
                note(f"dealer_ties={self.rules.dealer_ties}", level[number] and self.rules.compare == "dealer")
                ending = [slow_poker.ending_card(hand[number]) for hand in hands]
                wheel = kinds[0] == kinds[1] == "straight" and slow_poker.FIVE in ending and ending[0] != ending[1]
                note(f"wheel={self.rules.wheel}", wheel and slow_poker.ACE not in ending)
                note("strong_five=instant_only", self.rules.strong_five == "instant_only" and {*kinds} & _STRONG)
            if won and self.rules.strong_five == "royalties":
                kind = number, slow_poker.category(hands[0 if won > 0 else 1][number])
                if kind in ROYAL:
                    note("strong_five=royalties")
                    note(ROYAL[kind])
                    note("royalties: a mis-set hand pays them", len(wrong) == 1)
                    note("royalties: by a tie", level[number] and not wrong)
        note("the dealer wins: all three by a tie", not wrong and all(level) and self._tie_wins)


_STRONG: Final = {"four_of_a_kind", "straight_flush"}


def _plain(event: Event) -> tuple[Any, ...]:
    """An event of the showdown in the book's form."""
    match event:
        case told.Declared(seat, what, _):
            return "declared", seat, str(what)
        case told.MisSet(seat, _):
            return "mis_set", seat
        case told.Row(row=row, hands=hands, labels=labels, strengths=strengths, won=won, seats=seats):
            compared = tuple([seat for seat, hand in enumerate(hands) if hand is not None])
            assert compared == tuple([seat for seat, label in enumerate(labels) if label])
            assert compared == tuple([seat for seat, strength in enumerate(strengths) if strength])
            return "row", row, compared, seats, won
        case told.Won(winner=winner, seat=seat, units=units):
            return "won", winner, seat, units
        case told.Even(seats):
            return "even", *seats
        case told.Scored(units, scores):
            return "scored", units, scores
        case told.GameOver(winners):
            return "over", winners
    raise AssertionError(f"nothing is known of {event}")
