"""What one viewer is told of a table.

Each message is built for its viewer, field by field, from what that viewer may know: nothing is made for everybody and
stripped afterwards.
"""

from collections.abc import Iterator, Reversible
from enum import StrEnum
from itertools import islice
from typing import Final

import msgspec

from prial.cards import names
from prial.core.game import BACK, Decision, Event, Seat, view
from prial.core.registry import find
from prial.core.step import Unlocked
from prial.errors import add_sentences
from prial.host import entries as log
from prial.host import messages as said
from prial.host.live import Applied, Live
from prial.host.next_game import needed
from prial.host.proposal import Poll
from prial.host.status import PLAYING

add_sentences(
    "en",
    {
        "table.opened": "The table is set up.",
        "table.sat": "{seat} sits down.",
        "table.reserved": "{name} sits down with the next deal.",
        "table.bot_sat": "{seat} takes a seat: a bot.",
        "table.left": "{name} leaves the table.",
        "table.removed": "{name} is asked to leave.",
        "table.begun": "The game begins.",
        "table.again": "Another game begins.",
        "table.late": "Time is up for {seat}: the house answers.",
        "table.away": "{seat} sits out, and the house answers meanwhile.",
        "table.stand_in": "{seat} isn't here just now: a bot plays until they are back.",
        "table.back": "{seat} is back.",
        "table.paused": "The table is paused.",
        "table.resumed": "The table goes on.",
        "table.offered": "{seat} may take the decision back if all agree.",
        "table.agreed": "{seat} agrees.",
        "table.declined": "{seat} doesn't agree; it stays.",
        "table.took_back": "{seat} takes the decision back and thinks again.",
        "table.voted": "{seat} would like to stop.",
        "table.unvoted": "{seat} plays on.",
        "table.stopped": "All agree to stop: the game ends as it stands.",
        "table.proposed": "{seat} proposes “{text}” next.",
        "table.voted_next": "{seat} is for “{text}”.",
        "table.against_next": "{seat} is against “{text}”.",
        "table.carried": "Most agree: “{text}” is next.",
        "table.dropped": "“{text}” won't be next.",
        "table.went_on": "The table goes on to “{text}”. What was won and lost here stays here.",
        "table.credited": "Nobody could play for {seconds} s; everybody gets that time back.",
        "table.froze": "This table has stopped: the program made a mistake here. Everything up to now is kept.",
        "table.ended": "This table is closed.",
    },
)

_NEWEST: Final = 200
"""Lines and talk that a newcomer is told."""
_MOST_BYTES: Final = 64 * 1024
"""Bytes of them, about: what a newcomer is told must fit into what may wait for a slow reader."""
_FEW: Final = 20
"""Actions that are listed."""


class What(StrEnum):
    """What may happen around the game."""

    OPENED = "opened"
    """The table is set up."""
    SAT = "sat"
    """A person sits down."""
    RESERVED = "reserved"
    """A person is to sit down with the next deal."""
    BOT_SAT = "bot_sat"
    """A bot does."""
    LEFT = "left"
    REMOVED = "removed"
    """Somebody was asked to leave."""
    BEGUN = "begun"
    """The first game begins."""
    AGAIN = "again"
    """Another game begins."""
    LATE = "late"
    """Somebody's time is up."""
    AWAY = "away"
    """Somebody sits out."""
    STAND_IN = "stand_in"
    """The house plays for somebody who isn't connected."""
    BACK = "back"
    PAUSED = "paused"
    RESUMED = "resumed"
    OFFERED = "offered"
    """A decision may be taken back."""
    AGREED = "agreed"
    """Somebody agrees to that."""
    DECLINED = "declined"
    """Somebody doesn't."""
    TOOK_BACK = "took_back"
    """It is taken back."""
    VOTED = "voted"
    """Somebody would like to stop."""
    UNVOTED = "unvoted"
    """Somebody plays on after all."""
    STOPPED = "stopped"
    """The game was voted to an end."""
    PROPOSED = "proposed"
    """Somebody proposes another game."""
    VOTED_NEXT = "voted_next"
    """Somebody is for it."""
    AGAINST_NEXT = "against_next"
    """Somebody is against it."""
    CARRIED = "carried"
    """Most are for it."""
    DROPPED = "dropped"
    """Nothing comes of it."""
    WENT_ON = "went_on"
    """Everybody goes to the table at which it is played."""
    CREDITED = "credited"
    """The house was closed meanwhile."""
    FROZE = "froze"
    """The program made a mistake."""
    ENDED = "ended"
    """The table is closed."""


