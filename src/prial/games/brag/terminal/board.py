"""Brag at a terminal: prints the table and the events, asks the player, and reads what is typed."""

from collections.abc import Sequence
from typing import Any, Final

from rich.rule import Rule
from rich.text import Text

from prial.cards import symbols
from prial.cli.boards.chips import ChipsBoard, how_long
from prial.cli.boards.seat import Seated
from prial.cli.support.screen import BRASS, DIM
from prial.core.game import Choices, Event, View
from prial.errors import PrialError, Refusal, listed
from prial.games.brag import BragGame
from prial.games.brag import events as said
from prial.games.brag.actions import Action, Ask, Bet, Choose, Discard, Keep, Look, Word
from prial.games.brag.choices import Deciding
from prial.games.brag.hands import worth
from prial.games.brag.money import purchase
from prial.games.brag.settings import Rebuy
from prial.games.brag.state import Phase, Table
from prial.games.brag.study.knowing import known
from prial.games.brag.terminal import table as brag_table
from prial.games.brag.terminal.words import ASKED, HELP, LONGER, SHORT, UNKNOWN, WHOLE
from prial.ranks.wild import wild_text


class BragBoard(ChipsBoard):
    """Shows a table of Brag as one seat sees it, and asks for that seat's actions."""

    HELP = HELP
    """The lines of the game's help."""

    def __init__(self, seated: Seated) -> None:
        super().__init__(seated)
        assert isinstance(seated.game, BragGame)
        self.brag = seated.game
        self._will_rebuy = False
        """Whether to buy another purse for the player as soon as it is another player's turn to decide."""

    def opening(self) -> None:
        rules = self.brag.rules
        game = f"{('Three', 'Four', 'Five')[rules.cards - 3]}-Card Brag"
        named = dict.fromkeys([game, self.seated.title])
        heading = " · ".join(
            [*named, how_long(rules.length), "money of your own" if rules.own_money else f"{rules.purse} chips each"]
        )
        self.screen.print(Rule(Text(heading, BRASS), characters="─", align="left"))
        if self.seated.me is not None:
            self.say("Bet or fold; the better hand of the last two wins. Type help at any time.", DIM)

    # What happened

    def is_silent(self, event: Event) -> bool:
        return isinstance(event, said.Looked | said.Discarded) and event.seat == self.seated.me

    def has_ended(self, events: Sequence[Event], view: View[Table]) -> bool:
        return view.public.phase in (Phase.NEXT, Phase.OVER) and any(isinstance(each, _ENDS) for each in events)

    def scores(self, view: View[Table]) -> None:
        """Print each player's chips, one line for each player."""
        self.screen.print(brag_table.money(view.public, self.seated.shown_names, self.seated.me))

    def show(self, view: View[Table]) -> None:
        table = view.public
        self.screen.print()
        self.screen.print(Text(brag_table.pots_line(table, self.seated.shown_names)))
        self.screen.print(brag_table.players(view, self.seated.shown_names, self.seated.me))
        if own := brag_table.own_hands(self.brag, view, self.look):
            self.screen.print(own)

    # What is asked

    def ask(self, view: View[Table], choices: Choices[Action]) -> Action:
        assert isinstance(choices, Deciding)
        if view.public.phase is Phase.CHOOSE:
            return self._ask_game(view, choices)
        if view.public.phase is Phase.NEXT:
            self._will_rebuy = False
        elif view.public.phase is not Phase.BRING:
            self.show(view)
        question, prompt, enter = self._question(view.public, choices)
        if question:
            self.say(question)
        action: Action = self.answer(view, choices, prompt, enter)
        return action

    def typed(self, line: str, view: View[Table], choices: Choices[Action]) -> Action | None:
        assert isinstance(choices, Deciding)
        word = line.lower()
        if word in ("rebuy", "r") and self._rebuy_later(view.public, choices):
            return None
        if word in ("look", "l", "keep", "k") and len(view.public.hands[choices.seat]) > 1:
            whole = WHOLE.get(word, word)
            self.say(f"You have two hands: say {whole} 1 or {whole} 2.")
            return None
        if word == "cover" and choices.offer and choices.offer.covers is None:
            self.say("You cover only with your last chips, where they are less than is due.")
            return None
        if word == "cover" and choices.offer and choices.offer.covers is not None:
            return Bet(choices.offer.covers)
        if word in ("bet", "b", "ask") and choices.offer:
            self.say(_may(view.public, choices, self.seated.names))
            return None
        spelled = _spelled(line, choices, self.seated.names)
        if (asked := UNKNOWN.fullmatch(spelled)) and choices.offer:
            others = [name for seat, name in enumerate(self.seated.names) if seat != choices.seat]
            self.say(f"Nobody here is called {asked[1]}; the others are {listed(others)}.")
            return None
        return self.read(spelled, choices)

    def naming(self, text: str) -> str:
        names = self.seated.names
        return ASKED.sub(lambda found: f"ask {names[int(found[1]) - 1]}", text)

    def _question(self, table: Table, choices: Deciding) -> tuple[str, str, Action | None]:
        """The question, the prompt, and the action that a plain Enter stands for; None if Enter stands for no action."""
        first = next(iter(choices))
        if isinstance(first, Discard):
            best = self._best_discard(choices)
            number = "one card" if len(best.cards) == 1 else "two cards"
            return f"Discard {number}.", f"Enter discards {symbols(best.cards)}, or name others", best
        match table.phase:
            case Phase.BRING:
                return self._bringing(first)
            case Phase.BET:
                may_bet = choices.offer is not None and choices.offer.low <= choices.offer.high
                most = "bet, " if may_bet else "ask, " if _asks(choices) else ""
                return _may(table, choices, self.seated.names), f"{most}fold, suggest, help", None
            case Phase.LOOKED:
                other = 3 - table.looked
                told = f"Keep hand {table.looked} and fold the other unseen, or fold it and play on with hand {other}, blind."
                return told, "keep 1 or keep 2", None
            case Phase.PICK:
                return "You have two blind hands, and one is to be shown: choose it unseen.", "keep 1 or keep 2", None
            case Phase.KEEP:
                hands = " or ".join(f"keep {at + 1}" for at in range(len(table.hands[choices.seat])))
                told = "You may keep a blind hand for the next deal, beside the new one."
                return told, f"Enter keeps hand 1; {hands} or keep none", Keep(1)
            case Phase.CONSENT:
                who = self.seated.shown_names[table.turn]
                return f"{who} proposes a showdown: all show, and the best hand wins.", "agree or refuse", None
            case Phase.LEND:
                assert table.payer is not None
                who, lacks = self.seated.shown_names[table.payer], table.due - table.chips[table.payer]
                what = f"{who} is {lacks} short of the {table.due} needed to {'see' if table.sees else 'bet'}"
                if Word.SHOW in choices.words:
                    return f"{what}: lend the rest, or both show.", "lend or show", None
                return f"{what}, and you may lend the rest.", "lend or refuse", None
            case _:
                return self.between(choices, "the ante", _sold(choices))

    def _bringing(self, usual: Action) -> tuple[str, str, Action | None]:
        """What `_question` returns before the first deal, if players bring money of their own."""
        may = self.brag.rules.purses.brought
        told = f"How many chips do you put on the table? Bring at least {may[0]} and at most {may[-1]:,}."
        return told, f"Enter is {self.brag.write(usual)}; or another number", usual

    def _ask_game(self, view: View[Table], choices: Deciding) -> Action:
        """Ask the dealer for the game, one question at a time."""
        self.suggested = None
        offered = [each for each in choices if isinstance(each, Choose)]
        now = view.public.form if view.public.form in offered else offered[0]
        self.screen.print()
        self.say("You deal, and choose the game.")
        sizes = {str(each.cards): each.cards for each in offered}
        wilds = {each.wild or "nothing": each.wild for each in offered}
        cards = self._one_of("How many cards", list(sizes), str(now.cards), view)
        wild = self._wild(wilds, now.wild, view) if self.suggested is None else ""
        usual = "yes" if now.blind else "no"
        blind = self._one_of("Is blind play allowed", ["yes", "no"], usual, view) if self.suggested is None else ""
        suggested: Action | None = self.suggested
        return suggested or Choose(sizes[cards], wild, blind == "yes")

    def _wild(self, usual: dict[str, str], now: str, view: View[Table]) -> str:
        """Ask the dealer for the wild cards. The result is empty for no wild cards.

        It is also empty if the dealer accepts a suggestion.
        """
        asked = f"Which are wild: {', '.join(usual)}, or others, such as red tens, Jh; Enter for {now or 'nothing'} > "
        while True:
            line = " ".join(self.terminal.ask(asked).split())
            found = [answer for answer in usual if answer.startswith(line.lower())]
            if not line:
                return now
            if line.lower() in ("suggest", "s"):
                if self._advised(view):
                    return ""
                continue
            if len(found) == 1 or line.lower() in usual:
                return usual[line.lower() if line.lower() in usual else found[0]]
            if self.common(line.lower(), view):
                continue
            try:
                return wild_text(line)
            except PrialError as error:
                self.say(str(error))

    def _one_of(self, question: str, answers: list[str], usual: str, view: View[Table]) -> str:
        """Ask until the player gives one of the answers.

        The result is empty if the player accepts a suggestion instead.
        """
        while True:
            line = " ".join(self.terminal.ask(f"{question}: {', '.join(answers)}; Enter for {usual} > ").lower().split())
            found = [answer for answer in answers if answer == line] or [each for each in answers if each.startswith(line)]
            if not line:
                return usual
            if line.lower() in ("suggest", "s"):
                if self._advised(view):
                    return ""
                continue
            if len(found) == 1:
                return found[0]
            if not self.common(line, view):
                self.say(f"Type one of {', '.join(answers)}.")

    def _advised(self, view: View[Table]) -> bool:
        """Print a suggestion, ask the player whether to take it, and return whether the player took it."""
        self.suggest(view)
        if self.suggested is None or self.terminal.ask("Enter chooses so, anything else asks again > "):
            self.suggested = None
        return self.suggested is not None

    def meanwhile(self, view: View[Table], choices: Choices[Action]) -> Action | None:
        """Buy the purse that the player asked for earlier, as soon as the rules allow it.

        Between deals, ask a player who sits out to come back. The result is None if there is nothing to do, or if this player
        goes on sitting out.
        """
        table, seat = view.public, view.seat
        if self._will_rebuy and choices.why_not(Word.REBUY) is None:
            self._will_rebuy = False
            return Word.REBUY
        if seat not in table.sitting_out or table.phase is not Phase.NEXT:
            return None
        assert isinstance(choices, Deciding)
        return self.sitting_out(view, choices, table.deal, _sold(choices))

    # What is said

    def talk(self, word: str, view: View[Table], choices: Choices[Action]) -> bool:
        if word == "odds":
            for line in brag_table.known_lines(known(self.brag, view), self.seated.shown_names):
                self.say(line)
            return True
        return super().talk(word, view, choices)

    def _rebuy_later(self, table: Table, choices: Deciding) -> bool:
        """Plan a purchase for later in the deal, and return whether that is possible."""
        rules = self.brag.rules
        elsewhere = table.phase not in (Phase.NEXT, Phase.BET) or bool(choices.discards)
        waits = elsewhere and rules.rebuy is Rebuy.ANY_TIME
        if waits:
            self._will_rebuy = True
            self.say("You will buy in again as soon as another player decides.")
        return waits

    def _best_discard(self, choices: Deciding) -> Discard:
        """The discard that leaves the best hand."""
        table, seat = choices.table, choices.seat
        ranks = self.brag.ranking(table)
        hand = [choices.view.piles[pile][0] for pile in table.hands[seat][0]]

        def left(action: Action) -> Any:
            assert isinstance(action, Discard)
            return worth(ranks, tuple([card for card in hand if card not in action.cards]), action.cards)

        best = max(choices, key=left)
        assert isinstance(best, Discard)
        return best


