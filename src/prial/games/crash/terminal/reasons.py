"""Sentences that explain payments, why a player is out, and how a foul ended the game."""

from collections.abc import Iterator

from prial.cli.support.said import Said
from prial.core.game import Seat
from prial.errors import add_sentences
from prial.games.crash.rules import CrashRules
from prial.games.crash.settings import CrashCall
from prial.games.crash.state import Reason, Settled, Table

add_sentences(
    "en",
    {
        "money.crash": "{seat} gets {amount} from every other player for the crash.",
        "money.crash.you": "You get {amount} from every other player for the crash.",
        "money.announced": "{seat} gets {amount} from every other player for an announced crash.",
        "money.announced.you": "You get {amount} from every other player for an announced crash.",
        "money.unannounced": "{seat} crashed without announcing it: every other player pays {amount}.",
        "money.unannounced.you": "You crashed without announcing it: every other player pays you {amount}.",
        "money.failed": "{seat} announced a crash and missed it, and pays every other player {amount}.",
        "money.failed.you": "You announced a crash and missed it, and pay every other player {amount}.",
        "money.spare": "{seat} pays {amount} for spare hands.",
        "money.spare.you": "You pay {amount} for spare hands.",
        "money.game": "{seat} gets {amount} from every other player for the game.",
        "money.game.you": "You get {amount} from every other player for the game.",
        "money.shared": "Every other player pays {amount} for the game, and the winners share the money.",
        "money.last_left": "After the foul only {seat} is left, and has won.",
        "money.last_left.you": "After the foul only you are left, and you have won.",
        "foul.game": "{seat} is out of the whole game for the foul.",
        "foul.game.you": "You are out of the whole game for the foul.",
        "foul.deal": "{seat} is out of this deal for the foul.",
        "foul.deal.you": "You are out of this deal for the foul.",
    },
)


def fouled(table: Table, seat: Seat, said: Said) -> str | None:
    """A sentence about the cost of a seat's foul in the deal that was just scored; None if the deal is void."""
    settled = table.last
    if settled is None or settled.void:
        return None
    return said("foul.game" if seat in settled.out else "foul.deal", seat, 0)


def moved(rules: CrashRules, table: Table, said: Said) -> Iterator[str]:
    """Explain the payments of the deal that was just settled, except for the pot.

    Args:
        rules: the house rules.
        table: the table after the deal.
        said: makes the sentences.
    Yields:
        One sentence for each payment.
    """
    settled = table.last
    if settled is None or settled.void:
        return
    if settled.crash is not None and rules.crash_stake:
        yield said("money.crash", settled.crash, rules.crash_stake)
    swept = _swept(rules, settled)
    if swept is not None and swept in table.called and rules.called_reward:
        yield said("money.announced", swept, rules.called_reward)
    elif swept is not None and swept not in table.called and rules.crash_call is CrashCall.OPTIONAL and rules.uncalled_reward:
        yield said("money.unannounced", swept, rules.uncalled_reward)
    if rules.failed_call_penalty:
        for seat in table.called:
            if seat in settled.fouls or any(place.winner != seat for place in settled.places):
                yield said("money.failed", seat, rules.failed_call_penalty)
    if not settled.over:
        return
    for seat, booked in enumerate(table.booked):
        if booked:
            yield said("money.spare", seat, booked)
    if rules.game_stake and len(settled.winners) < rules.players:
        one = len(settled.winners) == 1
        yield said("money.game" if one else "money.shared", settled.winners[0] if one else None, rules.game_stake)


def last_left(table: Table, said: Said) -> str | None:
    """A sentence about a player who won because other players fouled, so that nobody else could still win.

    None if the game didn't end in this way.
    """
    seat = table.last_left
    return None if seat is None else said("money.last_left", seat, 0)


def _swept(rules: CrashRules, settled: Settled) -> Seat | None:
    """The seat that won every place, even where the rules count no crash; None if no seat did."""
    winners = {place.winner for place in settled.places}
    if len(settled.places) < rules.places or len(winners) != 1 or settled.places[0].reason is Reason.EMPTY:
        return None
    return settled.places[0].winner
