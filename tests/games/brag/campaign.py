"""Whole games of random players, each move checked against the book, and counts of what happened in them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, Final

from prial.cards import Card, best_first, rank
from prial.core.chance import Draw, Outcome
from prial.core.game import Seat
from prial.games.brag import BragRules
from prial.games.brag.actions import Ask, Bet, Bring, Buy, Discard, Keep, Look, Word
from prial.games.brag.rules import SCHEMA
from tests.games import first_dealer
from tests.games.brag.both import Both

BRANCHES: Final = frozenset(
    {
        *first_dealer.BRANCHES,
        *(f"players={players}" for players in (2, 3, 4, 5, 6, 8, 12, 16)),
        *("cards=3", "cards=4", "cards=5", "discarded", "discards break a tie", "never looked at four or more"),
        *("wild_cards=", "wild_cards=twos", "wild_cards=one-eyed jacks", "wild_cards=black jacks", "wild_cards=suicide king"),
        *("wild_cards=braggers", "wild cards count", "top_prial=threes", "top_prial=aces", "top_run=ace_two_three"),
        *("top_run=ace_king_queen", "min_bet", "max_bet", "max_raise", "a raise", "a blind bet of an odd last one"),
        *("pot_limit=off", "pot_limit=on", "see_cost=double", "see_cost=single", "blind sees blind", "blind sees open"),
        *("payer need not show", "tie", "shared", "odd chip", "a see of the last chips"),
        *("showdown=by_consent", "showdown=off", "consent refused", "won without a show"),
        *("last_chip=bets", "last_chip=covers", "a raise with the last chip", "last chips answered", "covers at the next turn"),
        *("last chips answered by last chips", "out of chips and one of the last two"),
        *("short=cover", "pots=2", "pots=3", "pots=4", "a coverer wins", "a coverer loses"),
        *("alone against a coverer", "blind against a coverer", "last chips of the last two", "an ante covers"),
        *("antes take everybody's last chip", "short=fold", "short=borrow"),
        *("short_of_two=same", "short_of_two=cover", "short_of_two=fold", "short_of_two=borrow", "short_of_two=opponent_chooses"),
        *("lender=bank", "lender=players", "lender=richest", "asked to lend", "asked to lend to see", "asked in vain"),
        *("asked after somebody refused", "showed the cards to a lender", "a folded player lends"),
        *("lent to one of many", "not lent to one of many"),
        *("turned up after winning unseen", "turned up after losing a see", "turned up a prial", "turned up blind"),
        *("least_purse", "most_purse", "purses differ", "bought up to the most"),
        *("short=opponent_chooses: lent", "short=opponent_chooses: shown", "neither can pay"),
        *("blind=allowed", "blind=off", "kept_blind=on", "kept_blind=off", "kept a hand", "kept none", "kept one of two"),
        *("two hands", "looked at one of two", "kept what was looked at", "folded what was looked at", "folded two hands"),
        *("picked unseen", "carried twice", "a carried pot is won", "holder at the last deal", "holder without an ante"),
        *("holder takes the carried pot", "shuffle=every_deal", "shuffle=when_seen_prial", "shuffled after a prial"),
        *("kept hand stays over a shuffle", "bottom_card=shown", "bottom_card=hidden", "dealers_choice=on", "dealers_choice=off"),
        *("rebuy=between_deals", "rebuy=any_time", "rebuy=off", "length", "one purse is left", "fewer than two play on"),
        *("somebody sits out", "came back"),
        *("meanwhile: look", "meanwhile: discard", "meanwhile: play", "meanwhile: rebuy", "meanwhile: show"),
        *("bought at one's own turn", "bought some chips"),
        *("ante", "purse", "borrow_limit"),
    }
)
"""Effects of each option value that no other value has, and other things that can happen in a deal."""

LONGEST: Final = 20
"""Deals after which a game is left; without a length, a game ends only when fewer than two players play on, perhaps never."""


TRIED: Final = (
    *(*Word, Look(1), Look(2), Keep(0), Keep(1), Keep(3), Discard((1, 2))),
    *(Ask(0), Ask(1, see=True), Ask(2, showing=True), Bring(0), Bring(20), Buy(3)),
)
"""Actions that players try, besides bets."""


def lucky(draw: Draw, rng: Random, wish: str) -> Outcome:
    """Cards that a wish favours: prials, runs, or hands that differ only in suits."""
    hands = next(group for group in draw.groups if group.apart)
    left = list(draw.pool)
    rng.shuffle(left)
    dealt: list[Card] = []
    model: list[int] = []
    for size in hands.sizes:
        wanted: list[Card] = []
        if wish == "prials" and rng.random() < 0.5:
            ranks = [r for r in rng.sample(range(13), 13) if sum(rank(card) == r for card in left) >= 3]
            wanted = [card for card in left if ranks and rank(card) == (1 if 1 in ranks and rng.random() < 0.3 else ranks[0])][:3]
        elif wish == "runs":
            for r in rng.choice([(12, 1, 0), (12, 11, 10), (5, 4, 3)]):
                wanted += [card for card in left if rank(card) == r][:1]
        elif wish == "ties" and model:
            for r in model[:3]:
                wanted += [card for card in left if rank(card) == r and card not in wanted][:1]
        wanted = wanted[:size]
        hand = [*wanted, *[card for card in left if card not in wanted]][:size]
        left = [card for card in left if card not in hand]
        model = model or [rank(card) for card in hand]
        dealt += rng.sample(hand, size)
    rest = sum(len(group.piles) for group in draw.groups if not group.apart)
    return tuple((card,) for card in [*dealt, *left[:rest]])


def play(
    rules: BragRules,
    rng: Random,
    *,
    wish: str = "",
    bold: float = 0.1,
    stay: float = 0.0,
    likes: Iterable[str] = (),
    stacks: Sequence[int] | None = None,
) -> Both:
    """Play one game to its end, or up to `LONGEST` deals, and check that its record replays to the same states.

    Args:
        rules: the house rules.
        rng: the source of chance and of the players' decisions.
        wish: what chance favours; empty for a fair shuffle.
        bold: probability that a player bets the most.
        stay: probability that a player who would fold, sit out or propose does something else.
        likes: words that players choose in half of the cases in which they may.
        stacks: chips of the seats at the start; None gives each a purse.
    """
    both = Both(rules, stacks=stacks)
    while not both.over and both.book.deals <= LONGEST:
        if both.book.phase in ("dealer", "deal"):
            draw = both.node.draw
            lucky_now = wish and both.book.phase == "deal"
            both.move(-1, lucky(draw, rng, wish) if lucky_now and rng.random() < 0.7 else draw.sample(rng))
            continue
        node = both.node
        left = [seat for seat in node.seats if seat not in both.gathered]
        seat = rng.choice(node.also) if node.also and rng.random() < 0.2 else rng.choice(left)
        if rng.random() < 0.05:
            tried = rng.choice([*TRIED, Bet(rng.randrange(30))])
            both.refuses(rng.randrange(rules.players), tried)
        both.move(seat, choose(both, seat, rng, bold=bold, stay=stay, likes=set(likes)))
    if stacks is None:
        both.replays()
    options(both)
    return both


def choose(both: Both, seat: Seat, rng: Random, *, bold: float, stay: float, likes: set[str]) -> Any:
    """A player's action."""
    words, bets, _ = both.book.may(seat)
    if (liked := sorted(words & likes)) and rng.random() < 0.5:
        return both.game.read(rng.choice(liked))
    if bets and rng.random() < bold:
        return Bet(bets[-1])
    if both.book.any_number() and rng.random() < 0.1 and both.book.may_buy(seat, some := rng.randint(1, 30)):
        return Buy(some)
    choices = both.choices(seat)
    action = choices.sample(rng)
    if action in (Word.FOLD, Word.SIT_OUT, Word.PROPOSE) and rng.random() < stay:
        action = choices.sample(rng)
    return action


