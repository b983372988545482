"""What each entry of a log does to its table. `fold` applies one entry.

No function here reads a clock, draws at random or touches a disk. The same log always gives the same table.
"""

from collections.abc import Iterable, Mapping
from typing import Any, assert_never

from msgspec.structs import asdict, replace

from prial.core.chance import Outcome
from prial.core.game import EVERYBODY, NATURE, Chance, Decision, Game, Node, Over, Seat, State
from prial.core.registry import find
from prial.core.step import Step, step, take_back
from prial.errors import PrialError, Refusal, add_sentences, refuse
from prial.host import entries as log
from prial.host import fairness
from prial.host.acting import acted
from prial.host.fairness import Fair
from prial.host.live import CLOCKS, Applied, Live, Sitter, Undo, Waiting
from prial.host.messages import Sitting
from prial.host.proposal import Poll, Proposal, folded, without
from prial.host.status import PLAYING, Status

add_sentences("en", {"table.broken": "The log of this table doesn't fit its game: {why}"})


class BrokenLogError(PrialError):
    """A log whose entries can't be applied. Either the program that wrote the log or this program has a fault."""


def open_game(opened: log.Opened) -> Game[Any, Any]:
    """The game that a table plays.

    Raises:
        RulesError: if the game or its rules don't exist.
    """
    return find(opened.game).reopen(opened.rules, opened.preset, opened.game_version)


def fold(before: Live | None, entry: log.AnyEntry, at: int) -> Applied:
    """Apply one entry of a log to its table.

    Args:
        before: the table; None before its first entry.
        entry: the entry.
        at: the time of the entry's event, in milliseconds since 1970 (UTC).
    Returns:
        The table before and after the entry, and the game's step if the entry moved the game.
    Raises:
        BrokenLogError: if the entry can't follow the entries before it.
        PrialError: if the game or its rules don't exist, or if the text of an action or of nature's move can't be read.
    """
    if before is None:
        if not isinstance(entry, log.Opened):
            raise BrokenLogError(refuse("table.broken", why="its first entry doesn't open the table."))
        game = open_game(entry)
        seats = (Sitter(),) * game.seats
        owner = entry.owner
        after = Live(
            opened=entry,
            game=game,
            version=1,
            owner=owner,
            invite=entry.invite,
            admitted=frozenset({owner, *entry.admitted}),
            barred=frozenset(entry.barred),
            seats=seats,
            since=at,
        )
        return Applied(None, entry, at, after)
    live = replace(before, version=before.version + 1)
    done = None
    match entry:
        case log.Dealt() | log.Acted():
            live, done = _moved(live, entry, at)
        case log.Started():
            live = _start(live, at)
        case log.Ruled():
            live = _ruled(live, entry)
        case log.Unlocked() | log.TookBack():
            live = _taken_back(live, entry, at)
        case log.Opened() | log.Sat() | log.Reserved() | log.BotSat() | log.Left() | log.Away() | log.CameBack():
            live = _seated(live, entry)
        case log.Proposed() | log.VotedNext() | log.Carried() | log.Dropped() | log.WentOn():
            live = _polled(live, entry)
        case _:
            live = _around(live, entry, at)
    return Applied(before, entry, at, live, done)


def fold_all(rows: Iterable[tuple[log.AnyEntry, int]]) -> list[Applied]:
    """Apply all entries of a log, from its start.

    Args:
        rows: the entries, each with the time of its event in milliseconds since 1970 (UTC).
    Returns:
        What each entry did.
    Raises:
        BrokenLogError: if an entry can't follow the entries before it.
        PrialError: if the game or its rules don't exist, or if the text of an action or of nature's move can't be read.
    """
    found: list[Applied] = []
    for entry, at in rows:
        found.append(fold(found[-1].after if found else None, entry, at))
    return found


