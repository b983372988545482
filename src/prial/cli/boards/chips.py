"""What the boards of games for chips share: how a deal is told, the table in lines, answers that bet nothing by mistake."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from prial.betting.events import Shared, Showed, Won
from prial.cards import parse
from prial.cli.boards.plain import PlainBoard
from prial.cli.boards.seat import Seated
from prial.cli.support.screen import BRASS, DIM, Look
from prial.cli.support.symbols import with_symbols
from prial.core.events import GameOver
from prial.core.game import Choices, Event, Seat, View, Weight
from prial.core.step import Locked
from prial.errors import ActionError

_BEAT: Final = 0.9
"""Seconds before what the hands came to is told."""


class ChipsBoard(PlainBoard, ABC):
    """Shows a table of a game for chips from one seat. A game's board says what is asked, and how it looks."""

    HELP: ClassVar[Mapping[str, str]]
    """What may be typed, and what it does."""

    def __init__(self, seated: Seated) -> None:
        super().__init__(seated)
        self._asked_back = 0
        """The last deal after which somebody who sits out was asked to come back."""

    # What happened

    def tell(self, events: Sequence[Event], view: View[Any]) -> None:
        shown = [event for event in events if isinstance(event, Showed)]
        for event in events:
            if isinstance(event, Locked) or self.is_silent(event):
                continue
            if event.WEIGHT is Weight.DEAL:
                self.screen.print()
                self.screen.print(Rule(Text(self.seated.sentence(event)), align="left", style=DIM))
            elif isinstance(event, Showed):
                if event is shown[0]:
                    self.screen.print()
                    self.screen.print(turned_up(shown, _winners(events), self.seated.shown_names, self.look))
                    self.terminal.beat(_BEAT)
            else:
                mine = isinstance(event, Won) and event.winner == self.seated.me
                self.say(self.seated.sentence(with_symbols(event)), BRASS if mine or isinstance(event, GameOver) else "")
        if self.has_ended(events, view):
            self.screen.print()
            self.scores(view)

    @abstractmethod
    def is_silent(self, event: Event) -> bool:
        """Whether another event says it too, to this seat."""

    @abstractmethod
    def has_ended(self, events: Sequence[Event], view: View[Any]) -> bool:
        """Whether a deal has ended with these events, so that the chips are shown."""

    @abstractmethod
    def show(self, view: View[Any]) -> None:
        """The table as the person sees it."""

    # What is asked

    @abstractmethod
    def typed(self, line: str, view: View[Any], choices: Choices[Any]) -> Any | None:
        """The action that was typed, in short or whole; None where it is none or isn't allowed, and says why."""

    def answer(self, view: View[Any], choices: Choices[Any], prompt: str, enter: Any | None = None) -> Any:
        """An allowed action.

        Args:
            view: what the person sees.
            choices: what is allowed.
            prompt: what is asked.
            enter: what a plain Enter means; None for nothing.
        """
        self.suggested = None
        while True:
            line = self.terminal.ask(f"{prompt} > ")
            if (action := self.entered(line)) is not None:
                return action
            if not line and enter is not None:
                return enter
            if not line:
                self.say("Enter alone does nothing here, so that no chips are bet by it.")
            elif self.common(line.lower(), view) or self.talk(line.lower(), view, choices):
                continue
            elif (action := self.typed(line, view, choices)) is not None:
                return action

    def between(self, choices: Choices[Any], needed: str, sold: str) -> tuple[str, str, Any | None]:
        """What is asked between deals, the prompt, and what a plain Enter means.

        Args:
            choices: what is allowed.
            needed: what there may be too few chips for.
            sold: how chips are bought, and how many they are: ``rebuy (100 chips)``.
        """
        words = [told for word, told in (("rebuy", sold), ("sit out", "sit out")) if self._possible(word, choices)]
        words += ["show your hand"] if self._possible("show", choices) else []
        others = " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
        if play := self._possible("play", choices):
            return "", f"Enter plays the next deal{f'; {others}' if others else ''}", play
        return f"You have too few chips for {needed}: {others}.", others, None

    def sitting_out(self, view: View[Any], choices: Choices[Any], deal: int, sold: str) -> Any | None:
        """What somebody who sits out does after a deal: asked once, the person may come back; None goes on so.

        Args:
            view: what the person sees.
            choices: what is allowed.
            deal: the deal's number.
            sold: how chips are bought, and how many they are: ``rebuy (100 chips)``.
        """
        if self._asked_back == deal:
            return None
        self._asked_back = deal
        self.suggested = None
        words = " or ".join(told for word, told in (("play", "play"), ("rebuy", sold)) if self._possible(word, choices))
        ways = [f"{words} comes back"] if words else []
        ways += ["show turns your hand up"] if self._possible("show", choices) else []
        while (line := self.terminal.ask(f"You sit out; Enter goes on so, {', '.join(ways)} > ")) or self.suggested is not None:
            if not line:
                return self.suggested
            if self.common(line.lower(), view) or self.talk(line.lower(), view, choices):
                continue
            if (action := self.typed(line, view, choices)) is not None:
                return action
        return None

    def _possible(self, text: str, choices: Choices[Any]) -> Any | None:
        """The action of a text; None where it isn't allowed, or the game has none."""
        try:
            action = self.seated.game.read(text)
        except ActionError:
            return None
        return action if action in choices else None

    def talk(self, word: str, view: View[Any], choices: Choices[Any]) -> bool:
        """Words that ask for something; whether this was one."""
        match word:
            case "help" | "?" | "h":
                width = max(map(len, self.HELP))
                for typed, means in self.HELP.items():
                    self.screen.print(Text(f"  {typed:{width}}  ").append(means, DIM))
            case "show" if self._possible("show", choices) is None:  # else it is an action
                self.show(view)
            case "suggest":
                self.suggest(view)
            case _:
                return False
        return True


