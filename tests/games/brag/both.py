"""The game and its book side by side, move by move; they must agree in everything."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from prial.betting.pots import total
from prial.cards import PACK, Card
from prial.core.game import NATURE, Chance, Decision, Over, Seat, State, view
from prial.core.record import Record, read, replay, write, written_move
from prial.core.step import Step, step
from prial.errors import Refusal
from prial.games.brag import BragGame, BragRules
from prial.games.brag.actions import Action
from prial.games.brag.choices import Deciding
from prial.games.brag.finish import stopped
from prial.games.brag.state import Table
from tests.games.brag.book import Book
from tests.games.first_dealer import NAMES


class Both:
    """A table and its book.

    Args:
        rules: the house rules.
        pack: the cards in play.
        stacks: chips of the seats; None gives each a purse.
    """

    def __init__(self, rules: BragRules, pack: tuple[Card, ...] = PACK, stacks: Sequence[int] | None = None) -> None:
        self.rules, self.game, self.book = rules, BragGame(rules, pack), Book(rules, len(pack))
        self.state: State[Table] = self.game.start()
        self.gathered: Mapping[Seat, Action] = {}
        self.moves: list[tuple[Any, Any]] = []
        self.states: list[bytes] = []
        self.keys: set[str] = set()
        self.key = ""
        if stacks is not None:
            table = replace(self.state.public, chips=tuple(stacks), bought=tuple(stacks))
            self.state = State(table, self.state.piles, self.state.seen)
            self.book.chips, self.book.bought = [*stacks], [*stacks]

    @property
    def table(self) -> Table:
        return self.state.public

    @property
    def node(self) -> Any:
        return self.game.node(self.state)

    @property
    def over(self) -> bool:
        return self.book.phase == "over"

    def choices(self, seat: Seat) -> Deciding:
        return self.game.choices(view(self.state, seat))

    # --- moves --------------------------------------------------------------------------------------------------------

    def move(self, seat: Seat, action: Any) -> None:
        """Make a move that both must allow, and check that they agree after it."""
        written = written_move(self.game, self.state, seat, action)
        done = step(self.game, self.state, self.gathered, seat, action)
        assert isinstance(done, Step), f"{written}: {done}"
        if seat != NATURE:
            self.book.do(seat, written[1])
        elif self.book.phase == "dealer":
            said = self.book.find_dealer(action)
            assert [told.event.say(NAMES) for told in done.told] == said
            assert [*done.state.public.cutting] == self.book.first.cutting
        else:
            self.book.dealt([card for pile in action for card in pile])
        self.state, self.gathered = done.state, done.gathered
        self.moves.append(written)
        self.states.append(msgspec.json.encode(self.state))
        for told in done.told:
            assert told.event.say(NAMES).strip()
        self.agree()

    def nature(self, rng: Random) -> None:
        self.move(NATURE, self.node.draw.sample(rng))

    def refuses(self, seat: Seat, action: Any) -> None:
        """Check that the game allows a move exactly where the book does, and otherwise refuses it in a sentence."""
        text = self.game.write(action)
        allowed = self.book.allows(seat, text)
        done = step(self.game, self.state, self.gathered, seat, action)
        assert isinstance(done, Step) == allowed, f"{seat} {text}: {done}"
        if isinstance(done, Refusal):
            assert str(done).endswith("."), done

    # --- what must agree ----------------------------------------------------------------------------------------------

    def agree(self) -> None:
        """Check that the table and the book agree in everything."""
        table, book, state = self.table, self.book, self.state
        assert str(table.phase) == book.phase
        assert (table.deal, [*table.chips], [*table.bought], [*table.debts]) == (book.deals, book.chips, book.bought, book.debts)
        assert sum(table.chips) + total(table.pots) == sum(table.bought) + sum(table.debts), "chips are neither made nor lost"
        assert [(pot.chips, pot.coverer) for pot in table.pots] == book.pots
        assert table.dealer == max(book.dealer, 0)
        assert set(table.sitting_out) == book.sitting
        assert table.holder == book.holder
        self.stop()
        if book.phase not in ("bring", "dealer", "over"):
            assert [*table.playing] == book.order
            assert [*table.pack] == book.pack
            self.cards()
        if book.phase not in ("bring", "dealer", "choose", "deal", "next", "over"):
            self.deal()
        if book.phase not in ("dealer", "deal", "over"):
            self.deciding()
        if book.phase == "over":
            result = self.node.result
            assert isinstance(self.node, Over)
            assert [*result.ledger] == book.ledger()
            assert sum(result.ledger) == 0
            assert [*result.winners] == [seat for seat, won in enumerate(book.ledger()) if won == max(book.ledger())]
        assert isinstance(self.node, Chance) == (book.phase in ("dealer", "deal"))
        faces = [face for (face,) in state.piles if face >= 0]
        assert len(set(faces)) == len(faces)

    def deal(self) -> None:
        """Check what holds during a deal."""
        table, book = self.table, self.book
        assert table.last_bet == book.last_bet
        assert set(table.refused) == book.refused
        assert [*table.folded] == book.fold_order
        assert set(table.betting) == set(book.seats("in"))
        assert set(table.covered) == set(book.seats("covered"))
        assert [[list(hand) for hand in hands] for seat, hands in enumerate(table.hands) if seat not in table.folded] == [
            book.hands[seat] for seat in range(book.n) if book.status.get(seat) != "folded"
        ]
        playing = [pile for seat, hands in enumerate(table.hands) if seat not in table.folded for hand in hands for pile in hand]
        assert sorted([*table.pack, *playing]) == list(range(book.size)), "each card is in one place"
        assert {seat for seat in table.betting if table.form.blind and not table.open[seat]} == {
            seat for seat in table.betting if book.is_blind(seat)
        }
        assert {seat: set(away) for seat, away in enumerate(table.discards) if away} == {
            seat: set(away) for seat, away in book.away.items()
        }
        assert [sum(paid.chips for paid in book.paid if paid.seat == seat) for seat in range(book.n)] == [*table.paid]
        assert (table.form.cards, table.form.wild, table.form.blind) == book.form

    def cards(self) -> None:
        """Check that faces are where the book has them, and are seen by the same viewers."""
        state, book = self.state, self.book
        for token, (face,) in enumerate(state.piles):
            assert face == book.face.get(token, -1)
            knows = book.known.get(token, set())
            assert state.seen[token] == (-1 if None in knows else sum(1 << seat for seat in knows if seat is not None))

    def deciding(self) -> None:
        """Check who decides, and what each seat may do."""
        node, book = self.node, self.book
        assert isinstance(node, Decision)
        if node.key != self.key:
            assert node.key not in self.keys, "a decision's key was used twice"
            self.keys.add(node.key)
            self.key = node.key
        assert [*node.seats] == book.asked()
        for seat in range(book.n):
            words, bets, discards = book.may(seat)
            if seat in node.seats and seat not in self.gathered:
                assert words or bets or discards
            elif seat not in node.seats:
                assert (seat in node.also) == bool(words | discards), f"seat {seat} meanwhile: {words | discards}"
            if seat in self.gathered or not (words or bets or discards):
                continue
            choices = self.choices(seat)
            offered = choices.offer
            assert choices.count() == len(words) + len(bets) + len(discards)
            low, high = (offered.low, offered.high) if offered else (0, -1)
            assert range(low, high + 1) == bets or not (bets or low <= high), f"bets {low} to {high}, the book says {bets}"
            if choices.count() < 200:
                listed = {self.game.write(action) for action in choices}
                assert listed == words | discards | {f"bet {chips}" for chips in bets}

    def stop(self) -> None:
        """Check the result if the game stopped now."""
        if self.book.phase == "dealer":
            return
        result = stopped(self.table)
        assert [*result.ledger] == self.book.if_stopped()
        assert sum(result.ledger) == 0
        assert result.winners == () or self.over

    def record(self) -> Record:
        rules: dict[str, Any] = {}
        return Record(prial=1, game="brag", rules=rules, seats=[f"P{seat}" for seat in range(self.book.n)], moves=self.moves)

    def replays(self) -> None:
        """Check that the record, written, read and replayed, leads to the same states, byte for byte."""
        back = read(write(self.record()))
        game = BragGame(self.rules, self.game.pack)
        again = list(replay(game, back))
        assert len(again) == len(self.states)
        for move, wanted in zip(again, self.states, strict=True):
            assert isinstance(move.done, Step), move.done
            assert msgspec.json.encode(move.done.state) == wanted
        decoded = msgspec.json.decode(self.states[-1], type=State[Table])
        assert msgspec.json.encode(decoded) == self.states[-1]
