"""Whole games of random players, each step checked against the rules, and counts of what happened in them."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from prial.core.chance import Draw
from prial.core.game import EVERYBODY, NATURE, Chance, Decision, Over, State, view
from prial.core.step import Step, step
from prial.errors import Refusal
from prial.games.crash import CrashGame, CrashRules
from prial.games.crash.actions import Action, Lay, Word
from prial.games.crash.choices import Arranging
from prial.games.crash.state import Table
from tests.games import first_dealer
from tests.games.crash.oracle import (
    FLUSH,
    HIGH_CARD,
    PAIR,
    PRIAL,
    RUN,
    RUNNING_FLUSH,
    THREE,
    After,
    Book,
    Hand,
    pips,
    places_of,
    quads,
    to_the_left,
)
from tests.games.crash.rigged import best_hands, rig
from tests.games.first_dealer import NAMES, First

BRANCHES: Final = frozenset(
    {
        *first_dealer.BRANCHES,
        *(f"players={players}" for players in range(2, 8)),
        *("cards=13", "cards=9", "cards=7", "cards=6"),
        *("spare=aside", "spare=swap", "swap: kept", "swap: closed", "swap: second of two", "spare=pass_on", "spare_stake"),
        *("spare_choice=in_order", "spare_choice=choose", "choose: what is left", "choose: both are left"),
        *("choose: the top of the pile",),
        *("top_prial=threes", "top_prial=aces", "top_run=ace_two_three", "top_run=ace_king_queen"),
        *("four_of_a_kind=no_hand", "four_of_a_kind=beats_all"),
        *("min_hand=pair", "min_hand=high_card", "min_hand=flush", "weak_hand=scores_nothing", "weak_hand=not_laid"),
        *("order=sorted", "order=as_laid", "foul=lose_game", "foul=lose_deal", "foul: all void", "foul: one left won"),
        *("found=at_once", "found=at_its_place", "at its place: what was won stands", "at its place: never found"),
        *("at its place: one left won", "at its place: void"),
        *("place: empty", "tie=stopper", "tie=next_best", "next_best: all cancel"),
        *("crash=bonus", "crash=wins_game", "crash_points", "crash_stake"),
        *("crash_call=none", "crash_call=required", "crash_call=optional", "call: failed", "call: uncalled doesn't count"),
        *("called_reward", "uncalled_reward", "failed_call_penalty"),
        *("four_bonus=none", "four_bonus=one_point", "four_bonus=knock", "four: of several the highest"),
        *("four: not knocked for", "four: threes win", "four: threes without a knock"),
        *("six_pairs=off", "six_pairs=may_void", "thirteen_straight=off", "thirteen_straight=wins_game"),
        *("thirteen_straight: shared", "thirteen_straight: before six pairs"),
        *("scoring=points", "scoring=pot", "ante", "pot: won", "pot: stays", "pot: shared out at the end", "length"),
        *("target", "finish=end_of_deal", "finish=at_once", "at_once: reached by a bonus", "at_once: with a crash"),
        *("final_tie=shared", "final_tie=sudden_death", "sudden death: goes on", "sudden death: decided"),
        *("sudden death: crash by another", "game_stake", "game_stake: odd unit"),
    }
)
"""Effects of each option value that no other value has, and other things that can happen in a deal."""


class Campaign:
    """Plays games under one set of rules.

    Args:
        rules: the rules.
        rng: the source of chance and of the players' decisions.
        counts: how many times each of `BRANCHES` was taken.
        wishes: what chance favours (`tests.games.crash.rigged.WISHES`); empty for a fair shuffle.
        hopeless: whether seats that can't win any more in sudden death often get and lay the best hands.
        skill: probability that a player lays the best hands instead of random ones.
    """

    def __init__(
        self,
        rules: CrashRules,
        rng: Random,
        counts: Counter[str],
        *,
        wishes: Sequence[str] = (),
        hopeless: bool = False,
        skill: float = 0.0,
    ) -> None:
        self.rules, self.rng, self.counts = rules, rng, counts
        self.wishes, self.hopeless, self.skill = wishes, hopeless, skill
        self.game = CrashGame(rules)

    def note(self, branch: str, happened: Any = True) -> None:
        if happened:
            self.counts[branch] += 1

    # --- one game -----------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Play a game to its end."""
        self.book = Book(self.rules)
        self.state: State[Table] = self.game.start()
        self.first = First(self.rules)
        self.keys: set[str] = set()
        while True:
            node = self.game.node(self.state)
            if isinstance(node, Over):
                break
            if isinstance(node, Chance):
                self.nature(node)
            else:
                self.decide(node)
        assert self.book.over
        result = node.result
        assert [*result.winners] == self.book.winners
        assert ([*result.scores], [*result.ledger]) == (self.book.scores, self.book.ledger)
        assert self.book.pot == 0
        for branch in self.first.branches:
            self.note(branch)
        assert isinstance(step(self.game, self.state, {}, 0, Word.PASS), Refusal)

    def agree(self) -> None:
        """Check that the table and the book agree."""
        table, book = self.state.public, self.book
        assert [*table.scores] == book.scores
        assert [*table.ledger] == book.ledger
        assert [*table.booked] == book.booked
        assert [*table.playing] == book.playing
        assert [*table.level] == book.level
        assert (table.pot, table.dealer, table.deal) == (book.pot, book.dealer, book.deals)
        assert sum(table.ledger) + table.pot == 0

    def nature(self, node: Chance) -> None:
        """Chance: the choice of the first dealer, or a deal."""
        draw, book, first = node.draw, self.book, self.first
        self.favours = self.hopeless and self.rng.random() < 0.3
        if first.dealer is None:
            found: Any = draw.sample(self.rng)
            cut = step(self.game, self.state, {}, NATURE, found)
            assert isinstance(cut, Step)
            self.state = cut.state
            assert [each.event.say(NAMES) for each in cut.told if each.to == EVERYBODY] == first.take(found)
            assert [*self.state.public.cutting] == first.cutting
            return
        assert isinstance(draw, Draw)
        if not book.deals:
            book.dealer = first.seat
        lucky = [seat for seat in self.book.playing if self.favours and self.cannot_win(seat)]
        if self.wishes or lucky:
            outcome: Any = rig(draw, self.rng, self.wishes or ("anything",), lucky)
        else:
            outcome = draw.sample(self.rng)
        done = step(self.game, self.state, {}, NATURE, outcome)
        assert not isinstance(done, Refusal)
        self.state = done.state
        book.deal()
        self.agree()
        table, piles = self.state.public, self.state.piles
        dealt = [card for pile in piles for card in pile]
        assert len(set(dealt)) == len(dealt), "each card is dealt once"
        spares = book.spares()
        self.hands = {seat: piles[seat] for seat in book.playing}
        self.spares = list(piles[self.rules.players :])
        assert [len(pile) for pile in piles] == [
            self.rules.cards if seat in book.playing or seat >= self.rules.players else 0
            for seat in range(self.rules.players + spares)
        ]
        assert [*self.state.seen] == [1 << seat for seat in range(self.rules.players)] + [0] * spares
        self.asked = [seat for seat in to_the_left(book.dealer, book.players) if seat in book.playing] if spares else []
        self.thrown: list[Hand] = []
        self.swaps = 0
        self.called: set[int] = set()
        self.laid: dict[int, Lay | Word] = {}
        assert table.last is None
        self.note(f"players={len(book.playing)}")
        self.note(f"cards={self.rules.cards}")
        self.note("spare=aside", not spares and self.rules.cards == 13 and len(book.playing) < 4)
        self.note("ante", book.pot)

    def decide(self, node: Decision) -> None:
        """All seats of a decision decide, in any order."""
        before = self.state
        assert node.key not in self.keys, "a decision's key was used twice"
        self.keys.add(node.key)
        assert set(node.seats) <= set(self.book.playing)
        phase = str(before.public.phase)
        if phase == "arrange":
            assert not self.asked, "everybody was asked"
            assert [*node.seats] == self.book.playing
        else:
            assert [*node.seats] == self.asked[:1]
        if len(node.seats) < self.rules.players:
            idle = self.rng.choice([seat for seat in range(self.rules.players) if seat not in node.seats])
            assert isinstance(step(self.game, before, {}, idle, Word.PASS), Refusal)
        gathered: Any = {}
        for seat in self.rng.sample(node.seats, len(node.seats)):
            action = self.choose(seat)
            if phase == "arrange":
                self.laid[seat] = action
            done = step(self.game, self.state, gathered, seat, action)
            assert not isinstance(done, Refusal), str(done)
            self.state, gathered = done.state, done.gathered
        getattr(self, f"after_{phase}")(node.seats[0], action)
        self.agree()
        if self.state.public.deal == before.public.deal:
            assert self.state.piles[: len(before.piles)] == before.piles, "no face changes"
            for was, now in zip(before.seen, self.state.seen, strict=False):
                assert was & now == was, "what was seen stays seen"

    def cannot_win(self, seat: int) -> bool:
        """Whether other seats are level in sudden death, so that this one can't win."""
        return bool(self.book.level) and seat not in self.book.level

    def choose(self, seat: int) -> Action:
        """A legal action: a random one, or the best hands."""
        choices = self.game.choices(view(self.state, seat))
        if isinstance(choices, Arranging):
            self.try_what_is_not_allowed(seat, choices)
            for word in _DECLARED if self.wishes else ():
                if choices.why_not(word) is None and self.rng.random() < 0.5:
                    return word
            if (self.favours and self.cannot_win(seat)) or (self.skill and self.rng.random() < self.skill):
                rules = self.rules
                with_fours = self.book.oracle.is_("four_of_a_kind", "beats_all")
                places = places_of(rules.cards)
                hands = best_hands(self.hands[seat], str(rules.top_prial), str(rules.top_run), places, with_fours)
                if self.book.oracle.is_("weak_hand", "not_laid"):
                    hands = tuple(hand for hand in hands if self.book.oracle.counts(hand))
                knock = self.book.oracle.is_("four_bonus", "knock") and bool(quads(hands)) and self.rng.random() < 0.7
                return Lay(hands, knock)
        return choices.sample(self.rng)

    def try_what_is_not_allowed(self, seat: int, choices: Arranging) -> None:
        """Try actions that the rules refuse, where the hand allows such a try."""
        oracle, hand = self.book.oracle, self.hands[seat]
        ranks = Counter(map(pips, hand))
        for fours in (tuple(card for card in hand if pips(card) == r) for r, n in ranks.items() if n == 4):
            allowed = choices.why_not(Lay((fours,))) is None
            assert allowed == oracle.is_("four_of_a_kind", "beats_all")
            self.note("four_of_a_kind=no_hand", not allowed)
        if len(ranks) == 13:
            able = not self.book.level or seat in self.book.level
            allowed = choices.why_not(Word.THIRTEEN_STRAIGHT) is None
            assert allowed == (oracle.is_("thirteen_straight", "wins_game") and able)
            self.note("thirteen_straight=off", oracle.is_("thirteen_straight", "off"))
        if self.rules.cards == 13 and sum(n // 2 for n in ranks.values()) >= 6:
            allowed = choices.why_not(Word.SIX_PAIRS) is None
            assert allowed == oracle.is_("six_pairs", "may_void")
            self.note("six_pairs=off", not allowed)
        if seat == self.book.dealer:
            weakest = min((hand[at : at + 3] for at in range(len(hand) - 2)), key=oracle.worth)
            allowed = choices.why_not(Lay((weakest,))) is None
            assert allowed == (oracle.counts(weakest) or oracle.is_("weak_hand", "scores_nothing"))
            self.note("weak_hand=not_laid", not allowed)

    # --- what follows an action ---------------------------------------------------------------------------------------

    def after_swap(self, seat: int, action: Action) -> None:
        """After a seat's answer whether it swaps."""
        book, two = self.book, len(self.book.playing) == 2
        self.asked.pop(0)
        if action is not Word.KEEP:
            second = two and not self.asked and len(self.spares) == 2 and not self.swaps
            if book.oracle.is_("spare_choice", "in_order"):
                which = int(second)
                self.note("spare_choice=in_order", two)
            else:
                which = int(action is Word.SWAP_2)
                choice = action is not Word.SWAP
                assert choice == (len(self.spares) == 2 and book.oracle.is_("spare", "swap"))
                self.note("spare_choice=choose", which)
                self.note("choose: what is left", self.swaps and not choice and book.oracle.is_("spare", "swap"))
                self.note("choose: both are left", choice and second)
                self.note("choose: the top of the pile", second and book.oracle.is_("spare", "pass_on"))
            taken = self.spares.pop(which)
            if book.oracle.is_("spare", "pass_on"):
                self.spares.append(self.hands[seat])
                self.note("spare=pass_on", taken in self.thrown)
            else:
                self.note("spare=swap")
                self.note("swap: second of two", which)
                self.note("swap: closed", self.asked and not self.spares)
                self.asked = self.asked if self.spares else []
            self.thrown.append(self.hands[seat])
            self.hands[seat] = taken
            self.swaps += 1
            book.swap(seat)
        else:
            self.note("swap: kept")
        table = self.state.public
        for each in book.playing:
            assert view(self.state, each).piles[table.hands[each]] == self.hands[each]
        assert [self.state.piles[pile] for pile in table.spares] == self.spares

    def after_arrange(self, seat: int, action: Action) -> None:
        """After all have laid: their hands lie face down, unless the showdown followed at once."""
        table, state = self.state.public, self.state
        for each, lay in self.laid.items():
            if not isinstance(lay, Lay):
                continue
            oracle = self.book.oracle
            lying = [state.piles[pile] for pile in table.laid[each]]
            assert [oracle.worth(hand) for hand in lying] == [oracle.worth(hand) for hand in oracle.lie(lay.hands)]
            cards = [card for hand in lying for card in hand]
            assert sorted(cards) == sorted(card for hand in lay.hands for card in hand)
            assert len(set(cards)) == len(cards)
            assert set(cards) <= set(self.hands[each]), "laid from one's own hand"
        if str(table.phase) == "call":
            assert not self.book.oracle.is_("crash_call", "none")
            assert all(state.seen[pile] == 1 << each for each in self.book.playing for pile in table.laid[each])
            self.asked = [each for each in to_the_left(self.book.dealer, self.book.players) if each in self.book.playing]
        else:
            self.showdown()

    def after_call(self, seat: int, action: Action) -> None:
        """After a seat's answer whether it announces a crash."""
        self.asked.pop(0)
        if action is Word.CALL:
            self.called.add(seat)
        if not self.asked:
            self.showdown()

    def showdown(self) -> None:
        """Score the deal with the book, and check that exactly the compared and the fouled hands are turned up."""
        book = self.book
        laid = {seat: list(lay.hands) for seat, lay in self.laid.items() if isinstance(lay, Lay) and seat in book.playing}
        declared = {(seat, lay.value) for seat, lay in self.laid.items() if isinstance(lay, Word) and lay in _DECLARED}
        declared |= {(seat, "knock") for seat, lay in self.laid.items() if isinstance(lay, Lay) and lay.knock}
        playing, level, pot, scores = list(book.playing), list(book.level), book.pot, list(book.scores)
        a = book.score(laid, declared, self.called)
        table = self.state.public
        assert table.last is not None
        assert [(place.winner, str(place.reason)) for place in table.last.places] == a.places
        for seat in playing:
            shown = len(a.places)
            if seat in a.fouls:
                shown = a.turned_of_foul[seat]
            for number, pile in enumerate(table.laid[seat]):
                assert self.state.seen[pile] == (EVERYBODY if number < shown else 1 << seat)
        self.count(a, laid, declared, playing, level, scores)
        self.note("pot: stays", pot and a.pot)

    # --- counting -----------------------------------------------------------------------------------------------------

    def count(
        self,
        a: After,
        laid: dict[int, list[Hand]],
        declared: set[tuple[int, str]],
        playing: list[int],
        level: list[int],
        scores: list[int],
    ) -> None:
        """Count what happened in a deal."""
        note, rules, oracle = self.note, self.rules, self.book.oracle
        note("scoring=pot", oracle.is_("scoring", "pot") and a.places)
        note("pot: won", oracle.is_("scoring", "pot") and a.crash is not None)
        note("scoring=points", oracle.is_("scoring", "points") and any(a.points))
        straights = [seat for seat, what in declared if what == "thirteen_straight"]
        if straights:
            note("thirteen_straight=wins_game", a.winners == straights)
            note("thirteen_straight: shared", len(a.winners) > 1)
            note("thirteen_straight: before six pairs", any(what == "six_pairs" for _, what in declared))
        note("six_pairs=may_void", a.void and not a.fouls)
        note("foul: all void", a.void and a.fouls)
        note("at its place: void", a.void and a.places)
        if a.over:
            self.count_end(a, level)
        if a.void or straights:
            return
        note("order=sorted", oracle.is_("order", "sorted") and any(map(oracle.out_of_order, laid.values())))
        note("order=as_laid", oracle.is_("order", "as_laid") and any(len(h) > 1 and s not in a.fouls for s, h in laid.items()))
        note("foul=lose_game", a.out)
        note("foul: one left won", a.out and not a.places)
        self.count_found(a, laid)
        note("foul=lose_deal", a.fouls and not a.out and not a.over)
        competing = {seat: oracle.lie(hands) for seat, hands in laid.items() if seat not in a.fouls}
        compared = dict(competing)
        if oracle.is_("found", "at_its_place"):
            compared |= {seat: oracle.lie(laid[seat])[: turned - 1] for seat, turned in a.turned_of_foul.items()}
        for number, (winner, reason) in enumerate(a.places):
            self.count_place({s: hands[number] for s, hands in compared.items() if len(hands) > number}, winner, reason)
        if not a.places or oracle.is_("scoring", "pot"):
            return
        winners = {winner for winner, _ in a.places}
        swept = winners.pop() if len(winners) == 1 and len(a.places) == places_of(rules.cards) else None
        last = a.places[-1][0]
        wins = [winner for winner, _ in a.places].count(last)
        mid_deal = oracle.is_("finish", "at_once") and last is not None and scores[last] + wins >= rules.target
        if swept is not None:
            call = str(rules.crash_call)
            note("crash=bonus", a.points[swept] > len(a.places))
            note("crash_points", a.points[swept] == len(a.places) + rules.crash_points and rules.crash_points > 1)
            note("crash=wins_game", a.winners == [a.crash] and oracle.is_("crash", "wins_game"))
            note("crash_call=none", call == "none" and a.crash == swept)
            note("crash_call=required", call == "required" and a.crash == swept and swept in self.called)
            note("crash_call=optional", call == "optional" and a.crash == swept)
            note("call: uncalled doesn't count", call == "required" and a.crash is None)
            note("called_reward", rules.called_reward and swept in self.called)
            note("uncalled_reward", rules.uncalled_reward and call == "optional" and swept not in self.called)
            note("crash_stake", rules.crash_stake and a.crash == swept)
            note("at_once: with a crash", mid_deal)
            note("sudden death: crash by another", level and swept not in level and oracle.is_("crash", "wins_game"))
        failed = [seat for seat in self.called if seat in a.fouls or any(winner != seat for winner, _ in a.places)]
        note("call: failed", failed)
        note("failed_call_penalty", failed and rules.failed_call_penalty)
        with_fours = [seat for seat, hands in competing.items() if quads(hands)]
        knocked = [seat for seat, what in declared if what == "knock" and seat in with_fours]
        note("four_bonus=none", with_fours and oracle.is_("four_bonus", "none"))
        if not mid_deal:
            note("four_bonus=one_point", a.four is not None and oracle.is_("four_bonus", "one_point"))
            note("four_bonus=knock", a.four is not None and oracle.is_("four_bonus", "knock") and a.four_rank != THREE)
            note("four: of several the highest", a.four is not None and len(with_fours) > 1)
            if oracle.is_("four_bonus", "knock"):
                unsaid = [seat for seat in with_fours if seat not in knocked]
                note("four: not knocked for", unsaid)
                note("four: threes without a knock", any(THREE in quads(competing[seat]) for seat in unsaid))
                note("four: threes win", a.four_rank == THREE and a.winners == [a.four])
        note("finish=at_once", mid_deal and len(a.places) < places_of(rules.cards))
        note("at_once: reached by a bonus", oracle.is_("finish", "at_once") and not mid_deal and max(a.scores) >= rules.target)
        running = list(scores)
        for number, (winner, _) in enumerate(a.places, 1):
            if winner is not None:
                running[winner] += 1
                if running[winner] == rules.target and number < len(a.places):
                    note("finish=end_of_deal", oracle.is_("finish", "end_of_deal"))
        note("target", a.over and max(a.scores) >= rules.target)
        note("final_tie=sudden_death", a.level and not level)
        note("sudden death: goes on", a.level and level and not a.over)
        note("final_tie=shared", a.over and len(a.winners) > 1)

    def count_found(self, a: After, laid: dict[int, list[Hand]]) -> None:
        """Count when fouls were found."""
        note, oracle = self.note, self.book.oracle
        if oracle.is_("order", "sorted"):
            return
        early = oracle.is_("found", "at_once")
        note("found=at_once", early and a.fouls)
        note("found=at_its_place", not early and a.fouls)
        note("at its place: what was won stands", any(winner in a.fouls for winner, _ in a.places))
        note("at its place: never found", any(oracle.out_of_order(h) for seat, h in laid.items() if seat not in a.fouls))
        note("at its place: one left won", a.over and a.out and a.places and len(a.places) < places_of(self.rules.cards))

    def count_place(self, hands: dict[int, Hand], winner: int | None, reason: str) -> None:
        """Count how a place was decided."""
        note, oracle = self.note, self.book.oracle
        kinds = {seat: oracle.worth(hand)[0] for seat, hand in hands.items()}
        note("place: empty", reason == "empty")
        note("tie=stopper", reason == "stopper" and oracle.is_("tie", "stopper"))
        note("next_best: all cancel", reason == "stopper" and oracle.is_("tie", "next_best"))
        note("tie=next_best", reason == "next_best")
        note("min_hand=pair", oracle.is_("min_hand", "pair") and HIGH_CARD in kinds.values())
        note("min_hand=flush", oracle.is_("min_hand", "flush") and PAIR in kinds.values())
        note("weak_hand=scores_nothing", any(not oracle.counts(hand) for hand in hands.values()))
        if winner is None:
            return
        note("min_hand=high_card", kinds[winner] == HIGH_CARD)
        note("four_of_a_kind=beats_all", len(hands[winner]) == 4)
        if kinds[winner] >= FLUSH:
            ranks = {seat: sorted(map(pips, hand)) for seat, hand in hands.items() if kinds[seat] == kinds[winner]}
            prials = {r[0] for r in ranks.values()} if kinds[winner] == PRIAL else set()
            note(f"top_prial={self.rules.top_prial}", THREE in prials and max(prials) > THREE)
            runs = kinds[winner] in (RUN, RUNNING_FLUSH)
            note(f"top_run={self.rules.top_run}", runs and [2, 3, 14] in ranks.values() and [12, 13, 14] in ranks.values())

    def count_end(self, a: After, level: list[int]) -> None:
        """Count how a game ended."""
        note, rules = self.note, self.rules
        note("sudden death: decided", level)
        note("game_stake", rules.game_stake and len(a.winners) < rules.players)
        losers = rules.players - len(a.winners)
        note("game_stake: odd unit", rules.game_stake * losers % len(a.winners))
        note("spare_stake", any(self.book.booked))
        if str(rules.scoring) == "pot":
            note("length", self.book.deals > 1 and self.book.deals == rules.length)
            note("pot: shared out at the end", a.places and a.crash is None)


_DECLARED: Final = (Word.SIX_PAIRS, Word.THIRTEEN_STRAIGHT)
