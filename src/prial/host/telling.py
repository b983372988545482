"""Builds the messages that tell one viewer about a table.

Each message is built for its viewer, field by field, from what that viewer may know. Secrets never get into a message, so they
don't have to be removed later.
"""

from collections.abc import Iterator, Reversible
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from prial.core.game import Decision, Event, Result, Seat, Told, view
from prial.core.registry import find
from prial.core.sent import answers, pile_text
from prial.host import entries as log
from prial.host import messages as said
from prial.host.happened import happened
from prial.host.latest import latest
from prial.host.live import Applied, Live
from prial.host.next_game import needed
from prial.host.proving import fairness, turning
from prial.host.standing import places
from prial.host.status import PLAYING

_NEWEST: Final = 200
"""A `Here` message contains only the newest lines and chat messages, at most about this many."""
_MOST_BYTES: Final = 64 * 1024  # the message must fit into the send buffer of a slow client
"""The greatest size of all lines and chat messages in one `Here` message, in bytes (roughly)."""
_SEEN: Final = tuple(sorted({*Live.__struct_fields__} - {"version", "fair", "invite", "admitted", "barred"}))
"""Fields of a `Live` on which a scene depends."""


def lines(applied: Applied, viewer: Seat | None) -> Iterator[said.Line]:
    """The lines that tell a viewer about an entry: only those that this viewer may read."""
    return (its for told, its in _lines(applied) if told.heard_by(viewer))


@latest
def _lines(applied: Applied) -> list[tuple[Told, said.Line]]:
    """All lines about an entry, each with the viewers who may read it."""
    live, around = applied.after, happened(applied)
    told = (*([Told(around)] if around is not None else []), *(applied.step.told if applied.step is not None else ()))
    return [(each, line(live, each.event)) for each in told]


def line(live: Live, event: Event) -> said.Line:
    """The line about an event, for the viewers who may know of the event."""
    fields = msgspec.to_builtins(event)
    return said.Line(live.version, event.code, event.say(live.names), fields, event.WEIGHT, event.sound, event.PRIVATE)


def talk(applied: Applied) -> tuple[said.Talk, ...]:
    """What a person said, if the entry is a `Said`; empty for any other entry. All viewers get the same talk."""
    entry = applied.entry
    if not isinstance(entry, log.Said):
        return ()
    return (said.Talk(applied.after.version, entry.name, entry.text, entry.seat, entry.phrase),)


def scene(live: Live, viewer: Seat | None) -> said.Scene:
    """The table as a viewer sees it."""
    eyes = live.eyes(viewer)
    mine = live.gathered.get(eyes) if eyes is not None else None
    return replace(_scene(live), view=_seen(live, eyes), mine=None if mine is None else live.game.write(mine))


@latest
def _scene(live: Live) -> said.Scene:
    """The part of a scene that is the same for all viewers."""
    seats = tuple(
        [
            said.Seated(
                kind=sitter.kind,
                name=sitter.name,
                bot=sitter.bot,
                owner=bool(sitter.person) and sitter.person == live.owner,
                away=sitter.away,
                gone=sitter.gone,
                locked=seat in live.gathered,
                ready=seat in live.ready,
                next=live.reserved[seat].name if seat in live.reserved else "",
            )
            for seat, sitter in enumerate(live.seats)
        ]
    )
    result = None
    if live.result is not None:
        result = _ended(live, live.result)
    return said.Scene(
        status=live.status,
        round=live.round,
        seats=seats,
        key=live.key,
        waiting=live.waiting if live.status in PLAYING else (),
        rest=live.rest,
        deadline=live.deadline,
        offer=None if live.offer is None else said.Offered(live.offer, tuple(sorted(live.agreed))),
        may_offer=() if live.undo is None else tuple(live.undo.gathered),
        stop=tuple(sorted(live.stop)),
        hurry=tuple(sorted(live.hurry)),
        result=result,
        next=_next(live),
    )


def _ended(live: Live, result: Result) -> said.Ended:
    """A game's result, as messages contain it."""
    for_chips = find(live.opened.game).for_chips
    return said.Ended(
        winners=result.winners,
        scores=result.scores,
        ledger=result.ledger,
        stopped=live.stopped,
        places=places(result, for_chips=for_chips),
        for_chips=for_chips,
    )


def _next(live: Live) -> said.Next | None:
    """The proposal of another game, as messages contain it; None if there is no proposal."""
    if live.proposal is None:
        return None
    proposal, wanted = live.proposal, live.proposal.wanted
    return said.Next(
        number=proposal.number,
        seat=wanted.seat,
        name=wanted.name,
        game=wanted.game,
        preset=wanted.preset,
        changed=wanted.changed,
        seats=wanted.seats,
        agree=tuple(sorted(proposal.agree)),
        against=tuple(sorted(proposal.against)),
        needed=needed(live.voters),
        carried=proposal.carried,
        table=proposal.table or None,
    )


def _seen(live: Live, viewer: Seat | None) -> said.Seen | None:
    """A viewer's view of the game; None before the first game."""
    if live.state is None:
        return None
    mine = view(live.state, viewer)
    return said.Seen(_public(mine.public), tuple(map(pile_text, mine.piles)), mine.seen)


