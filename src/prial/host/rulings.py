"""Decides what a command does at a table: which entries it adds to the log, or why it is refused.

The functions here are pure: they change nothing, and read neither a clock nor a disk.
"""

from collections.abc import Callable, Collection, Iterator
from typing import Any, Final

import msgspec

from prial.bots import registry as bots
from prial.core.game import Seat
from prial.core.step import take_back
from prial.errors import PrialError, Refusal, add_sentences, refuse
from prial.host import entries as log
from prial.host import messages as said
from prial.host.acting import allowed
from prial.host.admission import why_not_look
from prial.host.entries import Entries
from prial.host.house_rules import change
from prial.host.live import Live
from prial.host.messages import Sitting
from prial.host.names import at_table, legible
from prial.host.next_game import decided, no_place, propose, vote
from prial.host.proposal import without
from prial.host.status import PLAYING, Status
from prial.host.table_request import bot_name

add_sentences(
    "en",
    {
        "table.frozen": "Something went wrong, and this table has stopped. Everything up to now is kept.",
        "table.ended": "This table is closed.",
        "table.paused": "The table is paused.",
        "table.not_started": "The game hasn't started.",
        "table.started": "The game has started already.",
        "table.owner": "Only the table's owner can do that.",
        "table.no_seat": "There is no seat {seat} at this table.",
        "table.no_looker": "They aren't watching any more.",
        "table.taken": "Somebody sits there already.",
        "table.full": "All seats are taken just now: you can watch.",
        "table.not_seated": "You don't sit at this table.",
        "table.seated": "You have already played as {seat} in this game: nobody may see the cards of two seats.",
        "table.not_your_seat": "That isn't your seat.",
        "table.empty": "{seat} is empty: put a bot there, or wait for somebody to sit down.",
        "table.between": "You weren't dealt into this hand: you play from the next deal on.",
        "table.playing": "Others are playing here: you can close the table when the game is over.",
        "table.no_rest": "Nobody is waiting for that “ready” now.",
        "table.nothing_to_take_back": "There is nothing to take back now.",
        "table.no_offer": "There is no such offer now.",
        "table.not_away": "You haven't been away.",
        "table.not_gone": "{seat} hasn't been away for {seconds} seconds yet.",
        "table.running": "The table isn't paused.",
        "table.silent": "Your message is empty.",
        "table.phrase": "{phrase} isn't one of the ready phrases.",
        "table.unreadable": "That can't be shown: please use only letters, digits and symbols, on one line.",
        "table.no_suggestions": "This table plays without suggestions.",
        "table.nothing_asked": "You have nothing to decide now.",
    },
)

GONE: Final = 10_000
"""If a player has no connection for this many milliseconds, the others may ask the house to play for this player."""
PHRASES: Final = {
    "hello": "Hello!",
    "good_luck": "Good luck!",
    "well_played": "Well played!",
    "nice_hand": "Nice hand!",
    "oh_no": "Oh no!",
    "thanks": "Thanks!",
    "one_moment": "One moment, please.",
    "good_game": "Good game!",
    "again": "Another one?",
}
"""Phrases that people can choose instead of typing a text. Each key is the phrase's code."""


class Who(msgspec.Struct, frozen=True):
    """The sender of a command."""

    id: str
    """The person's id; empty for the house, which decides for bots and for players who sit out."""
    name: str = ""
    """The person's name."""


def rule(
    live: Live,
    who: Who,
    command: said.AnyCommand,
    secret: Callable[[], str],
    gone: Callable[[], Collection[Seat]] = tuple,
    looker: Callable[[int], str] = lambda _: "",
) -> Entries | Refusal:
    """The entries that a command adds to a table's log, or a refusal.

    Args:
        live: the table.
        who: the sender.
        command: the command.
        secret: makes the code of an invitation.
        gone: returns the seats whose players have had no connection for `GONE` milliseconds.
        looker: returns the id of the spectator with a given number, or an empty text if there is none.
    """
    if live.status is Status.FROZEN:
        return refuse("table.frozen")
    if live.status is Status.ENDED:
        return refuse("table.ended")
    if live.next_table:
        return refuse("next.gone")
    if refusal := why_not_look(live, who.id):
        return refusal
    match command:
        case said.Act() | said.Unlock() | said.Ready() | said.Back() | said.Promise():
            return _play(live, who, command)
        case said.Sit(seat=None):
            free = _free_seat(live, who.id)
            mine = _place_of(live, who.id)
            return [] if mine is not None else refuse("table.full") if free is None else _sit(live, who, free)
        case said.Sit(seat=int() as seat):
            return _sit(live, who, seat)
        case said.Leave():
            mine = _place_of(live, who.id)
            return refuse("table.not_seated") if mine is None else [log.Left(seat=mine), *left_alone(live, mine)]
        case said.Say():
            return _say(live, who, command)
        case said.StandIn(seat=seat):
            return _stand_in(live, who, seat, gone())
        case said.Resume():
            return _resume(live, who)
        case said.Answer() | said.Stop() | said.Hurry():
            return _agree(live, who, command)
        case said.Propose() | said.Vote():
            return _next(live, who, command)
        case said.Suggest() | said.Coach() | said.Odds() | said.Watchers() | said.Shuffles():
            return refuse("table.nothing_asked")
        case _:
            return refuse("table.owner") if who.id != live.owner else _own(live, command, secret, looker)


