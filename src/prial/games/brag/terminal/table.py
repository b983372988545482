"""The parts of a Brag table as a terminal shows them: pots, chips and debts, players, the person's hands, and known cards."""

from collections.abc import Iterator, Sequence

from rich.table import Table as Grid
from rich.text import Text

from prial.cards import parse, symbols
from prial.cli.boards import chips
from prial.cli.support.screen import DIM, Look
from prial.core.game import BACK, Seat, View
from prial.games.brag import BragGame
from prial.games.brag.hands import best_three
from prial.games.brag.state import PLAYED, Phase, Table
from prial.games.brag.study.knowing import Against, Known


def pots_line(table: Table, names: Sequence[str]) -> str:
    """A line about the pots and the last bet.

    Args:
        table: the public part of the state.
        names: the names to print, by seat; the person's own name is “You”.
    """
    return table.pots_line(lambda seat: "you" if names[seat] == "You" else names[seat])


def players(view: View[Table], names: Sequence[str], me: Seat | None) -> Grid:
    """A grid with a line for each player: chips, and remarks such as “blind”, “bet 4” and “owes 3”.

    Args:
        view: what the person sees.
        names: the names to print, by seat; the person's own name is “You”.
        me: the seat to highlight; None for no seat.
    """
    table = view.public
    turn = table.turn if table.phase in PLAYED and table.phase is not Phase.CONSENT else None
    return chips.players(names, me, turn, table.chips, [table.remarks(seat) for seat in range(len(names))])


def money(table: Table, names: Sequence[str], me: Seat | None) -> Grid:
    """A grid with a line for each player: chips, chips bought, debts, and the gain so far.

    Args:
        table: the public part of the state.
        names: the names to print, by seat.
        me: the seat to highlight; None for no seat.
    """
    gained = [sum((have, -bought, -owed)) for have, bought, owed in zip(table.chips, table.bought, table.debts, strict=True)]
    return chips.money(names, me, table.chips, gained, [_account(table, seat) for seat in range(len(names))])


def _account(table: Table, seat: Seat) -> Iterator[str]:
    """Remarks about a player's purchases, debts and sitting out. They are printed in the player's line."""
    if table.bought[seat] > min(table.bought):
        yield f"bought {table.bought[seat]} in all"
    if table.debts[seat] > 0:
        yield f"owes {table.debts[seat]}"
    elif table.debts[seat] < 0:
        yield f"is owed {-table.debts[seat]}"
    if seat in table.sitting_out:
        yield "sits out"


def own_hands(game: BragGame, view: View[Table], look: Look) -> Text | None:
    """The person's hands side by side, face down if the person hasn't looked at them; None if the person has no hand."""
    table, seat = view.public, view.seat
    assert seat is not None
    if not table.hands[seat]:
        return None
    line = Text()
    titles = ("  1, kept   ", "     2, new   ") if len(table.hands[seat]) > 1 else ("  Your cards   ",)
    for title, hand in zip(titles, table.hands[seat], strict=True):
        line.append(title, DIM)
        line.append_text(_hand(game, view, [pile for pile in hand if pile not in table.discards[seat]], look))
    return line


def _hand(game: BragGame, view: View[Table], piles: Sequence[int], look: Look) -> Text:
    """One hand with its name; the backs of the cards if the person hasn't looked at the hand."""
    cards = tuple([view.piles[pile][0] for pile in piles])
    if BACK in cards:
        return look.backs(len(cards))
    ranks = game.ranking(view.public)
    three, away = best_three(ranks, cards)
    line = look.cards(three)
    if away:
        line.append("  ").append_text(look.cards(away))
    return line.append(f"  {ranks.label(ranks.strength(three))}")


def known_lines(known: Known, names: Sequence[str]) -> Iterator[str]:
    """Sentences about the cards that a player knows, and about how often the player's hands win, given these cards.

    Args:
        known: what the player knows.
        names: the players' names by seat.
    """
    yield f"You know where {known.cards} of the {known.of} cards lie."
    for number, own in enumerate(known.hands, 1):
        which = f"Hand {number}" if len(known.hands) > 1 else "Your hand"
        if not own.label:
            yield f"{which} is blind: of its cards you know {symbols(parse(own.known)) or 'none'}."
        for other in own.against:
            yield f"{which} beats {_rival(other, names)} in {_share(other.better, other)} of deals{_level(other)}."
    if known.pack:
        yield f"In the pack, from the top: {', '.join(f'{each.place}. {symbols(parse(each.card))}' for each in known.pack)}."
    if any(own.against for own in known.hands):
        yield "How the others bet isn't counted."


def _rival(other: Against, names: Sequence[str]) -> str:
    """The words for an opponent's hand: the name of the opponent, and the known cards."""
    if len(other.seats) > 1:
        return "any one of " + ", ".join(names[seat] for seat in other.seats)
    held = f", who holds {symbols(parse(other.known))}," if other.known else ""
    return names[other.seats[0]] + (f"'s hand {other.hand}" if other.hand > 1 else "") + held


def _share(chance: float, other: Against) -> str:
    """A probability in per cent, with “about” where it is an estimate."""
    return f"{'about ' if other.near else ''}{100 * chance:.1f} %"


def _level(other: Against) -> str:
    """The end of a sentence that says how often the two hands are equal. It is empty below 0.05 %."""
    return f", and is level in {_share(other.equal, other)}" if other.equal >= 0.0005 else ""
