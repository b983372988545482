"""The parts of a Brag Poker table as a terminal shows them: pots, players, the person's hand, and the prices at a turn."""

from collections.abc import Iterator, Sequence

from rich.table import Table as Grid
from rich.text import Text

from prial.betting.limit import Terms, credit
from prial.cards import as_laid
from prial.cli.boards import chips
from prial.cli.support.screen import DIM, Look
from prial.core.game import BACK, Seat, View
from prial.games.brag_poker.actions import Word
from prial.games.brag_poker.choices import Deciding
from prial.games.brag_poker.hands import ranking_of
from prial.games.brag_poker.rules import BragPokerRules
from prial.games.brag_poker.state import PLAYED, Table


def pots_line(table: Table, names: Sequence[str]) -> str:
    """One line of text: the chips in each pot and, in a round of betting, the amount to match."""
    return table.pots_line(lambda seat: "you" if names[seat] == "You" else names[seat])


def players(table: Table, names: Sequence[str], me: Seat | None) -> Grid:
    """One line for each player: chips, and remarks such as the chips put in and the last action.

    Args:
        table: the public part of the state.
        names: the names to print, by seat; the person's own name is “You”.
        me: the seat whose line is highlighted; None for no seat.
    """
    turn = table.turn if table.phase in PLAYED else None
    return chips.players(names, me, turn, table.chips, [table.remarks(seat) for seat in range(len(names))])


def money(table: Table, names: Sequence[str], me: Seat | None) -> Grid:
    """One line for each player: chips, chips bought, and the gain so far."""
    gained = [have + put_in - bought for have, put_in, bought in zip(table.chips, table.put_in, table.bought, strict=True)]
    return chips.money(names, me, table.chips, gained, [_account(table, seat) for seat in range(len(names))])


def _account(table: Table, seat: Seat) -> Iterator[str]:
    """The remarks in a player's line. They are about chips in the pot, purchases and sitting out."""
    if table.put_in[seat]:
        yield f"{table.put_in[seat]} in the pot"
    if table.bought[seat] > min(table.bought):
        yield f"bought {table.bought[seat]} in all"
    if seat in table.sitting_out:
        yield "sits out"


def own_hand(rules: BragPokerRules, view: View[Table], look: Look) -> Text | None:
    """The person's hand, face down if the person hasn't looked; None if the person has no hand or has folded."""
    table, seat = view.public, view.seat
    assert seat is not None
    if not table.hands[seat] or seat in table.folded:
        return None
    line = Text("  Your cards   ", DIM)
    cards = [view.piles[pile][0] for pile in table.hands[seat]]
    if BACK in cards:
        return line.append_text(look.backs(len(cards)))
    ranks = ranking_of(rules)
    return line.append_text(look.cards(as_laid(cards))).append(f"  {ranks.label(ranks.strength(cards))}", "default")


def to_bet(choices: Deciding) -> tuple[str, str]:
    """Two texts for a turn to bet. The first tells the possible actions and their prices; the second is the prompt."""
    table, terms = choices.table, choices.terms
    assert terms is not None
    verb = "raise" if table.betting.opened else "bet"
    ways = ["look"] if Word.LOOK in choices.words else []
    ways.append(f"call {terms.call_pays}" if terms.call else "check")
    if Word.RAISE in choices.words:
        ways.append(f"{verb} {terms.raise_pays}" if terms.call == 0 else f"{verb} for {terms.raise_pays}")
    words = [verb if word is Word.RAISE else word.value for word in choices.words]
    return " ".join([f"You may {', '.join(ways)} or fold.", *_why(choices, terms, verb)]), f"{', '.join(words)}, suggest, help"


def _why(choices: Deciding, terms: Terms, verb: str) -> Iterator[str]:
    """Sentences that explain the prices of a turn."""
    table, seat = choices.table, choices.seat
    owed, last = table.betting.stands - credit(table.betting.stakes[seat]), table.chips[seat]
    if terms.call:
        if terms.call_pays < terms.call:
            yield f"You are short of the {terms.call} to call: your last {last} would be all-in."
        elif terms.call < owed:
            yield f"A call is half of {owed}, since you haven't looked."
    if Word.RAISE not in choices.words:
        if terms.why_not_raise != "short":
            yield str(choices.why_not(Word.RAISE))
    elif terms.full:
        most = table.betting.to_match + table.betting.step
        if terms.raise_pays == last:
            yield f"A {verb} makes it {most}, with your last chips."
        elif most != terms.raise_pays:
            yield f"A {verb} makes it {most}."
    else:
        yield f"A {verb} takes all you have, and is short of a whole one."


def to_change(choices: Deciding) -> tuple[str, str]:
    """Two texts for a turn in the draw. The first tells the possible actions; the second is the prompt."""
    most = ("none", "one card", "two cards", "three cards")[choices.most]
    if choices.open:
        told = f"You may change up to {most}." if choices.most else "There are no cards left to change any for."
        return told, "cards to change, none, suggest, help"
    if any(change.unseen for change in choices.changes):
        return f"You haven't looked: look, or change up to {most} unseen.", "look, how many to change, none, help"
    return "You haven't looked: look before you change cards, or keep all three.", "look, none, suggest, help"