def options(both: Both) -> None:
    """Mark the branches that concern a whole game."""
    rules, book, marks = both.rules, both.book, both.book.marks
    for option in ("shuffle", "bottom_card", "dealers_choice", "top_prial", "top_run"):
        value = str(getattr(rules, option))
        needs = {"top_prial": "top prial", "top_run": "top run"}.get(option)
        if needs is None or needs in marks:
            # values with marks of their own are counted by those
            marks.update({f"{option}={value}"} if value not in ("shown", "on", "when_seen_prial") else set())
    marks.update(book.first.branches)
    marks.update({"showdown=off"} if book.is_("showdown", "off") else set())
    shows = {"cover": "last chips of the last two", "borrow": f"lender={rules.lender}"}.get(str(rules.short_of_two), "")
    marks.update({f"short_of_two={rules.short_of_two}"} if not shows or shows in marks else set())
    marks.update({"ante"} if rules.ante > 1 else set())
    marks.update({"purse"} if rules.purse != 100 else set())
    marks.update(
        {"borrow_limit"} if any(debt == rules.borrow_limit for debt in book.debts) and "short=borrow" in marks else set()
    )
    for needed in ("top prial", "top run"):
        marks.discard(needed)


def campaign(
    preset: str, games: int, label: str, *, players: Sequence[int], given: dict[str, Any], **how: Any
) -> Iterator[Counter[str]]:
    """Play a number of games, and count in how many of them each branch was taken; the counts are given after each."""
    counts: Counter[str] = Counter()
    for number in range(games):
        rules = SCHEMA.make({"players": players[number % len(players)], **given}, preset)
        counts.update(play(rules, Random(f"{label} {number}"), **how).book.marks)
        yield counts


def cards_of(both: Both) -> tuple[Card, ...]:
    """All faces on the table, the best first."""
    return best_first(face for (face,) in both.state.piles if face >= 0)
