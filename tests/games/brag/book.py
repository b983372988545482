"""A second model of Brag, slow and plain: a book kept at the table, written from the rules and their sources alone.

Of the game under test it uses only the rules. Cards are tokens, one for each place of a freshly shuffled pack; their faces come
from the deals. What everybody may do, the chips and pots, who wins what, and which cards players know, all follow from the
moves, which are given as text in the form of records.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, Final, NamedTuple, TypeAlias

from prial.cards import PACK, Card, name
from prial.games.brag.rules import BragRules
from tests.games.first_dealer import First
from tests.ranks.oracle import natural

Seat: TypeAlias = int
Worth: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]

WILD: Final[dict[str, Callable[[str], bool]]] = {
    "": lambda card: False,
    "twos": lambda card: card[0] == "2",
    "one-eyed jacks": lambda card: card in ("Js", "Jh"),
    "black jacks": lambda card: card in ("Js", "Jc"),
    "suicide king": lambda card: card == "Kh",
    "braggers": lambda card: card[0] in "AJ9",
    "fours": lambda card: card[0] == "4",
}
"""Wild cards, by the names that the tests use."""
DEALERS: Final = ("", "twos", "one-eyed jacks", "black jacks", "suicide king")
"""The wild cards that a dealer may choose."""


@cache
def value(aces: bool, ace_king_queen: bool, plain: tuple[Card, ...], wilds: int) -> tuple[int, ...]:
    """The worth of three cards, some of them wild: the best possible one; equal ones with fewer wild cards are better.

    Args:
        plain: the cards that aren't wild.
        wilds: number of wild cards.
    """
    rest = [card for card in PACK if card not in plain]
    best = max(natural((*plain, *fill), aces=aces, ace_king_queen=ace_king_queen) for fill in combinations(rest, wilds))
    return (*best, -wilds)


class Paid(NamedTuple):
    """Chips that a seat put into the pot."""

    seat: Seat
    chips: int
    covers: bool = False
    """Whether they were the seat's last chips, which cover the pot."""


def pots_of(carried: int, paid: Iterable[Paid]) -> list[tuple[int, Seat | None]]:
    """The pots that result from payments, the oldest first, each with the seat that covers it."""
    pots: list[tuple[int, Seat | None]] = []
    open_pot = carried
    for payment in paid:
        open_pot += payment.chips
        if payment.covers:
            pots.append((open_pot, payment.seat))
            open_pot = 0
    return [*pots, (open_pot, None)]


def awards_of(
    pots: Sequence[tuple[int, Seat | None]], best: list[Seat], worth: Mapping[Seat, Worth]
) -> list[tuple[int, list[Seat]]]:
    """The winners of each pot, the newest pot first."""
    winners = best
    awards = []
    for chips, coverer in reversed(pots):
        if coverer is not None and worth[coverer] > worth[winners[0]]:
            winners = [coverer]
        awards.append((chips, winners))
    return awards


def half(chips: int) -> int:
    return chips // 2 + chips % 2


