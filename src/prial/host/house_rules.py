"""The rules of a table, changed by its owner as long as no game has begun there."""

from typing import Final

from prial.bots import registry as bots
from prial.core.game import Seat
from prial.core.page import value_title
from prial.core.registry import find
from prial.errors import PrialError, Refusal, add_sentences, refuse
from prial.host import entries as log
from prial.host import messages as said
from prial.host.entries import Entries
from prial.host.live import Live
from prial.host.messages import Sitting
from prial.host.table_request import titled

add_sentences(
    "en",
    {
        "table.rules_stand": "A game has begun by these rules, so they stand. You may propose another game.",
        "table.rules_seats": "Those rules have {seats} seats, and {name} sits in a later one.",
    },
)

_NAMED: Final = 4
"""Rules that a sentence names."""


def change(live: Live, command: said.Rules) -> Entries | Refusal:
    """What other rules for the table's game add to its log.

    Args:
        live: the table.
        command: which.
    Returns:
        The entries, none where the rules are as they were; or why it is refused: a game has begun, the rules don't exist, or
        somebody sits where they have no seat.
    """
    if live.round:
        return refuse("table.rules_stand")
    kind, before = find(live.opened.game), live.opened
    preset = command.preset or next(iter(kind.schema.presets))
    try:
        rules = kind.schema.make(command.options, preset)
        game, title = kind.new(rules), titled(command.title, kind, preset)
        for sitter in live.seats[: game.seats]:
            if sitter.kind is Sitting.BOT:
                bots.make(game, sitter.bot)
    except PrialError as error:
        return error.refusal
    beyond = _last_person(live)
    if beyond is not None and beyond >= game.seats:
        return refuse("table.rules_seats", seats=game.seats, name=live.names[beyond])
    after = log.Ruled(
        game_version=game.version,
        preset=preset,
        title=title,
        rules=kind.schema.written(rules),
        changed=kind.schema.differences(rules, preset),
    )
    same = (before.preset, before.title, before.rules) == (after.preset, after.title, after.rules)
    return [] if same else [after]


def _last_person(live: Live) -> Seat | None:
    """The last seat in which a person sits."""
    return max((seat for seat, sitter in enumerate(live.seats) if sitter.kind is Sitting.PERSON), default=None)


def told(before: log.Opened, after: log.Ruled) -> str:
    """What is other than before, in words: ``Target: 9, and not 7``; the name of the rules where no rule is another.

    Args:
        before: how the table was set up.
        after: the rules from now on.
    """
    options = find(before.game).schema.options
    changes = [
        f"{option.title}: {value_title(after.rules[name])}" + (f", and not {value_title(was)}" if was is not None else "")
        for name, option in options.items()
        if name in after.rules and (was := before.rules.get(name)) != after.rules[name]
    ]
    more = len(changes) - _NAMED
    return "; ".join([*changes[:_NAMED], *([f"and {more} more"] if more > 0 else [])]) or f"“{after.title}”"