def _winners(events: Iterable[Event]) -> list[Seat]:
    """Who wins a pot, or a part of one."""
    alone = [event.winner for event in events if isinstance(event, Won)]
    return alone + [seat for event in events if isinstance(event, Shared) for seat in event.winners]


def how_long(deals: int) -> str:
    """How long a game of so many deals is, in words; 0 for as many as it takes."""
    return f"{deals} deal{'s' if deals > 1 else ''}" if deals else "until one purse is left"


def players(
    names: Sequence[str], me: Seat | None, turn: Seat | None, chips: Sequence[int], words: Sequence[Iterable[str]]
) -> Grid:
    """One line a player: chips, and how the hand is played.

    Args:
        names: the players' names by seat, as they stand in tables.
        me: the seat whose line stands out.
        turn: whose turn it is; None where nobody's is.
        chips: by seat.
        words: what there is to say of each seat, in short.
    """
    grid = _grid()
    for seat, name in enumerate(names):
        style = "bold" if seat == me else ""
        marked = Text(f"{'▸' if seat == turn else ' '} {name}", style)
        grid.add_row(marked, Text(str(chips[seat]), style), Text(", ".join(words[seat]), DIM))
    return grid


def money(
    names: Sequence[str], me: Seat | None, chips: Sequence[int], gained: Sequence[int], words: Sequence[Iterable[str]]
) -> Grid:
    """The chips, one line a player, and what that comes to.

    Args:
        names: the players' names by seat, as they stand in tables.
        me: the seat whose line stands out.
        chips: by seat.
        gained: by seat, chips won or lost since the beginning.
        words: what there is to say of each seat, in short.
    """
    grid = _grid()
    grid.add_column(justify="right", no_wrap=True)
    for seat, name in enumerate(names):
        style = "bold" if seat == me else ""
        told = f"{chips[seat]} chip{'' if chips[seat] == 1 else 's'}"
        grid.add_row(Text(name, style), Text(told, style), Text(f"{gained[seat]:+}", style), Text(", ".join(words[seat]), DIM))
    return grid


def _grid() -> Grid:
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    return grid


def turned_up(shown: Iterable[Showed], winners: Sequence[Seat], names: Sequence[str], look: Look) -> Grid:
    """Hands that were turned up, in that order.

    Args:
        shown: the hands.
        winners: seats that have won something.
        names: the players' names by seat, as they stand in tables.
        look: how cards are drawn.
    """
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(width=1)
    grid.add_column(min_width=max(map(len, names)), no_wrap=True)
    grid.add_column(min_width=look.width(3), no_wrap=True)
    grid.add_column()
    for event in shown:
        cards, _, away = event.cards.partition(" | ")
        label = Text(event.label)
        if away:
            label.append("  put away: ", DIM).append_text(look.inline([parse(away)]))
        won, style = ("✓", BRASS) if event.seat in winners else ("", "")
        grid.add_row(Text(won, style), Text(names[event.seat], style), look.cards(parse(cards)), label)
    return grid
