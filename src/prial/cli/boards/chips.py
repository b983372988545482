"""The base class for boards of games for chips. It prints events and the players' chips, and asks questions."""

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
from prial.core.events import GameOver
from prial.core.game import Choices, Event, Seat, View, Weight
from prial.core.step import Locked
from prial.core.symbols import with_symbols
from prial.errors import ActionError

_BEAT: Final = 0.9
"""Length of the pause, in seconds, between the hands of a showdown and its result."""


class ChipsBoard(PlainBoard, ABC):
    """Shows a game for chips as one seat sees it. Each game's subclass adds its questions and draws its table."""

    HELP: ClassVar[Mapping[str, str]]
    """Maps each word that may be typed to a sentence about it."""

    def __init__(self, seated: Seated) -> None:
        super().__init__(seated)
        self._asked_back = 0
        """Number of the deal after which the person was last asked to come back; 0 if there is none."""

    # Events

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
        """Whether an event isn't printed, because the board shows it in another way."""

    @abstractmethod
    def has_ended(self, events: Sequence[Event], view: View[Any]) -> bool:
        """Whether these events end a deal. If they do, everybody's chips are printed."""

    @abstractmethod
    def show(self, view: View[Any]) -> None:
        """Print the table as the person sees it."""

    # Questions

    @abstractmethod
    def typed(self, line: str, view: View[Any], choices: Choices[Any]) -> Any | None:
        """The action that was typed, in full or in a short form. If it isn't allowed, print the reason and return None."""

    def answer(self, view: View[Any], choices: Choices[Any], prompt: str, enter: Any | None = None) -> Any:
        """Ask until the person types an allowed action.

        Args:
            view: the seat's view.
            choices: the allowed actions.
            prompt: the question.
            enter: the action that an empty line takes. None if an empty line takes no action. After a suggestion, an empty line
                takes the suggested action.
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
        """The question between two deals.

        Args:
            choices: the allowed actions.
            needed: the words that follow "You have too few chips for", such as ``another deal``.
            sold: what to type to buy chips, with the number of chips: ``rebuy (100 chips)``.
        Returns:
            A sentence to print first (it may be empty), the prompt, and the action that an empty line takes, if any.
        """
        words = [told for word, told in (("rebuy", sold), ("sit out", "sit out")) if self._possible(word, choices)]
        words += ["show your hand"] if self._possible("show", choices) else []
        others = " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
        if play := self._possible("play", choices):
            return "", f"Enter plays the next deal{f'; {others}' if others else ''}", play
        return f"You have too few chips for {needed}: {others}.", others, None

    def sitting_out(self, view: View[Any], choices: Choices[Any], deal: int, sold: str) -> Any | None:
        """Ask a person who sits out to come back, but only once after each deal.

        Args:
            view: the seat's view.
            choices: the allowed actions.
            deal: number of the last deal.
            sold: what to type to buy chips, with the number of chips: ``rebuy (100 chips)``.
        Returns:
            The action; None if the person goes on sitting out, or was already asked after this deal.
        """
        if self._asked_back == deal:
            return None
        self._asked_back = deal
        self.suggested = None
        words = " or ".join(told for word, told in (("play", "play"), ("rebuy", sold)) if self._possible(word, choices))
        ways = [f"{words} comes back"] if words else []
        ways += ["show turns your hand up"] if self._possible("show", choices) else []
        while (line := self.terminal.ask(f"You sit out; Enter stays out, {', '.join(ways)} > ")) or self.suggested is not None:
            if not line:
                return self.suggested
            if self.common(line.lower(), view) or self.talk(line.lower(), view, choices):
                continue
            if (action := self.typed(line, view, choices)) is not None:
                return action
        return None

    def _possible(self, text: str, choices: Choices[Any]) -> Any | None:
        """The allowed action that a text stands for; None if there is none."""
        try:
            action = self.seated.game.read(text)
        except ActionError:
            return None
        return action if action in choices else None

    def talk(self, word: str, view: View[Any], choices: Choices[Any]) -> bool:
        """If ``word`` asks the board to show something (``help``, ``suggest``), show it and return True. Else return False."""
        match word:
            case "help" | "?" | "h":
                width = max(map(len, self.HELP))
                for typed, means in self.HELP.items():
                    self.screen.print(Text(f"  {typed:{width}}  ").append(means, DIM))
            case "show" if self._possible("show", choices) is None:  # else the word is an action
                self.show(view)
            case "suggest":
                self.suggest(view)
            case _:
                return False
        return True


def _winners(events: Iterable[Event]) -> list[Seat]:
    """The seats that win a pot in ``events``, alone or with others."""
    alone = [event.winner for event in events if isinstance(event, Won)]
    return alone + [seat for event in events if isinstance(event, Shared) for seat in event.winners]


def how_long(deals: int) -> str:
    """The length of a game in words.

    Args:
        deals: number of deals; 0 for a game that lasts until one player has all chips.
    """
    return f"{deals} deal{'s' if deals > 1 else ''}" if deals else "until one purse is left"


def players(
    names: Sequence[str], me: Seat | None, turn: Seat | None, chips: Sequence[int], words: Sequence[Iterable[str]]
) -> Grid:
    """Columns for the terminal, with a line for each player: name, chips, and remarks.

    Args:
        names: the players' names, indexed by seat, from `Seated.shown_names`.
        me: the seat whose line is printed in bold; None for no seat.
        turn: the seat whose turn it is; None if there is none.
        chips: chips of each seat.
        words: short remarks about each seat.
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
    """Columns for the terminal, with a line for each player: name, chips, chips won or lost, and remarks.

    Args:
        names: the players' names, indexed by seat, from `Seated.shown_names`.
        me: the seat whose line is printed in bold; None for no seat.
        chips: chips of each seat.
        gained: chips that each seat has won or lost since the beginning.
        words: short remarks about each seat.
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
    """Columns for the terminal, with a line for each hand that was turned up.

    Args:
        shown: the hands, in the order of the lines.
        winners: seats that have won something.
        names: the players' names, indexed by seat, from `Seated.shown_names`.
        look: how cards are displayed on the screen.
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