_ENDS: Final = (said.Won, said.Shared, said.Kept, said.TookCarried)
"""Events that end a deal."""


def _spelled(line: str, choices: Deciding, names: Sequence[str]) -> str:
    """The action that a typed line stands for, such as ``bet 4`` for ``b 4``, or ``ask 2`` for ``ask Bea``."""
    words = " ".join(line.split())
    lower = words.lower()
    if choices.table.phase is Phase.BRING and lower.isdecimal():
        return f"bring {lower}"
    for seat in sorted(range(len(names)), key=lambda seat: -len(names[seat])):
        asked = f"ask {names[seat].lower()}"
        if lower == asked or lower.startswith(f"{asked} "):
            return f"ask {seat + 1}{lower[len(asked) :]}"
    discards = isinstance(next(iter(choices), None), Discard)
    if found := LONGER.fullmatch(lower):
        first = found[1] or found[3]
        return f"{WHOLE.get(first, first)} {found[2] or words[found.start(4) :]}"
    if discards and lower not in SHORT:
        return f"discard {words}"
    return SHORT.get(lower, words)


def _sold(choices: Deciding) -> str:
    """The words for buying chips, such as ``rebuy 10 to 60``; empty if no chips are sold."""
    sold = purchase(choices.rules, choices.table, choices.seat)
    if sold is None:
        return f"rebuy ({choices.rules.purse:,} chips)"
    return f"rebuy {sold[0]:,}" + f" to {sold[-1]:,}" * (len(sold) > 1) if sold else ""


