"""The invariants of a table, checked from the database file and from what its clients sent and received; the server isn't asked.

1. Every acknowledged command is in the log exactly once. 2. A table's versions run from 1 to n without a gap. 3. Replaying the
log gives the stored state. 4. Wins and losses sum to zero, and no pot is negative. 5. No card is in two places. 6. Clients were
told exactly what is in the log. 7. Every command got one final answer, or its connection was closed. 8. No seat was timed out
before its deadline; its time is counted again, without pauses and outages. 9. A table goes on to at most one next table, and
then does nothing more. The next table exists, is no other table's next one, and began with the same people in the same order.
"""

import math
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import msgspec

from prial.cards import Card
from prial.core import registry
from prial.core.game import BACK, Decision
from prial.errors import PrialError
from prial.games.brag.state import Table as BragTable
from prial.games.brag_poker.state import Table as BragPokerTable
from prial.games.crash import state as crash
from prial.games.stop_the_bus import state as stop_the_bus
from prial.games.xap_xam import state as xap_xam
from prial.host import entries as log
from prial.host import messages as said
from prial.host import telling
from prial.host.fold import fold
from prial.host.live import CLOCKS, Applied, Live
from prial.host.table import HISTORY
from tests.faults.times import ROUNDING_MS
from tests.faults.transcript import Line, Transcript, final, viewer_of

Outages = Sequence[tuple[int, int]]
"""Times from which on nobody could come to the house, and from which on people could again, in milliseconds since 1970, UTC."""
Answers = Mapping[str, bytes]
"""A client's answers, by the command's id."""
_PERSONS = (log.Said, log.Acted, log.Unlocked, log.WasReady, log.Paused, log.Resumed, log.Ruled)
"""Entries that come from a command, unless the house made the decision."""
_DEALT = frozenset({"bet", "looked", "consent", "lend", "pick", "keep"})
"""The phases in which a deal of Brag is played."""


@dataclass
class Stored:
    """A table as the database file has it."""

    version: int
    status: str
    versions: list[int]
    rows: list[tuple[bytes, int]]
    """Each entry with its time."""
    answers: dict[tuple[str, str], bytes]
    """Answers by person and command id."""


def breaches(db: Path, transcripts: Sequence[Transcript], outages: Outages = (), *, killed: bool = False) -> list[str]:
    """The invariants that are violated: a sentence for each violation, beginning with the invariant's number.

    Args:
        db: the database file; nobody may be writing to it.
        transcripts: the transcripts of everybody who sent commands.
        outages: when the house was closed.
        killed: whether the server was killed and not started again; then a next table may not exist yet.
    """
    found = []
    histories = {}
    tables = _read(db)
    for table, stored in tables.items():
        here = [each for each in transcripts if each.table == table]
        if stored.versions != list(range(1, len(stored.versions) + 1)):
            found.append(f"2: table {table}: versions {stored.versions}")
        try:
            history = _played(stored)
        except (PrialError, msgspec.MsgspecError) as error:
            found.append(f"3: table {table}: {error}")
            continue
        histories[table] = history
        found += [f"{each[0]}: table {table}{each[1:]}" for each in _table(stored, history, here, outages)]
    found += _gone_on(histories, killed=killed)
    return found + [f"6: table {each.table} isn't there" for each in transcripts if each.table not in tables]


def _table(stored: Stored, history: list[Applied], here: Sequence[Transcript], outages: Outages) -> Iterator[str]:
    live = history[-1].after
    if (stored.version, stored.status) != (live.version, live.status):
        yield f"3: stands at {stored.version}, {stored.status}; its log at {live.version}, {live.status}"
    for applied in history:
        yield from _cards(applied.after)
    yield from _hurried(history, outages)
    yield from _claimed(stored, history, here)
    for transcript in here:
        answers = transcript.answers
        for number, line in enumerate(transcript.lines):
            where = f", {transcript.person} on line {number}"
            yield from (f"{each[0]}{where}{each[1:]}" for each in _line(line, transcript, answers, history))
        yield from _answered(stored, transcript, answers, history)


def _read(db: Path) -> dict[str, Stored]:
    with closing(sqlite3.connect(db)) as file:
        tables = {
            table: Stored(version, status, [], [], {})
            for table, version, status in file.execute("SELECT id, version, status FROM tables")
        }
        for table, version, entry, at in file.execute("SELECT table_id, version, entry, at FROM log ORDER BY table_id, version"):
            stored = tables.setdefault(table, Stored(0, "", [], [], {}))
            stored.versions.append(version)
            stored.rows.append((entry, at))
        for table, who, command, answer in file.execute("SELECT table_id, who, id, answer FROM answers"):
            tables[table].answers[who, command] = answer
    return tables


