"""Crash, and Brag with nine, seven and six cards, as a `prial.core.game.Game`."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from prial.betting.pots import share
from prial.cards import PACK, RANK_NAMES, Card, best_first, names
from prial.core import first_dealer
from prial.core.chance import Draw, Group, Outcome
from prial.core.game import (
    EVERYBODY,
    Chance,
    Choices,
    Decision,
    Event,
    Node,
    Over,
    Result,
    Seat,
    State,
    Told,
    View,
    from_left,
    put,
)
from prial.core.inspected import Inspectable
from prial.games.crash import events as said
from prial.games.crash.actions import Action, Lay, Word, read_action, write_action
from prial.games.crash.choices import Arranging, Asked
from prial.games.crash.faults import faults
from prial.games.crash.rules import SCHEMA, VERSION, CrashRules
from prial.games.crash.settings import CrashCall, FourBonus, Scoring, Spare, SpareChoice
from prial.games.crash.settle import Deal, Hands, Scorer
from prial.games.crash.state import Declaration, Phase, Settled, Table


class CrashGame(Inspectable):
    """The game of Crash under the house rules of one table.

    Args:
        rules: the house rules, with the number of players and of cards.
        pack: the cards in play, 52 or fewer.
        version: the version of the game. A record or table keeps the version with which it began.
    """

    name = "crash"

    def __init__(self, rules: CrashRules, pack: Sequence[Card] = PACK, version: int = VERSION) -> None:
        self.rules = SCHEMA.checked(rules)
        self.version = version
        self.pack = best_first(pack)
        self.seats = rules.players
        self.scorer = Scorer(rules, version)
        self._draws: dict[tuple[tuple[Seat, ...], bool], Chance] = {}

    def start(self) -> State[Table]:
        nobody, named = (0,) * self.seats, first_dealer.named(self.rules)
        table = Table(
            phase=Phase.DEALER if named is None else Phase.DEAL,
            dealer=named or 0,
            cutting=first_dealer.cutters(self.rules),
            playing=tuple(range(self.seats)),
            scores=nobody,
            ledger=nobody,
            booked=nobody,
        )
        return State(table)

    def node(self, state: State[Table]) -> Node:
        table = state.public
        match table.phase:
            case Phase.ARRANGE:
                return Decision(f"{table.deal}.arrange", table.playing)
            case Phase.SWAP | Phase.CALL:
                return Decision(f"{table.deal}.{table.phase}.{table.asked[0]}", table.asked[:1])
            case Phase.DEALER:
                return Chance(first_dealer.draw(self.seats, table.cutting, self.pack))
            case Phase.DEAL:
                return self._draw(table.playing, rest=table.last is not None)
            case Phase.OVER:
                assert table.last is not None
                return Over(Result(table.last.winners, table.scores, table.ledger))

    def _draw(self, playing: tuple[Seat, ...], *, rest: bool) -> Chance:
        """The chance move that deals cards to ``playing``. With ``rest``, people get time to look at the table first."""
        if (playing, rest) not in self._draws:
            size = self.rules.cards
            groups = [Group("hands", tuple([size if seat in playing else 0 for seat in range(self.seats)]))]
            spares = 0 if self.rules.spare is Spare.ASIDE else 4 - len(playing)
            groups.append(Group("spare", (size,) * spares))
            self._draws[playing, rest] = Chance(Draw(self.pack, tuple(groups)), rest)
        return self._draws[playing, rest]

    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        table = state.public
        if table.phase is Phase.DEALER:
            first, *others = first_dealer.highest(outcome)
            if others:
                return State(replace(table, cutting=(first, *others)))
            return State(replace(table, phase=Phase.DEAL, dealer=first, cutting=()))
        assert not isinstance(outcome, int)
        spares = tuple(range(self.seats, len(outcome)))
        asked = tuple(from_left(table.dealer, table.playing, self.seats)) if spares else ()
        dealt = replace(
            self.begun(table),
            phase=Phase.SWAP if asked else Phase.ARRANGE,
            asked=asked,
            hands=tuple([s if s in table.playing else -1 for s in range(self.seats)]),
            spares=spares,
        )
        seen = tuple([1 << s if s < self.seats else 0 for s in range(len(outcome))])
        return State(dealt, tuple([best_first(pile) for pile in outcome]), seen)

    def begun(self, table: Table) -> Table:
        """Begin a deal: clear away everything of the last deal, and let the players pay their antes.

        Args:
            table: the public part of the state before the deal.
        """
        ledger, pot = table.ledger, table.pot
        if self.rules.scoring is Scoring.POT:
            pot += self.rules.ante * len(table.playing)
            ledger = tuple([chips - self.rules.ante * (s in table.playing) for s, chips in enumerate(ledger)])
        return replace(table, deal=table.deal + 1, swapped=(), laid=(), declared=(), called=(), last=None, ledger=ledger, pot=pot)

    def choices(self, view: View[Table]) -> Choices[Action]:
        phase = view.public.phase
        if phase is Phase.ARRANGE and view.seat in view.public.playing:
            return Arranging(self.scorer, view)
        if phase is Phase.SWAP:
            return Asked(*([Word.SWAP_1, Word.SWAP_2] if self._may_choose(view.public) else [Word.SWAP]), Word.KEEP)
        if phase is Phase.CALL:
            return Asked(Word.CALL, Word.PASS)
        return Asked()

    def act(self, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
        match state.public.phase:
            case Phase.SWAP:
                return self._swap(state, *next(iter(moves.items())))
            case Phase.CALL:
                return self._call(state, *next(iter(moves.items())))
            case _:
                return self._lay(state, moves)

    def _may_choose(self, table: Table) -> bool:
        """Whether a player who swaps may choose between two spare hands."""
        choose = self.rules.spare_choice is SpareChoice.CHOOSE and self.rules.spare is Spare.SWAP
        return choose and len(table.spares) == 2

    def _swap(self, state: State[Table], seat: Seat, answer: Action) -> State[Table]:
        table = state.public
        if answer is Word.KEEP:
            asked = table.asked[1:]
            return State(replace(table, asked=asked, phase=Phase.SWAP if asked else Phase.ARRANGE), state.piles, state.seen)
        spares = list(table.spares)
        # Where two players take spare hands in order, the second player gets the second one even if the first player keeps
        second = len(table.playing) == 2 and len(table.asked) == 1 and not table.swapped
        in_order = self.rules.spare_choice is SpareChoice.IN_ORDER
        taken = spares.pop(1 if answer is Word.SWAP_2 or (in_order and second) else 0)
        if self.rules.spare is Spare.PASS_ON:
            spares.append(table.hands[seat])
        asked = table.asked[1:] if spares else ()
        after = replace(
            table,
            hands=put(table.hands, seat, taken),
            spares=tuple(spares),
            swapped=(*table.swapped, seat),
            booked=put(table.booked, seat, table.booked[seat] + self.rules.spare_stake),
            asked=asked,
            phase=Phase.SWAP if asked else Phase.ARRANGE,
        )
        return State(after, state.piles, put(state.seen, taken, state.seen[taken] | 1 << seat))

    def _call(self, state: State[Table], seat: Seat, answer: Action) -> State[Table]:
        table = state.public
        called = (*table.called, seat) if answer is Word.CALL else table.called
        after = State(replace(table, called=called, asked=table.asked[1:]), state.piles, state.seen)
        return after if after.public.asked else self._showdown(after)

    def _lay(self, state: State[Table], moves: Mapping[Seat, Action]) -> State[Table]:
        """Carry out the actions of all players, who lay their hands or declare something."""
        table = state.public
        piles, seen = list(state.piles), list(state.seen)
        laid: list[tuple[int, ...]] = [()] * self.seats
        declared: list[tuple[Seat, Declaration]] = []
        for seat, action in moves.items():
            if not isinstance(action, Lay):
                declared.append((seat, Declaration(action.value)))
                continue
            if action.knock:
                declared.append((seat, Declaration.KNOCK))
            hands = self.scorer.in_order(action.hands)
            # A pile for each hand, which only its owner has seen, so that nobody else knows where a card lies
            laid[seat] = tuple(range(len(piles), len(piles) + len(hands)))
            piles += [_pile(hand) for hand in hands]
            seen += [1 << seat] * len(hands)
        shows = self.rules.crash_call is CrashCall.NONE or any(what is not Declaration.KNOCK for _, what in declared)
        asked = () if shows else tuple(from_left(table.dealer, table.playing, self.seats))
        table = replace(table, laid=tuple(laid), declared=tuple(declared), asked=asked, phase=Phase.CALL)
        after = State(table, tuple(piles), tuple(seen))
        return self._showdown(after) if shows else after

    def _showdown(self, state: State[Table]) -> State[Table]:
        """Score the deal, turn up the hands that the showdown reveals, and find the next dealer."""
        table, piles = state.public, state.piles
        settled = self.scorer.settle(self.scored(table, tuple([tuple([piles[pile] for pile in laid]) for laid in table.laid])))
        seen, shown = list(state.seen), len(settled.places)
        for seat, laid in enumerate(table.laid):
            turned = self._turned_of_foul(piles, laid) if seat in settled.fouls else shown
            for pile in laid[:turned]:
                seen[pile] = EVERYBODY
        for seat, what in table.declared:
            if what is Declaration.THIRTEEN_STRAIGHT:
                seen[table.hands[seat]] = EVERYBODY
        return State(self.after(table, settled), piles, tuple(seen))

    def scored(self, table: Table, hands: tuple[Hands, ...]) -> Deal:
        """Collect everything that the score of a deal depends on.

        Args:
            table: the public part of the state at the showdown.
            hands: the hands that each seat laid, by seat.
        """
        return Deal(
            dealer=table.dealer,
            scores=table.scores,
            playing=table.playing,
            hands=hands,
            declared=table.declared,
            called=table.called,
            level=table.level,
            booked=table.booked,
            pot=table.pot,
            last=self.rules.scoring is Scoring.POT and table.deal >= self.rules.length,
            ledger=table.ledger,
        )

    def after(self, table: Table, settled: Settled) -> Table:
        """The public part of the state after a deal: the seats still in the game, the next dealer, all points and money.

        Args:
            table: the public part of the state at the showdown.
            settled: the result of the deal.
        """
        playing = tuple([seat for seat in table.playing if seat not in settled.out]) if settled.out else table.playing
        same = settled.over or (settled.void and table.dealer in playing)
        return replace(
            table,
            phase=Phase.OVER if settled.over else Phase.DEAL,
            dealer=table.dealer if same else from_left(table.dealer, playing, self.seats)[0],
            playing=playing,
            scores=settled.scores,
            ledger=tuple([before + won for before, won in zip(table.ledger, settled.ledger, strict=True)]),
            pot=settled.pot,
            level=settled.level,
            last=settled,
        )

    def _turned_of_foul(self, piles: Sequence[tuple[Card, ...]], laid: Sequence[int]) -> int:
        """The number of hands that a player who fouled must turn up."""
        found = self.scorer.foul_at(self.scorer.strengths([piles[pile] for pile in laid]))
        # If a foul is found at once, the place is 0, and all hands are turned up
        return found + 1 if found else len(laid)

    def stop(self, state: State[Table]) -> Result:
        """The result of a game that is broken off. Nobody has won. Players keep points and money, and share the pot evenly."""
        table = state.public
        ledger = list(table.ledger)
        for seat, chips in share(table.pot, table.playing, table.dealer, self.seats) if table.pot else []:
            ledger[seat] += chips
        return Result((), table.scores, tuple(ledger))

    def tell(self, before: State[Table], moves: Mapping[Seat, Action] | Outcome, after: State[Table]) -> Sequence[Told]:
        table = after.public
        match before.public.phase:
            case Phase.DEALER:
                assert not isinstance(moves, Mapping)
                return first_dealer.tell(moves)
            case Phase.DEAL:
                dealt: list[Told] = [Told(said.Dealt(table.deal, table.dealer))]
                return dealt + [_held(seat, after) for seat in table.playing]
        assert isinstance(moves, Mapping)
        laid = [[names(after.piles[pile]) for pile in mine] for mine in table.laid]
        told: list[Told] = []
        for seat, action in moves.items():
            match action:
                case Lay():
                    hands = [after.piles[pile] for pile in table.laid[seat]]
                    labels = tuple(map(self.scorer.ranking.label, self.scorer.strengths(hands)))
                    told.append(Told(said.Laid(seat, " ".join(laid[seat]), labels), 1 << seat))
                case Word.SWAP | Word.SWAP_1 | Word.SWAP_2:
                    which = (Word.SWAP, Word.SWAP_1, Word.SWAP_2).index(action)
                    told += [Told(said.Swapped(seat, which)), _held(seat, after)]
                case Word.KEEP:
                    told.append(Told(said.Kept(seat)))
                case Word.CALL:
                    told.append(Told(said.Called(seat)))
                case Word.PASS:
                    told.append(Told(said.Passed(seat)))
        if before.public.phase is Phase.ARRANGE:
            told += [Told(said.Declared(seat, what)) for seat, what in table.declared]
        if table.last is not None:
            told += [Told(event) for event in self._tell_showdown(before.public, after, laid, table.last)]
        return told

    def _tell_showdown(self, before: Table, after: State[Table], laid: list[list[str]], settled: Settled) -> list[Event]:
        """The events of the showdown: each place, then the result. ``laid`` has the hands as text, by seat."""
        return [*self._tell_places(after, laid, settled), *self.tell_settled(before, after.public, settled)]

    def tell_settled(self, before: Table, after: Table, settled: Settled) -> list[Event]:
        """The events that tell the result of a deal, except who won each place.

        Args:
            before: the public part of the state before the deal was scored.
            after: the public part of the state after it was scored.
            settled: the result of the deal.
        """
        if settled.void:
            return [said.Void(after.dealer, again=after.dealer == before.dealer)]
        events: list[Event] = []
        if self.rules.scoring is Scoring.POT:
            events.append(self._tell_pot(before.pot, after))
        else:
            if settled.crash is not None:
                events.append(said.Crashed(settled.crash))
            if settled.four is not None and settled.four_rank is not None:
                four, rank = settled.four, RANK_NAMES[settled.four_rank]
                won = self.rules.four_bonus is FourBonus.KNOCK and rank == "three" and settled.winners == (four,)
                events.append(said.FourThrees(four) if won else said.FourLaid(four, "sixes" if rank == "six" else rank + "s"))
            events.append(said.Scored(settled.points, settled.scores))
        if settled.level and settled.level != before.level:
            events.append(said.Level(settled.level))
        if any(settled.ledger):
            events.append(said.Paid(after.ledger))
        if settled.over:
            events.append(said.GameOver(settled.winners))
        return events

    def _tell_places(self, after: State[Table], laid: list[list[str]], settled: Settled) -> list[Event]:
        """The events for the shown places and for fouls, in order."""
        least, label = self.scorer.least, self.scorer.ranking.label
        piles, shown = after.piles, range(len(settled.places))
        hands: list[list[str | None]] = []
        counted: list[list[int]] = []
        labels: list[list[str]] = []
        found: list[list[Event]] = [[] for _ in range(len(shown) + 1)]
        for seat, mine in enumerate(after.public.laid):
            competing = mine
            if seat in settled.fouls:
                at = self.scorer.foul_at(self.scorer.strengths([piles[pile] for pile in mine])) or 0
                found[at].append(said.Fouled(seat, " ".join(laid[seat][: self._turned_of_foul(piles, mine)])))
                competing = mine[:at]
            missing = len(shown) - len(competing)
            strengths = self.scorer.strengths([piles[pile] for pile in competing])
            hands.append([*laid[seat][: len(competing)], *([None] * missing)])
            counted.append([s if s >= least else 0 for s in strengths] + [0] * missing)
            labels.append([label(s) for s in strengths] + [""] * missing)
        events: list[Event] = []
        for k in shown:
            place = settled.places[k]
            strength = tuple([mine[k] for mine in counted])
            decisive = max(strength) if place.winner is None else strength[place.winner]
            name = label(decisive) if decisive else ""
            shows = tuple([mine[k] for mine in hands])
            called = tuple([mine[k] for mine in labels])
            events += [*found[k], said.Shown(k + 1, shows, called, strength, place.winner, place.reason, name)]
        return [*events, *found[-1]]

    def _tell_pot(self, pot: int, table: Table) -> Event:
        """The event for the pot: a player took it, it stays, or it is shared out."""
        settled, places = table.last, self.rules.places
        assert settled is not None
        winner = settled.crash if settled.crash is not None else table.last_left
        if winner is not None:
            return said.PotWon(winner, pot)
        return said.PotBack(pot, places) if settled.over else said.PotStays(pot, places)

    def faults(self, state: State[Table]) -> Iterator[str]:
        """Find the errors in a state from which a game is to begin; see `prial.core.checks.Checking`."""
        return faults(self.rules, state)

    def score(self, view: View[Table]) -> tuple[int, ...]:
        return view.public.scores

    def read(self, text: str) -> Action:
        return read_action(text)

    def write(self, action: Action) -> str:
        return write_action(action)


def _pile(hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards of a laid hand, the best first."""
    if len(hand) != 3:
        return best_first(hand)
    a, b, c = hand  # three times as fast as `sorted`, for many hands
    if a < b:
        a, b = b, a
    if b < c:
        b, c = c, b
        if a < b:
            a, b = b, a
    return a, b, c


def _held(seat: Seat, state: State[Table]) -> Told:
    """The event that tells a seat which cards it holds. Only this seat gets the event."""
    return Told(said.Held(seat, names(state.piles[state.public.hands[seat]])), 1 << seat)
