"""Whole games of random players, each step compared with the book, and counts of what happened in them."""

from collections import Counter
from random import Random
from typing import Any, Final

from prial.cards import PACK, Card, best_first, name
from prial.core.game import BACK, EVERYBODY, NATURE, Chance, Decision, Over, State, view
from prial.core.record import written_move
from prial.core.step import Step, step
from prial.errors import Refusal
from prial.games.stop_the_bus import BusGame
from prial.games.stop_the_bus.choices import Turn, with_call
from prial.games.stop_the_bus.rules import BusRules
from prial.games.stop_the_bus.state import Action, Call, Table, Take, TakeAll
from tests.games import first_dealer
from tests.games.first_dealer import NAMES, First
from tests.games.stop_the_bus.book import Book, number

BRANCHES: Final = frozenset(
    {
        *first_dealer.BRANCHES,
        *("players=2", "players=3", "players=4", "players=5", "players=6", "tokens"),
        *("exchange=one", "exchange=one_or_three", "take all and call", "put_back=allowed", "put_back=forbidden"),
        *("first_call=any_turn", "first_call=after_first_round", "the last of the first round calls"),
        *("call: with the exchange", "call: while the next thinks", "the caller pays", "max_turns"),
        *("worst_tie=all_pay", "worst_tie=nobody_pays", "prial_call=off", "prial_call=costs_more"),
        *("the top prial", "a prial: as far as they have them", "a prial: the best of several"),
        *("top_prial=threes", "top_prial=aces", "top_run=ace_two_three", "top_run=ace_king_queen"),
        *("played again", "out", "several out at once", "won"),
    }
)
"""Effects of each option value that no other value has, and other things that can happen in a deal."""