def _played(stored: Stored) -> list[Applied]:
    history: list[Applied] = []
    for entry, at in stored.rows:
        history.append(fold(history[-1].after if history else None, log.DECODER.decode(entry), at))
    return history


def _cards(live: Live) -> Iterator[str]:
    """Invariants 4 and 5, from the public part of each game's state."""
    if live.state is None:
        return
    held: Counter[Card]
    match live.state.public:
        case crash.Table() as table:
            yield from _crash(live, table)
            held = Counter(card for pile in live.state.piles[: len(table.hands) + len(table.spares)] for card in pile)
        case BragTable() as table:
            yield from _brag(live, table)
            held = Counter(card for pile in live.state.piles for card in pile)
        case BragPokerTable() as table:
            if min(*table.chips, *table.put_in) < 0 or sum(table.chips) + sum(table.put_in) != sum(table.bought):
                yield f"4: at {live.version}, stacks {table.chips} and {table.put_in} don't sum up to {table.bought}"
            held = Counter(card for pile in live.state.piles for card in pile)
        case stop_the_bus.Table() as table:
            tokens = live.game.seats * live.game.rules.tokens
            if min(table.scores) < 0 or sum(table.scores) > tokens:
                yield f"4: at {live.version}, of {tokens} tokens there are {table.scores}"
            held = Counter(card for pile in live.state.piles for card in pile)
        case xap_xam.Table() as table:
            yield from _xap_xam(live, table)
            held = Counter(card for pile in table.hands for card in live.state.piles[pile])
        case other:
            raise TypeError(f"nothing is known of {type(other)}")
    del held[BACK]
    if max(held.values(), default=1) > 1:
        yield f"5: at {live.version}, cards are held twice"


def _crash(live: Live, table: crash.Table) -> Iterator[str]:
    """A laid hand is a pile of its own; the pile of the hand that it came from stays complete."""
    assert live.state is not None
    piles = live.state.piles
    if sum(table.ledger) + table.pot or table.pot < 0:
        yield f"4: at {live.version}, the ledger {table.ledger} and the pot {table.pot} don't sum up"
    for seat, laid in enumerate(table.laid):
        cards = [card for pile in laid for card in piles[pile]]
        if len(set(cards)) < len(cards) or not set(cards) <= set(piles[table.hands[seat]]):
            yield f"5: at {live.version}, seat {seat} laid a card twice, or one that it doesn't hold"


def _xap_xam(live: Live, table: xap_xam.Table) -> Iterator[str]:
    """The laid cards are all thirteen of a hand, whose pile stays complete."""
    assert live.state is not None
    piles = live.state.piles
    if sum(table.scores):
        yield f"4: at {live.version}, the units {table.scores} don't sum up to nothing"
    for hand, laid in zip(table.hands, table.laid, strict=False):
        if sorted(card for pile in laid for card in piles[pile]) != sorted(piles[hand]):
            yield f"5: at {live.version}, other cards are laid than those of hand {hand}"


def _brag(live: Live, table: BragTable) -> Iterator[str]:
    """Stacks and pots come to what was bought and lent. Every pile is in the pack or in one hand that is still in play."""
    pots = [pot.chips for pot in table.pots]
    if min(*table.chips, *pots) < 0 or sum(table.chips) + sum(pots) != sum(table.bought) + sum(table.debts):
        yield f"4: at {live.version}, stacks {table.chips} and pots {pots} don't sum up to {table.bought} and {table.debts}"
    if table.phase in _DEALT:
        hands = [pile for seat, mine in enumerate(table.hands) if seat not in table.folded for hand in mine for pile in hand]
        lie = Counter([*table.pack, *hands])
        if len(lie) != 52 or max(lie.values()) > 1:
            yield f"5: at {live.version}, piles are in two places, or in none: {lie}"


