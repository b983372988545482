"""A board for any game. It prints the visible cards, and tells events in sentences. Actions are typed in the form of a record."""

from collections.abc import Iterator, Sequence
from itertools import islice
from random import SystemRandom
from typing import Any, Final

from rich.text import Text

from prial.bots.bot import Advice
from prial.bots.registry import advise
from prial.cli.boards.seat import Seated
from prial.cli.support.screen import BRASS, DIM, print_story
from prial.cli.support.terminal import Leave
from prial.core.game import BACK, Choices, Event, View
from prial.core.page import worded
from prial.core.step import Locked
from prial.core.symbols import shown_cards, with_symbols
from prial.errors import ActionError, add_sentences

add_sentences("en", {"core.locked.you": "You have locked in."})

LEAVING: Final = frozenset({"quit", "q", "exit", "leave"})
"""Words with which a person leaves the game at this terminal."""


class PlainBoard:
    """Shows the game as one seat sees it, and asks the person in the seat for actions."""

    def __init__(self, seated: Seated) -> None:
        self.seated = seated
        self.screen, self.look, self.terminal = seated.screen, seated.look, seated.terminal
        self.suggested: Any | None = None
        """The action that the board has suggested since its last question. An empty line takes this action. None if no action was
        suggested."""
        self._hinted = False

    def opening(self) -> None:
        """Print the name of the game and the title of its rules."""
        self.say(f"{self.seated.kind.title} · {self.seated.title}", BRASS)

    def tell(self, events: Sequence[Event], view: View[Any]) -> None:
        """Show what a move did.

        Args:
            events: the events of the move that this seat may see.
            view: the seat's view after the move.
        """
        for event in events:
            if not isinstance(event, Locked):
                self.say(self.seated.sentence(with_symbols(event)))

    def ask(self, view: View[Any], choices: Choices[Any]) -> Any:
        """Ask the person until they type an allowed action.

        Args:
            view: the seat's view.
            choices: the allowed actions.
        Returns:
            The action.

        Raises:
            Leave: if the person leaves.
        """
        for number, pile in enumerate(view.piles, 1):
            if pile and BACK not in pile:
                self.screen.print(Text(f"pile {number}  "), self.look.cards(pile), end="\n")
        self.suggested = None
        while True:
            line = self.terminal.ask("> ")
            if (action := self.entered(line)) is not None:
                return action
            if self.common(line.lower(), view):
                continue
            if line.lower() in ("suggest", "s"):
                self.suggest(view)
                continue
            if line.lower() in ("help", "?"):
                some = [self.seated.game.write(action) for action in islice(iter(choices), 10)]
                self.say(f"You may type {', '.join(some)}{' and more' if choices.count() > len(some) else ''}.")
                self.say(
                    "Besides: suggest, coach, scores, rules, rules and a word, log; quit leaves, prial play goes on with it.",
                    DIM,
                )
                continue
            if not line:
                self.say("Enter alone does nothing here; help says what may be typed.")
                continue
            if (action := self.read(line, choices)) is not None:
                return action

    def meanwhile(self, view: View[Any], choices: Choices[Any]) -> Any | None:
        """Ask the person for an optional action while another player decides.

        Args:
            view: the seat's view.
            choices: the allowed actions.
        Returns:
            The action; None if the person lets the others go on.
        Raises:
            Leave: if the person leaves.
        """
        some = ", ".join(self.seated.game.write(action) for action in islice(iter(choices), 10))
        while True:
            line = self.terminal.ask(f"Enter lets the others go on, or {some} > ")
            if not line:
                return None
            if not self.common(line.lower(), view) and (action := self.read(line, choices)) is not None:
                return action

    def suggest(self, view: View[Any]) -> None:
        """Print what the game's bots would do. After this, an empty line takes the first of these actions."""
        advice = advise(self.seated.game, view, SystemRandom())
        for each in advice:
            self.say(f"  {self.spoken(each.action)}: {each.title[:1].lower()}{each.title[1:]}", BRASS)
        if not advice:
            self.say("Nobody has anything to suggest here.")
            return
        self.suggested = advice[0].action
        self.say("Enter takes it." if len(advice) == 1 else "Enter takes the first.", DIM)

    def coached(self, view: View[Any]) -> Advice | None:
        """Print the action that the coach advises, and the reason. After this, an empty line takes that action.

        Returns:
            The coach's advice; None if the coach has no advice.
        """
        advice = self.seated.coach(view)
        if advice is None:
            self.say("The coach has nothing to say here.")
            return None
        self.say(f"  {advice.title}", BRASS)
        self.say(f"  {advice.why}")
        self.suggested = advice.action
        return advice

    def entered(self, line: str) -> Any | None:
        """The suggested action, if ``line`` is empty. None if ``line`` has text, or if no action was suggested."""
        return None if line else self.suggested

    def spoken(self, action: Any) -> str:
        """An action in the words that a person may type, with symbols for its cards: ``A♠`` for ``As``."""
        return shown_cards(self.naming(self.seated.game.write(action)))

    def naming(self, text: str) -> str:
        """Replace seat numbers by players' names in the text of an action. Games whose actions contain seats override this."""
        return text

    def read(self, line: str, choices: Choices[Any]) -> Any | None:
        """The action that a typed line stands for.

        If the line isn't an action, or if the action isn't allowed, print the reason and return None.
        """
        try:
            action = self.seated.game.read(line)
        except ActionError as error:
            self.say(str(error))
            return None
        if refusal := choices.why_not(action):
            self.say(self.naming(str(refusal)))
            return None
        return action

    def hint(self, text: str) -> None:
        """Print a hint, unless a hint has already been printed in this game."""
        if not self._hinted:
            self._hinted = True
            self.say(text, DIM)

    def next_deal(self, view: View[Any]) -> None:
        """Wait for Enter before the next deal, so that the person can see what happened."""
        while self.terminal.interactive and (line := self.terminal.ask("Enter for the next deal > ").lower()):
            if not self.common(line, view):
                self.say("Press Enter to go on; log, scores, rules and quit are understood too.")

    def common(self, word: str, view: View[Any]) -> bool:
        """Carry out a word that may be typed at every question, such as ``log`` or ``quit``.

        Args:
            word: what was typed, in small letters.
            view: the seat's view.
        Returns:
            True if the word was carried out; False if it isn't one of these words.
        Raises:
            Leave: if the person leaves.
        """
        if word in LEAVING:
            raise Leave
        if word == "log":
            for sentence in self.log():
                self.say(sentence)
        elif word == "rules" or word.startswith("rules "):
            self.rules(word[len("rules ") :].strip())
        elif word == "scores":
            self.scores(view)
        elif word == "coach":
            self.coached(view)
        else:
            return False
        return True

    def log(self) -> Iterator[str]:
        """The events so far that this seat may see, as sentences. `prial.core.step.Locked` (a player has decided) is left out."""
        return (self.seated.sentence(with_symbols(event)) for event in self.seated.log() if not isinstance(event, Locked))

    def rules(self, about: str = "") -> None:
        """Print how this game is played, and the options that apply.

        Args:
            about: a word in small letters; empty to print everything. Of the options, those with the word in their title are
                printed. Of the paragraphs, those with the word in their heading are printed. If no heading has the word,
                paragraphs with the word in their text are printed.
        """
        kind, rules = self.seated.kind, self.seated.game.rules
        story = kind.story(rules)
        parts = story.split("\n\n")
        options = [(kind.schema.options[name], value) for name, value in kind.schema.written(rules).items()]
        if about:
            headed = [part for part in parts if about in part.partition(".**")[0].lower()]
            story = "\n\n".join(headed or [part for part in parts if about in part.lower()])
            options = [(option, value) for option, value in options if about in option.title.lower()]
            if not story and not options:
                self.say(f"The rules say nothing of {about}; rules alone shows them all.")
                return
        self.say(self.seated.title, BRASS)
        if story:
            print_story(self.screen, story)
            self.screen.print()
        for option, value in options:
            found = option.answer(value)
            line = Text(f"  {option.title}: ", DIM)
            self.screen.print(line.append(found.help if found else worded(value), "default"))
            if found and found.warning:
                self.screen.print(Text("    Mind: ", BRASS).append(found.warning, "default"))

    def scores(self, view: View[Any]) -> None:
        """Print the score, if the game keeps one."""
        if scores := self.seated.game.score(view):
            self.say(" · ".join(f"{name} {score}" for name, score in zip(self.seated.shown_names, scores, strict=True)))

    def say(self, sentence: str, style: str = "") -> None:
        """Print a sentence as one line, in a style of the package rich, such as ``dim``."""
        self.screen.print(Text(sentence, style))
