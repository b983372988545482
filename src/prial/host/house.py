"""A house: all live tables of one store.

A house signs guests in, sets up tables and decides who may look at them. Its tables survive a restart.
"""

import base64
import logging
import os
from collections import Counter
from collections.abc import Callable
from typing import Final, Self

import msgspec

from prial.core.chance import Draw, Outcome, Pick
from prial.core.page import every_rule, table_page
from prial.core.registry import find
from prial.errors import PrialError, add_sentences, refuse
from prial.fair.even import Entropy
from prial.host import entries as log
from prial.host import telling
from prial.host.admission import why_not_look
from prial.host.audience import Connection
from prial.host.bot_workers import BotWorkers
from prial.host.clock import Clock, Handle, MachineClock
from prial.host.crew import Alone, Crew
from prial.host.listing import Listed, Listing, placed
from prial.host.live import Live
from prial.host.loading import Loader, plays, version_of
from prial.host.lobby import listed
from prial.host.messages import About
from prial.host.open_tables import MOST, UNFINISHED, unvisited
from prial.host.people import People
from prial.host.places import NOWHERE, hashed
from prial.host.replay_desk import ReplayDesk
from prial.host.replay_worker import What
from prial.host.rounds import Round
from prial.host.shares import Share
from prial.host.shuffle import outcome
from prial.host.spoken import InMemory, SpokenCodes
from prial.host.status import Status
from prial.host.store import Beside, Person, Row, Store, StoreError, StoreLost, TableRow
from prial.host.table import HostedTable
from prial.host.table_request import TableRequest, new_id, opening
from prial.study.review import Against

add_sentences(
    "en",
    {
        "house.older_rules": "This table began under an earlier version of the game's rules, and keeps to it.",
        "table.invite_unknown": "This link doesn't lead to a table any more.",
        "house.unplayable": "These tables aren't finished, and this version of the program doesn't play their rules: {tables}. "
        "Go back to the version that does, or end the tables with --finish.",
    },
)

_BEAT: Final = 2000  # if a server ends without warning, its last heartbeat tells when the outage began
"""Milliseconds between two heartbeats. A heartbeat is a stored note that the house is open."""
_HELLO: Final = 60_000  # time for the client to send `Hello`
"""After a client has connected, the table stays in memory for at least this many milliseconds."""
_UNVISITED: Final = 600_000
"""Milliseconds between two searches for tables that nobody visits."""
_TIDY: Final = 10_000
"""Milliseconds between two runs of `House._tidy`."""
_PRUNED: Final = 1000  # above the number that is stored between two runs; otherwise old refusals would pile up
"""The greatest number of stored refusals that one run of `House._tidy` deletes."""
_REFUSALS: Final = 100_000
"""The greatest number of refusals that stay stored. If there are more, the oldest are deleted."""
ANSWERS_KEPT: Final = 7 * 24 * 3600 * 1000
"""Milliseconds for which a refusal stays stored. If the refused command is sent again in this time, it gets the same answer."""
_LOG: Final = logging.getLogger("prial.host")


class UnplayableTablesError(PrialError):
    """There are unfinished tables whose rules this program doesn't play."""


class Asks(msgspec.Struct, frozen=True, kw_only=True):
    """The facts that an invitation shows: who invites, and to which game."""

    owner: str
    """The owner's name; empty if the owner has no seat."""
    game: str
    """The game's name in the registry."""