class Campaign:
    """Plays games under one set of rules.

    Args:
        rules: the rules.
        rng: the source of chance and of the players' decisions.
        counts: how many times each of `BRANCHES` was taken.
        pack: the cards in play; with a short pack, rare things are common.
        calls: probability that a player who may stop the bus does.
        skill: probability that a player makes the best hand instead of a random one.
    """

    def __init__(
        self,
        rules: BusRules,
        rng: Random,
        counts: Counter[str],
        *,
        pack: tuple[Card, ...] = PACK,
        calls: float = 0.15,
        skill: float = 0.0,
    ) -> None:
        self.rules, self.rng, self.counts, self.calls, self.skill = rules, rng, counts, calls, skill
        self.game = BusGame(rules, pack)
        self.moves: list[tuple[Any, Any]] = []
        """The record of the game so far."""

    def note(self, branch: str, happened: Any = True) -> None:
        if happened:
            assert branch in BRANCHES
            self.counts[branch] += 1

    def play(self) -> State[Table]:
        """Play a game to its end."""
        self.book, self.moves = Book(self.rules), []
        self.state: State[Table] = self.game.start()
        self.first = First(self.rules)
        keys: set[str] = set()
        while not isinstance(node := self.game.node(self.state), Over):
            if isinstance(node, Chance):
                self.nature(node)
                continue
            keys_before = len(keys)
            keys.add(node.key)
            assert len(keys) > keys_before or self.book.caller is not None, "a decision's name is used again"
            self.decide(node)
        assert self.book.over
        assert [*node.result.winners] == self.book.still_in
        assert [*node.result.scores] == self.book.tokens
        assert not any(node.result.ledger)
        assert isinstance(step(self.game, self.state, {}, 0, Call()), Refusal)
        self.note("won")
        self.note("tokens", self.rules.tokens > 1)
        for branch in self.first.branches:
            self.note(branch)
        return self.state

    def move(self, seat: int, action: Any) -> Step[Table, Action]:
        self.moves.append(written_move(self.game, self.state, seat, action))
        done = step(self.game, self.state, {}, seat, action)
        assert isinstance(done, Step), str(done)
        self.state = done.state
        return done

    def nature(self, node: Chance) -> None:
        """Chance: the choice of the first dealer, or a deal."""
        book = self.book
        assert node.rest == (book.done is not None)
        outcome, first = node.draw.sample(self.rng), self.first
        done = self.move(NATURE, outcome)
        if first.dealer is None:
            assert [each.event.say(NAMES) for each in done.told if each.to == EVERYBODY] == first.take(outcome)
            assert [*self.state.public.cutting] == first.cutting
            return
        if not book.deals:
            book.dealer = first.seat
        book.deal(self.moves[-1][1])
        self.note(f"players={len(book.hands)}")
        self.agree()

    def decide(self, node: Decision) -> None:
        """A seat that may move does; before that, forbidden actions are tried and refused."""
        book, rng = self.book, self.rng
        assert node.seats == (book.turn,)
        assert node.also == ((book.last,) if book.may_call() else ())
        if node.also and rng.random() < self.calls / 2:
            self.act(node.also[0], Call())
            self.note("call: while the next thinks")
            return
        seat = node.seats[0]
        if rng.random() < 0.3:
            self.try_what_is_not_allowed(seat)
        choices = self.game.choices(view(self.state, seat))
        assert isinstance(choices, Turn)
        exchange = rng.choice(choices.exchanges)
        if rng.random() < self.skill:
            exchange = max(choices.exchanges, key=lambda each: self.game.ranking.strength(choices.after(each)))
        called = with_call(exchange)
        self.act(seat, called if rng.random() < self.calls and choices.why_not(called) is None else exchange)

    def act(self, seat: int, action: Action) -> None:
        before, first_round = self.book.still_in, self.book.turns < len(self.book.hands)
        self.move(seat, action)
        self.book.act(seat, self.moves[-1][1])
        self.agree()
        self.note("exchange=one", isinstance(action, Take))
        self.note("exchange=one_or_three", isinstance(action, TakeAll))
        self.note("put_back=allowed", isinstance(action, Take) and action.take == action.put)
        if not isinstance(action, Call) and action.stop:
            self.note("call: with the exchange")
            self.note("take all and call", isinstance(action, TakeAll))
            self.note("first_call=any_turn", first_round and self.book.turns < len(self.book.hands))
            self.note("the last of the first round calls", first_round and self.book.turns == len(self.book.hands))
        if self.book.done is not None:
            self.after(before)

    def try_what_is_not_allowed(self, seat: int) -> None:
        """Try to put a card back, to take all, other cards, and too early a call; all are refused and change nothing."""
        book, choices = self.book, self.game.choices(view(self.state, seat))
        middle, hand = [number(card) for card in book.middle], [number(card) for card in book.hands[seat]]
        others = [number(card) for other, cards in book.hands.items() if other != seat for card in cards]
        wrong: list[Action] = [Take(hand[0], hand[1]), Take(middle[0], others[0]), Take(others[0], hand[0]), Call()]
        wrong += [Take(middle[0], middle[1])]
        if str(self.rules.put_back) == "forbidden":
            wrong.append(Take(middle[0], middle[0]))
            self.note("put_back=forbidden")
        if str(self.rules.exchange) == "one":
            wrong.append(TakeAll())
        early = str(self.rules.first_call) == "after_first_round" and book.turns + 1 < len(book.hands)
        if early or book.caller is not None:
            wrong.append(Take(middle[0], hand[0], stop=True))
            self.note("first_call=after_first_round", early)
        for action in wrong:
            refusal = choices.why_not(action)
            assert refusal is not None, action
            assert str(refusal).endswith(".")
        assert choices.count() == len([*choices])

    def agree(self) -> None:
        """Check that the table and the book agree, and that everybody sees what the rules allow."""
        state, table, book = self.state, self.state.public, self.book
        assert [*table.scores] == book.tokens
        assert [*table.playing] == book.still_in
        assert (table.dealer, table.deal) == (book.dealer, book.deals)
        assert sum(table.scores) <= self.rules.tokens * self.rules.players
        if not book.hands:
            return
        lying = {seat: best_first(number(card) for card in hand) for seat, hand in book.hands.items()}
        assert {seat: state.piles[pile] for seat, pile in enumerate(table.hands) if seat in lying} == lying
        assert [name(state.piles[pile][0]) for pile in table.middle] == book.middle
        dealt = [card for pile in state.piles for card in pile]
        assert len(set(dealt)) == len(dealt) == 3 * len(lying) + 3
        assert table.stopped == book.caller
        if book.turn is None:
            assert all(seen == EVERYBODY for seen in state.seen)
            return
        assert (table.seat, table.turn) == (book.turn, book.turns + 1)
        assert [set(map(name, cards)) for cards in table.known] == [book.known.get(s, set()) for s in range(self.rules.players)]
        for viewer in (None, self.rng.choice([*book.hands])):
            sees = view(state, viewer).piles
            assert all((BACK not in sees[table.hands[seat]]) == (seat == viewer) for seat in lying)
            assert all(BACK not in sees[pile] for pile in table.middle)

    def after(self, before: list[int]) -> None:
        """Count what happened in a deal."""
        book, settled = self.book, self.state.public.last
        done = book.done
        assert done is not None
        assert settled is not None
        assert [*settled.paid] == done.by_seat
        assert ([*settled.worst], settled.prial, settled.again) == (done.worst, done.prial, done.again)
        out = [seat for seat in before if seat not in book.still_in]
        assert [*settled.out] == out
        self.note("max_turns", book.caller is None)
        self.note("the caller pays", book.caller is not None and done.by_seat[book.caller])
        self.note("played again", done.again)
        self.note("out", out)
        self.note("several out at once", len(out) > 1)
        tied = len(done.worst) > 1 and done.prial is None
        self.note(f"worst_tie={self.rules.worst_tie}", tied)
        self.kinds(done.prial, done.by_seat)

    def kinds(self, prial: int | None, paid: list[int]) -> None:
        """Count how the kinds of the hands mattered."""
        hands = {seat: sorted(card[0] for card in hand) for seat, hand in self.book.hands.items()}
        prials = [seat for seat, ranks in hands.items() if len(set(ranks)) == 1]
        self.note(f"prial_call={self.rules.prial_call}", prials)
        if prial is not None:
            top = max(paid) == 2
            self.note("the top prial", top)
            self.note("a prial: as far as they have them", top and 1 in paid)
            self.note("a prial: the best of several", len(prials) > 1)
        threes_and_aces = {hands[seat][0] for seat in prials} >= {"3", "A"}
        self.note(f"top_prial={self.rules.top_prial}", threes_and_aces)
        runs = [seat for seat, ranks in hands.items() if ranks in (["2", "3", "A"], ["A", "K", "Q"])]
        self.note(f"top_run={self.rules.top_run}", len({tuple(hands[seat]) for seat in runs}) == 2)
