"""The bots of Crash: `Greedy` makes the best hands first, as most people do; `Sharp` plays to win the game."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any, Final

from prial.arrange.search import Split
from prial.arrange.value import Value
from prial.bots.bot import Advice
from prial.cards import Card, rank
from prial.core.game import Choices, Seat, View
from prial.errors import add_sentences
from prial.games.crash.actions import Action, Lay, Word
from prial.games.crash.bots import tables
from prial.games.crash.bots.race import chance_to_win
from prial.games.crash.game import CrashGame
from prial.games.crash.rules import CrashRules
from prial.games.crash.settings import Crash, CrashCall, Finish, FourBonus, Scoring, Spare, Tie
from prial.games.crash.settle import fours
from prial.games.crash.splits import splits
from prial.games.crash.state import Phase, Table
from prial.ranks.brag import Category

add_sentences(
    "en",
    {
        "crash.bot.greedy": "Lays the best first hand, then the best second one, and so on.",
        "crash.bot.sharp": "Plays to win the game: it knows what each way of laying the cards is worth at this score, "
        "under these rules.",
    },
)

_SAMPLES: Final = 40
"""Number of hands drawn from the unseen cards to estimate the chance to win with a spare hand; the error is about 0.02."""
_LEAST_CALL: Final = 0.02
"""The least chance to make a crash, 0 to 1, at which a bot announces a crash."""
_THREE: Final = 1
"""The rank of a three."""


class Arranger:
    """The base of `Greedy` and `Sharp`. It finds the splits of a hand: ways to divide the cards among the places."""

    def __init__(self, game: CrashGame) -> None:
        self.game = game
        self.rules = game.rules
        # The same hand comes up again when a deal is played once from each seat, and when a bot decides about a swap.
        self._front = lru_cache(maxsize=1 << 12)(self._search)

    def _search(self, hand: tuple[Card, ...], laid: frozenset[Card]) -> tuple[Split, ...]:
        return tuple(splits(self.game.scorer, hand, laid))

    def splits(self, hand: tuple[Card, ...]) -> tuple[Split, ...]:
        """Find the splits that may be best for a hand.

        A split is left out if another split is at least as strong in every place. If the rules reward a player for laying all
        four cards of a rank, the best splits that do so are added.

        Args:
            hand: the player's cards, the best first.
        """
        found = self._front(hand, frozenset())
        if self.rules.four_bonus is not FourBonus.NONE:
            for quad in [hand[at : at + 4] for at in range(len(hand) - 3) if rank(hand[at]) == rank(hand[at + 3])]:
                found += self._front(hand, frozenset(quad))
        return found

    def lay(self, split: Split) -> Lay:
        """Make the action that lays a split.

        If the split uses all four cards of a rank and the rules have a knock for this, the action knocks.
        """
        return Lay(split.hands, self.rules.four_bonus is FourBonus.KNOCK and bool(fours(split.hands)))


class Greedy(Arranger):
    """A bot that lays the best first hand, then the best second hand from the cards left, and so on.

    It never swaps its hand. It declares a thirteen straight (one card of each rank) if it may. It announces a crash only with a
    flush or better in every place. If a failed announcement costs chips, it announces nothing.
    """

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        match view.public.phase:
            case Phase.SWAP:
                return Word.KEEP
            case Phase.CALL:
                return Word.CALL if self._strong(view) and not self.rules.failed_call_penalty else Word.PASS
        if choices.why_not(Word.THIRTEEN_STRAIGHT) is None:
            return Word.THIRTEEN_STRAIGHT
        return self.lay(self.splits(hand_of(view))[0])

    def _strong(self, view: View[Table]) -> bool:
        """Whether the seat has laid a flush or better in every place."""
        assert view.seat is not None
        ranking, laid = self.game.scorer.ranking, view.public.laid[view.seat]
        least = ranking.least(Category.FLUSH)
        strengths = self.game.scorer.strengths([view.piles[pile] for pile in laid])
        return len(strengths) == self.rules.places and min(strengths) >= least


class Sharp(Arranger):
    """A bot that plays for the best chance to win the game.

    The chances to win places come from tables, which were made from many deals. The chance to win the game also depends on the
    scores (`prial.games.crash.bots.race`).

    Args:
        game: the game with the rules of the table.
    """

    def __init__(self, game: CrashGame) -> None:
        super().__init__(game)
        self._outlooks: dict[tuple[Any, ...], Outlook] = {}

    def value(self, table: Table) -> Value:
        """Load the table of chances to win a place, for the present number of opponents.

        Args:
            table: the public part of the state.
        """
        next_best = self.rules.tie is Tie.NEXT_BEST
        return tables.mixed(self.rules.cards, len(table.playing) - 1, next_best=next_best, least=self.game.scorer.least)

    def outlook(self, view: View[Table], extra: int = 0) -> "Outlook":
        """Compute a seat's chance to win the game after each possible result of this deal.

        Args:
            view: what the seat sees.
            extra: the seat's points in this deal for things other than places and a crash, such as four of a kind.
        """
        table, seat = view.public, view.seat
        assert seat is not None
        key = (seat, table.playing, table.scores, table.level, extra)
        if key not in self._outlooks:
            if len(self._outlooks) > 4096:
                self._outlooks.clear()
            self._outlooks[key] = Outlook(self.rules, seat, table.playing, table.scores, table.level, extra)
        return self._outlooks[key]

    def worth(self, view: View[Table], split: Split) -> float:
        """The chance to win the game by laying a split, 0 to 1.

        In a game for the pot, the result is the chance to win the pot, in this deal or in a later one.

        Args:
            view: what the player sees.
            split: one way to divide the cards among the places.
        """
        table = view.public
        quads = fours(split.hands) if self.rules.four_bonus is not FourBonus.NONE else []
        can_win = not table.level or view.seat in table.level
        if _THREE in quads and self.rules.four_bonus is FourBonus.KNOCK and can_win:
            return 1.0
        return self.outlook(view, len(quads[:1])).worth(self.value(table), split.strengths)

    def best(self, view: View[Table], hand: tuple[Card, ...]) -> tuple[float, Split]:
        """Find the best split of a hand.

        Args:
            view: what the player sees.
            hand: the cards to split.
        Returns:
            The chance to win the game with the best split, 0 to 1, and this split.
        """
        return max(((self.worth(view, split), split) for split in self.splits(hand)), key=lambda entry: entry[0])

    def choose(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        match view.public.phase:
            case Phase.SWAP:
                return self._swap(view, choices, rng)
            case Phase.CALL:
                return Word.CALL if self._calls(view) else Word.PASS
        if choices.why_not(Word.THIRTEEN_STRAIGHT) is None:
            return Word.THIRTEEN_STRAIGHT
        worth, split = self.best(view, hand_of(view))
        if choices.why_not(Word.SIX_PAIRS) is None and worth < self.outlook(view).before:
            return Word.SIX_PAIRS
        return self.lay(split)

    def _swap(self, view: View[Table], choices: Choices[Action], rng: Random) -> Action:
        """Swap if an unseen hand is worth more than the present hand."""
        own, other = self.swapped(view, rng)
        # Of two spare hands the first, because both are unknown
        return next(word for word in choices if word is not Word.KEEP) if other > own else Word.KEEP

    def swapped(self, view: View[Table], rng: Random) -> tuple[float, float]:
        """Compare a player's hand with an unseen spare hand.

        Args:
            view: the view of the seat that decides about a swap.
            rng: draws the unseen hands.
        Returns:
            The chance to win the game with the present hand, and the chance after a swap. The chance after a swap is lowered if
            a swap has a price. It may be raised if the swap leaves no spare hand for the opponents.
        """
        table, hand = view.public, hand_of(view)
        known = {card for pile in view.piles for card in pile}
        unseen = [card for card in self.game.pack if card not in known]
        worths = sorted(self.best(view, tuple(sorted(rng.sample(unseen, len(hand)), reverse=True)))[0] for _ in range(_SAMPLES))
        # A hand that somebody threw in is likely to be one of the worse ones.
        thrown_in = table.spares[0] < self.game.seats
        expected = worths[_SAMPLES // 4] if thrown_in else sum(worths) / _SAMPLES
        own = self.best(view, hand)[0]
        return own, expected - self._price(table, own) + (0.0 if thrown_in else self._denied(table, worths))

    def _price(self, table: Table, own: float) -> float:
        """The price of a swap, as a chance to win the game."""
        # With ``other`` as the chance after a swap, a swap pays if own * prize < other * (prize + stake) - stake
        stake, prize = self.rules.spare_stake, self.rules.game_stake * len(table.scores) + sum(table.booked)
        return stake / (prize + stake) * (1 - own) if stake else 0.0

    def _denied(self, table: Table, worths: Sequence[float]) -> float:
        """How much it helps that the opponents don't get the last spare hand.

        The unit is the chance to win the game.
        """
        if self.rules.spare is not Spare.SWAP or len(table.spares) > 1:
            return 0.0
        # The first later opponent below the mean takes the spare hand; all others lose equal parts of that player's gain
        mean = sum(worths) / len(worths)
        gain = sum([max(0.0, mean - each) for each in worths]) / len(worths)
        keeps = sum([each >= mean for each in worths]) / len(worths)
        return gain * sum([keeps**before for before in range(len(table.asked) - 1)]) / (len(table.playing) - 1)

    def _calls(self, view: View[Table]) -> bool:
        """Whether a crash is likely enough, and announcing it loses no chips on average."""
        made, gain = self.announced(view)
        # The least chance holds even where a failure costs nothing: people don't like a crash announced in every deal
        return made >= _LEAST_CALL and gain >= 0

    def announced(self, view: View[Table]) -> tuple[float, float]:
        """Estimate the result of announcing a crash.

        The chance is 0 if another player has announced a crash, unless a failed announcement costs nothing.

        Args:
            view: the view of the seat that may announce a crash.
        Returns:
            The chance to make a crash, 0 to 1, and the chips that the announcement brings on average, compared with announcing
            nothing.
        """
        rules, table, scorer = self.rules, view.public, self.game.scorer
        assert view.seat is not None
        # The player who has announced a crash is expected to make it
        if table.called and rules.failed_call_penalty:
            return 0.0, -float(rules.failed_call_penalty)
        strengths = scorer.strengths(tuple([view.piles[pile] for pile in table.laid[view.seat]]))
        counted = [strength if strength >= scorer.least else 0 for strength in strengths]
        counted += [0] * (rules.places - len(counted))
        made = self.value(table).sweep_chance(counted)
        gain: float = rules.called_reward - rules.uncalled_reward
        if rules.crash_call is CrashCall.REQUIRED:
            # What a game costs each player: the stake, the penalty for a failed announcement or 1 chip, whichever is most
            stakes = len(table.scores) * max(rules.game_stake, rules.failed_call_penalty, 1) / (len(table.playing) - 1)
            gain = rules.called_reward + rules.crash_stake + self.outlook(view).crash * stakes
        return made, made * gain - (1 - made) * rules.failed_call_penalty


class Outlook:
    """One seat's chance to win the game after each possible result of a deal.

    In a game for the pot, a crash decides the game. Without a crash, all players still in the game have the same chance.

    The seat's rivals are assumed to win places equally often.

    Args:
        rules: the house rules.
        seat: the seat whose chances are worked out.
        playing: seats still in the game.
        scores: points before the deal, by seat.
        level: the seats that can still win in sudden death; empty before sudden death.
        extra: the seat's points in this deal for things other than places and a crash, such as four of a kind.
    """

    def __init__(
        self, rules: CrashRules, seat: Seat, playing: Sequence[Seat], scores: Sequence[int], level: Sequence[Seat], extra: int
    ) -> None:
        self._rules, self._seat, self._scores, self._extra = rules, seat, tuple(scores), extra
        self._rivals = tuple(each for each in playing if each != seat)
        self._able = frozenset(level or playing)
        self._level = bool(level)
        self.before = self._standing(self._scores)
        """The seat's chance to win the game before any card is seen."""
        self._by_places: dict[int, list[float]] = {}
        every = (seat,) * rules.places
        self.crash = self.after(every) - self.after(every, bonus=False)
        """If the seat wins all places: its chance to win the game with the crash reward, minus its chance without this reward."""

    def by_places(self, empty: int = 0) -> list[float]:
        """The seat's chance to win the game, for each set of places that it may win.

        Rivals win the places outside the set. Nobody wins a place that is both in the set and in ``empty``. The seat gets no
        bonus for a crash.

        Args:
            empty: the places where the seat's hands don't count, as a bit mask.
        Returns:
            The chances. The index is the set as a bit mask, in which bit k stands for place k.
        """
        found = self._by_places.get(empty)
        if found is None:
            found, every = [], (self._seat,) * self._rules.places
            for kept in range(1 << len(every)):
                takers = [(None if empty >> k & 1 else self._seat,) if kept >> k & 1 else self._rivals for k in range(len(every))]
                ways = list(product(*takers))
                found.append(sum(self.after(way, bonus=way != every) for way in ways) / len(ways))
            self._by_places[empty] = found
        return found

    def after(self, won: Sequence[Seat | None], *, bonus: bool = True) -> float:
        """The seat's chance to win the game after a deal.

        Args:
            won: the winner of each place, None where nobody won it.
            bonus: whether winning all places counts as a crash.
        """
        rules, scores = self._rules, list(self._scores)
        swept = won[0] if bonus and len(set(won)) == 1 else None
        if rules.scoring is Scoring.POT:
            return self.before if swept is None else float(swept == self._seat)
        for seat in won:
            if seat is None:
                continue
            scores[seat] += 1
            if rules.finish is Finish.AT_ONCE and scores[seat] >= rules.target:
                return float(seat == self._seat)
        if swept is not None:
            if rules.crash is Crash.WINS_GAME and swept in self._able:
                return float(swept == self._seat)
            scores[swept] += rules.crash_points if rules.crash is Crash.BONUS else 0
        scores[self._seat] += self._extra
        return self._standing(scores)

    def _standing(self, scores: Sequence[int]) -> float:
        """The seat's chance to win the game, computed from the scores between two deals."""
        target, seat = self._rules.target, self._seat
        if self._rules.scoring is Scoring.POT:
            # A pot that stays is shared out at the end, or somebody wins it later: each player equally often
            return 1 / (1 + len(self._rivals))
        if seat not in self._able:
            return scores[seat] / 1000  # the seat can't win any more, and takes what points it can
        reached = [each for each in self._able if self._level or scores[each] >= target]
        if reached:
            top = max(scores[each] for each in reached)
            first = [each for each in reached if scores[each] == top]
            return float(seat in first) / len(first)
        return chance_to_win(target - scores[seat], [target - scores[each] for each in self._rivals])

    def worth(self, value: Value, strengths: Sequence[int]) -> float:
        """The seat's chance to win the game with given hands.

        Args:
            value: the table of chances to win a place.
            strengths: the strength of the hand in each place; 0 for a hand that doesn't count.
        """
        chances = self.by_places(sum([1 << place for place, strength in enumerate(strengths) if not strength]))
        joint = value.sweep_chance(strengths)
        for place in range(len(strengths) - 1, -1, -1):
            half, strength = len(chances) // 2, strengths[place]
            keeps = value.chance(place, strength) if strength else 1 - value.lost_chance(place, 0)
            chances = [lost + keeps * (kept - lost) for lost, kept in zip(chances[:half], chances[half:], strict=True)]
        return chances[0] + joint * self.crash