class House:
    """All tables of a store. Make a house with `House.open`."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        bot_workers: BotWorkers,
        entropy: Entropy,
        nature: Callable[[Pick | Draw], Outcome] | None,
        note: Callable[[str, float], None],
        replay_desk: ReplayDesk | None,
        crew: Crew | None,
    ) -> None:
        self.store: Final = store
        self.ready = False
        """Whether the tables of this house can be played now."""
        self._clock, self._entropy, self._bot_workers = clock, entropy, bot_workers
        self.crew: Final = crew or Alone()
        self.people: Final = People(store, clock, self._secret)
        deals = nature or (lambda draw: outcome(draw, entropy))
        turned = entropy if nature is None else None
        self.loader: Final = Loader(store, clock, bot_workers, deals, turned, self._secret, self._store_lost, note, self.crew)
        self.spoken: Final = SpokenCodes(clock, entropy, self.crew.leads or InMemory(clock))
        self._replay_desk = replay_desk or ReplayDesk()
        self._watch: Handle | None = None
        self._making: Final = Counter[str]()
        """Maps a person's id to the number of tables that are being set up for this person now."""
        self._rounds: Final = (Round(clock, _BEAT, self._beat), Round(clock, _TIDY, self._tidy))
        self._looks: Final = Round(clock, _UNVISITED, self._close_unvisited)

    @classmethod
    async def open(  # noqa: PLR0913  # what a house is made of
        cls,
        store: Store,
        *,
        clock: Clock | None = None,
        bot_workers: BotWorkers | None = None,
        entropy: Entropy = os.urandom,
        nature: Callable[[Pick | Draw], Outcome] | None = None,
        note: Callable[[str, float], None] = lambda _name, _value: None,
        finish: bool = False,
        replay_desk: ReplayDesk | None = None,
        crew: Crew | None = None,
        waits: bool = False,
    ) -> Self:
        """Open a house with its tables and clocks as they were when it closed.

        Args:
            store: the store of all tables.
            clock: the time (default: the machine's clock).
            bot_workers: the bots (default: one thread runs all of them).
            entropy: returns a given number of random bytes; the source of all chance.
            nature: makes nature's moves (deals and random numbers). If None, ``entropy`` makes the moves, and players may add
                random numbers.
            note: called with the name and the value of each measurement.
            finish: whether to end unfinished tables whose rules this program can't play. Tables stay if their game isn't
                installed.
            replay_desk: looks back at finished games (default: a new one, with its own processes).
            crew: the other servers of the house (default: there are none).
            waits: whether clocks and bots wait for `run`. Pass True if people can't come to the tables yet.
        Raises:
            UnplayableTablesError: if ``finish`` is False, and there are tables that ``finish=True`` would end.
        """
        house = cls(store, clock or MachineClock(), bot_workers or BotWorkers(entropy), entropy, nature, note, replay_desk, crew)
        await house._see_to_rules(finish=finish)
        await house.crew.begin(house)
        house.ready = True
        if not waits:
            await house.run()
        return house

    async def run(self) -> None:
        """Let clocks and bots run from now on. Call this when people can come to the tables. A second call does nothing.

        Raises:
            StoreError: if the store can't be read or written.
        """
        if self._watch is not None:
            return
        self._watch = self._clock.watch(self.loader.lose_time)
        await self.crew.run()
        for each in self._rounds:  # last, because a heartbeat may end an outage
            await each.start()
        self._looks.start_later()  # people who were at a table when the house closed get time to come back to it

    async def close(self) -> None:
        """Send each connection a last message, end the connections, finish all tasks under way, and close the store."""
        self.ready = False
        if self._watch is not None:
            self._watch.cancel()
        for each in (*self._rounds, self._looks):
            await each.stop()
        await self.loader.close()
        await self.crew.end()
        self._bot_workers.close()
        await self._replay_desk.close()
        await self.store.close()

    @property
    def tables(self) -> dict[str, HostedTable]:
        """The tables in memory, by id."""
        return self.loader.tables

    # --- tables -------------------------------------------------------------------------------------------------------

    async def create(self, person: Person, request: TableRequest) -> str:
        """Set up a table. The person sits in the first seat and owns the table.

        Returns:
            The table's id.
        Raises:
            PrialError: if the game, the rules, a bot or the clock doesn't exist, if the request is wrong in another way (see
                `prial.host.table_request.opening`), or if this person has too many unfinished tables.
        """
        entries = opening(request, person, self._secret)
        table_id = new_id(self._secret)
        self._making[person.id] += 1
        try:
            if await self.store.owned(person.id, UNFINISHED) + self._making[person.id] > MOST:
                raise PrialError(refuse("table.many", most=MOST))
            await self.loader.begin(table_id, entries)
        finally:
            self._making[person.id] -= 1
            if not self._making[person.id]:
                del self._making[person.id]
        return table_id

    async def listed(self, person: Person | None) -> Listed:
        """The tables that a person may go to. A table isn't listed if its people have all gone on to another table.

        Args:
            person: the person; None for somebody who isn't signed in.
        """
        return await listed(self.store, person.id if person is not None else None, self._clock.now())

    async def listing(self, table_id: str, person: Person | None) -> tuple[Listing, About]:
        """A table's entry in the list of tables, and its description.

        Raises:
            PrialError: if there is no such table, if the table can't be played here, or if this person may not look at it.
        """
        table = await self._seen_by(table_id, person)
        return placed(table_id, table.live).shown(table.changed), telling.about(table.live, table_id, person.id if person else "")

    async def join(self, person: Person, code: str) -> str:
        """Let in a person who came by a link. If a table's people have gone on to a new table, the link leads to the new table.

        Args:
            person: the person.
            code: the code of the link.
        Returns:
            The table's id.
        Raises:
            PrialError: if the link doesn't lead to a table any more, if the table can't be played here, or if this person may not
                come back to the table.
        """
        invite = hashed(code)
        table_id = None if invite is None else await self.store.invited(invite)
        if table_id is not None:
            table = await self.loader.load(table_id)
            if person.id in table.live.barred:
                raise PrialError(refuse("table.barred"))
            await table.admit(person.id)
            return table_id
        raise PrialError(refuse("table.invite_unknown"))

    async def ask(self, table_id: str, person: Person) -> None:
        """Ask the players at a private table to let a person in. Nothing changes if the person may already look at the table.

        Raises:
            PrialError: if the table doesn't exist or can't be played here, if this person is barred or was just turned away, or
                if too many people ask.
        """
        table = await self.loader.load(table_id)
        if (refusal := why_not_look(table.live, person.id)) is None:
            return
        if person.id in table.live.barred:
            raise PrialError(refusal)
        table.audience.door.ask(person)

    async def let_in(self, table_id: str, person: Person, number: int, *, agree: bool) -> None:
        """Answer a person who asks to come in. Everybody with a seat at the table may answer.

        Args:
            table_id: the table's id.
            person: the person who answers.
            number: the number of the person who asks (`Asking.number`).
            agree: whether the person who asks may come in.
        Raises:
            PrialError: if the person who answers has no seat at the table, or if nobody who asks has this number.
        """
        table = await self._seen_by(table_id, person)
        if table.live.seat_of(person.id) is None:
            raise PrialError(refuse("table.not_seated"))
        asked = table.audience.door.answer(number, agree=agree)
        if agree:
            await table.admit(asked)

    async def connect(self, table_id: str, person: Person, send: Callable[[bytes], None]) -> Connection:
        """Open a connection to a table. Nothing is sent before `Connection.hello` is called.

        Raises:
            PrialError: if there is no such table, if the table can't be played here, or if this person may not look at it.
        """
        table = await self._seen_by(table_id, person)
        table.touch(_HELLO)
        return Connection(table, person, send)

    async def rules_in_force(self, table_id: str, person: Person | None) -> tuple[str, str, str]:
        """The title of a table's rules, a summary of the rules, and the full rules. Summary and full rules are Markdown."""
        live = (await self._seen_by(table_id, person)).live
        kind, opened = find(live.opened.game), live.opened
        rules = kind.schema.stored(opened.rules, opened.preset)
        about = "" if live.game.version == version_of(kind.name) else str(refuse("house.older_rules"))
        return opened.title, table_page(kind, rules, opened.preset, about), every_rule(kind, rules)

    async def asks(self, *, table_id: str = "", code: str = "") -> Asks | None:
        """Find the owner and the game of a table.

        Args:
            table_id: the table's id; ignored if a code is given.
            code: the code of the table's link; empty to find the table by its id.
        Returns:
            The owner and the game; None if there is no such table.
        Raises:
            StoreUnread: if the store can't be read.
        """
        invite = hashed(code)
        found = (await self.store.invited(invite) if invite is not None else None) if code else table_id
        listed = await self.store.found(found) if found else None
        return None if listed is None else msgspec.json.decode(listed.summary, type=Asks)

    async def invitation(self, table_id: str, person: Person | None) -> str:
        """The code of a table's link.

        Raises:
            PrialError: if this person may not pass the link on.
        """
        table = await self._seen_by(table_id, person)
        code = telling.about(table.live, table_id, person.id if person else "").invite
        if code is None:
            raise PrialError(refuse("table.private"))
        return code

    async def replay(self, table_id: str, number: int, person: Person | None, network: str = "") -> bytes:
        """Return a finished game as a person saw it. The result is an encoded `Replay`.

        A person who had one seat throughout the game gets what that seat saw. Anybody else gets what spectators saw.

        Args:
            table_id: the table's id.
            number: number of the game, from 1.
            person: the person who asks; None for somebody who isn't signed in.
            network: the network that the request comes from. If many requests wait, the networks take turns.
        Raises:
            PrialError: if the game doesn't exist or isn't finished, if this person may not see it, or if there are too many
                requests.
        """
        return await self._look_back("replay", table_id, number, person, network)

    async def review(
        self,
        table_id: str,
        number: int,
        person: Person | None,
        network: str = "",
        against: Against = Against.SEATED,
    ) -> bytes:
        """Judge a player's answers in a finished game. The result is an encoded `Reviewed`.

        Args:
            table_id: the table's id.
            number: number of the game, from 1.
            person: the player who asks.
            network: the network that the request comes from.
            against: the opponents against whom answers are judged.
        Raises:
            PrialError: if the game doesn't exist, isn't finished or can't be reviewed, if this person may not look at the table
                or didn't play all of the game, or if there are too many requests.
        """
        return await self._look_back("strongest" if against is Against.STRONGEST else "review", table_id, number, person, network)

    async def shuffles(self, table_id: str, person: Person | None, network: str = "") -> bytes:
        """Everything that a person may know about a table's shuffles, as an encoded `Transcript`.

        The field ``Shuffle.mine`` (the person's own number) is left out: the person's client knows it.

        Raises:
            PrialError: if the table doesn't exist or this person may not look at it, or if there are too many requests.
        """
        live = (await self._seen_by(table_id, person)).live
        asked = table_id, live, live.version, person, self.loader.log_until
        return await self._replay_desk.find("shuffles", *asked, network=network)

    async def share(self, table_id: str, number: int, deal: int, person: Person, network: str = "") -> str:
        """Make an address at which everybody may see a deal or the result of a game. The deal or the game must be over.

        Args:
            table_id: the table's id.
            number: number of the game, from 1.
            deal: number of the deal in that game, from 1; 0 to share the result of the game.
            person: the person who shares.
            network: the network that the request comes from.
        Returns:
            The text that stands for the share in an address.
        Raises:
            PrialError: if the deal doesn't exist or isn't over, if this person may not look at the table, if the table is private
                and this person didn't play the game, or if there are too many requests.
        """
        live = (await self._seen_by(table_id, person)).live
        if number < live.round or live.result is not None:
            await self.replay(table_id, number, person, network)  # a person who may look back at a game may share its deals
        elif not live.opened.public and person.id not in live.players:
            raise PrialError(refuse("share.private"))
        found = Share(table_id, number, deal)
        await self._shown(found, live, network)
        return found.written(live.invite)

    async def shared(self, text: str, network: str = "") -> bytes:
        """A shared deal or result, as an encoded `Shared`.

        Args:
            text: the text that stands for the share in an address.
            network: the network that the request comes from.
        Raises:
            PrialError: if the deal or result isn't shared, if its table can't be played here, or if there are too many requests.
        """
        found = Share.read(text)
        try:
            live = (await self.loader.load(found.table)).live
        except PrialError as error:
            raise PrialError(refuse("share.unknown")) if error.refusal.code == "table.unknown" else error from None
        found.check(text, live)
        return await self._shown(found, live, network)

    # --- not for other modules ----------------------------------------------------------------------------------------

    def _secret(self) -> str:
        """A random text with 132 bits, for use as an id or in a link."""
        return base64.urlsafe_b64encode(self._entropy(18)).decode()[:22]

    async def _look_back(self, what: What, table_id: str, number: int, person: Person | None, network: str) -> bytes:
        """Look back at a finished game. ``what``: the kind of result, such as a replay or a review."""
        live = (await self._seen_by(table_id, person)).live
        return await self._replay_desk.find(what, table_id, live, number, person, self.loader.log_of_game, network=network)

    async def _shown(self, share: Share, live: Live, network: str) -> bytes:
        """Find what a share shows: a deal, or the result of a game. Return it as an encoded `Shared`."""
        game = share.table, live, share.number, None, self.loader.log_of_game
        return await self._replay_desk.find("share", *game, network=network, deal=share.deal)

    async def _seen_by(self, table_id: str, person: Person | None) -> HostedTable:
        """Get a table, after a check that this person may look at it."""
        table = await self.loader.load(table_id)
        if refusal := why_not_look(table.live, person.id if person else ""):
            raise PrialError(refusal)
        return table

    def _store_lost(self) -> None:
        """Take note that another process has taken the store over. From then on, this process plays no table."""
        self.ready = False

    async def _see_to_rules(self, *, finish: bool) -> None:
        """Check that unfinished tables of installed games can be played here. If ``finish`` is True, close those that can't."""
        odd = [each for each in await self.store.rules(UNFINISHED) if not plays(*each)]
        if not odd:
            return
        rows = [row for row in await self.store.tables(UNFINISHED) if (row.game, row.game_version) in odd]
        standing = [row for row in rows if version_of(row.game) is None]
        for row in standing:
            _LOG.warning("game not installed", extra={"table": row.id, "game": row.game})
        unplayable = [row for row in rows if row not in standing]
        if unplayable and not finish:
            told = ", ".join(f"{row.id} ({row.game} {row.game_version})" for row in unplayable)
            raise UnplayableTablesError(refuse("house.unplayable", tables=told))
        for row in unplayable:
            await self._end(row, "version")

    async def _end(self, row: TableRow, why: str) -> None:
        """Close a table for good; its log stays."""
        now = self._clock.now()
        ended = msgspec.structs.replace(row, version=row.version + 1, status=Status.ENDED, runs=False, changed=now)
        entry = Row(ended.version, now, log.written(log.Ended(why=why)))
        await self.store.append(ended, [entry], None, row.version, Beside(NOWHERE))

    async def _beat(self) -> None:
        """Store a heartbeat: a note that the house is open."""
        try:
            await self.store.beat(self._clock.now())
        except StoreError as error:
            _LOG.warning("no heartbeat", extra={"error": type(error).__name__})
            self.ready = self.ready and not isinstance(error, StoreLost)

    async def _tidy(self) -> None:
        """Drop idle tables from memory, and old refusals from the store."""
        self.loader.let_go()
        try:
            old = self._clock.now() - ANSWERS_KEPT
            await self.store.prune(max(old, await self.store.refused_behind(_REFUSALS) + 1), _PRUNED)
        except StoreError as error:
            _LOG.warning("not tidied", extra={"error": type(error).__name__})

    async def _close_unvisited(self) -> None:
        """Close tables that nobody has visited for a long time, if no game has begun there."""
        try:
            for row in await unvisited(self.store, self._clock.now()):
                table = self.tables.get(row.id)
                if table is None:
                    await self._end(row, "unvisited")
                elif table.live.status is Status.OPEN:  # somebody came after the stored visit, so the table stays open
                    await self.loader.note_visit(table)
        except StoreError as error:  # the next run tries again
            _LOG.warning("unvisited tables", extra={"error": type(error).__name__})
