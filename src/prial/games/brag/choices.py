"""The actions that a Brag player may take, worked out from the player's view alone. The bets are given as a range."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any, Final

from prial.cards import Card, best_first, name, names
from prial.core.game import Choices, Seat, View
from prial.errors import PrialError, Refusal, add_sentences, listed, refuse
from prial.games.brag.actions import Action, Ask, Bet, Bring, Buy, Choose, Discard, Keep, Look, Word, write_action
from prial.games.brag.finish import may_show
from prial.games.brag.loans import ask_refused, asks
from prial.games.brag.money import bring_refused, number_refused, rebuy_refused
from prial.games.brag.offer import Offer, is_blind, offer, short_of
from prial.games.brag.rules import WILDS, BragRules
from prial.games.brag.settings import Rebuy, Short
from prial.games.brag.state import Phase, Table
from prial.ranks.wild import wild_text

add_sentences(
    "en",
    {
        "brag.no_action": "{action} isn't something you can do in Brag.",
        "brag.not_now": "You can't {action} now; you can {allowed}.",
        "brag.out_of_turn": "It isn't your turn: you can't {action} now, but you can {allowed}.",
        "brag.nothing_now": "You have nothing to decide now.",
        "brag.too_little": "{chips} is too little: the least bet now is {least}{blind}.",
        "brag.too_little_first": "{chips} is too little: the least opening bet is {least}{blind}.",
        "brag.too_much": "{chips} is too much: the most that may be bet now is {most}{blind}.",
        "brag.not_enough": "You can't bet {chips}: you have {funds}.",
        "brag.no_raise_on_credit": "You can't bet {chips}: you may borrow to bet {least} or to see, but not to raise.",
        "brag.covers_with": "{chips} doesn't cover the pot: you cover it with all your chips. Write {covers}.",
        "brag.covers_nothing": "A bet of {chips} doesn't cover a pot: only your last chips can do that.",
        "brag.cant_pay": "You can't pay the full bet of {least}: you have {funds}, and under these rules you fold.",
        "brag.cant_pay_ask": "You can't pay the full bet of {least}: you have {funds}. Ask another player, or fold.",
        "brag.no_hand": "You have no hand {hand}: there {are} in front of you.",
        "brag.looked_already": "You have looked at your cards.",
        "brag.keep_one": "You can keep only one hand, since nobody may play three at once: write {allowed}.",
        "brag.discard_count": "Discard {wanted} of your cards, not {found}.",
        "brag.discard_not_held": "{card} isn't in your hand.",
        "brag.no_ante": "The ante is {ante}, and you have {chips}: buy in again or sit out.",
        "brag.sit_out_holder": "The carried pot is yours to defend: you can't sit out.",
        "brag.discard_first": "Discard first: {wanted} of your cards.",
        "brag.choose_cards": "You can't deal hands of {cards} to {players} players: deal {allowed} cards each.",
        "brag.choose_wild": "Wild cards can't be written {wild!r}: name ranks (twos), cards (Jh), or nothing. For example: "
        "{allowed}.",
    },
)

DEALERS_WILDS: Final = tuple([value.value for value in WILDS if value.value != "braggers"])
"""Wild cards that are suggested to every dealer, in addition to the wild cards of the rules. A dealer may also name others."""
_SHORTEST: Final = 3
_KEEPS: Final = "keep 1, keep 2 or keep none"


def forms(rules: BragRules, pack: int) -> list[Choose]:
    """The games that are suggested to a dealer.

    The dealer may also choose other wild cards. A game is suggested only if the pack has enough cards for one hand more than
    there are seats. Hands of four or five cards are suggested for at most eight seats. Seats that sit out are counted, too.

    Args:
        rules: the table's rules.
        pack: number of cards in the pack.
    """
    players = rules.players
    # There is one hand more than seats, because a player may have kept a hand
    sizes = [size for size in (3, 4, 5) if (players + 1) * size <= pack and (size == _SHORTEST or players <= 8)]
    wilds = dict.fromkeys((rules.wild_cards, *DEALERS_WILDS))
    return [Choose(size, wild, blind) for size in sizes for wild in wilds for blind in (True, False)]


def must_discard(table: Table, seat: Seat) -> bool:
    """Whether a seat still has to discard: it is in the betting, and has looked at a hand of four or five cards."""
    more = table.phase is Phase.BET and table.form.cards > _SHORTEST and not is_blind(table, seat)
    return more and seat in table.betting and not table.discards[seat]


def meanwhile(rules: BragRules, table: Table, seat: Seat) -> tuple[Action, ...]:
    """The actions, except discarding, that a seat may take while other seats decide.

    A player who sits out may come back. A blind player with one hand may look at it before this player's first bet. The option
    `rebuy` may allow players to buy chips. After the deal, a player may show a hand.
    """
    may: list[Action] = [Word.SHOW] if may_show(table) == seat else []
    may_rebuy = rebuy_refused(rules, table, seat) is None
    if seat in table.sitting_out:
        if table.chips[seat] >= rules.ante:
            may.append(Word.PLAY)
        return (*may, Word.REBUY) if may_rebuy else tuple(may)
    fresh = table.phase is Phase.BET and seat in table.betting and seat not in table.acted
    if fresh and is_blind(table, seat) and len(table.hands[seat]) == 1:
        may.append(Look())
    asks = table.phase is Phase.LEND and seat == table.payer
    if may_rebuy and rules.rebuy is Rebuy.ANY_TIME and table.phase is not Phase.NEXT and not asks:
        may.append(Word.REBUY)
    return tuple(may)


class Deciding(Choices[Action]):
    """The actions that one seat may take now.

    ``discards`` lists the discards, ``offer`` gives the range of bets, and ``words`` lists all other actions. For bringing or
    buying chips and for choosing a game, ``words`` has only suggestions; `why_not` also allows other numbers and games.

    Args:
        rules: the table's rules.
        view: what the seat sees.
        pack: number of cards in the pack.
        decides: whether the game waits for this seat. If not, the seat may only discard, or do what `meanwhile` allows.
    """

    def __init__(self, rules: BragRules, view: View[Table], pack: int, *, decides: bool) -> None:
        assert view.seat is not None
        self.rules, self.view, self.table, self.seat = rules, view, view.public, view.seat
        self.decides = decides
        self.offer: Offer | None = None
        self._pack = pack
        self.discards: tuple[Discard, ...] = ()
        if must_discard(self.table, self.seat):
            self.discards = tuple(map(Discard, combinations(self._cards(), self.table.form.cards - _SHORTEST)))
        elif decides and self.table.phase is Phase.BET:
            self.offer = offer(rules, self.table, self.seat)
        self.words = self._fixed()

    def _cards(self) -> tuple[Card, ...]:
        """The cards of the seat's first hand, best first; a card that the seat doesn't see is `BACK`."""
        hand = self.table.hands[self.seat][0]
        return best_first([self.view.piles[pile][0] for pile in hand])

    def _fixed(self) -> tuple[Action, ...]:
        """The allowed or suggested actions, except bets and discards."""
        if not self.decides:
            return () if self.discards else meanwhile(self.rules, self.table, self.seat)
        table, hands = self.table, len(self.table.hands[self.seat])
        match table.phase:
            case Phase.BET if not self.discards:
                return tuple(self._at_turn())
            case Phase.LOOKED | Phase.PICK:
                return tuple([Keep(hand) for hand in range(1, hands + 1)])
            case Phase.KEEP:
                return (*[Keep(hand) for hand in range(1, hands + 1)], Keep(0))
            case Phase.CONSENT:
                return (Word.AGREE, Word.REFUSE)
            case Phase.BRING:
                return (Bring(self.rules.purses.suggested(self.rules.purses.brought)),)
            case Phase.LEND:
                shows = short_of(self.rules, table) is Short.OPPONENT_CHOOSES and len(table.betting) == 2
                return (Word.LEND, Word.SHOW if shows else Word.REFUSE)
            case Phase.CHOOSE:
                return tuple(forms(self.rules, self._pack))
            case Phase.NEXT:
                return tuple(self._between())
            case _:
                return ()

    def _at_turn(self) -> Iterator[Action]:
        """What a seat may do at its turn to bet, apart from betting."""
        table, offered = self.table, self.offer
        assert offered is not None
        yield Word.FOLD
        if not isinstance(offered.see, Refusal):
            yield Word.SEE
        if offered.blind:
            for hand in range(1, len(table.hands[self.seat]) + 1):
                yield Look(hand)
        if offered.propose is None:
            yield Word.PROPOSE
        yield from asks(self.rules, table, self.seat, offered)
        if self.rules.rebuy is Rebuy.ANY_TIME and rebuy_refused(self.rules, table, self.seat) is None:
            yield Word.REBUY

    def _between(self) -> Iterator[Action]:
        """What a seat may do between deals."""
        table, seat = self.table, self.seat
        if table.chips[seat] >= self.rules.ante:
            yield Word.PLAY
        if rebuy_refused(self.rules, table, seat) is None:
            yield Word.REBUY
        if table.holder != seat:
            yield Word.SIT_OUT
        if may_show(table) == seat:
            yield Word.SHOW

    def at_once(self, action: Action) -> bool:
        """Whether an action takes effect while other seats still decide. The only such action is to show a hand between deals."""
        return action is Word.SHOW and self.table.phase is Phase.NEXT

    def why_not(self, action: Action) -> Refusal | None:
        if not _plain(action):
            return refuse("brag.no_action", action=repr(action)[:60])
        if isinstance(action, Choose) and self._may_choose(action):
            return None
        if isinstance(action, Bring) and self.table.phase is Phase.BRING:
            return bring_refused(self.rules, action.chips)
        if isinstance(action, Word | Look | Keep | Choose | Ask | Bring):
            return None if action in self.words else self._why(action)
        if isinstance(action, Discard):
            return None if action in self.discards else self._why_not_discard(action)
        if isinstance(action, Buy):
            return self._why_not_buy(action.chips)
        return self._why_not_bet(action)

    def _why(self, action: Word | Look | Keep | Choose | Ask | Bring) -> Refusal:
        """Why an action isn't possible. Other functions handle bets, discards, and purchases of a chosen number of chips."""
        table, seat = self.table, self.seat
        if self.discards:
            return refuse("brag.discard_first", wanted=table.form.cards - _SHORTEST)
        match action:
            case Word.SEE if self.offer and isinstance(self.offer.see, Refusal):
                return self.offer.see
            case Word.PROPOSE if self.offer and self.offer.propose:
                return self.offer.propose
            case Ask() if self.offer:
                return ask_refused(self.rules, table, seat, self.offer, action)
            case Look(hand=hand) if self.offer:
                if not self.offer.blind:
                    return refuse("brag.looked_already")
                count = len(table.hands[seat])
                return refuse("brag.no_hand", hand=str(hand)[:20], are="is only one" if count == 1 else f"are only {count}")
            case Keep() if table.phase is Phase.KEEP and len(table.hands[seat]) > 1:
                return refuse("brag.keep_one", allowed=_KEEPS)
            case Word.PLAY if table.phase is Phase.NEXT or seat in table.sitting_out:
                return refuse("brag.no_ante", chips=table.chips[seat], ante=self.rules.ante)
            case Word.REBUY if refused := rebuy_refused(self.rules, table, seat):
                return refused
            case Word.REBUY:
                return refuse("brag.rebuy_own" if self.rules.rebuy is Rebuy.ANY_TIME else "brag.rebuy_between")
            case Word.SIT_OUT if table.phase is Phase.NEXT and table.holder == seat:
                return refuse("brag.sit_out_holder")
            case Choose(cards=cards, wild=wild) if table.phase is Phase.CHOOSE and self.decides:
                return self._why_not_choose(cards, wild)
            case _:
                return self._not_now(action)

    def _why_not_buy(self, chips: int) -> Refusal | None:
        """Why the seat may not buy this number of chips; None if it may."""
        if Word.REBUY not in self.words:
            return self._why(Word.REBUY)
        return number_refused(self.rules, self.table, self.seat, chips)

    def _may_choose(self, action: Choose) -> bool:
        """Whether the dealer may choose this game."""
        offered = {form.cards for form in self.words if isinstance(form, Choose)}
        try:
            return action.cards in offered and wild_text(action.wild) == action.wild
        except PrialError:
            return False

    def _why_not_choose(self, cards: int, wild: str) -> Refusal:
        offered = forms(self.rules, self._pack)
        sizes = sorted({form.cards for form in offered})
        if cards not in sizes:
            allowed = listed([str(size) for size in sizes], "or")
            return refuse("brag.choose_cards", cards=str(cards)[:20], players=self.rules.players, allowed=allowed)
        wilds = dict.fromkeys(form.wild or "nothing" for form in offered)
        return refuse("brag.choose_wild", wild=str(wild)[:60], allowed=listed(list(wilds), "or"))

    def _why_not_discard(self, action: Discard) -> Refusal:
        if not self.discards:
            return self._not_now(action)
        held, wanted = self._cards(), self.table.form.cards - _SHORTEST
        for card in action.cards:
            if card not in held:
                return refuse("brag.discard_not_held", card=name(card) if 0 <= card < 52 else repr(card)[:40])
        return refuse("brag.discard_count", found=len(set(action.cards)), wanted=wanted)

    def _why_not_bet(self, action: Bet) -> Refusal | None:
        offered = self.offer
        if self.discards:
            return refuse("brag.discard_first", wanted=self.table.form.cards - _SHORTEST)
        if offered is None:
            return self._not_now(action)
        chips = action.chips
        if action.cover and chips != offered.covers:
            if offered.covers is None:
                return refuse("brag.covers_nothing", chips=str(chips)[:20])
            return refuse("brag.covers_with", chips=str(chips)[:20], covers=f"cover {offered.covers}")
        if offered.low <= chips <= offered.high:
            return None
        funds = self.table.chips[self.seat] + offered.credit
        blind = " for a blind player" if offered.blind else ""
        shown = str(chips)[:20]
        if offered.low > offered.high:
            return refuse("brag.cant_pay_ask" if offered.lacks else "brag.cant_pay", least=offered.least, funds=funds)
        if chips < offered.low:
            code = "brag.too_little" if self.table.last_bet else "brag.too_little_first"
            return refuse(code, chips=shown, least=offered.low, blind=blind)
        if offered.credit and offered.high < chips <= funds:
            return refuse("brag.no_raise_on_credit", chips=shown, least=offered.least)
        if offered.high == funds and offered.asks is None:
            return refuse("brag.not_enough", chips=shown, funds=funds)
        return refuse("brag.too_much", chips=shown, most=offered.high, blind=blind)

    def _not_now(self, action: Action) -> Refusal:
        allowed = [write_action(each) for each in self.words[:6]]
        if self.offer and self.offer.low <= self.offer.high:
            allowed.append(f"bet {self.offer.low}" + (f" to {self.offer.high}" if self.offer.high > self.offer.low else ""))
        if self.discards:
            allowed.append(write_action(self.discards[-1]))
        if not allowed:
            return refuse("brag.nothing_now")
        code = "brag.not_now" if self.decides else "brag.out_of_turn"
        return refuse(code, action=_text(action), allowed=listed(allowed, "or"))

    def __iter__(self) -> Iterator[Action]:
        """All actions: the discards, then the words, then the bets from the least to the greatest."""
        yield from self.discards
        yield from self.words
        if self.offer:
            yield from map(Bet, range(self.offer.low, self.offer.high + 1))

    def count(self) -> int:
        bets = max(0, self.offer.high - self.offer.low + 1) if self.offer else 0
        return len(self.discards) + len(self.words) + bets

    def sample(self, rng: Random) -> Action:
        """Draw a random action: mostly a small bet, so that games go on, and sometimes another action."""
        random = rng.random
        if self.discards:
            return self.discards[int(random() * len(self.discards))]
        if self.offer and self.offer.low <= self.offer.high and random() < 0.6:
            more = int((self.offer.high - self.offer.low + 1) * random() ** 4)
            return Bet(self.offer.low + more)
        if self.table.phase is Phase.BRING:
            may, purses = self.rules.purses.brought, self.rules.purses
            return Bring(may[int(min(len(may), 2 * purses.suggested(may)) * random())])
        if Word.PLAY in self.words and self.decides and random() < 0.9:
            return Word.PLAY
        return self.words[int(random() * len(self.words))]


def _plain(action: Any) -> bool:
    """Whether an action's fields have exactly the right types. True and 1.0 equal 1, but a record writes them differently."""
    match action:
        case Word():
            return True
        case Bet(chips=number, cover=cover):
            return type(number) is int and type(cover) is bool
        case Buy(chips=number) | Bring(chips=number) | Look(hand=number) | Keep(hand=number):
            return type(number) is int
        case Ask(seat=seat, see=see, showing=showing):
            return type(seat) is int and type(see) is bool and type(showing) is bool
        case Discard(cards=cards):
            return type(cards) is tuple and all(type(card) is int for card in cards)
        case Choose(cards=number, wild=wild, blind=blind):
            return type(number) is int and type(wild) is str and type(blind) is bool
        case _:
            return False


def _text(action: Action) -> str:
    """A few words for an action, even if it isn't allowed. They have at most 40 characters."""
    match action:
        case Discard(cards=cards):
            return f"discard {names(cards)}"[:40] if all(0 <= card < 52 for card in cards) else "discard"
        case Bet():
            return "bet"
        case Buy():
            return "rebuy"
        case Bring():
            return "bring"
        case Ask():
            return "ask"
        case Choose():
            return "choose"
        case _:
            return write_action(action)[:40]