@latest  # all views of a state share the public part as one object, so it is encoded only once
def _public(public: object) -> msgspec.Raw:
    """The public part of a state, encoded."""
    return msgspec.Raw(msgspec.json.encode(public))


def asked(live: Live, viewer: Seat | None) -> said.Asked | None:
    """The question to a viewer who takes part in the present decision, or who may act meanwhile; None for any other viewer.

    A viewer who has decided already gets the question too. The viewer may still take the decision back.
    """
    node, key = live.node, live.key
    if viewer is None or live.state is None or live.status not in PLAYING:
        return None
    if not isinstance(node, Decision) or key is None or viewer not in {*node.seats, *node.also}:
        return None
    mine, meanwhile = view(live.state, viewer), viewer not in node.seats
    if meanwhile and viewer in live.newcomers:
        return None
    return said.Asked(key, *answers(live.game, mine), meanwhile)


def _asked_anew(before: Live | None, after: Live, viewer: Seat | None) -> said.Asked | None:
    """The new question to a viewer after an entry, if there is one.

    An `Asked` without actions withdraws the earlier question.
    """
    if before is not None and before.turn == after.turn:
        return None
    now = asked(after, viewer)
    if now is None and before is not None and before.key == after.key is not None and asked(before, viewer) is not None:
        return said.Asked(after.key, (), None, meanwhile=True)
    return now


@latest
def _changes_scene(applied: Applied) -> bool:
    """Whether an entry may have changed any viewer's scene."""
    before, after = applied.before, applied.after
    return before is None or any(getattr(before, name) is not getattr(after, name) for name in _SEEN)


@latest
def _turning_anew(applied: Applied) -> said.Turning | UnsetType:
    """The state of the shuffles after an entry; unset if the entry hasn't changed it."""
    now = turning(applied.after)
    return UNSET if applied.before is not None and turning(applied.before) == now else now


def update(applied: Applied, viewer: Seat | None) -> said.Update:
    """The `Update` that tells a viewer about an entry.

    Args:
        applied: the entry and what it did.
        viewer: the viewer's seat; None for a spectator.
    """
    after = applied.after
    return said.Update(
        version=after.version,
        scene=scene(after, viewer) if _changes_scene(applied) else UNSET,
        asked=_asked_anew(applied.before, after, viewer),
        lines=tuple(lines(applied, viewer)),
        talk=talk(applied),
        turning=_turning_anew(applied),
        fair=fairness(applied, viewer),
    )


def here(history: Reversible[Applied], live: Live, viewer: Seat | None) -> said.Here:
    """The table as it stands now, for a viewer who connects or reconnects.

    Args:
        history: the entries of the log that are in memory: the newest ones.
        live: the table.
        viewer: the viewer's seat; None for a spectator.
    """
    person = "" if viewer is None else live.seats[viewer].person
    newest: list[said.Line] = []
    spoken: list[said.Talk] = []
    room = _MOST_BYTES
    for applied in reversed(history):
        if len(newest) + len(spoken) >= _NEWEST or room < 0 or applied.after.round != live.round:  # nothing older is told
            break
        told, heard = [*lines(applied, seat_then(applied, viewer, person))], talk(applied)
        room -= len(msgspec.json.encode((told, heard)))
        newest += reversed(told)
        spoken += heard
    return said.Here(
        scene=scene(live, viewer),
        asked=asked(live, viewer),
        lines=tuple(newest[:_NEWEST][::-1]),
        talk=tuple(spoken[::-1]),
        turning=UNSET if (now := turning(live)) == said.Turning() else now,
    )


def welcome(here: bytes, live: Live, table_id: str, person: str, now: int) -> bytes:
    """Encode the `Welcome` message for a person who comes to a table.

    Args:
        here: the encoded `Here` for this viewer.
        live: the table.
        table_id: the table's id.
        person: the person's id.
        now: the present time, in milliseconds since 1970 (UTC).
    """
    own = {
        "table": about(live, table_id, person),
        "viewer": live.seat_of(person),
        "version": live.version,
        "now": now,
        "reserved": live.reserved_for(person),
    }
    return b'{"is":"welcome",' + here[1:-1] + b"," + msgspec.json.encode(own)[1:]


def seat_then(applied: Applied, viewer: Seat | None, person: str) -> Seat | None:
    """The seat from which a person saw an entry.

    Args:
        applied: the entry and what it did.
        viewer: the person's seat now; None for a spectator.
        person: the person's id; empty for a spectator.
    Returns:
        ``viewer``, if the person had this seat right after the entry; otherwise None.
    """
    return viewer if viewer is not None and applied.after.seats[viewer].person == person else None


def about(live: Live, table_id: str, person: str) -> said.About:
    """The description of a table.

    Args:
        live: the table.
        table_id: the table's id.
        person: id of the person who gets the description. It is empty for somebody who isn't signed in.
    """
    opened = live.opened
    at_table = person == live.owner or live.seat_of(person) is not None
    return said.About(
        id=table_id,
        game=opened.game,
        preset=opened.preset,
        title=opened.title,
        rules=opened.rules,
        changed=opened.changed,
        clock=opened.clock,
        public=opened.public,
        suggest=opened.suggest,
        away_s=opened.away_s,
        open_decks=opened.open_decks,
        owner=person == live.owner,
        invite=live.invite if at_table else None,
    )
