"""The board of Crash at the terminal: the deal, the showdown place by place, the peg board, and the questions to a player."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.rule import Rule
from rich.text import Text

from prial.cli.boards.plain import PlainBoard
from prial.cli.boards.seat import Seated
from prial.cli.support.screen import BRASS, DIM, ORDINALS
from prial.core.game import Choices, Event, View
from prial.core.step import Locked
from prial.core.symbols import with_symbols
from prial.errors import add_sentences
from prial.games.crash import CrashGame
from prial.games.crash import events as said
from prial.games.crash.actions import Action, Word
from prial.games.crash.rules import CrashRules, called
from prial.games.crash.settings import CrashCall, Scoring, Spare
from prial.games.crash.state import Phase, Table
from prial.games.crash.terminal import reasons
from prial.games.crash.terminal.arranging import CrashArrangement
from prial.games.crash.terminal.deal import peg_board, place_rows

add_sentences(
    "en",
    {
        "crash.swapped.you": "You throw your hand in for a spare one.",
        "crash.swapped_first.you": "You throw your hand in for the first spare one.",
        "crash.swapped_second.you": "You throw your hand in for the second spare one.",
        "crash.kept.you": "You keep your hand.",
        "crash.laid.you": "You lay {hands}.",
        "crash.declared.knock.you": "You knock: four of a kind.",
        "crash.declared.six_pairs.you": "You have six pairs and ask for a new deal.",
        "crash.declared.thirteen_straight.you": "You have a thirteen straight.",
        "crash.called.you": "You announce a crash.",
        "crash.passed.you": "You announce nothing.",
        "crash.foul.you": "Your hands are not in order: a foul.",
        "crash.place.best.you": "Hand {place}: you score with {label}.",
        "crash.place.next_best.you": "Hand {place}: the best hands are level and cancel out, so you score with {label}.",
        "crash.crash.you": "Crash! You win every hand of the deal.",
        "crash.four.you": "You laid four {ranks} and score a point.",
        "crash.four_threes.you": "You knocked for four threes and win the game.",
        "crash.pot_won.you": "You take the pot of {pot}.",
        "crash.void.you": "The deal is void, and you deal again.",
        "crash.void_next.you": "The deal is void, and you deal next.",
    },
)

_BEAT: Final = 0.9
"""Seconds between two places of a showdown."""
_SHORT: Final = {"s": Word.SWAP, "1": Word.SWAP_1, "2": Word.SWAP_2, "k": Word.KEEP, "c": Word.CALL, "p": Word.PASS}


class CrashBoard(PlainBoard):
    """Shows a table of Crash as one seat sees it."""

    def __init__(self, seated: Seated) -> None:
        super().__init__(seated)
        assert isinstance(seated.game, CrashGame)
        self.crash = seated.game
        self._arranging: tuple[str, CrashArrangement] | None = None
        """The deal's number, as text, and the arrangement of the player's hand; None before the first hand."""

    def opening(self) -> None:
        rules = self.crash.rules
        game = called(rules)
        title = self.seated.title
        aim = f"to {rules.target}" if rules.scoring is Scoring.POINTS else f"for the pot, {rules.length} deals"
        if title.casefold().endswith("pot"):
            aim = aim.removeprefix("for the pot, ")
        heading = " · ".join([title, aim] if title.casefold().startswith(game.casefold()) else [game, title, aim])
        self.screen.print(Rule(Text(heading, BRASS), characters="─", align="left"))
        if self.seated.me is not None:
            self.say(f"{rules.cards} cards make {rules.places} hands of three, best hand first. Type help at any time.", DIM)

    def tell(self, events: Sequence[Event], view: View[Table]) -> None:
        shown = False
        for event in events:
            match event:
                case Locked() | said.Laid() | said.Held():
                    continue
                case said.Dealt():
                    self.screen.print()
                    self.screen.print(Rule(Text(self.seated.sentence(event)), align="left", style=DIM))
                    self._score_lines(view)
                case said.Shown():
                    self._shown(event)
                    shown = True
                case said.Scored():
                    self._scored(event, view)
                case said.Paid() | said.Fouled() | said.GameOver():
                    self._with_reasons(event, view)
                case said.Crashed() | said.FourThrees() | said.FourLaid():
                    self.say(self.seated.sentence(event), BRASS)
                case _:
                    self.say(self.seated.sentence(event))
        if shown and not any(isinstance(event, said.Scored) for event in events):
            self._score_lines(view)
        if shown and view.public.phase is not Phase.OVER and self.seated.me is not None:
            self.next_deal(view)

    def _with_reasons(self, event: Event, view: View[Table]) -> None:
        """Show an event together with its reasons: payments, a foul or the end of the game."""
        table, made = view.public, self.seated.said
        if isinstance(event, said.Paid):
            for sentence in reasons.moved(self.crash.rules, table, made):  # the ledger itself stands on the peg board
                self.say(sentence)
            return
        if isinstance(event, said.GameOver) and (why := reasons.last_left(table, made)):
            self.say(why)
        self.say(self.seated.sentence(with_symbols(event)), BRASS if isinstance(event, said.GameOver) else "")
        if isinstance(event, said.Fouled) and (why := reasons.fouled(table, event.seat, made)):
            self.say(why)

    def _shown(self, shown: said.Shown) -> None:
        self.screen.print()
        self.screen.print(Text(f"{ORDINALS[shown.place - 1]} hand", DIM))
        self.screen.print(place_rows(shown, self.crash.scorer, self.seated.shown_names, self.look))
        self.screen.print(Text(self.seated.sentence(shown), BRASS if shown.winner == self.seated.me is not None else ""))
        self.terminal.beat(_BEAT)

    def _scored(self, scored: said.Scored, view: View[Table]) -> None:
        self.screen.print()
        self._score_lines(view, scored.points)

    def _score_lines(self, view: View[Table], points: Sequence[int] = ()) -> None:
        table = view.public
        money = "chips" if self.crash.rules.scoring is Scoring.POT else "money"
        signs = []
        for seat in range(self.crash.seats):
            words = [f"+{points[seat]}"] if points and points[seat] else []
            words += [f"{money} {table.ledger[seat]:+}"] if any(table.ledger) else []
            words += [f"owes {table.booked[seat]} to the winner"] if table.booked[seat] and table.phase is not Phase.OVER else []
            words += ["deals"] if seat == table.dealer and table.phase not in (Phase.DEAL, Phase.OVER) else []
            words += ["out of the game"] if seat not in table.playing else []
            words += ["can still win"] if seat in table.level else []
            signs.append(", ".join(words))
        self.screen.print(peg_board(self.crash.rules, self.seated.shown_names, table.scores, me=self.seated.me, signs=signs))
        if table.pot:
            self.say(f"In the pot: {table.pot}", DIM)

    def scores(self, view: View[Table]) -> None:
        self._score_lines(view)

    def ask(self, view: View[Table], choices: Choices[Action]) -> Action:
        if view.public.phase is Phase.ARRANGE:
            key = f"{view.public.deal}"
            if self._arranging is None or self._arranging[0] != key:
                self._arranging = key, CrashArrangement(self, view, choices)
            return self._arranging[1].ask()
        return self._ask_word(view, choices)

    def _ask_word(self, view: View[Table], choices: Choices[Action]) -> Action:
        """Ask about a swap and the spare hand to take, or about announcing a crash."""
        table, seat = view.public, view.seat
        assert seat is not None
        self.screen.print()
        words = list(choices)
        named = " or ".join([str(word).replace("_", " ") for word in choices])
        if table.phase is Phase.SWAP:
            self.screen.print(self.look.cards(view.piles[table.hands[seat]]))
            spare = "a spare one" if self.crash.rules.spare is Spare.SWAP else "the next spare one"
            if Word.SWAP_1 in words:
                spare = "the first or the second spare one"
            cost = f" A swap costs {stake}." if (stake := self.crash.rules.spare_stake) else ""
            self.screen.print(Text(f"Swap your whole hand for {spare}, unseen?{cost}"))
        else:
            for place, pile in enumerate(table.laid[seat]):
                hand = view.piles[pile]
                label = self.crash.scorer.ranking.label(self.crash.scorer.ranking.strength(hand))
                line = Text(f"  {ORDINALS[place]}  ", DIM)
                self.screen.print(line.append_text(self.look.cards(hand, self.look.width(3))).append(f"  {label}"))
            self.say(" ".join(["Do you announce a crash: that you win every hand?", *at_stake(self.crash.rules)]))
        while True:
            typed = self.terminal.ask(f"{named} > ").lower()
            word = _SHORT.get(typed, typed.replace(" ", "_"))
            if word in words:
                return Word(word)
            if not self.common(typed, view):
                self.say(f"Type {named}; log, scores, rules and quit are understood too.")


def at_stake(rules: CrashRules) -> Iterator[str]:
    """Sentences that tell a player what an announced crash brings, and what a failed announcement costs."""
    if rules.crash_call is CrashCall.REQUIRED:
        yield "A crash counts only if you announce it."
    if rules.called_reward:
        yield f"Every other player pays you {rules.called_reward} for an announced crash."
    if rules.crash_call is CrashCall.OPTIONAL and rules.uncalled_reward:
        yield f"For a crash that you don't announce, every other player pays you {rules.uncalled_reward}."
    if rules.failed_call_penalty:
        yield f"If the crash that you announce fails, you pay every other player {rules.failed_call_penalty}."