def house_answer(live: Live, seat: Seat, action: Any, *, late: bool) -> Entries | Refusal:
    """The entries of a decision that the house makes for a seat, or a refusal.

    The house decides for bots, for empty seats, for players whose time ran out, and for players who are away.

    Args:
        live: the table.
        seat: the seat.
        action: the action that the bot or the auto-player chose.
        late: whether the player's time ran out.
    """
    key = live.key
    if key is None or live.status is not Status.LIVE:
        return refuse("table.nothing_asked")
    found = allowed(live, seat, action)
    return found if isinstance(found, Refusal) else [log.Acted(seat=seat, key=key, action=found[1], late=late)]


def left_alone(live: Live, seat: Seat) -> Entries:
    """The entries that follow when the player in a seat leaves or begins to sit out.

    * If nobody takes part any more, the table is paused.
    * If others take part, the player's vote no longer counts. So a vote on stopping or on another game may end.
    """
    if not live.here - {seat}:
        waited_for = seat in live.here or seat in live.reserved
        return [log.Paused()] if live.status is Status.LIVE and waited_for and not live.reserved.keys() - {seat} else []
    others = live.voters - {seat}
    stopped: Entries = [log.Stopped()] if live.status in PLAYING and others <= live.stop else []
    return stopped + decided(without(live.proposal, seat), others)


def stood_in(seat: Seat) -> Entries:
    """Entries by which the house begins to play for a disconnected player, so that the others needn't wait any more."""
    return [log.Away(seat=seat, gone=True)]


def came_back(live: Live, seat: Seat) -> Entries:
    """The entries by which a player who sat out takes part again. The list is empty if the player doesn't sit out.

    A player who sits out takes part again by sending a command.
    """
    return [log.CameBack(seat=seat), *_here_again(live)] if live.seats[seat].away else []


def seated(live: Live) -> Iterator[log.Sat]:
    """Entries that give each reserved seat to the person who has reserved it."""
    for seat, waiting in live.reserved.items():
        yield log.Sat(seat=seat, person=waiting.person, name=waiting.name, between=live.between)


def _place_of(live: Live, person: str) -> Seat | None:
    """The seat that a person has, or has reserved; None if the person has neither."""
    seat = live.seat_of(person)
    return live.reserved_for(person) if seat is None else seat


def _here_again(live: Live) -> Entries:
    """The entry that ends a pause when the first person takes part again; otherwise no entry."""
    return [log.Resumed()] if live.status is Status.PAUSED and not live.here else []


def _mine(live: Live, who: Who, seat: Seat | None = None) -> Seat | Refusal:
    """The sender's seat; or a refusal if the sender has no seat, or if ``seat`` is another seat."""
    mine = live.seat_of(who.id)
    if mine is None:
        return refuse("table.not_seated")
    return refuse("table.not_your_seat") if seat is not None and seat != mine else mine