class Happened(Event, frozen=True, tag="table"):
    """Something that happened around the game."""

    what: What
    seat: Seat | None = None
    name: str = ""
    """Who did it, where that may be somebody without a seat."""
    text: str = ""
    seconds: int = 0

    @property
    def code(self) -> str:
        return f"table.{self.what}"


def _around(applied: Applied) -> Event | None:
    """What an entry says of the table and the people at it; None where only the game moved."""
    before, after = applied.before, applied.after
    match applied.entry:
        case log.Unlocked(seat=seat):
            return Unlocked(seat)
        case log.Left(seat=seat, removed=removed):
            assert before is not None
            waiting = before.reserved.get(seat)
            name = before.names[seat] if waiting is None else waiting.name
            return Happened(What.REMOVED if removed else What.LEFT, name=name)
        case log.Reserved(seat=seat, name=name):
            return Happened(What.RESERVED, seat, name=name)
        case log.Voted(seat=seat, agree=agree):
            return Happened(What.VOTED if agree else What.UNVOTED, seat)
        case log.Proposed(seat=seat, name=name):
            return Happened(What.PROPOSED, seat, text=name)
        case log.VotedNext() | log.Carried() | log.Dropped() | log.WentOn():
            assert before is not None
            assert before.proposal is not None
            return _polled(applied.entry, before.proposal.wanted.name)
        case log.Started():
            return Happened(What.AGAIN if after.round > 1 else What.BEGUN)
        case log.Credited(ms=ms) if ms < 1000:  # a clock that was set back
            return None
        case log.Credited(ms=ms):
            return Happened(What.CREDITED, seconds=ms // 1000)
        case log.Acted(seat=seat, late=late):
            return Happened(What.LATE, seat) if late else None
        case log.Dealt() | log.Admitted() | log.Invited() | log.WasReady() | log.Said():
            return None
        case log.Away(seat=seat, gone=True):
            return Happened(What.STAND_IN, seat)
        case log.Sat(seat=seat) | log.BotSat(seat=seat) | log.Away(seat=seat) | log.CameBack(seat=seat):
            return Happened(_what(applied.entry), seat)
        case log.Offered(seat=seat) | log.Agreed(seat=seat) | log.Declined(seat=seat) | log.TookBack(seat=seat):
            return Happened(_what(applied.entry), seat)
        case _:
            return Happened(_what(applied.entry))


def _polled(entry: Poll, name: str) -> Happened:
    """What a vote on another game says."""
    if isinstance(entry, log.VotedNext):
        return Happened(What.VOTED_NEXT if entry.agree else What.AGAINST_NEXT, entry.seat, text=name)
    return Happened(_what(entry), text=name)


def _what(entry: log.AnyEntry) -> What:
    return What(str(entry.__struct_config__.tag))


def lines(applied: Applied, viewer: Seat | None) -> Iterator[said.Line]:
    """What a viewer is told of an entry, in words and fields."""
    live = applied.after
    around = _around(applied)
    game = applied.step.told if applied.step is not None else ()
    events = [*([around] if around is not None else []), *(told.event for told in game if told.heard_by(viewer))]
    for event in events:
        fields = msgspec.to_builtins(event)
        yield said.Line(live.version, event.code, event.say(live.names), fields, event.WEIGHT, event.sound, event.PRIVATE)


def talk(applied: Applied) -> tuple[said.Talk, ...]:
    """What somebody said with an entry; everybody who looks hears it."""
    entry = applied.entry
    if not isinstance(entry, log.Said):
        return ()
    return (said.Talk(applied.after.version, entry.name, entry.text, entry.seat, entry.phrase),)


def scene(live: Live, viewer: Seat | None) -> said.Scene:
    """The table as a viewer sees it."""
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
    eyes = live.eyes(viewer)
    mine = live.gathered.get(eyes) if eyes is not None else None
    result = None
    if live.result is not None:
        result = said.Ended(live.result.winners, live.result.scores, live.result.ledger, live.stopped)
    return said.Scene(
        status=live.status,
        round=live.round,
        seats=seats,
        key=live.key,
        waiting=live.waiting if live.status in PLAYING else (),
        rest=live.rest,
        deadline=live.deadline,
        view=_seen(live, eyes),
        mine=None if mine is None else live.game.write(mine),
        offer=None if live.offer is None else said.Offered(live.offer, tuple(sorted(live.agreed))),
        may_offer=() if live.undo is None else tuple(live.undo.gathered),
        stop=tuple(sorted(live.stop)),
        result=result,
        next=_next(live),
    )


def _next(live: Live) -> said.Next | None:
    """Another game that is proposed: a matter of the table, so everybody who looks at it is told the same."""
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
    if live.state is None:
        return None
    mine = view(live.state, viewer)
    piles = tuple(["??" * len(pile) if BACK in pile else names(pile) for pile in mine.piles])
    return said.Seen(msgspec.to_builtins(mine.public), piles)


def asked(live: Live, viewer: Seat | None) -> said.Asked | None:
    """What a viewer has to decide, also where it has and could still take that back; or what it may do meanwhile."""
    node, key = live.node, live.key
    if viewer is None or live.state is None or live.status not in PLAYING:
        return None
    if not isinstance(node, Decision) or key is None or viewer not in {*node.seats, *node.also}:
        return None
    mine, meanwhile = view(live.state, viewer), viewer not in node.seats
    if meanwhile and viewer in live.newcomers:
        return None
    guide = find(live.opened.game).guide(live.game, mine)
    if guide is not None:  # finding out that there are too many would be a fifth of a busy house's work
        return said.Asked(key, None, msgspec.to_builtins(guide), meanwhile)
    few = [live.game.write(action) for action in islice(live.game.choices(mine), _FEW + 1)]
    return said.Asked(key, tuple(few) if len(few) <= _FEW else None, None, meanwhile)


def _asked_anew(before: Live | None, after: Live, viewer: Seat | None) -> said.Asked | None:
    """What a viewer is told of that by an update: only what is another than before."""
    if before is not None and before.turn == after.turn:
        return None
    now = asked(after, viewer)
    if now is None and before is not None and before.key == after.key is not None and asked(before, viewer) is not None:
        return said.Asked(after.key, (), None, meanwhile=True)
    return now


def update(applied: Applied, viewer: Seat | None) -> said.Update:
    """What one entry of the log changed, as a viewer is told it."""
    after = applied.after
    return said.Update(
        version=after.version,
        scene=scene(after, viewer),
        asked=_asked_anew(applied.before, after, viewer),
        lines=tuple(lines(applied, viewer)),
        talk=talk(applied),
    )


def here(history: Reversible[Applied], live: Live, viewer: Seat | None) -> said.Here:
    """How a table stands for a viewer, who comes or comes back.

    Args:
        history: what happened, as far back as it is at hand.
        live: the table.
        viewer: whoever sits there, or a spectator.
    """
    person = "" if viewer is None else live.seats[viewer].person
    newest: list[said.Line] = []
    spoken: list[said.Talk] = []
    room = _MOST_BYTES
    for applied in reversed(history):
        if len(newest) + len(spoken) >= _NEWEST or room < 0 or applied.after.round != live.round:  # nothing older is told
            break
        told, heard = [*lines(applied, ear(applied, viewer, person))], talk(applied)
        room -= len(msgspec.json.encode((told, heard)))
        newest += reversed(told)
        spoken += heard
    return said.Here(
        scene=scene(live, viewer),
        asked=asked(live, viewer),
        lines=tuple(newest[:_NEWEST][::-1]),
        talk=tuple(spoken[::-1]),
    )


def welcome(here: bytes, live: Live, table_id: str, person: str, now: int) -> bytes:
    """The `Welcome` of somebody.

    Args:
        here: how the table stands for this viewer, encoded.
        live: the table.
        table_id: its id.
        person: who comes.
        now: milliseconds since 1970, UTC.
    """
    own = {
        "table": about(live, table_id, person),
        "viewer": live.seat_of(person),
        "version": live.version,
        "now": now,
        "reserved": live.reserved_for(person),
    }
    return b'{"is":"welcome",' + here[1:-1] + b"," + msgspec.json.encode(own)[1:]


def ear(applied: Applied, viewer: Seat | None, person: str) -> Seat | None:
    """As whom a person heard of an entry: what a seat was told before somebody sat down there isn't told again."""
    return viewer if viewer is not None and applied.after.seats[viewer].person == person else None


def about(live: Live, table_id: str, person: str) -> said.About:
    """What a table is, for somebody."""
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
        owner=person == live.owner,
        invite=live.invite if at_table else None,
    )
