"""Two-Card Brag: everybody antes a chip, gets two cards, and stays for another chip or folds, in secret.

The best hand that stayed takes the pot: a pair beats any other two cards.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

import msgspec
from msgspec.structs import replace

from prial.betting.pots import share
from prial.bots.roster import Roster
from prial.cards import PACK, Card, names, rank
from prial.core.chance import Draw, Group, Outcome
from prial.core.events import Held
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
    Sound,
    State,
    Told,
    View,
    Weight,
)
from prial.core.kind import Kind
from prial.core.options import option
from prial.core.rules import Schema
from prial.errors import ActionError, Refusal, add_sentences, refuse
from prial.setting import Setting
from prial.testing import Fact, Moment


class Level(Setting):
    """What happens when the best hands are level."""

    SHARE = "share", "Level hands share the pot; a chip that can't be shared stays in it."
    CARRY = "carry", "Level hands leave the whole pot for the next deal."


@dataclass(frozen=True)
class Rules:
    """The house rules."""

    players: int = option(3, "Players", "How many play.", source="decided", group="The table", least=2, most=6)
    deals: int = option(5, "Deals", "How many deals a game has.", source="decided", group="The table", least=1, most=50)
    level: Level = option(Level.SHARE, "Level hands", "What becomes of the pot.", source="decided", group="The pot")


SCHEMA = Schema(
    "two_card_brag",
    Rules,
    (),
    {
        "home": 'title = "At home"\nhelp = "Level hands share the pot."\nsource = "decided"',
        "hard": 'title = "Hard"\nhelp = "Level hands leave the pot."\nsource = "decided"\noptions = { level = "carry" }',
    },
)


class Word(StrEnum):
    """The actions."""

    STAY = "stay"
    FOLD = "fold"


class Table(msgspec.Struct, frozen=True):
    """Everything that anybody may see. The hand of each seat is the pile of its number."""

    ledger: tuple[int, ...]
    """Chips won and lost, by seat."""
    deal: int = 0
    """Deals so far."""
    deciding: bool = False
    """Whether cards lie there that nobody has decided on."""
    pot: int = 0
    stayed: tuple[Seat, ...] = ()
    """Who stayed in the last deal."""
    winners: tuple[Seat, ...] = ()
    """Who took its pot."""


def strength(hand: tuple[Card, ...]) -> tuple[int, ...]:
    """How good two cards are; of two strengths the greater one beats."""
    high, low = sorted(map(rank, hand), reverse=True)
    return (int(high == low), high, low)


add_sentences(
    "en",
    {
        "two_card_brag.action": "{text!r} isn't an action: write stay or fold.",
        "two_card_brag.not_now": "There is nothing to decide now.",
        "two_card_brag.dealt": "Deal {deal}: everybody antes a chip.",
        "two_card_brag.stay": "{seat} stays.",
        "two_card_brag.stay.you": "You stay.",
        "two_card_brag.fold": "{seat} folds.",
        "two_card_brag.fold.you": "You fold.",
        "two_card_brag.showed": "{seat} shows {cards}.",
        "two_card_brag.showed.you": "You show {cards}.",
        "two_card_brag.won": "{winners} won {chips} chips.",
        "two_card_brag.carried": "The pot of {chips} chips stays for the next deal.",
        "two_card_brag.bot.steady": "Stays with a pair, or with a queen or better.",
        "two_card_brag.bot.reckless": "Always stays.",
    },
)


class Dealt(Event, frozen=True, tag="two_card_brag.dealt"):
    """A deal begins."""

    WEIGHT = Weight.DEAL
    SOUND = Sound.RIFFLE

    deal: int


class Chose(Event, frozen=True, tag="two_card_brag.chose"):
    """What a seat has decided, told when all have."""

    seat: Seat
    what: Word

    @property
    def code(self) -> str:
        return f"two_card_brag.{self.what}"


class Showed(Event, frozen=True, tag="two_card_brag.showed"):
    """A hand that stayed is shown."""

    seat: Seat
    cards: str


class Won(Event, frozen=True, tag="two_card_brag.won"):
    """The pot is won."""

    WEIGHT = Weight.MARK

    winners: tuple[Seat, ...]
    chips: int


class Carried(Event, frozen=True, tag="two_card_brag.carried"):
    """The pot stays."""

    chips: int


class Options(Choices[Word]):
    """Stay or fold, or nothing."""

    def __init__(self, words: tuple[Word, ...]) -> None:
        self.words = words

    def why_not(self, action: Word) -> Refusal | None:
        return None if isinstance(action, Word) and action in self.words else refuse("two_card_brag.not_now")

    def __iter__(self) -> Iterator[Word]:
        return iter(self.words)

    def count(self) -> int:
        return len(self.words)

    def sample(self, rng: Random) -> Word:
        return rng.choice(self.words)


class TwoCardBrag:
    """A table."""

    name = "two_card_brag"
    version = 1

    def __init__(self, rules: Rules) -> None:
        self.rules, self.seats = rules, rules.players

    def start(self) -> State[Table]:
        return State(Table(ledger=(0,) * self.seats))

    def node(self, state: State[Table]) -> Node:
        table = state.public
        if table.deciding:
            return Decision(f"{table.deal}.stay", tuple(range(self.seats)))
        if table.deal == self.rules.deals:
            return Over(self.stop(state))
        return Chance(Draw(PACK, (Group("hands", (2,) * self.seats),)), rest=table.deal > 0)

    def deal(self, state: State[Table], outcome: Outcome) -> State[Table]:
        assert isinstance(outcome, tuple)
        table = state.public
        paid = tuple([chips - 1 for chips in table.ledger])
        pot = table.pot + self.seats
        public = replace(table, ledger=paid, deal=table.deal + 1, deciding=True, pot=pot, stayed=(), winners=())
        return State(public, outcome, tuple([1 << seat for seat in range(self.seats)]))

    def choices(self, view: View[Table]) -> Choices[Word]:
        return Options(tuple(Word) if view.public.deciding else ())

    def act(self, state: State[Table], moves: Mapping[Seat, Word]) -> State[Table]:
        table = state.public
        stayed = tuple([seat for seat in moves if moves[seat] is Word.STAY])
        best = max([strength(state.piles[seat]) for seat in stayed], default=())
        winners = tuple([seat for seat in stayed if strength(state.piles[seat]) == best])
        if len(winners) > 1 and self.rules.level is Level.CARRY:
            winners = ()
        ledger = [chips - (seat in stayed) for seat, chips in enumerate(table.ledger)]
        pot = table.pot + len(stayed)
        each, rest = divmod(pot, len(winners)) if winners else (0, pot)
        for seat in winners:
            ledger[seat] += each
        public = replace(table, ledger=tuple(ledger), deciding=False, pot=rest, stayed=stayed, winners=winners)
        shown = stayed if len(stayed) > 1 else ()
        seen = tuple([EVERYBODY if seat in shown else bits for seat, bits in enumerate(state.seen)])
        return State(public, state.piles, seen)

    def tell(self, before: State[Table], moves: Mapping[Seat, Word] | Outcome, after: State[Table]) -> Sequence[Told]:
        if not isinstance(moves, Mapping):
            held = [Told(Held(seat, names(hand)), 1 << seat) for seat, hand in enumerate(after.piles)]
            return [Told(Dealt(after.public.deal)), *held]
        told = [Told(Chose(seat, word)) for seat, word in moves.items()]
        shown = [seat for seat in after.public.stayed if after.seen[seat] == EVERYBODY]
        told += [Told(Showed(seat, names(after.piles[seat]))) for seat in shown]
        if after.public.winners:
            chips = before.public.pot + len(after.public.stayed) - after.public.pot
            return [*told, Told(Won(after.public.winners, chips))]
        return [*told, Told(Carried(after.public.pot))]

    def stop(self, state: State[Table]) -> Result:
        table, ledger = state.public, list(state.public.ledger)
        for seat, chips in share(table.pot, range(self.seats), dealer=0, players=self.seats):
            ledger[seat] += chips  # a pot that nobody has won goes back
        winners = tuple([seat for seat in range(self.seats) if ledger[seat] == max(ledger)])
        return Result(winners, tuple(ledger), tuple(ledger))

    def score(self, view: View[Table]) -> tuple[int, ...]:
        return view.public.ledger

    def read(self, text: str) -> Word:
        try:
            return Word(text.strip().lower())
        except ValueError:
            raise ActionError(refuse("two_card_brag.action", text=text.strip()[:60])) from None

    def write(self, action: Word) -> str:
        return action.value


class Steady:
    """Stays with a pair, or with a queen or better."""

    def __init__(self, game: TwoCardBrag) -> None:
        self.game = game

    def choose(self, view: View[Table], choices: Choices[Word], rng: Random) -> Word:
        assert view.seat is not None
        pair, high, _ = strength(view.piles[view.seat])
        return Word.STAY if pair or high >= 10 else Word.FOLD


class Reckless(Steady):
    """Always stays."""

    def choose(self, view: View[Table], choices: Choices[Word], rng: Random) -> Word:
        return Word.STAY


ROSTER = Roster(makers={"steady": Steady})
MORE = Roster(makers={"reckless": Reckless})


def story(rules: Rules) -> str:
    """How it is played under some rules."""
    return (
        f"{rules.players} players play {rules.deals} deals. Everybody antes a chip and gets two cards. All decide in secret: "
        f"to stay, for another chip, or to fold. {rules.level.help}"
    )


KIND = Kind(
    name="two_card_brag",
    title="Two-Card Brag",
    text="Stay with two cards or fold them; the best hand that stayed takes the pot.",
    schema=SCHEMA,
    new=TwoCardBrag,
    story=story,
    for_chips=True,
    bots="two_card_brag:ROSTER",
)


class Known:
    """What people may know, written from the rules alone: their own cards, and the hands of several who stayed."""

    def cards(self, history: Sequence[Moment], seat: Seat | None) -> frozenset[Fact]:
        known: set[Fact] = set()
        deal, hands = -1, tuple[tuple[Card, ...], ...]()
        for moment in history:
            if isinstance(moment.node, Chance):
                deal, hands, shown = deal + 1, moment.action, {seat}
            elif isinstance(moves := moment.step.moves, Mapping):
                stayed = {each for each, word in moves.items() if word is Word.STAY}
                shown = {seat} | (stayed if len(stayed) > 1 else set())
            known |= {(deal, f"hand of {owner}", hand) for owner, hand in enumerate(hands) if owner in shown}
        return frozenset(known)

    def results(self, history: Sequence[Moment]) -> Hashable:
        """Who has decided, and what everybody decided once all have."""
        return tuple([(moment.seat, str(moment.step.moves) if moment.moved and moment.seat >= 0 else "") for moment in history])