def _asks(choices: Deciding) -> list[Ask]:
    """The actions by which the player may ask others to lend."""
    return [action for action in choices.words if isinstance(action, Ask)]


def _lacking(choices: Deciding, names: Sequence[str]) -> str:
    """Sentences about chips that the player lacks, and about showing cards for a loan."""
    offer = choices.offer
    assert offer is not None
    told = ""
    if offer.lacks:
        to_see = f", and {offer.lacks_to_see} short to see" if offer.lacks_to_see else ""
        told += f" You are {offer.lacks} short of the {offer.least} needed to bet{to_see}."
    elif offer.lacks_to_see:
        told += f" You lack {offer.lacks_to_see} to see."
    if showing := list(dict.fromkeys(names[ask.seat] for ask in _asks(choices) if ask.showing)):
        told += f" You may show your cards to {' or '.join(showing)}, as in ask {showing[0]} showing."
    return told


def _may(table: Table, choices: Deciding, names: Sequence[str]) -> str:
    """A sentence or two about the actions that are possible at a turn to bet."""
    offer, chips = choices.offer, table.chips[choices.seat]
    assert offer is not None
    ways, more = [], ""
    if offer.low <= offer.high:
        ways.append(f"bet {offer.low}" if offer.low == offer.high else f"bet {offer.low} to {offer.high}")
        if offer.asks is not None:
            else_what = "the other lends them, or both show" if len(table.betting) == 2 else "if nobody lends them you fold"
            more = f" You lack {offer.low - chips} of it: {else_what}."
        elif offer.answers and offer.covers is None:
            more = f" The other player is out of chips: bet {offer.low} and both show."
        elif offer.covers is not None:
            ends = len(table.betting) == 2
            if not chips:
                ways = ["cover the pot and pay nothing", *_looks(choices), f"buy more chips ({_sold(choices)})"]
                return f"You are out of chips. You may {', '.join(ways)} or fold."
            more = f" {offer.covers} is all you have and {'ends the betting: both show' if ends else 'covers the pot'}."
        elif offer.credit and offer.high > chips:
            lacks = offer.low - chips
            more = f" You lack {lacks} of it, and borrow them." if lacks > 0 else f" Above {chips} you borrow the rest."
        elif offer.blind and not table.acted:
            more = " Blind, what you pay counts double."
    elif not offer.lacks:
        more = f" You can't pay the full bet of {offer.least}."
    ways += [f"ask {names[ask.seat]}{' to see' if ask.see else ''}" for ask in _asks(choices) if not ask.showing]
    more += _lacking(choices, names)
    if not isinstance(offer.see, Refusal):
        ways.append(f"see for {offer.see}")
    ways += _looks(choices)
    if offer.propose is None:
        ways.append("propose a showdown")
    return f"You may {', '.join(ways)}{' or ' if ways else ''}fold.{more}"


def _looks(choices: Deciding) -> list[str]:
    """The texts that the player may type to look at cards."""
    hands = range(1, len(choices.table.hands[choices.seat]) + 1)
    looks = [hand for hand in hands if choices.why_not(Look(hand)) is None]
    return [f"look {hand}" for hand in looks] if len(looks) > 1 else ["look"] * len(looks)