def _moved(live: Live, entry: log.Dealt | log.Acted, at: int) -> tuple[Live, Step[Any, Any]]:
    """The table after a move of nature or of a seat, and the game's step."""
    game, state, node = live.game, live.state, live.node
    if state is None:
        raise BrokenLogError(refuse("table.broken", why="somebody moves before the start."))
    if isinstance(entry, log.Dealt):
        if not isinstance(node, Chance):
            raise BrokenLogError(refuse("table.broken", why="nature moves out of turn."))
        outcome = node.draw.read(entry.outcome)
        done = step(game, state, {}, NATURE, outcome)
        live = replace(live, fair=_dealt(live, entry, node, outcome))
    else:
        if entry.key != live.key:
            raise BrokenLogError(refuse("table.broken", why=f"the decision {entry.key} is answered, but {live.key} is due."))
        done = acted(live, state, entry.seat, entry.action)
    if isinstance(done, Refusal):
        raise BrokenLogError(refuse("table.broken", why=str(done)))
    if isinstance(entry, log.Acted) and entry.late:
        live = replace(live, late=live.late | {entry.seat})
    if done.moves is None:
        return replace(live, gathered=done.gathered), done
    if isinstance(node, Decision) and done.meanwhile:
        return _meanwhile(live, done, node), done
    then = game.node(done.state)
    # Decisions of one turn share one clock. If time ran out for all seats that decide next, they get no new time, and the whole
    # turn counts as one missed decision
    spent = isinstance(then, Decision) and live.late.issuperset(then.seats)
    same = isinstance(then, Decision) and isinstance(node, Decision) and then.seats == node.seats == (done.seat,)
    deadline = live.deadline
    for seat in node.seats if isinstance(node, Decision) and not spent else ():
        sitter = live.seats[seat]
        live = _put(live, seat, replace(sitter, missed=sitter.missed + 1 if seat in live.late else 0))
    live = replace(live, state=done.state, gathered={}, undo=_undo(live, done, node), ready=frozenset())
    live = _go_on(_no_offer(live), then, at)
    if spent or same:
        live = replace(live, deadline=at if spent else deadline)
    return live, done


def _dealt(live: Live, entry: log.Dealt, node: Chance, outcome: Outcome) -> Fair:
    """Apply a move of nature to the table's shuffles, and return their new state."""
    begins = node.rest or live.fair.waits
    try:
        fair = fairness.moved(live.fair, node.draw, outcome, entry.numbers, begins=begins)
    except (ValueError, PrialError) as error:
        raise BrokenLogError(refuse("table.broken", why="other cards were dealt than its deck holds.")) from error
    if entry.numbers and live.opened.open_decks:
        fair = fairness.kept(fair)
    return fairness.promised(fair, entry.promises)


def _meanwhile(live: Live, done: Step[Any, Any], node: Decision) -> Live:
    """The table after a seat did something while other seats decide. The decision of the other seats goes on."""
    after = live.game.node(done.state)
    if not isinstance(after, Decision) or (after.key, after.seats) != (node.key, node.seats):
        raise BrokenLogError(refuse("table.broken", why=f"seat {done.seat} wasn't to decide {node.key}, and ended it."))
    # The turn grows, so bots think again about the changed state
    return _no_offer(replace(live, state=done.state, node=after, turn=live.turn + 1, undo=None))


def _no_offer(live: Live) -> Live:
    """The table without the owner's offer to take a decision back."""
    return replace(live, offer=None, agreed=frozenset())


def _undo(live: Live, done: Step[Any, Any], node: Node | None) -> Undo | None:
    """The decision that may be taken back after a move; None if there is none."""
    before, after = done.before.seen, done.state.seen
    if not isinstance(node, Decision) or len(node.seats) < 2 or not isinstance(live.game.node(done.state), Decision):
        return None
    # After a move that has shown a card, nothing may be taken back
    if EVERYBODY in after[len(before) :] or any(new & ~old for old, new in zip(before, after, strict=False)):
        return None
    assert live.key is not None
    assert isinstance(done.moves, Mapping)
    return Undo(live.key, done.before, done.moves)


def _ruled(live: Live, entry: log.Ruled) -> Live:
    """The table with other rules. `prial.host.house_rules.change` makes sure that no person sits in a removed seat."""
    if live.state is not None:
        raise BrokenLogError(refuse("table.broken", why="rules change after the start."))
    opened = replace(live.opened, **asdict(entry))
    game = open_game(opened)
    seats = (*live.seats, *[Sitter()] * game.seats)[: game.seats]
    return replace(live, opened=opened, game=game, seats=seats)


def _start(live: Live, at: int) -> Live:
    """The table when a game begins."""
    state = live.game.start()
    return replace(
        live,
        status=Status.LIVE,
        since=at,
        round=live.round + 1,
        turn=live.turn + 1,
        players={sitter.person: seat for seat, sitter in enumerate(live.seats) if sitter.person},
        seats=tuple([replace(sitter, missed=0) for sitter in live.seats]),
        state=state,
        gathered={},
        node=live.game.node(state),
        fair=fairness.begun(live.fair),
        left_hands={},
        absent=frozenset(),
        newcomers=frozenset(),
        deadline=None,
        late=frozenset(),
        ready=frozenset(),
        undo=None,
        stop=frozenset(),
        hurry=frozenset(),
        result=None,
        stopped=False,
    )


