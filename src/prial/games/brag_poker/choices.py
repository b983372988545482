"""The actions that a Brag Poker player may take, worked out from the player's view alone."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any, Final

from prial.betting.limit import MOST_RAISES, Terms
from prial.cards import Card, best_first, name, names
from prial.core.game import Choices, Seat, View
from prial.errors import Refusal, add_sentences, listed, refuse
from prial.games.brag_poker.actions import Action, Change, Word, write_action
from prial.games.brag_poker.dealing import may_change
from prial.games.brag_poker.rounds import terms_of
from prial.games.brag_poker.rules import BlindChange, BragPokerRules, Rebuy
from prial.games.brag_poker.state import Phase, Table

add_sentences(
    "en",
    {
        "brag_poker.no_action": "{action} isn't something you can do in Brag Poker.",
        "brag_poker.not_now": "You can't {action} now; you can {allowed}.",
        "brag_poker.out_of_turn": "It isn't your turn: you can't {action} now, but you can {allowed}.",
        "brag_poker.nothing_now": "You have nothing to decide now.",
        "brag_poker.looked_already": "You have looked at your cards.",
        "brag_poker.owes": "You can't check: a call is {chips}.",
        "brag_poker.owes_nothing": "There is nothing to call: check, or raise.",
        "brag_poker.raise_closed": "You can't raise: since your last turn nobody has bet or raised in full.",
        "brag_poker.raise_limit": "You can't raise: with more than two in the pot, there are at most {most} raises in a round.",
        "brag_poker.raise_alone": "You can't raise: nobody else in the pot has chips left.",
        "brag_poker.raise_short": "You can't raise: your {chips} chips don't go beyond the call.",
        "brag_poker.not_held": "{card} isn't in your hand.",
        "brag_poker.twice": "You name {card} twice.",
        "brag_poker.too_many": "You can change at most {most} now: {found} are too many.",
        "brag_poker.look_first": "You haven't looked: look before you change cards, or change none.",
        "brag_poker.unseen": "You haven't looked: say how many cards you change (change 2), or look first.",
        "brag_poker.name_cards": "You have looked: name the cards you change (change {cards}), or change none.",
        "brag_poker.no_chips": "You have no chips left: buy in again or sit out.",
        "brag_poker.rebuy_off": "Under these rules everybody has one purse, and nobody can buy more chips.",
        "brag_poker.rebuy_full": "You have {chips} chips: you may buy in again once you have less than {purse}.",
        "brag_poker.rebuy_between": "You can buy in again only between deals.",
    },
)

_WHY_NOT_RAISE: Final = {
    "closed": "brag_poker.raise_closed",
    "limit": "brag_poker.raise_limit",
    "alone": "brag_poker.raise_alone",
    "short": "brag_poker.raise_short",
}


def rebuy_refused(rules: BragPokerRules, table: Table, seat: Seat) -> Refusal | None:
    """The reason why a seat can't buy another purse; None if it can."""
    if rules.rebuy is Rebuy.OFF:
        return refuse("brag_poker.rebuy_off")
    if table.chips[seat] >= rules.purse:
        return refuse("brag_poker.rebuy_full", chips=table.chips[seat], purse=rules.purse)
    return None


def meanwhile(rules: BragPokerRules, table: Table, seat: Seat) -> tuple[Action, ...]:
    """The actions that a seat may take while others decide: a player who sits out may come back, with or without a new purse."""
    if seat not in table.sitting_out:
        return ()
    may = [Word.PLAY] if table.chips[seat] else []
    return (*may, Word.REBUY) if rebuy_refused(rules, table, seat) is None else tuple(may)