def _play(live: Live, who: Who, command: said.Act | said.Unlock | said.Ready | said.Back | said.Promise) -> Entries | Refusal:
    """The entries for a command about the sender's own seat, such as `Act` or `Ready`; or a refusal."""
    mine = _mine(live, who, getattr(command, "seat", None))
    if isinstance(mine, Refusal):
        return mine
    back = came_back(live, mine)
    if isinstance(command, said.Back):
        return back or refuse("table.not_away")
    if isinstance(command, said.Promise):
        return [log.Promised(seat=mine, promise=command.promise)]
    if live.state is None or live.status in {Status.OPEN, Status.OVER}:
        return refuse("table.not_started")
    if live.status is Status.PAUSED:
        return refuse("table.paused")
    match command:
        case said.Ready(key=key):
            if live.rest != key:
                return refuse("table.no_rest")
            return back + ([] if mine in live.ready else [log.WasReady(seat=mine)])
        case said.Unlock(key=key) | said.Act(key=key) if key != live.key:
            return refuse("step.stale", key=key, now=live.key or live.rest or "nothing")
        case said.Unlock():
            left = take_back(live.game, live.state, live.gathered, mine)
            return left if isinstance(left, Refusal) else [*back, log.Unlocked(seat=mine)]
        case said.Act(key=key, action=text):
            try:
                action = live.game.read(text)
            except PrialError as error:
                return error.refusal
            found = allowed(live, mine, action)
            if isinstance(found, Refusal):
                return found
            done, text = found
            if done.meanwhile and mine in live.newcomers:  # their action might show cards of the seat's last player
                return refuse("table.between")
            return [*back, log.Acted(seat=mine, key=key, action=text)]


def _free_seat(live: Live, person: str) -> Seat | None:
    """A seat where a person may sit down; None if there isn't one. Reserved seats are left out."""
    # During a game, a person who has already played in it gets only the same seat.
    known = live.players.get(person) if live.status in PLAYING else None
    free = [Sitting.OPEN] if live.status in PLAYING else [Sitting.OPEN, Sitting.BOT]
    seats = [seat for seat in range(len(live.seats)) if known in {None, seat} and seat not in live.reserved]
    return next((seat for kind in free for seat in seats if live.seats[seat].kind is kind), None)


def _sit(live: Live, who: Who, seat: Seat) -> Entries | Refusal:
    """The entries by which a person takes or reserves a seat, or a refusal."""
    if seat >= len(live.seats):
        return refuse("table.no_seat", seat=seat + 1)
    if _place_of(live, who.id) is None and (full := no_place(live)):
        return full
    playing, reserved = live.status in PLAYING, live.reserved.get(seat)
    if live.seats[seat].kind == "person" or (live.seats[seat].kind == "bot" and playing):
        return refuse("table.taken")
    if reserved is not None:
        return [] if reserved.person == who.id else refuse("table.taken")
    if playing and live.players.get(who.id, seat) != seat:
        return refuse("table.seated", seat=live.names[live.players[who.id]])
    name = at_table(who.name, live.others(who.id))
    if isinstance(name, Refusal):
        return name
    again = _here_again(live) if playing else []
    if not playing or live.between or live.left_hands.get(seat) == who.id:
        return [log.Sat(seat=seat, person=who.id, name=name, between=live.between), *again]
    return [log.Reserved(seat=seat, person=who.id, name=name), *again]


