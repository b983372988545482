"""The parts of a Brag table as a terminal shows them: pots, chips and debts, players, the person's hands, and known cards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rich.table import Table as Grid
from rich.text import Text

from prial.cards import parse, symbols
from prial.cli.boards import chips
from prial.cli.support.screen import DIM, Look
from prial.core.game import BACK, Seat, View
from prial.games.brag import BragGame
from prial.games.brag.hands import best_three
from prial.games.brag.offer import is_blind
from prial.games.brag.state import Did, Phase, Table
from prial.games.brag.study.knowing import Against, Known

_PLAYED: Final = (Phase.BET, Phase.LOOKED, Phase.CONSENT, Phase.LEND, Phase.PICK)
"""Phases in which a deal is under way."""


def pots_line(table: Table, names: Sequence[str]) -> str:
    """A line about the pots and the last bet."""
    parts = []
    for pot in table.pots[:-1]:
        assert pot.coverer is not None
        parts.append(f"{pot.chips}, covered by {_name(names, pot.coverer)}")
    newest = table.pots[-1].chips
    told = f"In the pot: {newest}" if not parts else f"Pots: {'; '.join(parts)}; and {newest} to bet for"
    if table.carried:
        told += f" ({table.carried} carried over)"
    if table.last_bet:
        told += f". Last bet: {table.last_bet}"
        told += f", {(table.last_bet + 1) // 2} for a blind player" if table.form.blind else ""
    return told + "."


def _name(names: Sequence[str], seat: Seat) -> str:
    """A player's name as it stands inside a sentence."""
    return "you" if names[seat] == "You" else names[seat]


def players(view: View[Table], names: Sequence[str], me: Seat | None) -> Grid:
    """One line for each player: chips, how the hand is played, the last action, debts.

    Args:
        view: what the person sees.
        names: the names to print, by seat; the person's own name is “You”.
        me: the seat whose line is highlighted; None for no seat.
    """
    table = view.public
    turn = table.turn if table.phase in _PLAYED and table.phase is not Phase.CONSENT else None
    return chips.players(names, me, turn, table.chips, [_words(table, seat) for seat in range(len(names))])


def _words(table: Table, seat: Seat) -> Iterator[str]:
    """The remarks in a player's line."""
    if table.phase in _PLAYED and seat in table.playing:
        yield _how(table, seat)
        deeds = [deed for deed in table.did if deed.seat == seat and deed.what in _DEEDS and seat not in table.folded]
        for last in deeds[-1:]:
            yield _DEEDS[last.what].format(chips=_chips(last))
        if len(table.hands[seat]) > 1:
            yield "two hands"
    elif seat in table.sitting_out:
        yield "sits out"
    if table.holder == seat and table.pots[-1].chips:
        yield "defends the carried pot"
    if seat == table.dealer and table.phase in _PLAYED:
        yield "deals"
    if table.debts[seat] > 0:
        yield f"owes {table.debts[seat]}"
    elif table.debts[seat] < 0:
        yield f"is owed {-table.debts[seat]}"


_DEEDS: Final[Mapping[str, str]] = {"bet": "bet {chips}", "see": "paid {chips} to see", "propose": "proposed a showdown"}


def _chips(deed: Did) -> str:
    """The chips of a bet in words: ``4 blind``."""
    return f"{deed.chips} blind" if deed.blind else str(deed.chips)


def _how(table: Table, seat: Seat) -> str:
    """Whether a seat plays blind or open, has folded, or covers a pot."""
    if seat in table.folded:
        return "folded"
    if seat in table.covered:
        return "covers" if len(table.covered) == 1 else f"covers pot {table.covered.index(seat) + 1}"
    return "blind" if is_blind(table, seat) else "open"


def money(table: Table, names: Sequence[str], me: Seat | None) -> Grid:
    """One line for each player: chips, chips bought, debts, and the gain so far."""
    gained = [sum((have, -bought, -owed)) for have, bought, owed in zip(table.chips, table.bought, table.debts, strict=True)]
    return chips.money(names, me, table.chips, gained, [_account(table, seat) for seat in range(len(names))])


def _account(table: Table, seat: Seat) -> Iterator[str]:
    """The remarks in a player's line about purchases, debts and sitting out."""
    if table.bought[seat] > min(table.bought):
        yield f"bought {table.bought[seat]} in all"
    if table.debts[seat] > 0:
        yield f"owes {table.debts[seat]}"
    elif table.debts[seat] < 0:
        yield f"is owed {-table.debts[seat]}"
    if seat in table.sitting_out:
        yield "sits out"


def own_hands(game: BragGame, view: View[Table], look: Look) -> Text | None:
    """The person's hands side by side, face down where they haven't been looked at; None where the person has no hand."""
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
    """One hand and its name; card backs for a hand that hasn't been looked at."""
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
    """Sentences about the cards that a player knows, and about how often the player's hands win according to these cards.

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
    """The opponent's hand, named after the player who holds it."""
    if len(other.seats) > 1:
        return "any one of " + ", ".join(names[seat] for seat in other.seats)
    held = f", who holds {symbols(parse(other.known))}," if other.known else ""
    return names[other.seats[0]] + (f"'s hand {other.hand}" if other.hand > 1 else "") + held


def _share(chance: float, other: Against) -> str:
    """A probability in per cent, with “about” where it is an estimate."""
    return f"{'about ' if other.near else ''}{100 * chance:.1f} %"


def _level(other: Against) -> str:
    """How often the two hands are equal, as the end of a sentence; empty if in less than 0.05 % of deals."""
    return f", and is level in {_share(other.equal, other)}" if other.equal >= 0.0005 else ""
