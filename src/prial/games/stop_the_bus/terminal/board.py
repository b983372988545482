"""Stop the Bus at a terminal: prints the table and the events, asks the player, and reads what is typed."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from prial.cards import Card, name, parse
from prial.cli.boards.plain import PlainBoard
from prial.cli.boards.seat import Seated
from prial.cli.support.screen import BRASS, DIM, pegs
from prial.core.game import Choices, Event, View
from prial.core.symbols import with_symbols
from prial.errors import ActionError, CardError, PrialError, Refusal, add_sentences, refuse
from prial.games.stop_the_bus import BusGame
from prial.games.stop_the_bus import state as said
from prial.games.stop_the_bus.choices import Turn, with_call
from prial.games.stop_the_bus.state import Action, Call, Phase, Table, Take, TakeAll

add_sentences(
    "en",
    {
        "stop_the_bus.dealt.you": "Deal {deal}: you deal. The cards in the middle are {middle}.",
        "stop_the_bus.exchanged.you": "You take {take} and put {put} down.",
        "stop_the_bus.put_back.you": "You take {take}, then put it back.",
        "stop_the_bus.exchanged_all.you": "You exchange all three cards, taking {take} and leaving {put}.",
        "stop_the_bus.stopped.you": "You call: stop the bus! Every other player has one more turn.",
        "stop_the_bus.shown.you": "You show {hand}: {label}.",
        "stop_the_bus.prial.you": "You have a prial, so every other player pays.",
        "stop_the_bus.top_prial.you": "You have the top prial, so every other player pays two.",
        "stop_the_bus.paid.you": "You pay a token.",
        "stop_the_bus.paid_more.you": "You pay {tokens} tokens.",
        "stop_the_bus.again.you": "That would have been everybody's last token: all keep theirs, and you deal again.",
        "stop_the_bus.out.you": "You have no token left and are out.",
        "bus_board.unknown": "I don't know {text!r}: type the card you take and the one you put down (2c 9h), 'suggest' or "
        "'help'.",
        "bus_board.one_more": "Also say which card you put down for {card}: {card} {other}.",
    },
)

_HELP: Final = """\
  2c 9h              take 2c from the middle and put 9h down; take 2c put 9h is the same
  2c 9h stop         the same, and stop the bus
  stop               when you are asked after your turn: stop the bus after all
  hands              what each exchange makes, the best first
  suggest            what wins the game most often; then Enter takes it
  coach              what a coach would do, and why; then Enter takes it
  show               the table again"""
_HELP_ALL: Final = "  all                exchange all three cards for those in the middle; all stop calls with it"
_HELP_END: Final = """\
  scores, rules, log look again
  quit               leave; the game is kept, and prial play goes on with it"""
_BEAT: Final = 0.9
"""Seconds to wait between showing the hands and telling who pays."""
_STOP: Final = re.compile(r"[\s,]*\bstop(\s+the\s+bus)?[\s!.]*$", re.IGNORECASE)


class BusBoard(PlainBoard):
    """Shows a table of Stop the Bus as one seat sees it, and asks for that seat's actions."""

    def __init__(self, seated: Seated) -> None:
        super().__init__(seated)
        assert isinstance(seated.game, BusGame)
        self.bus = seated.game

    def opening(self) -> None:
        tokens = self.bus.rules.tokens
        heading = f"Stop the Bus · {self.seated.title} · {tokens} token{'s' if tokens > 1 else ''} each"
        self.screen.print(Rule(Text(heading, BRASS), characters="─", align="left"))
        if self.seated.me is not None:
            self.say("Exchange cards with the middle; when the bus is stopped, the worst hand pays. Type help at any time.", DIM)

    # What happened

    def tell(self, events: Sequence[Event], view: View[Table]) -> None:
        shown = [event for event in events if isinstance(event, said.Shown)]
        for event in events:
            match event:
                case said.Held():
                    continue
                case said.Dealt():
                    self.screen.print()
                    self.screen.print(Rule(Text(self._sentence(event)), align="left", style=DIM))
                case said.Shown():
                    if event is shown[0]:
                        self._showdown(shown, view)
                case said.Scored():
                    self.screen.print()
                    self.scores(view)
                case said.Stopped() | said.TurnsOver() | said.GameOver():
                    self.say(self._sentence(event), BRASS)
                case _:
                    self.say(self._sentence(event))
        if shown and view.public.phase is not Phase.OVER and self.seated.me is not None:
            self.next_deal(view)

    def _sentence(self, event: Event) -> str:
        """An event in one sentence, with suit symbols."""
        return self.seated.sentence(with_symbols(event))

    def log(self) -> Iterator[str]:
        return (self._sentence(event) for event in self.seated.log())

    def _showdown(self, shown: Sequence[said.Shown], view: View[Table]) -> None:
        """Print all hands, the best first."""
        last = view.public.last
        assert last is not None
        names = self.seated.shown_names
        grid = Grid.grid(padding=(0, 1))
        grid.add_column(min_width=max(map(len, names)), no_wrap=True)
        grid.add_column(min_width=self.look.width(3), no_wrap=True)
        grid.add_column()
        for event in sorted(shown, key=lambda event: -event.strength):
            label = Text(event.label).append("  the worst" if event.seat in last.worst else "", DIM)
            style = "bold" if event.seat == self.seated.me else ""
            grid.add_row(Text(names[event.seat], style), self.look.cards(parse(event.hand)), label)
        self.screen.print()
        self.screen.print(grid)
        self.terminal.beat(_BEAT)

    def scores(self, view: View[Table]) -> None:
        """Print the tokens, one line for each player."""
        table, paid = view.public, view.public.last.paid if view.public.last else ()
        grid = Grid.grid(padding=(0, 2))
        for seat, shown in enumerate(self.seated.shown_names):
            style = "bold" if seat == self.seated.me else ""
            words = [f"−{paid[seat]}"] if paid and paid[seat] else []
            words += ["deals"] if seat == table.dealer and table.phase is Phase.TURN else []
            words += ["out"] if not table.scores[seat] else []
            tokens = Text(str(table.scores[seat]), style)
            grid.add_row(Text(shown, style), pegs(table.scores[seat], self.bus.rules.tokens), tokens, Text(", ".join(words), DIM))
        self.screen.print(grid)

    # What is asked

    def show(self, view: View[Table]) -> None:
        """Print the table as the person sees it."""
        table, ranking = view.public, self.bus.ranking
        assert view.seat is not None
        hand = view.piles[table.hands[view.seat]]
        rows = [
            ("middle", [view.piles[pile][0] for pile in table.middle], ""),
            ("yours", hand, ranking.label(ranking.strength(hand))),
        ]
        self.screen.print()
        for title, cards, label in rows:
            line = Text(f"  {title:8}", DIM).append_text(self.look.cards(cards, self.look.width(3)))
            self.screen.print(line.append(f"  {label}", "default"))
        taken = [(seat, cards) for seat, cards in enumerate(table.known) if cards and seat != view.seat]
        if taken:
            line = Text("  taken   ", DIM)
            for at, (seat, cards) in enumerate(taken):
                line.append(f"{'   ' if at else ''}{self.seated.shown_names[seat]} ", "default")
                line.append_text(self.look.inline([cards]))
            self.screen.print(line)
        if table.stopped is not None and table.phase is Phase.TURN:
            self.say(f"  {self.seated.shown_names[table.stopped]} stopped the bus: this is your last turn.", BRASS)

    def ask(self, view: View[Table], choices: Choices[Action]) -> Action:
        self.show(view)
        example = next(iter(choices))
        assert isinstance(example, Take)
        self.hint(f"Type the card you take and the one you put down, as in {self.spoken(example)}.")
        self.suggested = None
        while True:
            line = self.terminal.ask("exchange, suggest, help > ")
            taken: Action | None = self.entered(line)
            if taken is not None:
                return taken
            if not line:
                self.say("Enter alone does nothing here: type the card you take and the one you put down, 'suggest' or 'help'.")
                continue
            if self.common(line.lower(), view) or self._talk(line.lower(), view, choices):
                continue
            try:
                action = self._typed(line, view)
            except PrialError as error:
                self.say(str(error))
                continue
            if refusal := choices.why_not(action):
                self.say(str(refusal))
            else:
                return action

    def meanwhile(self, view: View[Table], choices: Choices[Action]) -> Action | None:
        while True:
            line = self.terminal.ask("Enter goes on, stop stops the bus > ").lower()
            if not line:
                return None
            if _STOP.fullmatch(line):
                return Call()
            if line == "show":
                self.show(view)
            elif not self.common(line, view):
                self.say("Press Enter to go on, or type stop; show, log, scores, rules and quit are understood too.")

    def _talk(self, word: str, view: View[Table], choices: Choices[Action]) -> bool:
        """Carry out the command ``help``, ``suggest``, ``hands`` or ``show``. Return False for any other word."""
        match word:
            case "help" | "?" | "h":
                every = TakeAll() in list(choices)
                self.screen.print(Text("\n".join([_HELP, *([_HELP_ALL] if every else []), _HELP_END])))
            case "suggest" | "s":
                self.suggest(view)
            case "hands":
                self._hands(view)
            case "show":
                self.show(view)
            case _:
                return False
        return True

    def spoken(self, action: Action) -> str:
        return super().spoken(action).removeprefix("take ").replace(" put ", " ").replace("stop the bus", "stop")

    def _hands(self, view: View[Table]) -> None:
        """Print the hands that exchanges make, the best first, each hand once."""
        turn, ranking = Turn(self.bus.rules, view), self.bus.ranking
        made = {turn.after(exchange): exchange for exchange in reversed(turn.exchanges)}
        for hand in sorted(made, key=ranking.strength, reverse=True):
            line = Text(f"  {self.spoken(made[hand]):8}").append_text(self.look.cards(hand, self.look.width(3)))
            self.screen.print(line.append(f"  {ranking.label(ranking.strength(hand))}", "default"))

    def _typed(self, line: str, view: View[Table]) -> Action:
        """Read the action that was typed, as records write it or in a shorter form."""
        found = _STOP.search(line)
        short = line[: found.start()] if found else line
        if not short.strip():
            if found:
                return Call()
            raise ActionError(refuse("bus_board.unknown", text=line))
        if short.strip().lower() == "all":
            return TakeAll(found is not None)
        if short.strip().lower().startswith("take"):
            return self.bus.read(line)
        exchange = self._two_cards(short, view)
        if isinstance(exchange, Refusal):
            raise ActionError(exchange)
        return with_call(exchange) if found else exchange

    def _two_cards(self, text: str, view: View[Table]) -> Take | Refusal:
        """Read two cards as an exchange, in either order."""
        try:
            cards: list[Card] = [card for word in re.split(r"[\s,]+", text.strip()) for card in parse(word)]
        except CardError:
            return refuse("bus_board.unknown", text=text.strip()[:40])
        assert view.seat is not None
        hand = view.piles[view.public.hands[view.seat]]
        match cards:
            case [put, take] if put in hand and take not in hand:
                return Take(take, put)
            case [take, put]:
                return Take(take, put)
            case [take] if take not in hand:
                return refuse("bus_board.one_more", card=name(take), other=name(hand[-1]))
            case _:
                return refuse("bus_board.unknown", text=text.strip()[:40])