def _stand_in(live: Live, who: Who, seat: Seat, gone: Collection[Seat]) -> Entries | Refusal:
    """The entries by which the house begins to play for a disconnected player, or a refusal."""
    mine = _mine(live, who)
    if isinstance(mine, Refusal):
        return mine
    if seat >= len(live.seats) or live.seats[seat].kind != "person":
        return refuse("table.no_seat", seat=seat + 1)
    if live.status is not Status.LIVE:
        return refuse("table.paused" if live.status is Status.PAUSED else "table.not_started")
    if live.seats[seat].away:
        return []
    if seat not in gone:
        return refuse("table.not_gone", seat=live.names[seat], seconds=GONE // 1000)
    return [*came_back(live, mine), *stood_in(seat)]


def _say(live: Live, who: Who, command: said.Say) -> Entries | Refusal:
    """The entry for what a person says. The result may also be a refusal."""
    text = PHRASES.get(command.phrase, "") if command.phrase else command.text.strip()
    if command.phrase and not text:
        return refuse("table.phrase", phrase=command.phrase)
    if not text:
        return refuse("table.silent")
    if not legible(text):
        return refuse("table.unreadable")
    seat = live.seat_of(who.id)
    name = live.seats[seat].name if seat is not None else at_table(who.name, live.others(who.id))
    if isinstance(name, Refusal):
        return name
    return [log.Said(person=who.id, name=name, seat=seat, text=text, phrase=command.phrase)]


def _agree(live: Live, who: Who, command: said.Answer | said.Stop | said.Hurry) -> Entries | Refusal:
    """The entries for an answer to an offer, a vote on stopping, or a wish to hurry."""
    mine = _mine(live, who)
    if isinstance(mine, Refusal):
        return mine
    if not isinstance(command, said.Answer):
        if live.state is None or live.status not in PLAYING:
            return refuse("table.not_started")
        if isinstance(command, said.Hurry):
            return [] if mine in live.hurry else [log.Hurried(seat=mine)]
        voted = log.Voted(seat=mine, agree=command.agree)
        return [voted, log.Stopped()] if command.agree and live.voters - {mine} <= live.stop else [voted]
    if live.offer is None or live.offer != command.seat or live.status is not Status.LIVE:
        return refuse("table.no_offer")
    if not command.agree:
        return [log.Declined(seat=mine)]
    agreed = log.Agreed(seat=mine)
    return [agreed, log.TookBack(seat=live.offer)] if live.here - {mine} <= live.agreed else [agreed]


def _next(live: Live, who: Who, command: said.Propose | said.Vote) -> Entries | Refusal:
    """The entries for a command that proposes another game or votes on the proposed game; or a refusal."""
    mine = _mine(live, who)
    if isinstance(mine, Refusal):
        return mine
    done = propose(live, mine, command) if isinstance(command, said.Propose) else vote(live, mine, command)
    return done if isinstance(done, Refusal) else [*came_back(live, mine), *done]


def _own(live: Live, command: said.AnyCommand, secret: Callable[[], str], looker: Callable[[int], str]) -> Entries | Refusal:
    """The entries for a command that only the owner may give. The result may also be a refusal."""
    match command:
        case said.Start():
            return _start(live)
        case said.AddBot(seat=seat, bot=bot):
            return _add_bot(live, seat, bot)
        case said.Remove(seat=seat, ban=ban):
            if seat >= len(live.seats) or (live.seats[seat].kind == "open" and seat not in live.reserved):
                return refuse("table.no_seat", seat=seat + 1)
            barred = ban and _place_of(live, live.owner) != seat
            return [log.Left(seat=seat, removed=True, barred=barred), *left_alone(live, seat)]
        case said.Rules():
            return change(live, command)
        case said.ShowOut(number=number):
            person = looker(number)
            return [log.ShownOut(person=person)] if person and person != live.owner else refuse("table.no_looker")
        case said.Close():
            mine = live.seat_of(live.owner)
            others = live.voters - {mine} or live.reserved
            return refuse("table.playing") if live.status in PLAYING and others else [log.Ended(why="closed")]
        case said.Pause():
            return [log.Paused()] if live.status is Status.LIVE else refuse("table.not_started")
        case said.Invite():
            return [log.Invited(invite=secret(), alone=True)]
        case said.Offer(seat=seat):
            return _offer(live, seat)
        case _:
            return refuse("table.owner")


def _resume(live: Live, who: Who) -> Entries | Refusal:
    """The entries that end a pause and let the sender take part again, or a refusal."""
    mine = live.seat_of(who.id)  # every player may end a pause, since the owner may be gone
    if mine is None and who.id != live.owner:
        return refuse("table.owner")
    if live.status is not Status.PAUSED:
        return refuse("table.running")
    back: Entries = [log.CameBack(seat=mine)] if mine is not None and live.seats[mine].away else []
    return [*back, log.Resumed()]


def _start(live: Live) -> Entries | Refusal:
    """The entries by which a game begins. The result may also be a refusal."""
    if live.status in PLAYING:
        return refuse("table.started")
    for seat, sitter in enumerate(live.seats):
        if sitter.kind == "open":
            return refuse("table.empty", seat=live.names[seat])
    mine = live.seat_of(live.owner)
    back: Entries = [log.CameBack(seat=mine)] if mine is not None and live.seats[mine].away else []
    return [*back, log.Started()]


def _add_bot(live: Live, seat: Seat, bot: str) -> Entries | Refusal:
    """The entry by which a bot takes a seat. The result may also be a refusal."""
    if seat >= len(live.seats):
        return refuse("table.no_seat", seat=seat + 1)
    if (live.seats[seat].kind == "person" and not live.seats[seat].away) or seat in live.reserved:
        return refuse("table.taken")
    try:
        bots.make(live.game, bot)
    except PrialError as error:
        return error.refusal
    return [log.BotSat(seat=seat, bot=bot, name=bot_name(live.others("")))]


def _offer(live: Live, seat: Seat) -> Entries | Refusal:
    """The entries, or a refusal, for the owner's offer to let a player take a decision back."""
    if live.undo is None or seat not in live.undo.gathered or live.status is not Status.LIVE:
        return refuse("table.nothing_to_take_back")
    offered: Entries = [log.Offered(seat=seat)]
    mine = live.seat_of(live.owner)
    if mine is not None:
        offered.append(log.Agreed(seat=mine))
    return [*offered, log.TookBack(seat=seat)] if live.here <= {mine} else offered
