"""Whole games of random players, each move compared with the book, and counts of what happened in them."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from prial.betting.limit import credit
from prial.cards import PACK, Card, name
from prial.core.game import BACK, EVERYBODY, NATURE, Chance, Decision, Event, Over, State, view
from prial.core.record import written_move
from prial.core.step import Step, step
from prial.errors import Refusal
from prial.games.brag_poker import BragPokerGame, BragPokerRules
from prial.games.brag_poker import events as said
from prial.games.brag_poker.state import Table
from tests.games import first_dealer
from tests.games.brag_poker.book import Book
from tests.games.first_dealer import NAMES, First

BRANCHES: Final = frozenset(
    {
        *first_dealer.BRANCHES,
        *(f"players={players}" for players in range(2, 9)),
        *("of two the dealer is the small blind", "short small blind", "short big blind"),
        *("half price", "half price of an odd call", "all-in call", "all-in call, half price"),
        *("short raise", "short raise, half price", "short raise doesn't open again", "full raise opens again"),
        *("no fourth raise", "who is all-in counts for it", "fourth raise of two", "opening bet", "short opening bet"),
        *("three raises after an opening bet", "big blind's option", "big blind raises", "no raise against nobody"),
        *("nobody to bet against", "all-in at once", "all fold", "uncalled back", "uncalled back, half price"),
        *("showdown", "share", "odd chip", "side pot", "two side pots", "half price in a side pot", "folded in a side pot"),
        *("changes", "change none unseen", "look in the draw", "blind_change=off", "blind_change=on"),
        *("discards shuffled", "short pack"),
        *("rebuy=between_deals", "rebuy=off", "rebuy", "sit out", "comes back", "rebuys and comes back", "broke"),
        *("length", "one purse left", "too few play", "dealer skips"),
        *("top_prial=threes", "top_prial=aces", "top_run=ace_two_three", "top_run=ace_king_queen"),
    }
)
"""Effects of each option value that no other value has, and other things that can happen in a deal."""

LIKELY: Final = {"fold": 1.0, "look": 3.0, "call": 6.0, "check": 4.0, "raise": 5.0, "play": 8.0, "rebuy": 4.0, "sit out": 1.0}
"""Weights of actions in a player's random choice; 1 for actions that aren't listed."""


class Watched(Book):
    """A book that remembers the credits before they were removed."""

    def give_back(self) -> None:
        self.bet_in = {seat: list(line) for seat, line in self.line.items()}
        super().give_back()

    def give_pots(self, pots: Sequence[tuple[int, list[int]]]) -> None:
        self.in_pots = {seat: list(line) for seat, line in self.line.items()}
        super().give_pots(pots)


class Campaign:
    """Plays games under one set of rules.

    Args:
        rules: the rules.
        rng: the source of chance and of the players' decisions.
        counts: how many times each of `BRANCHES` was taken.
        pack: the cards in play; with a short pack, rare things are common.
        likely: changes to `LIKELY`.
    """

    def __init__(
        self,
        rules: BragPokerRules,
        rng: Random,
        counts: Counter[str],
        *,
        pack: tuple[Card, ...] = PACK,
        likely: dict[str, float] | None = None,
    ) -> None:
        self.rules, self.rng, self.counts, self.pack = rules, rng, counts, pack
        self.likely = LIKELY | (likely or {})
        self.game = BragPokerGame(rules, pack)
        self.moves: list[tuple[Any, Any]] = []
        """The record of the game so far."""
        self.heard: list[Event] = []
        """The events of the last move."""

    def note(self, branch: str, happened: Any = True) -> None:
        if happened:
            assert branch in BRANCHES
            self.counts[branch] += 1

    def play(self) -> State[Table]:
        """Play a game to its end."""
        rules = self.rules
        self.book = Watched(
            rules.players,
            rules.small_blind,
            rules.big_blind,
            rules.purse,
            blind_change=rules.blind_change.value == "on",
            length=rules.length,
            rebuy=rules.rebuy.value == "between_deals",
            top_prial=rules.top_prial.value,
            top_run=rules.top_run.value,
            pack=[name(card) for card in self.pack],
        )
        self.first = First(rules)
        if self.first.dealer is not None:
            self.book.first_dealer(self.first.dealer)
        self.moves = []
        self.state: State[Table] = self.game.start()
        self.gathered: dict[int, Any] = {}
        self.acted: set[int] = set()
        """Seats that have acted in this round."""
        self.came = False
        """Whether the last move was made by a seat that didn't have to decide."""
        keys: set[str] = set()
        while not isinstance(node := self.game.node(self.state), Over):
            if isinstance(node, Chance):
                self.nature(node)
            else:
                assert self.came or self.gathered or node.key not in keys, "a decision's name is used again"
                keys.add(node.key)
                self.decide(node)
        book = self.book
        assert book.phase == "over"
        assert [*node.result.ledger] == book.ledger
        assert [*node.result.winners] == book.winners
        assert [*node.result.scores] == [book.chips[seat] for seat in range(book.players)]
        for branch in self.first.branches:
            self.note(branch)
        self.note("length", book.deals == rules.length)
        self.note("one purse left", rules.rebuy.value == "off" and sum(chips > 0 for chips in book.chips.values()) == 1)
        return self.state

    def move(self, seat: int, action: Any) -> None:
        self.moves.append(written_move(self.game, self.state, seat, action))
        done = step(self.game, self.state, self.gathered, seat, action)
        assert isinstance(done, Step), str(done)
        self.state, self.gathered = done.state, dict(done.gathered)
        self.heard = [told.event for told in done.told]

    def nature(self, node: Chance) -> None:
        """Chance: the choice of the first dealer, a deal, or new cards."""
        book, before = self.book, self.state
        outcome: Any = node.draw.sample(self.rng)
        self.move(NATURE, outcome)
        if self.first.dealer is None:
            assert [event.say(NAMES) for event in self.heard] == self.first.take(outcome)
            if not self.first.cutting:
                book.first_dealer(self.first.seat)
        elif due := book.due():
            seat, count, source = due
            cards = [name(pile[0]) for pile in outcome]
            assert len(cards) == count
            assert set(cards) <= set(book.pack if source == "pack" else book.discards)
            self.note("discards shuffled", source == "discards")
            book.give(seat, cards)
        else:
            hands = self.state.public.hands
            self.before_deal(before.public)
            book.deal({seat: [name(self.state.piles[pile][0]) for pile in hands[seat]] for seat in self.state.public.playing})
        self.agree()

    def before_deal(self, table: Table) -> None:
        """Count the blinds, which the book takes together with the cards."""
        book = self.book
        small, big = table.blinds
        self.note(f"players={len(table.playing)}")
        self.note("of two the dealer is the small blind", len(table.playing) == 2 and small == table.dealer)
        self.note("short small blind", book.chips[small] < book.small_blind)
        self.note("short big blind", book.chips[big] < book.big_blind)

    def decide(self, node: Decision) -> None:
        """A seat that may move does; before that, forbidden actions are tried and refused."""
        book, rng = self.book, self.rng
        may = {seat: texts for seat in sorted(book.sitting) if (texts := book.may_answer(seat))}
        assert sorted(node.also) == sorted(may)
        for seat, texts in may.items():
            assert self.offered(seat) == texts
        self.came = bool(may) and rng.random() < 0.15
        if self.came:
            seat = rng.choice(sorted(may))
            text = rng.choice(sorted(may[seat]))
            self.move(seat, self.game.read(text))
            book.comes_back(seat, text)
            self.note("rebuys and comes back" if text == "rebuy" else "comes back")
            return self.agree()
        if book.phase == "next":
            return self.answers(node)
        assert node.seats == (book.turn,)
        seat = node.seats[0]
        allowed = book.allowed()
        assert self.offered(seat) == allowed
        self.refuses(seat, allowed)
        self.open_to(seat, allowed)
        self.act(seat, self.some(allowed))
        return None

    def offered(self, seat: int) -> set[str]:
        """All actions of a seat, as text."""
        choices = self.game.choices(view(self.state, seat))
        texts = [self.game.write(action) for action in choices]
        assert len(texts) == choices.count() == len(set(texts))
        return set(texts)

    def some(self, texts: set[str]) -> str:
        """A random one of these actions."""
        every = sorted(texts)
        return self.rng.choices(every, [self.likely.get(text, 1.0) for text in every])[0]

    def refuses(self, seat: int, allowed: set[str]) -> None:
        """Check that what the book doesn't allow is refused in a sentence."""
        if self.rng.random() > 0.1:
            return
        choices = self.game.choices(view(self.state, seat))
        held = self.book.hands[seat]
        tried = {*LIKELY, "change none", "change 1", "change 3", f"change {held[0]}", f"change {' '.join(held)}"}
        tried |= {f"change {card}" for card in [*self.book.pack, *self.book.discards, *self.book.aside][:1]}
        for text in tried:
            refusal = choices.why_not(self.game.read(text))
            assert (refusal is None) == self.book.allows(seat, text), text
            assert refusal is None or str(refusal).endswith(".")
        other = (seat + 1) % self.rules.players
        assert isinstance(step(self.game, self.state, {}, other, self.game.read("fold")), Refusal)

    def answers(self, node: Decision) -> None:
        """All seats answer between deals, in any order."""
        book = self.book
        assert sorted(node.seats) == book.asked
        texts = {}
        for seat in self.rng.sample(node.seats, len(node.seats)):
            assert self.offered(seat) == book.may_answer(seat)
            texts[seat] = self.some(book.may_answer(seat))
            self.move(seat, self.game.read(texts[seat]))
        dealer = book.dealer
        book.answers(texts)
        self.note("rebuy", "rebuy" in texts.values())
        self.note("sit out", "sit out" in texts.values())
        self.note("too few play", book.phase == "over")
        self.note("dealer skips", book.phase == "deal" and book.dealer != (dealer + 1) % book.players)
        self.agree()

    # --- counting -----------------------------------------------------------------------------------------------------

    def open_to(self, seat: int, allowed: set[str]) -> None:
        """Count what a seat may and may not do, and why."""
        book = self.book
        if book.phase == "draw":
            self.note("short pack", len(book.pack) + len(book.discards) < 3)
            return
        others = [each for each in book.in_pot if each != seat and book.chips[each]]
        can = book.chips[seat] > book.price(seat)
        blinds = book.left_of(book.dealer, book.order) if len(book.order) > 2 else [book.dealer, book.order[0]]
        first = book.phase == "bet1" and book.raises == 0 and book.stands == book.big_blind and not book.owes(seat)
        self.note("big blind's option", first and seat == blinds[1] and "raise" in allowed)
        self.note("no raise against nobody", can and not others)
        if can and others:
            closed = seat in book.acted
            limit = book.raises >= 3 and len(book.in_pot) > 2
            self.note("short raise doesn't open again", closed and not limit)
            self.note("no fourth raise", limit and not closed)
            self.note("who is all-in counts for it", limit and not closed and len(others) == 1)
            self.note("three raises after an opening bet", limit and book.phase == "bet2")

    def act(self, seat: int, text: str) -> None:
        """Make a move of the seat in turn, and count it."""
        book, note = self.book, self.note
        phase, owed, price, blind = book.phase, book.owes(seat), book.price(seat), seat not in book.looked
        chips, raises, stands = book.chips[seat], book.raises, book.stands
        again = seat in self.acted
        returned, deal = len(book.returned), book.deals
        self.move(seat, self.game.read(text))
        book.act(seat, text)
        note("half price", blind and text in ("call", "raise") and owed)
        note("half price of an odd call", blind and text in ("call", "raise") and owed % 2 and chips > price)
        note("all-in call", text == "call" and not blind and chips < price)
        note("all-in call, half price", text == "call" and blind and chips < price)
        note("look in the draw", text == "look" and phase == "draw")
        note("change none unseen", text == "change none" and blind)
        note("blind_change=on", text in ("change 1", "change 2", "change 3"))
        note("changes", text.startswith("change") and not blind and text != "change none")
        note("blind_change=off", phase == "draw" and blind and not self.book.blind_change and text == "look")
        if text == "raise":
            full = chips - price >= (4 if phase == "bet2" else 2) * book.big_blind
            note("opening bet" if full else "short opening bet", stands == 0)
            note("short raise", not full and not blind and stands)
            note("short raise, half price", not full and blind and owed)
            note("fourth raise of two", raises >= 3 and full and len(book.order) > 2)
            note("full raise opens again", full and again)
            note("big blind raises", phase == "bet1" and raises == 0 and owed == 0)
        if book.phase != phase:
            self.acted = set()
        elif text != "look":
            self.acted.add(seat)
        self.came_back(returned)
        if phase == "bet1" and book.phase == "draw":
            note("all-in at once", not any(book.chips[each] for each in book.in_pot))
        left = [each for each in book.in_pot if book.chips[each]]
        note("nobody to bet against", phase == "bet1" and book.phase == "draw" and len(left) == 1)
        self.agree()
        if book.awards is not None and deal == book.deals:
            self.after()

    def came_back(self, returned: int) -> None:
        """Check and count chips that were returned because nobody called them."""
        book = self.book
        for seat, chips in book.returned[returned:]:
            back = [event for event in self.heard if isinstance(event, said.TookBack)]
            assert [(event.seat, event.chips) for event in back] == [(seat, chips)]
            self.note("uncalled back")
            credits_ = len(book.bet_in[seat]) - sorted(map(len, book.bet_in.values()))[-2]
            self.note("uncalled back, half price", chips < credits_)

    def after(self) -> None:
        """Count what happened in a deal."""
        book, settled, note = self.book, self.state.public.last, self.note
        assert settled is not None
        assert book.awards is not None
        assert [(award.chips, list(award.winners)) for award in settled.awards] == book.awards
        assert [*settled.shown] == book.shown
        told = [(event.chips, [event.winner]) for event in self.heard if isinstance(event, said.Won)]
        told += [(event.chips, list(event.winners)) for event in self.heard if isinstance(event, said.Shared)]
        assert sorted(told) == sorted(book.awards)
        assert [event.seat for event in self.heard if isinstance(event, said.Showed)] == book.shown
        note("all fold", not book.shown)
        note("showdown", book.shown)
        note("share", any(len(winners) > 1 for _, winners in book.awards))
        note("odd chip", any(chips % len(winners) for chips, winners in book.awards))
        note("side pot", len(book.awards) > 1)
        note("two side pots", len(book.awards) > 2)
        if len(book.awards) > 1:
            main = min(len(book.in_pots[seat]) for seat in book.in_pot)
            note("half price in a side pot", any(0 in line[main:] for line in book.in_pots.values()))
            note("folded in a side pot", any(len(book.in_pots[seat]) > main for seat in book.folded))
        note(f"rebuy={self.rules.rebuy}", book.phase == "next" and 0 in book.chips.values())
        note("broke", any(isinstance(event, said.Broke) for event in self.heard))
        hands = {seat: sorted(card[0] for card in book.hands[seat]) for seat in book.shown}
        note(f"top_prial={self.rules.top_prial}", {"333", "AAA"} <= {"".join(ranks) for ranks in hands.values()})
        note(f"top_run={self.rules.top_run}", {"23A", "AKQ"} <= {"".join(ranks) for ranks in hands.values()})

    # --- the table's state --------------------------------------------------------------------------------------------

    def agree(self) -> None:
        """Check that the table and the book agree, and that everybody sees what the rules allow."""
        table, book = self.state.public, self.book
        if self.first.dealer is None or table.phase.value == "deal":
            return  # the table has the blinds already; the book takes them together with the cards
        assert [*table.chips] == [book.chips[seat] for seat in range(book.players)]
        assert [*table.bought] == [book.bought[seat] for seat in range(book.players)]
        assert [*table.sitting_out] == sorted(book.sitting)
        assert (table.dealer, table.deal) == (book.dealer, book.deals)
        if not book.hands or book.phase == "deal":
            return
        assert [*table.playing] == book.order
        assert set(table.folded) == book.folded
        assert {seat for seat in book.order if table.open[seat]} == book.looked
        assert {seat: table.changed[seat] for seat in book.order if table.changed[seat] is not None} == book.changed
        if book.awards is None:
            assert [*table.put_in] == [book.paid[seat] for seat in range(book.players)]
            assert [credit(table.betting.stakes[seat]) for seat in book.order] == [len(book.line[seat]) for seat in book.order]
        if book.phase in ("bet1", "bet2"):
            assert (table.betting.to_match, table.betting.raises) == (book.stands, book.raises)
            assert (table.betting.step, f"bet{table.round}") == (book.step, book.phase)
        for seat in book.order:
            assert sorted(name(self.state.piles[pile][0]) for pile in table.hands[seat]) == sorted(book.hands[seat])
        dealt = [pile[0] for pile in self.state.piles if pile != (BACK,)]
        assert len(set(dealt)) == len(dealt)
        self.seen(self.rng.choice((None, *range(book.players))))

    def seen(self, viewer: int | None) -> None:
        """Check what a viewer sees: the own hand after a look, the cards that it put away itself, and hands that were shown."""
        table, book = self.state.public, self.book
        sees = view(self.state, viewer).piles
        shown = book.shown if book.awards is not None else []
        for seat in book.order:
            may = seat in shown or (seat == viewer and seat in book.looked)
            assert all((sees[pile] != (BACK,)) == may for pile in table.hands[seat])
            assert seat == viewer or all(sees[pile] == (BACK,) for pile in table.discards[seat])
        assert all(bits in (0, EVERYBODY) or bits.bit_count() == 1 for bits in self.state.seen)