def _go_on(live: Live, node: Node, at: int) -> Live:
    """The table after its game has moved on, with the clock set anew. ``at`` is in milliseconds."""
    clock = CLOCKS[live.opened.clock]
    live = replace(live, turn=live.turn + 1, late=frozenset())
    if node.rest if isinstance(node, Chance | Decision) else True:
        live = replace(live, left_hands={}, absent=frozenset())
    else:
        live = replace(live, newcomers=frozenset())
    if isinstance(node, Over):
        return replace(
            live, node=node, status=Status.OVER, deadline=None, stop=frozenset(), hurry=frozenset(), result=node.result
        )
    seconds = None if clock is None else clock[0] if isinstance(node, Decision) else clock[1] if node.rest else None
    return replace(live, node=node, deadline=None if seconds is None else at + 1000 * seconds)


def _taken_back(live: Live, entry: log.Unlocked | log.TookBack, at: int) -> Live:
    """The table after a seat took a decision back."""
    undo = live.undo
    if isinstance(entry, log.TookBack) and undo is not None:
        live = replace(live, state=undo.state, gathered=undo.gathered, undo=None)
    if live.state is None:
        raise BrokenLogError(refuse("table.broken", why="something is taken back before the start."))
    left = take_back(live.game, live.state, live.gathered, entry.seat)
    if isinstance(left, Refusal):
        raise BrokenLogError(refuse("table.broken", why=str(left)))
    node = live.game.node(live.state)
    live = replace(live, gathered=left, late=live.late - {entry.seat})
    return live if isinstance(entry, log.Unlocked) else _go_on(_no_offer(live), node, at)


def _put(live: Live, seat: Seat, sitter: Sitter) -> Live:
    """The table with ``sitter`` in a seat."""
    return replace(live, seats=(*live.seats[:seat], sitter, *live.seats[seat + 1 :]))


def _vacate(live: Live, seat: Seat) -> Live:
    """The table with a seat emptied. The player's votes, promise and wish for fast play are removed too."""
    proposal = without(live.proposal, seat)
    live = replace(_put(live, seat, Sitter()), stop=live.stop - {seat}, hurry=live.hurry - {seat}, ready=live.ready - {seat})
    live = replace(live, proposal=proposal)
    fair = fairness.released(live.fair, seat)
    live = replace(live, reserved=_but(live.reserved, seat), absent=live.absent - {seat}, fair=fair)
    return _no_offer(live) if seat == live.offer or seat in live.agreed else live


def _seated(live: Live, entry: log.Opened | log.Sat | log.Reserved | log.BotSat | log.Left | log.Away | log.CameBack) -> Live:
    """The table after somebody came, left, sat out or came back."""
    match entry:
        case log.Opened():
            raise BrokenLogError(refuse("table.broken", why="it opens the table twice."))
        case log.Sat():
            return _sat(live, entry)
        case log.Reserved(seat=seat, person=person, name=name):
            others = {each: waiting for each, waiting in live.reserved.items() if waiting.person != person}
            return replace(live, reserved={**others, seat: Waiting(person, name)}, admitted=live.admitted | {person})
        case log.BotSat(seat=seat, bot=bot, name=name):
            return _put(_vacate(live, seat), seat, Sitter(Sitting.BOT, name, bot=bot))
        case log.Left():
            return _left(live, entry)
        case log.Away(seat=seat, gone=gone):
            absent = live.absent | {seat} if gone and not live.between else live.absent
            return _put(replace(live, absent=absent), seat, replace(live.seats[seat], away=True, gone=gone))
        case log.CameBack(seat=seat):
            here = replace(live.seats[seat], away=False, gone=False, missed=0)
            return _put(replace(live, absent=live.absent - {seat}), seat, here)
        case _:
            assert_never(entry)


def _sat(live: Live, entry: log.Sat) -> Live:
    """The table after a person took a seat."""
    seat, person = entry.seat, entry.person
    old = live.seat_of(person)
    live = live if old is None else _vacate(live, old)
    live = replace(_vacate(live, seat), admitted=live.admitted | {person}, left_hands=_but(live.left_hands, seat))
    live = _put(live, seat, Sitter(Sitting.PERSON, entry.name, person))
    if live.status in PLAYING:
        live = replace(live, players={**live.players, person: seat})
    elif entry.between:  # the game is over: this person may not see the cards of the player who had the seat
        live = replace(live, players={each: its for each, its in live.players.items() if each != person})
    if entry.between and live.state is not None:
        bit, state = 1 << seat, live.state
        seen = tuple([who if who == EVERYBODY else who & ~bit for who in state.seen])
        state = State(state.public, state.piles, seen)
        live = replace(live, state=state, undo=None, newcomers=live.newcomers | {seat})
    # If the owner has left for good, the person who sits down becomes the owner
    return live if live.seat_of(live.owner) is not None else replace(live, owner=person)


