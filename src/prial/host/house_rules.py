"""Changes of a table's rules. The table's owner may change the rules until the first game begins there."""

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
        "table.rules_stand": "A game has begun with these rules, so they can't be changed. You may propose another game.",
        "table.rules_seats": "Those rules are for only {seats} players: {name} would lose their seat.",
    },
)

_NAMED: Final = 4
"""The greatest number of changed rules that `told` names. Of the others, it tells only how many there are."""


def change(live: Live, command: said.Rules) -> Entries | Refusal:
    """Work out the log entries that change a table's rules.

    Args:
        live: the table.
        command: the new rules.
    Returns:
        The entries (an empty list if the rules stay the same) or a refusal. The command is refused if a game has begun, the rules
        don't exist, a bot at the table doesn't play them, the title can't be shown, or a person sits in a seat that the new rules
        don't have.
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
    """The last seat in which a person sits; None if nobody does."""
    return max((seat for seat, sitter in enumerate(live.seats) if sitter.kind is Sitting.PERSON), default=None)


def told(before: log.Opened, after: log.Ruled) -> str:
    """The changed rules in words, such as ``Target: 9, and not 7``; or the title of the rules, if no rule has changed.

    Args:
        before: the first entry of the table's log, with the old rules.
        after: the new rules.
    """
    options = find(before.game).schema.options
    changes = [
        f"{option.title}: {value_title(after.rules[name])}" + (f", and not {value_title(was)}" if was is not None else "")
        for name, option in options.items()
        if name in after.rules and (was := before.rules.get(name)) != after.rules[name]
    ]
    more = len(changes) - _NAMED
    return "; ".join([*changes[:_NAMED], *([f"and {more} more"] if more > 0 else [])]) or f"“{after.title}”"