class Book:
    """Everything about one table.

    Args:
        rules: the house rules.
        size: number of cards in the pack.
    """

    def __init__(self, rules: BragRules, size: int = 52) -> None:
        self.rules, self.n, self.size = rules, rules.players, size
        self.own_money = rules.least_purse > 0 or rules.most_purse > 0
        self.chips = [0 if self.own_money else rules.purse] * self.n
        self.bought = list(self.chips)
        self.debts = [0] * self.n
        self.phase = "bring" if self.own_money else "dealer"
        self.dealer: Seat = -1
        self.sitting: set[Seat] = set()
        self.deals = 0
        self.form: tuple[int, str, bool] = (rules.cards, rules.wild_cards, str(rules.blind) == "allowed")
        self.form_deals = 0
        self.holder: Seat | None = None
        self.carried = 0
        self.paid: list[Paid] = []
        self.order: list[Seat] = []
        self.status: dict[Seat, str] = {}
        self.hands: dict[Seat, list[list[int]]] = {}
        self.shuffle = -1
        self.pack: list[int] = []
        self.face: dict[int, Card] = {}
        """The card of each token."""
        self.born: dict[int, int] = {}
        """The shuffle from which each token's face comes."""
        self.known: dict[int, set[Seat | None]] = {}
        """Seats that have seen each token since the shuffle; None stands for everybody."""
        self.facts: set[tuple[Seat | None, int, int, Card]] = set()
        """Viewer, shuffle, token and card of everything that was ever seen."""
        self.log: list[tuple[Any, ...]] = []
        """Everything that was told to all."""
        self.gathered: dict[Seat, str] = {}
        self.marks: set[str] = set()
        """Branches that were taken, for campaigns."""
        self.first = First(rules)
        self.clear()
        if not self.own_money:
            self.named_begins()

    def named_begins(self) -> None:
        """Begin the first deal, where the rules name the dealer."""
        if self.first.dealer is not None:
            self.dealer = self.first.dealer
            self.begin(range(self.n))

    def clear(self) -> None:
        """Reset everything about a deal."""
        self.paid, self.status, self.last_bet = [], {}, 0
        self.fold_order: list[Seat] = []
        self.open: set[Seat] = set()
        self.away: dict[Seat, list[int]] = {}
        self.bet_blind: set[Seat] = set()
        self.acted: set[Seat] = set()
        self.proposed = False
        self.turn: Seat = -1
        self.looked = 0
        self.due = 0
        self.short_seat: Seat | None = None
        self.for_seeing = False
        self.refused: set[Seat] = set()
        """Seats that refused to lend in this turn."""
        self.how = ""
        self.payer: Seat | None = None
        self.awards: list[tuple[int, list[Seat]]] | None = None
        self.shown: list[Seat] = []
        self.prial = False

    def is_(self, option: str, value: str) -> bool:
        return str(getattr(self.rules, option)) == value

    def note(self, mark: str, happened: object = True) -> None:
        if happened:
            self.marks.add(mark)

    # --- what lies there ----------------------------------------------------------------------------------------------

    @property
    def pots(self) -> list[tuple[int, Seat | None]]:
        return pots_of(self.carried, self.paid)

    @property
    def pot(self) -> int:
        return sum(chips for chips, _ in self.pots)

    def seats(self, status: str) -> list[Seat]:
        return [seat for seat in self.order if self.status.get(seat) == status]

    def left_of(self, dealer: Seat, seats: Iterable[Seat]) -> list[Seat]:
        return [seat % self.n for seat in range(dealer + 1, dealer + 1 + self.n) if seat % self.n in set(seats)]

    def is_blind(self, seat: Seat) -> bool:
        return self.form[2] and seat not in self.open

    def ledger(self) -> list[int]:
        return [self.chips[seat] - self.bought[seat] - self.debts[seat] for seat in range(self.n)]

    def if_stopped(self) -> list[int]:
        """All ledgers by seat, if the game stopped now."""
        ledger = self.ledger()
        if self.phase == "over":
            return ledger
        for payment in self.paid:
            ledger[payment.seat] += payment.chips
        if self.holder is not None:
            ledger[self.holder] += self.carried
        return ledger

    def covers_with(self, seat: Seat, chips: int) -> bool:
        """Whether a bet covers: the last chips, and fewer than are due; or any last chips, where the rules say so."""
        if self.short_now() != "cover" or chips != self.chips[seat]:
            return False
        return self.is_("last_chip", "covers") or chips < self.due_of(seat)

    def short_now(self) -> str:
        """The rule for players who can't pay; with two players left, a house may have another rule."""
        two, own = len(self.seats("in")) <= 2, str(self.rules.short_of_two)
        return own if two and own != "same" else str(self.rules.short)

    def due_of(self, seat: Seat) -> int:
        """The full bet, in chips that the seat pays."""
        last = self.last_bet or self.rules.min_bet
        return half(last) if self.is_blind(seat) else last

    def answers(self, seat: Seat) -> bool:
        """Whether a seat answers the last chips of its only opponent, which were bet in full."""
        others = [each for each in self.seats("in") if each != seat]
        bets = self.short_now() == "cover" and self.is_("last_chip", "bets")
        return bets and len(others) == 1 and self.chips[others[0]] == 0

    # --- decisions ----------------------------------------------------------------------------------------------------

    def asked(self) -> list[Seat]:
        if self.phase == "consent":
            return [seat for seat in self.seats("in") if seat != self.turn]
        if self.phase == "next":
            return list(self.next_asked)
        if self.phase == "bring":
            return list(range(self.n))
        return [self.turn]

    def allows(self, seat: Seat, text: str) -> bool:
        """Whether a seat may make this move now."""
        words, bets, discards = self.may(seat)
        verb, _, rest = text.partition(" ")
        chips = int(rest) if rest.isdecimal() else -1
        if verb == "bet" and chips in bets:
            return True
        if verb == "cover":
            return chips in bets and self.covers_with(seat, chips)
        if verb == "rebuy" and chips >= 0 and self.may_buy(seat, chips):
            return True
        if verb == "bring" and bool(words) and self.phase == "bring":
            return self.fewest() <= chips <= (self.rules.most_purse or 10**6)
        return text in words | discards or self.may_name(text, words)

    def fewest(self) -> int:
        """The fewest chips that a player may bring."""
        return max(self.rules.least_purse, self.rules.ante, 1)

    def may(self, seat: Seat) -> tuple[set[str], range, set[str]]:
        """Words, bets and discards that a seat may make now."""
        nothing: tuple[set[str], range, set[str]] = (set(), range(0), set())
        if self.phase in ("dealer", "deal", "over"):
            return nothing
        if seat not in self.asked():
            return self.may_meanwhile(seat)
        if seat in self.gathered:
            return nothing
        hands = len(self.hands.get(seat, ()))
        numbered = {f"keep {number}" for number in range(1, hands + 1)}
        match self.phase:
            case "looked" | "pick":
                return numbered, range(0), set()
            case "keep":
                return numbered | {"keep none"}, range(0), set()
            case "consent" | "lend" | "bring":
                return self.may_answer(), range(0), set()
            case "choose":
                return self.may_choose(), range(0), set()
            case "next":
                return self.may_between(seat), range(0), set()
        if self.owes_discard(seat):
            return set(), range(0), self.discards(seat)
        words = {"fold"}
        if self.see_price(seat) is not None:
            words.add("see")
        if self.is_blind(seat):
            words |= {"look"} | ({"look 2"} if hands == 2 else set())
        if self.is_("showdown", "by_consent") and len(self.seats("in")) >= 3 and not self.proposed:
            words.add("propose")
        if self.is_("rebuy", "any_time") and self.sells(seat):
            words.add("rebuy")
        return words | self.may_ask(seat), self.bets(seat), set()

    def may_ask(self, seat: Seat) -> set[str]:
        """Players whom a seat that lacks chips may ask for them, for a bet or to see."""
        if self.short_now() != "borrow" or not self.is_("lender", "players"):
            return set()
        words = set()
        price = self.price_of(seat)
        for full, what in ((self.due_of(seat), ""), (price, " to see")):
            lacks = 0 if full is None else full - self.chips[seat]
            if lacks <= 0 or self.debts[seat] + lacks > self.rules.borrow_limit:
                continue
            for other in self.order:
                if other != seat and other not in self.refused and self.chips[other] >= lacks:
                    words.add(f"ask {other + 1}{what}")
                    if self.status[other] == "folded" and not self.is_blind(seat):
                        words.add(f"ask {other + 1}{what} showing")
        return words

    def may_turn_up(self, seat: Seat) -> bool:
        """Whether a player who stayed in, and whose hand nobody has seen, may show it after the deal is settled."""
        stayed = self.phase == "next" and bool(self.awards) and self.status.get(seat) == "in"
        return stayed and seat not in self.shown and len(self.hands[seat]) == 1

    def may_answer(self) -> set[str]:
        """Answers to a request for consent or chips, and to the question how much money to bring."""
        if self.phase == "bring":
            usual = max(self.rules.purse, self.fewest())
            return {f"bring {min(usual, self.rules.most_purse or usual)}"}
        if self.phase == "consent":
            return {"agree", "refuse"}
        both_show = self.short_now() == "opponent_chooses" and len(self.seats("in")) == 2
        return {"lend", "show" if both_show else "refuse"}

    def may_meanwhile(self, seat: Seat) -> tuple[set[str], range, set[str]]:
        rules = self.rules
        sells = self.sells(seat)
        shows = {"show"} if self.may_turn_up(seat) else set()
        if seat in self.sitting:
            plays = {"play"} if self.chips[seat] >= rules.ante else set()
            return plays | ({"rebuy"} if sells else set()) | shows, range(0), set()
        if self.owes_discard(seat):
            return set(), range(0), self.discards(seat)
        words = set()
        betting = self.phase == "bet" and self.status.get(seat) == "in"
        if betting and self.is_blind(seat) and seat not in self.acted and len(self.hands[seat]) == 1:
            words.add("look")
        if self.is_("rebuy", "any_time") and sells and self.phase != "next" and seat != self.short_seat:
            words.add("rebuy")
        return words, range(0), set()

    def sells(self, seat: Seat) -> bool:
        """Whether a seat may buy chips."""
        if self.is_("rebuy", "off"):
            return False
        if self.any_number():
            covered = self.status.get(seat) == "covered" and self.awards is None
            return self.room(seat) > 0 and (not covered or self.rules.edition == 1)
        return self.chips[seat] < self.rules.purse

    def any_number(self) -> bool:
        """Whether chips are sold in any number, and not only by the purse."""
        return self.is_("rebuy", "any_time") or (self.own_money and not self.is_("rebuy", "off"))

    def room(self, seat: Seat) -> int:
        """Most chips that a seat may buy."""
        return self.rules.most_purse - self.chips[seat] if self.rules.most_purse else 10**6

    def may_buy(self, seat: Seat, chips: int) -> bool:
        """Whether a seat may buy this number of chips (other than a purse)."""
        plays = self.phase == "next" or seat in self.sitting
        enough = not plays or self.chips[seat] + chips >= self.rules.ante
        return self.any_number() and "rebuy" in self.may(seat)[0] and 1 <= chips <= self.room(seat) and enough

    def may_between(self, seat: Seat) -> set[str]:
        words = set()
        if self.chips[seat] >= self.rules.ante:
            words.add("play")
        if self.sells(seat):
            words.add("rebuy")
        if self.may_turn_up(seat):
            words.add("show")
        return words if seat == self.holder else words | {"sit out"}

    def may_choose(self) -> set[str]:
        players = self.n  # players who sit out may come back
        sizes = [n for n in (3, 4, 5) if n == 3 or (players <= 8 and (players + 1) * n <= self.size)]
        wilds = {self.rules.wild_cards, *DEALERS}
        return {
            f"choose {size} cards, {wild or 'nothing'} wild, {blind}"
            for size in sizes
            for wild in wilds
            for blind in ("blind", "no blind")
        }

    def may_name(self, text: str, words: set[str]) -> bool:
        """Whether a dealer may choose a game with other wild cards than those offered: any that `WILD` names."""
        found = re.fullmatch(r"choose (\d) cards, (.+) wild, (blind|no blind)", text)
        return found is not None and found[2] in WILD and f"choose {found[1]} cards, nothing wild, {found[3]}" in words

    def owes_discard(self, seat: Seat) -> bool:
        plays = self.phase == "bet" and self.status.get(seat) == "in"
        return plays and self.form[0] > 3 and not self.is_blind(seat) and seat not in self.away

    def discards(self, seat: Seat) -> set[str]:
        cards = sorted((self.face[token] for token in self.hands[seat][0]), reverse=True)
        return {"discard " + "".join(map(name, some)) for some in combinations(cards, self.form[0] - 3)}

    def credit(self, seat: Seat) -> int:
        if self.short_now() != "borrow" or self.is_("lender", "players"):
            return 0
        most = 10**9 if self.is_("lender", "bank") else self.chips[self.richest(seat)]
        return max(0, min(most, self.rules.borrow_limit - self.debts[seat]))

    def richest(self, seat: Seat) -> Seat:
        """The other player in the deal with most chips; of several, the first one from the seat's left."""
        found = -1
        for other in self.left_of(seat, [each for each in self.order if each != seat]):
            if found < 0 or self.chips[other] > self.chips[found]:
                found = other
        return found

    def bets(self, seat: Seat) -> range:
        """The chips that a seat may bet."""
        rules, blind = self.rules, self.is_blind(seat)
        least = self.due_of(seat)
        highest = 10**9
        beyond = rules.max_raise if self.last_bet else rules.max_bet
        if beyond:
            highest = (self.last_bet + beyond) // (2 if blind else 1)
        if self.is_("pot_limit", "on"):
            highest = min(highest, self.pot)
        highest = max(highest, least)
        money = self.chips[seat] + self.credit(seat)
        if self.chips[seat] < least:
            if self.short_now() == "cover":
                return range(self.chips[seat], self.chips[seat] + 1)
            if self.short_now() == "opponent_chooses":
                lent = len(self.seats("in")) == 2 or self.chips[self.richest(seat)] >= least - self.chips[seat]
                return range(least, least + lent)
            if self.short_now() == "borrow" and money >= least and self.rules.edition > 1:
                return range(least, least + 1)
        elif self.answers(seat):
            return range(least, least + 1)
        if self.short_now() == "borrow" and self.rules.edition > 1:
            money = self.chips[seat]  # chips for a raise can't be borrowed
        return range(least, min(highest, money) + 1)

    def see_price(self, seat: Seat) -> int | None:
        """Chips that a seat pays to see; None where it can't."""
        price = self.price_of(seat)
        return price if price is not None and price <= self.chips[seat] + self.credit(seat) else None

    def price_of(self, seat: Seat) -> int | None:
        left = self.seats("in")
        if len(left) != 2 or not self.last_bet or self.answers(seat):
            return None
        (other,) = [each for each in left if each != seat]
        if self.is_blind(seat):
            return self.last_bet
        return None if self.is_blind(other) else self.last_bet * (2 if self.is_("see_cost", "double") else 1)

    # --- nature -------------------------------------------------------------------------------------------------------

    def find_dealer(self, outcome: Any) -> list[str]:
        """Draw the first dealer, or cut for it; returns what everybody hears."""
        said = self.first.take(outcome)
        self.log.append(("dealer", self.first.dealer))
        if self.first.cuts:
            self.shuffle += 1
            cut = self.first.cuts[-1].items()
            self.facts |= {(viewer, self.shuffle, -1 - s, card) for s, card in cut for viewer in (None, *range(self.n))}
        if self.first.dealer is not None:
            self.dealer = self.first.dealer
            self.begin(range(self.n))
        return said

    def begin(self, seats: Iterable[Seat]) -> None:
        """Begin the next deal: its dealer chooses a game, or cards are dealt."""
        self.order = self.left_of(self.dealer, seats)
        assert self.order[-1] == self.dealer
        kept = self.holder is not None and bool(self.hands.get(self.holder))
        if self.is_("dealers_choice", "on") and self.form_deals >= len(self.order) + 1 and not kept:
            self.phase, self.turn = "choose", self.dealer
        else:
            self.ready()

    def ready(self) -> None:
        """Shuffle where the rules say so, and wait for the cards."""
        kept = self.hands.get(self.holder, []) if self.holder is not None else []
        lying = {token for hand in kept for token in hand}
        prial = self.prial
        self.note("kept hand stays over a shuffle", lying and self.is_("shuffle", "every_deal"))
        if self.is_("shuffle", "every_deal") or not self.deals or prial:
            self.note("shuffled after a prial", prial and self.is_("shuffle", "when_seen_prial"))
            self.shuffle += 1
            self.pack = [token for token in range(self.size) if token not in lying]
            for token in self.pack:
                self.face.pop(token, None)
                self.known.pop(token, None)
                self.born.pop(token, None)
        else:
            self.note("shuffle=when_seen_prial")
        self.clear()
        self.hands = {seat: [] for seat in range(self.n)}
        if self.holder is not None:
            self.hands[self.holder] = kept
        self.phase = "deal"

    def fresh(self) -> tuple[list[list[int]], list[int]]:
        """Tokens without a face that come in the next deal: by seat, and the bottom card where it shows."""
        size = self.form[0] * len(self.order)
        by_seat: list[list[int]] = [[] for _ in range(self.n)]
        for place, token in enumerate(self.pack[:size]):
            if token not in self.face:
                by_seat[self.order[place % len(self.order)]].append(token)
        shows = self.is_("bottom_card", "shown") and len(self.pack) > size and self.pack[-1] not in self.face
        return by_seat, self.pack[-1:] if shows else []

    def dealt(self, cards: Sequence[Card]) -> None:
        """Take these faces, by seat, then the bottom card where it shows."""
        by_seat, shows = self.fresh()
        for token, card in zip([*(token for tokens in by_seat for token in tokens), *shows], cards, strict=True):
            assert card not in self.face.values(), "a card lies in two places"
            self.face[token], self.born[token] = card, self.shuffle
        self.deals += 1
        self.form_deals += 1
        for seat in self.order:
            self.hands[seat].append([])
        for place in range(self.form[0] * len(self.order)):
            self.hands[self.order[place % len(self.order)]][-1].append(self.pack.pop(0))
        if self.is_("bottom_card", "shown") and self.pack:
            self.see_token(self.pack[-1], None)
            self.note("bottom_card=shown")
        for seat in self.order:
            self.status[seat] = "in"
            self.chips[seat] -= self.rules.ante
            self.paid.append(Paid(seat, self.rules.ante))
            if not self.form[2]:
                self.open.add(seat)
                self.see_hand(seat, -1)
        self.log.append(("dealt", self.deals, tuple(self.order), self.form, self.carried))
        self.note(f"players={len(self.order)}")
        self.note(f"cards={self.form[0]}")
        self.note(f"wild_cards={self.form[1]}" if self.form[1] in WILD else "wild_cards")
        self.note(f"blind={'allowed' if self.form[2] else 'off'}")
        self.note("dealers_choice=on", self.form != (self.rules.cards, self.rules.wild_cards, self.is_("blind", "allowed")))
        self.note("two hands", any(len(hands) > 1 for hands in self.hands.values()))
        self.note("somebody sits out", self.sitting)
        self.phase, self.turn = "bet", self.order[0]
        self.antes_cover()

    def antes_cover(self) -> None:
        spent = [seat for seat in self.order if not self.chips[seat]]
        if self.short_now() != "cover" or not spent:
            return
        if len(spent) == len(self.order):
            self.note("antes take everybody's last chip")
            self.show("consent", None)
            return
        self.note("an ante covers")
        for seat in spent:
            self.status[seat] = "covered"
            self.paid.append(Paid(seat, 0, covers=True))
        left = self.seats("in")
        self.turn = left[0]
        if len(left) == 1:
            self.show("alone", None)

    # --- cards --------------------------------------------------------------------------------------------------------

    def see_token(self, token: int, viewer: Seat | None) -> None:
        """A seat sees a card; None means that everybody does."""
        viewers: set[Seat | None] = {None, *range(self.n)} if viewer is None else {viewer}
        self.known.setdefault(token, set()).update(viewers)
        self.facts |= {(each, self.born[token], token, self.face[token]) for each in viewers}

    def see_hand(self, seat: Seat, at: int, viewer: Seat | None = -1) -> None:
        for token in self.hands[seat][at]:
            self.see_token(token, seat if viewer == -1 else viewer)

    def under(self, hand: list[int], *, folded: bool) -> None:
        """Put a hand under the pack as it lies; of a folded hand the last card shows, where the rules say so."""
        self.pack += hand
        if folded and self.is_("bottom_card", "shown"):
            self.see_token(hand[-1], None)
            self.log.append(("bottom", self.face[hand[-1]]))

    def parts(self, seat: Seat) -> tuple[list[Card], list[Card]]:
        """The three cards that count, and the cards put away."""
        cards = {token: self.face[token] for token in self.hands[seat][0]}
        if seat in self.away or len(cards) == 3:
            away = self.away.get(seat, [])
            return [card for token, card in cards.items() if token not in away], [cards[token] for token in away]
        splits = [(list(three), [c for c in cards.values() if c not in three]) for three in combinations(cards.values(), 3)]
        return max(splits, key=lambda split: self.value_of(*split))

    def value_of(self, three: Sequence[Card], away: Sequence[Card]) -> Worth:
        wild = [card for card in three if WILD[self.form[1]](name(card))]
        plain = tuple(sorted(card for card in three if card not in wild))
        key = value(self.is_("top_prial", "aces"), self.is_("top_run", "ace_king_queen"), plain, len(wild))
        return key, tuple(sorted((card // 4 for card in away), reverse=True))

    # --- moves --------------------------------------------------------------------------------------------------------

    def do(self, seat: Seat, text: str) -> None:
        """Make a move that is allowed, written as in records."""
        assert self.allows(seat, text), f"{seat} may not {text}"
        discards = self.may(seat)[2]
        bet = re.fullmatch(r"(?:bet|cover) (\d+)", text)
        if seat not in self.asked() or (self.phase == "next" and text == "show"):
            self.log.append((seat, "discard" if text in discards else text))
            self.note(f"meanwhile: {text.split(maxsplit=1)[0]}")
            self.simple(seat, text)
            return
        if self.phase in ("consent", "next", "bring"):
            self.gathered[seat] = text
            if set(self.gathered) == set(self.asked()):
                answers, self.gathered = {each: self.gathered[each] for each in sorted(self.gathered)}, {}
                self.log.append(tuple(answers.items()))
                {"consent": self.consented, "next": self.go_on, "bring": self.bring}[self.phase](answers)
            return
        self.log.append((seat, "discard" if text in discards else text))
        if bet:
            self.bet(seat, int(bet[1]))
        elif text.startswith("keep"):
            self.keep(seat, 0 if text == "keep none" else int(text[-1]))
        elif text.startswith("choose"):
            self.choose(text)
        elif text.startswith("ask"):
            self.ask(seat, text)
        elif not self.simple(seat, text):
            says = {"fold": self.fold, "see": self.see, "propose": self.propose}
            {**says, "lend": self.lend, "show": self.show_hands, "refuse": self.decline}[text](seat)

    def simple(self, seat: Seat, text: str) -> bool:
        """Make a look, discard, purchase or return, which are possible in turn and out of turn; returns whether it was one."""
        if text.startswith("look"):
            number = 2 if text == "look 2" else 1
            self.see_hand(seat, number - 1)
            if len(self.hands[seat]) == 2:
                self.phase, self.looked = "looked", number
                self.note("looked at one of two")
            else:
                self.open.add(seat)
            return True
        if text.startswith("discard"):
            cards = text.split()[1]
            wanted = {cards[at : at + 2] for at in range(0, len(cards), 2)}
            self.lay_down(seat, wanted)
            self.note("discarded")
            return True
        if text == "show" and self.phase == "next":
            self.turn_up(seat)
            return True
        if text.startswith("rebuy") or text == "play":
            self.note("came back", seat in self.sitting)
            self.sitting.discard(seat)
            if text.startswith("rebuy"):
                chips = self.usual_purse(seat) if text == "rebuy" else int(text.split()[1])
                self.note("bought up to the most", chips == self.room(seat))
                self.chips[seat] += chips
                self.bought[seat] += chips
                self.note("bought at one's own turn", self.phase == "bet" and seat == self.turn)
                self.note("bought some chips", text != "rebuy")
                self.note(f"rebuy={self.rules.rebuy}", self.is_("rebuy", "between_deals") or self.phase != "next")
            return True
        return False

    def usual_purse(self, seat: Seat) -> int:
        """Chips bought where no number is given: a purse, or as near to it as allowed."""
        return min(self.rules.purse, self.room(seat)) if self.any_number() else self.rules.purse

    def turn_up(self, seat: Seat) -> None:
        """A player shows a hand that needn't be shown."""
        self.note("turned up after winning unseen", not self.shown)
        self.note("turned up after losing a see", self.shown)
        self.note("turned up a prial", self.value_of(*self.parts(seat))[0][0] == 5 and self.is_("shuffle", "when_seen_prial"))
        self.note("turned up blind", self.is_blind(seat))
        self.see_hand(seat, 0, None)
        self.shown.append(seat)

    def bring(self, answers: Mapping[Seat, str]) -> None:
        """All players put their money on the table at once."""
        for seat, text in answers.items():
            self.chips[seat] = self.bought[seat] = int(text.split()[1])
        self.note("least_purse", self.rules.least_purse)
        self.note("most_purse", self.rules.most_purse)
        self.note("purses differ", len(set(self.chips)) > 1)
        self.phase = "dealer"
        self.named_begins()

    def lay_down(self, seat: Seat, wanted: set[str]) -> None:
        """Lay picked-up cards down again: those put away first, then the others, in an order that only their owner knows."""
        places = self.hands[seat][0]
        away = [token for token in places if name(self.face[token]) in wanted]
        lying = [(self.face[token], self.born[token]) for token in [*away, *(token for token in places if token not in away)]]
        for place, (face, born) in zip(places, lying, strict=True):
            self.face[place], self.born[place], self.known[place] = face, born, {seat}
            self.facts.add((seat, born, place, face))
        self.away[seat] = places[: len(away)]

    def pay(self, seat: Seat, chips: int, *, covers: bool = False) -> None:
        self.chips[seat] -= chips
        assert self.chips[seat] >= 0
        self.paid.append(Paid(seat, chips, covers))

    def raised(self, seat: Seat, chips: int) -> None:
        """Count a bet as the last one."""
        self.note("a raise", self.last_bet and chips * (2 if self.is_blind(seat) else 1) > self.last_bet)
        if self.is_blind(seat):
            self.bet_blind.add(seat)
            self.note("a blind bet of an odd last one", self.last_bet % 2)
        self.last_bet = chips * (2 if self.is_blind(seat) else 1)

    def bet(self, seat: Seat, chips: int) -> None:
        two = len(self.seats("in")) == 2
        bets = self.bets(seat)
        rules, mine = self.rules, self.chips[seat]
        self.note("max_bet", rules.max_bet and not self.last_bet and chips == bets[-1] < mine)
        self.note("max_raise", rules.max_raise and self.last_bet and chips == bets[-1] < mine)
        self.note("min_bet", not self.last_bet and chips == bets[0] >= rules.min_bet > 1)
        self.note("pot_limit=on", self.is_("pot_limit", "on") and chips == self.pot)
        self.note("pot_limit=off", chips > self.pot)
        if chips > mine:
            if self.short_now() == "opponent_chooses":
                (other,) = [each for each in self.seats("in") if each != seat] if two else [self.richest(seat)]
                if self.chips[other] < chips - mine:
                    self.note("neither can pay")
                    self.pay(seat, mine)
                    self.show("last", seat)
                else:
                    self.phase, self.turn, self.short_seat, self.due = "lend", other, seat, chips
                return
            self.borrow(seat, chips - mine)
        answers, full = self.answers(seat), chips >= self.due_of(seat)
        if self.covers_with(seat, chips):
            self.note("last_chip=covers", full)
            self.note("covers at the next turn", not chips)
            self.cover(seat, chips)
            return
        self.pay(seat, chips)
        self.note("a raise with the last chip", self.last_bet and self.last_chip_of(seat) and chips > bets[0])
        self.note("last_chip=bets", not two and self.last_chip_of(seat))
        self.raised(seat, chips)
        if answers:
            (other,) = [each for each in self.seats("in") if each != seat]
            self.note("last chips answered")
            self.note("last chips answered by last chips", not self.chips[seat])
            self.show("last", other if self.chips[seat] else seat)
            return
        self.passes(seat)

    def last_chip_of(self, seat: Seat) -> bool:
        """Whether a seat has just bet its last chip in full, and may cover later."""
        return self.short_now() == "cover" and self.chips[seat] == 0

    def cover(self, seat: Seat, chips: int) -> None:
        """A seat puts in its remaining chips, which may be none."""
        two = len(self.seats("in")) == 2
        self.pay(seat, chips, covers=not two)
        if two:
            self.note("last chips of the last two")
            self.show("last", seat)
            return
        self.note("short=cover")
        self.status[seat] = "covered"
        self.passes(seat)

    def borrow(self, seat: Seat, chips: int) -> None:
        self.note("short=borrow", self.is_("short", "borrow"))
        self.note(f"lender={self.rules.lender}")
        if self.is_("lender", "richest"):
            other = self.richest(seat)
            self.note("a folded player lends", self.status[other] == "folded")
            self.chips[other] -= chips
            self.debts[other] -= chips
            assert self.chips[other] >= 0
        self.chips[seat] += chips
        self.debts[seat] += chips
        assert self.debts[seat] <= self.rules.borrow_limit

    def passes(self, seat: Seat) -> None:
        """The next seat that still bets must decide."""
        self.acted.add(seat)
        self.proposed = False
        self.refused = set()
        at = self.order.index(seat)
        self.turn = next(each for each in self.order[at + 1 :] + self.order[: at + 1] if self.status[each] == "in")
        if self.last_chip_of(self.turn) and not self.is_("rebuy", "any_time"):
            self.note("covers at the next turn")
            self.note("out of chips and one of the last two", len(self.seats("in")) == 2)
            self.cover(self.turn, 0)

    def fold(self, seat: Seat) -> None:
        self.note("short=fold", self.short_now() == "fold" and self.is_("short", "fold") and not self.bets(seat))
        self.note("folded two hands", len(self.hands[seat]) == 2)
        for hand in self.hands[seat]:
            self.under(hand, folded=hand is self.hands[seat][-1])  # only the last hand's bottom card shows
        self.status[seat] = "folded"
        self.fold_order.append(seat)
        left = self.seats("in")
        if len(left) > 1:
            self.passes(seat)
            return
        (winner,) = left
        if self.seats("covered"):
            self.note("alone against a coverer")
            self.note("blind against a coverer", winner in self.bet_blind and self.is_blind(winner))
            self.show("alone", None)
            return
        blind = winner in self.bet_blind and self.is_blind(winner)
        self.note("kept_blind=off", blind and self.is_("kept_blind", "off"))
        if blind and self.is_("kept_blind", "on"):
            if self.rules.length == self.deals:
                self.note("holder at the last deal")
            elif self.chips[winner] < self.rules.ante:
                self.note("holder without an ante")
            else:
                self.note("kept_blind=on")
                self.note("carried twice", self.holder == winner)
                self.phase, self.turn = "keep", winner
                return
        self.note("won without a show")
        for hand in self.hands[winner]:
            self.under(hand, folded=False)
        self.awards = awards_of(self.pots, [winner], {})
        self.give()

    def keep(self, seat: Seat, number: int) -> None:
        hands, mid_deal = self.hands[seat], self.phase != "keep"
        for at, hand in enumerate(hands, 1):
            if at != number:
                self.under(hand, folded=mid_deal)
        self.hands[seat] = [hands[number - 1]] if number else []
        if self.phase == "looked":
            self.note("kept what was looked at", number == self.looked)
            self.note("folded what was looked at", number != self.looked)
            if number == self.looked:
                self.open.add(seat)
            self.phase = "bet"
        elif self.phase == "pick":
            self.note("picked unseen")
            self.show(self.how, self.payer)
        else:
            self.note("kept none", not number)
            self.note("kept a hand", number)
            self.note("kept one of two", number and len(hands) == 2)
            self.carried, self.holder = self.pot, seat
            self.paid, self.awards, self.prial = [], [], False
            self.end()

    def see(self, seat: Seat) -> None:
        price = self.see_price(seat)
        assert price is not None
        if price > self.chips[seat]:
            self.borrow(seat, price - self.chips[seat])
        (other,) = [each for each in self.seats("in") if each != seat]
        self.note("blind sees blind", self.is_blind(seat) and self.is_blind(other))
        self.note("blind sees open", self.is_blind(seat) and not self.is_blind(other))
        self.note(f"see_cost={self.rules.see_cost}", not self.is_blind(seat))
        self.pay(seat, price)
        self.note("a see of the last chips", not self.chips[seat])
        self.show("see", seat)

    def propose(self, seat: Seat) -> None:
        self.proposed, self.phase = True, "consent"

    def consented(self, answers: Mapping[Seat, str]) -> None:
        if "refuse" in answers.values():
            self.note("consent refused")
            self.phase = "bet"
        else:
            self.note("showdown=by_consent")
            self.show("consent", None)

    def ask(self, seat: Seat, text: str) -> None:
        """A seat asks another one for the missing chips."""
        other = int(text.split()[1]) - 1
        self.for_seeing = "to see" in text
        full = self.price_of(seat) if self.for_seeing else self.due_of(seat)
        assert full is not None
        if "showing" in text:
            self.note("showed the cards to a lender")
            self.see_hand(seat, 0, other)
        self.note("asked to lend", not self.for_seeing)
        self.note("asked to lend to see", self.for_seeing)
        self.note("asked after somebody refused", self.refused)
        self.phase, self.turn, self.short_seat, self.due = "lend", other, seat, full

    def lend(self, seat: Seat) -> None:
        short = self.short_seat
        assert short is not None
        missing = self.due - self.chips[short]
        asked = self.short_now() == "borrow"
        many = len(self.seats("in")) > 2
        self.note("lender=players", asked)
        self.note("short=borrow", asked and self.is_("short", "borrow"))
        self.note("short=opponent_chooses: lent", not asked and not many)
        self.note("lent to one of many", not asked and many)
        self.note("a folded player lends", self.status[seat] == "folded")
        self.chips[seat] -= missing
        self.debts[seat] -= missing
        self.chips[short] += missing
        self.debts[short] += missing
        assert not asked or self.debts[short] <= self.rules.borrow_limit
        self.short_seat, self.phase, self.turn = None, "bet", short
        if self.for_seeing:
            self.for_seeing = False
            self.see(short)
            return
        self.pay(short, self.due)
        self.raised(short, self.due)
        self.passes(short)

    def decline(self, seat: Seat) -> None:
        """Nothing is lent, and the seat that asked goes on; where it can't ask anybody else, it folds."""
        short = self.short_seat
        assert short is not None
        self.short_seat, self.phase, self.turn, self.for_seeing = None, "bet", short, False
        if self.short_now() == "borrow":
            self.note("asked in vain")
            self.refused.add(seat)
        else:
            self.note("not lent to one of many")
            self.fold(short)

    def show_hands(self, seat: Seat) -> None:
        """The other of the last two players lends nothing."""
        short = self.short_seat
        assert short is not None
        self.note("short=opponent_chooses: shown")
        self.pay(short, self.chips[short])
        self.short_seat = None
        self.show("last", short)

    def choose(self, text: str) -> None:
        found = re.fullmatch(r"choose (\d) cards, (.+) wild, (no )?blind", text)
        assert found
        self.form = (int(found[1]), "" if found[2] == "nothing" else found[2], not found[3])
        self.form_deals = 0
        self.ready()

    # --- the end of a deal --------------------------------------------------------------------------------------------

    def show(self, how: str, payer: Seat | None) -> None:
        """Compare hands, after players with two hands have picked one."""
        self.how, self.payer = how, payer
        order = self.left_of(self.dealer, [*self.seats("in"), *self.seats("covered")])
        if payer is not None:
            order = [*[seat for seat in order if seat != payer], payer]
        for seat in order:
            if len(self.hands[seat]) == 2:
                self.phase, self.turn = "pick", seat
                return
        worth = {seat: self.value_of(*self.parts(seat)) for seat in order}
        bettors = [seat for seat in order if self.status[seat] == "in"]
        top = max(worth[seat] for seat in bettors)
        best = [seat for seat in bettors if worth[seat] == top]
        self.note("tie", len(best) > 1 and payer in best)
        self.note("shared", len(best) > 1 and payer is None)
        if len(best) > 1 and payer in best:
            best.remove(payer)
        assert payer is None or len(best) == 1
        keys = [worth[seat][0] for seat in bettors]
        self.note("discards break a tie", len(set(keys)) < len({worth[seat] for seat in bettors}))
        self.note("never looked at four or more", self.form[0] > 3 and any(seat not in self.away for seat in order))
        self.note("wild cards count", any(worth[seat][0][-1] for seat in order))
        pots = self.pots
        self.note(f"pots={len(pots)}", len(pots) > 1)
        self.awards = awards_of(pots, best, worth)
        self.note("a coverer wins", any(seats[0] not in bettors for _, seats in self.awards))
        self.note("a coverer loses", len(pots) > 1 and any(seats[0] in bettors for chips, seats in self.awards[1:]))
        self.shown = [seat for seat in order if how != "see" or seat != payer or seat in best]
        for seat in self.shown:
            self.see_hand(seat, 0, None)
            self.log.append(
                ("shows", seat, tuple(self.face[token] for token in self.hands[seat][0]), tuple(self.away.get(seat, ())))
            )
        self.note("payer need not show", len(self.shown) < len(order))
        for seat in [*[seat for seat in order if seat not in best], *[seat for seat in order if seat in best]]:
            self.under(self.hands[seat][0], folded=False)
        winners = {seat for _, seats in self.awards for seat in seats}
        self.prial = any(worth[seat][0][0] == 5 for seat in winners if seat in self.shown)
        self.note("top prial", any(worth[seat][0][:2] == (5, 13) for seat in winners))
        self.note("top run", any(worth[seat][0][:2] in ((3, 12), (4, 12)) for seat in winners))
        self.give()

    def give(self) -> None:
        """Give the pots to their winners."""
        assert self.awards is not None
        for chips, winners in self.awards:
            each, odd = divmod(chips, len(winners))
            self.note("odd chip", odd)
            for place, seat in enumerate(self.left_of(self.dealer, winners)):
                self.chips[seat] += each + (place < odd)
            self.log.append(("wins", tuple(winners), chips))
        self.note("a carried pot is won", self.carried)
        self.holder, self.carried, self.paid = None, 0, []
        self.end()

    def end(self) -> None:
        """Do what happens between deals."""
        if self.is_("rebuy", "off"):
            broke = {seat for seat in range(self.n) if self.chips[seat] < self.rules.ante}
            self.note("rebuy=off", broke - self.sitting)
            self.sitting |= broke
        self.phase = "next"
        self.next_asked = [seat for seat in range(self.n) if seat not in self.sitting]
        if self.deals == self.rules.length:
            self.note("length")
            self.over()
        elif len(self.next_asked) < 2:
            self.note("one purse is left")
            self.over()

    def go_on(self, answers: Mapping[Seat, str]) -> None:
        for seat, text in answers.items():
            if text == "sit out":
                self.sitting.add(seat)
            else:
                self.simple(seat, text)
                self.note("rebuy=between_deals", text == "rebuy")
        seats = [seat for seat in range(self.n) if seat not in self.sitting]
        if len(seats) < 2:
            self.note("fewer than two play on")
            self.over()
            return
        self.dealer = self.left_of(self.dealer, seats)[0]
        self.begin(seats)

    def over(self) -> None:
        if self.holder is not None:
            self.note("holder takes the carried pot")
            self.chips[self.holder] += self.carried
            self.holder, self.carried = None, 0
        self.phase = "over"
