"""The actions that a Stop the Bus player may take, worked out from the player's view alone."""

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Any

from prial.cards import Card, best_first, name, names
from prial.core.game import Choices, Seat, View
from prial.errors import Refusal, add_sentences, refuse
from prial.games.stop_the_bus.rules import BusRules, Exchange, FirstCall, PutBack
from prial.games.stop_the_bus.state import Action, Call, Phase, Table, Take, TakeAll

add_sentences(
    "en",
    {
        "stop_the_bus.no_action": "{action} isn't something you can do in Stop the Bus.",
        "stop_the_bus.nothing_to_do": "There is nothing for you to do now.",
        "stop_the_bus.only_call": "You have had your turn; you may only stop the bus now.",
        "stop_the_bus.not_in_middle": "{card} isn't in the middle; {middle} are.",
        "stop_the_bus.not_in_hand": "{card} isn't in your hand; you hold {cards}.",
        "stop_the_bus.no_putting_back": "You have just taken {card} and must keep it: put down one of {cards}.",
        "stop_the_bus.one_at_a_time": "You can't exchange all three cards under these rules: take one card.",
        "stop_the_bus.exchange_first": "Only a player who has just exchanged may stop the bus: exchange first, or call with it "
        "(take 2c put 9h stop the bus).",
        "stop_the_bus.stopped_already": "The bus has been stopped already: this is everybody's last turn.",
        "stop_the_bus.first_round": "The bus may be stopped once everybody has had a turn, so the last player of the first round "
        "is the first who may call.",
    },
)


def why_no_call(rules: BusRules, table: Table, turn: int) -> Refusal | None:
    """Say why the bus may not be stopped in a turn of the deal; None if the bus may be stopped.

    Args:
        rules: the rules of the table.
        table: the public part of the state.
        turn: number of the turn in the deal, from 1.
    """
    if table.stopped is not None:
        return refuse("stop_the_bus.stopped_already")
    if rules.first_call is FirstCall.AFTER_FIRST_ROUND and turn < len(table.playing):
        return refuse("stop_the_bus.first_round")
    return None


def late_caller(rules: BusRules, table: Table) -> Seat | None:
    """The seat that has just exchanged and may still stop the bus while the next player thinks; None if there is none."""
    if table.phase is not Phase.TURN or not table.exchanges or why_no_call(rules, table, table.turn - 1):
        return None
    return table.exchanges[-1].seat


class Nothing(Choices[Action]):
    """The choices of a player who may do nothing now."""

    def why_not(self, action: Action) -> Refusal | None:
        return refuse("stop_the_bus.nothing_to_do")

    def __iter__(self) -> Iterator[Action]:
        return iter(())

    def count(self) -> int:
        return 0

    def sample(self, rng: Random) -> Action:
        raise IndexError("nothing may be done")


class Calling(Choices[Action]):
    """The only choice of a player who has just exchanged: to stop the bus."""

    def why_not(self, action: Action) -> Refusal | None:
        if isinstance(action, Call):
            return None
        return refuse("stop_the_bus.only_call")

    def __iter__(self) -> Iterator[Action]:
        yield Call()

    def count(self) -> int:
        return 1

    def sample(self, rng: Random) -> Action:
        return Call()


def _is_card(card: Any) -> bool:
    """Whether a value is the number of a card."""
    return type(card) is int and 0 <= card < 52


class Turn(Choices[Action]):
    """The choices of the player whose turn it is: an exchange, with or without stopping the bus.

    Args:
        rules: the rules of the table.
        view: what the player sees.
    """

    def __init__(self, rules: BusRules, view: View[Table]) -> None:
        assert view.seat is not None
        table = view.public
        self.rules = rules
        self.middle = tuple([view.piles[pile][0] for pile in table.middle])
        self.hand = view.piles[table.hands[view.seat]]
        self.no_call = why_no_call(rules, table, table.turn)
        """Why the player may not stop the bus with an exchange in this turn; None if the player may stop it."""

    def why_not(self, action: Action) -> Refusal | None:
        match action:
            case Take(take=take, put=put, stop=bool(stop)) if _is_card(take) and _is_card(put):
                return self._why_not_take(take, put) or (self.no_call if stop else None)
            case TakeAll(stop=bool(stop)):
                if self.rules.exchange is Exchange.ONE:
                    return refuse("stop_the_bus.one_at_a_time")
                return self.no_call if stop else None
            case Call():
                return self.no_call or refuse("stop_the_bus.exchange_first")
        return refuse("stop_the_bus.no_action", action=repr(action)[:60])

    def _why_not_take(self, take: Card, put: Card) -> Refusal | None:
        """Why the card ``put`` may not be exchanged for the card ``take``; None if the exchange is allowed."""
        if take not in self.middle:
            return refuse("stop_the_bus.not_in_middle", card=name(take), middle=names(self.middle, " "))
        if put == take:
            if self.rules.put_back is PutBack.ALLOWED:
                return None
            return refuse("stop_the_bus.no_putting_back", card=name(put), cards=names(self.hand, " "))
        if put not in self.hand:
            return refuse("stop_the_bus.not_in_hand", card=name(put), cards=names(self.hand, " "))
        return None

    @cached_property
    def exchanges(self) -> list[Take | TakeAll]:
        """Every exchange without stopping the bus: for each card in the middle, one exchange for each card that may be put down.

        The exchange of all three cards comes last, if the rules allow it.
        """
        back = self.rules.put_back is PutBack.ALLOWED
        one: list[Take | TakeAll] = [Take(take, put) for take in self.middle for put in (*self.hand, *((take,) if back else ()))]
        return one if self.rules.exchange is Exchange.ONE else [*one, TakeAll()]

    def after(self, exchange: Take | TakeAll) -> tuple[Card, ...]:
        """The cards of the hand after an exchange, best first."""
        if isinstance(exchange, TakeAll):
            return best_first(self.middle)
        return best_first([card for card in (*self.hand, exchange.take) if card != exchange.put])

    def __iter__(self) -> Iterator[Action]:
        yield from self.exchanges
        if self.no_call is None:
            yield from map(with_call, self.exchanges)

    def count(self) -> int:
        return len(self.exchanges) * (1 if self.no_call else 2)

    def sample(self, rng: Random) -> Action:
        exchange = self.exchanges[rng.randrange(len(self.exchanges))]
        return with_call(exchange) if self.no_call is None and rng.random() < 0.125 else exchange


def with_call(exchange: Take | TakeAll) -> Action:
    """Return the action that makes an exchange and also stops the bus."""
    if isinstance(exchange, TakeAll):
        return TakeAll(stop=True)
    return Take(exchange.take, exchange.put, stop=True)