def _hurried(history: Sequence[Applied], outages: Outages) -> Iterator[str]:
    """Invariant 8: the time that each seat had for which the house decided."""
    stood = list(outages)
    paused: int | None = None
    for applied in history:
        before, entry, live = applied.before, applied.entry, applied.after
        if isinstance(entry, log.Paused):
            paused = applied.at
        elif isinstance(entry, log.Resumed) and paused is not None:
            stood.append((paused, applied.at))
        elif isinstance(entry, log.Acted) and entry.late and before is not None:
            clock = CLOCKS[live.opened.clock]
            limit = 1000 * clock[0] if clock is not None else math.inf
            rounding = ROUNDING_MS if outages else 0
            if (had := _running(_since(history, applied), applied.at, stood)) < limit - rounding:
                yield f"8: at {live.version}, seat {entry.seat} had {had} of {limit} ms"


def _since(history: Sequence[Applied], late: Applied) -> int:
    """When the turn began in which a seat was too late; consecutive decisions of one seat share one clock."""
    assert late.before is not None
    assert isinstance(late.entry, log.Acted)
    began, now = late.at, late.before
    alone = _deciding(now) == (late.entry.seat,)
    for applied in reversed(history[: late.after.version - 1]):
        then = applied.after
        if then.round != now.round or not (then.key == now.key or (alone and _deciding(then) == _deciding(now))):
            break
        began = applied.at
    return began


def _deciding(live: Live) -> tuple[int, ...]:
    return live.node.seats if isinstance(live.node, Decision) else ()


def _running(since: int, until: int, stood: Iterable[tuple[int, int]]) -> int:
    """Milliseconds between two times, without those in which the clock stood."""
    running, at = 0, since
    for start, end in sorted(stood):
        if end > at and start < until:
            running += max(0, start - at)
            at = max(at, end)
    return running + max(0, until - at)


def _gone_on(histories: Mapping[str, list[Applied]], *, killed: bool) -> Iterator[str]:
    """Invariant 9: the next tables."""
    came: Counter[str] = Counter()
    for table, history in histories.items():
        gone = [applied for applied in history if isinstance(applied.entry, log.WentOn)]
        if not gone:
            continue
        if gone != history[-1:]:
            yield f"9: table {table} goes on {len(gone)} times, and then does something else"
        came[following := gone[-1].after.next_table] += 1
        if following not in histories:
            if not killed:
                yield f"9: table {table} goes on to {following}, which isn't there"
            continue
        before, after = _people(gone[-1].after), _people(_begun(histories[following]))
        if before != after:
            yield f"9: at table {table} sit {before}, at {following} {after}"
    yield from (f"9: {times} tables go on to {table}" for table, times in came.items() if times > 1)


def _begun(history: Sequence[Applied]) -> Live:
    """A table when its first game began; the present table if none has."""
    return next((applied.after for applied in history if isinstance(applied.entry, log.Started)), history[-1].after)


def _people(live: Live) -> list[str]:
    """The people at a table, in the order of their seats."""
    return [person for person in live.people if person]


def _claimed(stored: Stored, history: Sequence[Applied], here: Sequence[Transcript]) -> Iterator[str]:
    """Invariant 1: what people did and the answers that they got correspond one to one."""
    commands = {(each.person, name): command for each in here for name, command in each.commands.items()}
    claims: dict[int, list[tuple[str, str]]] = {}
    for claim, data in stored.answers.items():
        answer = msgspec.json.decode(data, type=said.Saved | said.Refused)
        if isinstance(answer, said.Saved):
            if not 1 <= answer.version <= len(history):
                yield f"1: command {claim} is answered with version {answer.version} of {len(history)}"
                continue
            if not _was_ready_already(commands.get(claim), claim[0], history[answer.version - 1]):
                claims.setdefault(answer.version, []).append(claim)
    for version, claimed in claims.items():
        # Saying ready in two tabs does no harm, and neither does setting the same rules twice
        same = said.Ready | said.Rules
        harmless = len({who for who, _ in claimed}) == 1 and all(isinstance(commands.get(each), same) for each in claimed)
        if len(claimed) > 1 and not harmless:
            yield f"1: version {version} is what {claimed} did, each of them"
    for applied, last in zip(history, [None, *history], strict=False):
        if isinstance(applied.entry, _PERSONS) and not _of_the_house(applied, last) and applied.after.version not in claims:
            yield f"1: version {applied.after.version}, {type(applied.entry).__name__}, is no answered command's"


def _was_ready_already(command: said.AnyCommand | None, person: str, applied: Applied) -> bool:
    """Whether a command had no effect because the person was ready already."""
    if not isinstance(command, said.Ready):
        return False
    return not isinstance(applied.entry, log.WasReady) or applied.after.seat_of(person) != applied.entry.seat