def _left(live: Live, entry: log.Left) -> Live:
    """The table after a player or a bot left a seat, or a reservation ended."""
    seat = entry.seat
    gone = live.seats[seat].person
    barred = gone or (live.reserved[seat].person if seat in live.reserved else "")
    if entry.barred and barred:
        live = _barred(live, barred)
    own_will = gone and not entry.removed and live.status in PLAYING and not live.between
    left_hands = {**live.left_hands, seat: gone} if own_will else live.left_hands
    live = replace(_vacate(live, seat), left_hands=left_hands)
    heirs = [sitter.person for sitter in live.seats if sitter.person]
    return replace(live, owner=heirs[0]) if gone == live.owner and heirs else live


def _barred(live: Live, person: str) -> Live:
    """The table after a person has been barred, so that this person can't come back."""
    return replace(live, barred=live.barred | {person}, admitted=live.admitted - {person})


def _but(mapping: Mapping[Seat, Any], seat: Seat) -> Mapping[Seat, Any]:
    """A copy of a mapping, without the entry for ``seat``."""
    return {each: value for each, value in mapping.items() if each != seat}


def _at_the_door(live: Live, entry: log.Admitted | log.ShownOut | log.Invited) -> Live:
    """The table after a person was let in or asked to leave, or after the table got a new link."""
    match entry:
        case log.Admitted(person=person):
            return replace(live, admitted=live.admitted | {person})
        case log.ShownOut(person=person):
            return _barred(live, person)
        case log.Invited(invite=invite, alone=alone):
            here = live.players_here | {live.owner}
            return replace(live, invite=invite, admitted=here if alone else live.admitted)


def _around(live: Live, entry: log.AnyEntry, at: int) -> Live:
    """The table after an entry that changes neither the game's state nor who sits where."""
    match entry:
        case log.Admitted() | log.ShownOut() | log.Invited():
            return _at_the_door(live, entry)
        case log.WasReady(seat=seat):
            return replace(live, ready=live.ready | {seat})
        case log.Paused():
            left = None if live.deadline is None else max(0, live.deadline - at)
            return replace(live, status=Status.PAUSED, deadline=None, left=left)
        case log.Resumed():
            return replace(live, status=Status.LIVE, deadline=None if live.left is None else at + live.left, left=None)
        case log.Offered(seat=seat):
            return replace(live, offer=seat, agreed=frozenset())
        case log.Agreed(seat=seat):
            return replace(live, agreed=live.agreed | {seat})
        case log.Declined():
            return replace(live, offer=None, agreed=frozenset())
        case log.Voted(seat=seat, agree=agree):
            return replace(live, stop=live.stop | {seat} if agree else live.stop - {seat})
        case log.Hurried(seat=seat):
            return replace(live, hurry=live.hurry | {seat})
        case log.Stopped():
            return _stopped(live)
        case log.Promised() | log.Bound() | log.Voided() | log.DecksOpened():
            return replace(live, fair=_shuffled(live.fair, entry))
        case log.Credited(ms=ms):
            return live if live.deadline is None else replace(live, deadline=live.deadline + ms)
        case log.Froze():
            return replace(live, status=Status.FROZEN, deadline=None)
        case log.Ended():
            return replace(live, status=Status.ENDED, deadline=None)
        case _:
            return live


def _shuffled(fair: Fair, entry: log.Promised | log.Bound | log.Voided | log.DecksOpened) -> Fair:
    """The state of a table's shuffles after an entry that deals no card."""
    match entry:
        case log.Promised(seat=seat, promise=promise):
            return fairness.promised(fair, ((seat, promise),))
        case log.Bound(binding=binding):
            return fairness.tied(fair, binding)
        case log.Voided(promises=promises):
            return replace(fairness.promised(fair, promises), void=fair.void + 1, turning=None)
        case log.DecksOpened():
            return replace(fair, opened=True)
        case _:
            assert_never(entry)


def _polled(live: Live, entry: log.Proposed | Poll) -> Live:
    """The table after another game was proposed, or after an entry that changed the proposal, such as a vote."""
    if isinstance(entry, log.Proposed):
        return replace(live, proposal=Proposal(number=live.version, wanted=entry, agree=frozenset({entry.seat})))
    if live.proposal is None:
        raise BrokenLogError(refuse("table.broken", why="there is a vote, but no proposal."))
    live = replace(live, proposal=folded(live.proposal, entry))
    return _stopped(live) if isinstance(entry, log.WentOn) and live.status in PLAYING else live


def _stopped(live: Live) -> Live:
    """The table after its game was stopped before the end."""
    assert live.state is not None
    result = live.game.stop(live.state)
    live = replace(live, status=Status.OVER, deadline=None, left=None, result=result, stopped=True)
    return _no_offer(replace(live, undo=None, stop=frozenset(), hurry=frozenset()))