def hand_of(view: View[Table]) -> tuple[Card, ...]:
    """The hand of the player who sees ``view``."""
    assert view.seat is not None
    return view.piles[view.public.hands[view.seat]]


def suggest(game: CrashGame, view: View[Table], rng: Random) -> list[Advice]:
    """Suggest an action in each style of play.

    The styles are ``sharp``, ``greedy``, ``even`` and ``crash``. The last two are used only while players arrange their hands. If
    several styles choose the same action, it is suggested once, under the style that comes first in this list.

    Args:
        game: the game with the rules of the table.
        view: what the player sees.
        rng: draws unseen hands.
    """
    sharp, greedy = Sharp(game), Greedy(game)
    choices = game.choices(view)
    found = [
        Advice("sharp", "Most likely to win the game", sharp.choose(view, choices, rng)),
        Advice("greedy", "Strongest hands first", greedy.choose(view, choices, rng)),
    ]
    if view.public.phase is Phase.ARRANGE:
        value, splits = sharp.value(view.public), sharp.splits(hand_of(view))

        def weakest(split: Split) -> float:
            return min(value.chance(place, strength) for place, strength in enumerate(split.strengths))

        found += [
            Advice("even", "Even: the weakest place as strong as possible", sharp.lay(max(splits, key=weakest))),
            Advice("crash", "All for a crash", sharp.lay(max(splits, key=lambda split: value.sweep_chance(split.strengths)))),
        ]
    return [advice for at, advice in enumerate(found) if advice.action not in [each.action for each in found[:at]]]