def _of_the_house(applied: Applied, last: Applied | None) -> bool:
    before, entry = applied.before, applied.entry
    assert before is not None
    if isinstance(entry, log.Paused | log.Resumed):  # the last person went away, or the first one came back
        moved = log.Away if isinstance(entry, log.Paused) else log.CameBack
        return last is not None and isinstance(last.entry, moved) and last.at == applied.at
    if isinstance(entry, log.Acted):
        return entry.late or before.driver(entry.seat) is not None
    if isinstance(entry, log.WasReady):
        return before.deadline is not None and applied.at >= before.deadline
    return False


def _answered(stored: Stored, transcript: Transcript, answers: Answers, history: Sequence[Applied]) -> Iterator[str]:
    """Invariant 1: the answers that a client got are stored, and match its commands."""
    person, commands = transcript.person, transcript.commands
    for name, data in answers.items():
        answer, command = msgspec.json.decode(data, type=said.Saved | said.Refused), commands.get(name)
        if command is None:
            yield f"7: {person} never sent command {name}, which was answered"
        elif (held := stored.answers.get((person, name))) != data:
            yield f"1: {person}'s command {name} was answered, and the file holds {held!r}"
        elif isinstance(answer, said.Saved):
            done = history[answer.version - 1] if 0 < answer.version <= len(history) else None
            if done is None or not _did(command, person, done):
                yield f"1: {person}'s command {name} isn't what version {answer.version} says"


def _did(command: said.AnyCommand, person: str, applied: Applied) -> bool:
    """Whether an entry is the effect of a command."""
    entry, live = applied.entry, applied.after
    mine = live.seat_of(person)
    match command:
        case said.Act(key=key, seat=seat, action=action):
            written = live.game.write(live.game.read(action))
            return isinstance(entry, log.Acted) and (entry.seat, entry.key, entry.action) == (seat, key, written)
        case said.Unlock(seat=seat):
            return isinstance(entry, log.Unlocked) and entry.seat == seat
        case said.Ready():
            return mine in live.ready or (isinstance(entry, log.WasReady) and entry.seat == mine)
        case said.Say(text=text):
            return isinstance(entry, log.Said) and entry.person == person and entry.text == text
        case said.Rules(preset=preset, options=options):
            schema = registry.find(live.opened.game).schema
            return live.opened.rules == schema.written(schema.make(options, preset))
        case said.Pause():
            return isinstance(entry, log.Paused)
        case said.Resume():
            return isinstance(entry, log.Resumed)
        case said.Start():
            return isinstance(entry, log.Started)
        case said.Propose():
            return isinstance(entry, log.Proposed | log.Carried)
        case said.Vote():
            return isinstance(entry, log.VotedNext | log.Carried | log.Dropped)
        case _:
            return True


def _line(line: Line, transcript: Transcript, answers: Answers, history: Sequence[Applied]) -> Iterator[str]:
    """Invariants 6 and 7, on one connection."""
    viewer, last = viewer_of(line), None
    asked = Counter(command.id for command in line.commands)
    got: Counter[str] = Counter()
    for data, message in line.heard:
        match message:
            case said.Welcome(version=version, now=now):
                viewer, last = message.viewer, version
                if version > len(history) or data != _welcome(history, transcript, version, now):
                    yield f"6: was welcomed to version {version} as the log doesn't have it"
            case said.Update(version=version):
                if last is not None and version != last + 1:
                    yield f"6: was told version {version} after {last}"
                last = version
                if version > len(history) or data != msgspec.json.encode(telling.update(history[version - 1], viewer)):
                    yield f"6: was told version {version} as the log doesn't have it"
            case said.Saved() | said.Refused() | said.Suggested() | said.Counted() | said.Watching():
                name = message.id
                got[name] += 1
                if final(message) and answers[name] != data:
                    yield f"7: command {name} was answered in two ways"
            case _:
                pass
    for name, times in asked.items():
        if got[name] > times or (got[name] < times and not line.closed):
            yield f"7: command {name} was sent {times} times and answered {got[name]} times"


def _welcome(history: Sequence[Applied], transcript: Transcript, version: int, now: int) -> bytes:
    known = history[:version][-HISTORY:]
    live = known[-1].after
    here = msgspec.json.encode(telling.here(known, live, live.seat_of(transcript.person)))
    return telling.welcome(here, live, transcript.table, transcript.person, now)