class Deciding(Choices[Action]):
    """All actions that one seat may take now.

    The attribute ``changes`` has the possible changes of cards. The attribute ``words`` has all other possible actions.

    Args:
        rules: the rules of the table.
        view: what the seat sees.
        pack: number of cards in the pack.
        decides: whether the game waits for this seat. If not, the seat may do what `meanwhile` allows.
    """

    def __init__(self, rules: BragPokerRules, view: View[Table], pack: int, *, decides: bool) -> None:
        assert view.seat is not None
        self.rules, self.view, self.table, self.seat = rules, view, view.public, view.seat
        self.decides = decides
        self.terms: Terms | None = None
        if decides and self.table.phase is Phase.BET:
            self.terms = terms_of(self.table, self.seat)
        self.most = may_change(pack, self.table) if decides and self.table.phase is Phase.CHANGE else 0
        self.words = tuple(self._words())
        self.changes = tuple(self._changes())

    @property
    def open(self) -> bool:
        """Whether the seat has looked at its cards."""
        return self.table.open[self.seat]

    def _cards(self) -> tuple[Card, ...]:
        """The seat's own cards, best first; only for a seat that has looked."""
        return best_first([self.view.piles[pile][0] for pile in self.table.hands[self.seat]])

    def _words(self) -> Iterator[Word]:
        """The possible actions apart from changes of cards."""
        table, seat = self.table, self.seat
        if not self.decides:
            yield from (word for word in meanwhile(self.rules, table, seat) if isinstance(word, Word))
        elif table.phase is Phase.NEXT:
            if table.chips[seat]:
                yield Word.PLAY
            if rebuy_refused(self.rules, table, seat) is None:
                yield Word.REBUY
            yield Word.SIT_OUT
        else:
            if not self.open:
                yield Word.LOOK
            if self.terms:
                yield Word.CALL if self.terms.call else Word.CHECK
                if not self.terms.why_not_raise:
                    yield Word.RAISE
                yield Word.FOLD

    def _changes(self) -> Iterator[Change]:
        """The possible changes of cards."""
        if not self.decides or self.table.phase is not Phase.CHANGE:
            return
        yield Change()
        if self.open:
            cards = self._cards()
            yield from (Change(some) for count in range(1, self.most + 1) for some in combinations(cards, count))
        elif self.rules.blind_change is BlindChange.ON:
            yield from (Change(unseen=count) for count in range(1, self.most + 1))

    def why_not(self, action: Action) -> Refusal | None:
        if not _plain(action):
            return refuse("brag_poker.no_action", action=repr(action)[:60])
        if action in self.words or action in self.changes:
            return None
        if isinstance(action, Change):
            return self._why_not_change(action)
        return self._why(action)

    def _why(self, word: Word) -> Refusal:
        """Why an action other than a change of cards isn't possible."""
        table, seat, terms = self.table, self.seat, self.terms
        match word:
            case Word.LOOK if self.decides and table.phase in (Phase.BET, Phase.CHANGE):
                return refuse("brag_poker.looked_already")
            case Word.CHECK if terms:
                return refuse("brag_poker.owes", chips=terms.call)
            case Word.CALL if terms:
                return refuse("brag_poker.owes_nothing")
            case Word.RAISE if terms:
                return refuse(_WHY_NOT_RAISE[terms.why_not_raise], most=MOST_RAISES, chips=table.chips[seat])
            case Word.PLAY if (table.phase is Phase.NEXT and self.decides) or seat in table.sitting_out:
                return refuse("brag_poker.no_chips")
            case Word.REBUY:
                return rebuy_refused(self.rules, table, seat) or refuse("brag_poker.rebuy_between")
            case _:
                return self._not_now(word)

    def _why_not_change(self, action: Change) -> Refusal:
        if not self.changes:
            return self._not_now(action)
        if action.unseen:
            if self.open:
                return refuse("brag_poker.name_cards", cards=names(self._cards()[-1:]))
            if self.rules.blind_change is BlindChange.OFF:
                return refuse("brag_poker.look_first")
            return refuse("brag_poker.too_many", most=self.most, found=action.unseen)
        if not self.open:
            unseen = self.rules.blind_change is BlindChange.ON
            return refuse("brag_poker.unseen" if unseen else "brag_poker.look_first")
        held = self._cards()
        for card in action.cards:
            if card not in held:
                return refuse("brag_poker.not_held", card=name(card) if 0 <= card < 52 else repr(card)[:40])
            if action.cards.count(card) > 1:
                return refuse("brag_poker.twice", card=name(card))
        return refuse("brag_poker.too_many", most=self.most, found=len(action.cards))

    def _not_now(self, action: Action) -> Refusal:
        allowed = [*map(write_action, self.words), *map(write_action, self.changes[:2])]
        if not allowed:
            return refuse("brag_poker.nothing_now")
        code = "brag_poker.not_now" if self.decides else "brag_poker.out_of_turn"
        said = "change" if isinstance(action, Change) else action.value
        return refuse(code, action=said, allowed=listed(allowed, "or"))

    def __iter__(self) -> Iterator[Action]:
        yield from self.words
        yield from self.changes

    def count(self) -> int:
        return len(self.words) + len(self.changes)

    def sample(self, rng: Random) -> Action:
        """A random action. Folding and sitting out are rarer than other actions, to keep games going."""
        random = rng.random
        if self.changes and random() < 0.7:
            return self.changes[int(random() * len(self.changes))]
        if self.table.phase is Phase.NEXT and self.words[0] is Word.PLAY and random() < 0.9:
            return Word.PLAY
        every: list[Action] = [*self.words, *self.changes]
        picked = every[int(random() * len(every))]
        return every[int(random() * len(every))] if picked is Word.FOLD else picked


def _plain(action: Any) -> bool:
    """Whether an action's fields have exactly the right types. A change of cards mustn't use both of its fields."""
    match action:
        case Word():
            return True
        case Change(cards=cards, unseen=unseen):
            # Python treats 1, True and 1.0 as equal, but records would write them differently
            whole = type(cards) is tuple and all(type(card) is int for card in cards) and type(unseen) is int
            return whole and not (cards and unseen)
        case _:
            return False
