"""Houses that leak: each tells somebody a little that the rules keep hidden. The no-leak test must find every one.

A leak is a patch that adds a fault to the real function. Most faults are small, as real ones are: an order, a length, a time, a
number, or a field filled for the wrong viewer.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from msgspec.structs import replace

from prial.cards import names
from prial.core.game import Seat, View, view
from prial.errors import refuse
from prial.host import driving, loading, replay_desk, replays, rulings, telling
from prial.host import fold as fold_module
from prial.host import house as house_module
from prial.host import messages as said
from prial.host import table as table_module
from prial.host.audience import Audience
from prial.host.cache import Cache
from prial.host.entries import Entries
from prial.host.house import House
from prial.host.live import Applied, Live
from tests.host.boundary import Boundary
from tests.host.handover import Handover
from tests.testing import leaks as of_games
from tests.testing.games import GAMES

Plant = Callable[[pytest.MonkeyPatch], None]
_asked, _lines = telling.asked, telling.lines


def hidden(live: Live) -> tuple[tuple[int, ...], ...]:
    """All cards of all piles."""
    return live.state.piles if live.state is not None else ()


def red(live: Live, seat: Seat = 0) -> bool:
    """Whether most cards in a seat's pile (the pile with the seat's number) are red: a small fact about a hand."""
    piles = hidden(live)
    return len(piles) > seat and 2 * sum(card & 3 in (1, 2) for card in piles[seat]) > len(piles[seat])


def ace(live: Live, seat: Seat = 0) -> bool:
    """Whether that pile has a red ace: a fact that is rare, for long campaigns."""
    piles = hidden(live)
    return len(piles) > seat and bool({49, 50} & set(piles[seat]))


def patched(monkeypatch: pytest.MonkeyPatch, name: str, fault: Callable[..., Any], module: Any = telling) -> None:
    """Let a fault change the result of a module's function; the fault gets the result and then the arguments."""
    true = getattr(module, name)
    monkeypatch.setattr(module, name, lambda *args, **more: fault(true(*args, **more), *args, **more))


def scene(change: Callable[[said.Scene, Live, Seat | None], said.Scene]) -> Plant:
    """A fault in the scene."""
    return lambda monkeypatch: patched(monkeypatch, "scene", change)


def pile(change: Callable[[tuple[str, ...], Live, Seat | None], tuple[str, ...]]) -> Plant:
    """A fault in the piles of a view."""

    def fault(true: said.Seen | None, live: Live, viewer: Seat | None) -> said.Seen | None:
        return true and replace(true, piles=change(true.piles, live, viewer))

    return lambda monkeypatch: patched(monkeypatch, "_seen", fault)


def line(change: Callable[[said.Line, Applied, Seat | None], said.Line]) -> Plant:
    """A fault in the lines of text."""

    def fault(true: Iterator[said.Line], applied: Applied, viewer: Seat | None) -> Iterator[said.Line]:
        return (change(each, applied, viewer) for each in true)

    return lambda monkeypatch: patched(monkeypatch, "lines", fault)


def message(name: str, change: Callable[..., Any], module: Any = telling) -> Plant:
    """A fault in a whole message."""
    return lambda monkeypatch: patched(monkeypatch, name, change, module)


def _next_seat_is_seen(true: said.Seen | None, live: Live, viewer: Seat | None) -> said.Seen | None:
    """A view of the next seat."""
    if true is None or viewer is None or live.state is None:
        return true
    mine = view(live.state, (viewer + 1) % live.game.seats)
    return replace(true, piles=tuple(names(card for card in pile if card >= 0) for pile in mine.piles))


def _everything_is_here(true: said.Here, history: Any, live: Live, *rest: Any) -> said.Here:
    return replace(true, scene=replace(true.scene, view=said.Seen(None, tuple(map(names, hidden(live))), ())))


def _later_lines_are_everybodys(true: said.Here, history: Any, live: Live, *rest: Any) -> said.Here:
    told = [each for applied in history for each in telling.lines(applied, 0)]
    return replace(true, lines=tuple(told[-50:]))


def _aid_for_all(true: said.Asked | None, live: Live, viewer: Seat | None) -> said.Asked | None:
    """Every viewer gets the guide that the first seat gets for arranging."""
    return _asked(live, 0) if true is None and live.state is not None else true


def _handle_sorted(true: said.Scene, live: Live, viewer: Seat | None) -> said.Scene:
    """The seats that still think are listed by their hands, the strongest first."""
    piles = hidden(live)
    return replace(true, waiting=tuple(sorted(true.waiting, key=lambda seat: piles[seat] if seat < len(piles) else ())))


def _bot_peeks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot gets a view with all cards."""
    true = view
    monkeypatch.setattr(driving, "view", lambda state, seat: View(seat, true(state, seat).public, state.piles))


def _bot_is_told_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot gets its neighbour's view."""
    true = view
    monkeypatch.setattr(driving, "view", lambda state, seat: true(state, (seat + 1) % 4))


def _refusal_names_the_holder(monkeypatch: pytest.MonkeyPatch) -> None:
    """A viewer who tries to lay another player's card is told who has it."""
    true = rulings._play  # a fault is planted there

    def fault(live: Live, who: Any, command: Any) -> Any:
        found = true(live, who, command)
        holder = next((seat for seat, cards in enumerate(hidden(live)) if 51 in cards), 9)
        return refuse("table.no_seat", seat=holder) if isinstance(found, type(refuse("table.frozen"))) else found

    monkeypatch.setattr(rulings, "_play", fault)


def _deadline_by_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat with red cards gets slightly more time."""
    patched(monkeypatch, "_go_on", lambda true, *_: replace(true, deadline=(true.deadline or 0) + red(true)), fold_module)


def _replay_before_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game can be replayed by anybody as its first seat saw it, while it is still being played."""

    def all_of_it(history: Any, number: int) -> list[Applied]:
        return [applied for applied in history if applied.after.round == number]

    monkeypatch.setattr(replay_desk, "check_over", lambda _live, _number: None)
    monkeypatch.setattr(replays, "finished", all_of_it)
    monkeypatch.setattr(replays, "seat_throughout", lambda _game, _person: 0)


def _missed_updates_are_the_owners(monkeypatch: pytest.MonkeyPatch) -> None:
    """A viewer who reconnects gets the first seat's missed updates."""
    true = Audience.greet

    def greet(self: Audience, connection: Any, hello: said.Hello) -> None:
        own = Audience._update
        with pytest.MonkeyPatch.context() as inside:
            inside.setattr(Audience, "_update", lambda self, applied, _viewer: own(self, applied, 0))
            true(self, connection, hello)

    monkeypatch.setattr(Audience, "greet", greet)


def _cached_for_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """All viewers get the first seat's update, as by a cache with the wrong key."""
    true, cache = telling.update, dict[int, said.Update]()

    def update(applied: Applied, viewer: Seat | None) -> said.Update:
        owner = true(applied, 0)
        return cache.setdefault(id(applied), owner)

    monkeypatch.setattr(telling, "update", update)


def _keys(monkeypatch: pytest.MonkeyPatch, key: Callable[..., Any]) -> None:
    """Cached messages have another key."""
    true = Cache.get
    monkeypatch.setattr(Cache, "get", lambda self, known, make: true(self, key(*known), make))


def _kept_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cached message of an entry or a scene is sent to all viewers, whoever it was made for."""
    _keys(monkeypatch, lambda this, what, version, viewer: (this, what, version))


def _game(leak: of_games.Leak) -> Plant:
    """A game that leaks, at a table of a house that doesn't."""
    return lambda monkeypatch: monkeypatch.setattr(fold_module, "open_game", lambda _opened: leak.make()[0])


@dataclass(frozen=True)
class Planted:
    """A fault that can be planted."""

    name: str
    plant: Plant

    @contextmanager
    def planted(self) -> Iterator[None]:
        """Plants the fault for the time of a ``with``."""
        with pytest.MonkeyPatch.context() as monkeypatch:
            self.plant(monkeypatch)
            yield


@dataclass(frozen=True)
class Leak(Planted):
    """A planted fault, and the rules under which it shows."""

    preset: str = "online"
    options: dict[str, str | int] = field(default_factory=dict)
    game: str = "crash"

    def boundary(self, moves: int = 30) -> Boundary:
        """The test of a house with this fault, in games of at most ``moves`` moves."""
        return Boundary(self.game, self.preset, self.options, leak=self.planted(), moves=moves)


def _all_faces(piles: tuple[str, ...], live: Live, viewer: Seat | None) -> tuple[str, ...]:
    return tuple(map(names, hidden(live)))


def _answer_tells(true: Any, live: Live, *rest: Any) -> Any:
    """The refusal depends on whether the first seat has red cards."""
    return refuse("table.paused" if red(live) else "table.owner") if isinstance(true, type(refuse("table.paused"))) else true


_NOT_SENT = {"WhoMayDeclareIsAskedMeanwhile", "WaysToSetTell", "RefusedCardsTellTheHolder", "RefusalTellsWhoHolds"}
"""Leaks of games in values that a house never sends: who may act meanwhile, how many choices there are, unusual refusals."""

LEAKS = (
    # a view
    Leak("all faces", pile(_all_faces)),
    Leak("faces for spectators", pile(lambda p, live, viewer: _all_faces(p, live, viewer) if viewer is None else p)),
    Leak("the next seat's view", message("_seen", _next_seat_is_seen)),
    Leak(
        "one card of each pile",
        pile(lambda p, live, v: tuple(names(x[:1]) + y[2:] for x, y in zip(hidden(live), p, strict=True))),
    ),
    Leak(
        "the last card's suit",
        pile(lambda p, live, v: tuple(y[:-1] + names(x)[-1:] for x, y in zip(hidden(live), p, strict=True))),
    ),
    Leak(
        "backs as long as the cards are high",
        pile(lambda p, live, v: tuple(y + "?" * (sum(x) % 2) for x, y in zip(hidden(live), p, strict=True))),
    ),
    Leak("piles in another order", pile(lambda p, live, v: tuple(y for _, y in sorted(zip(hidden(live), p, strict=True))))),
    Leak("a pile too many with red cards", pile(lambda p, live, v: (*p, "??") if red(live) else p)),
    # a scene
    Leak(
        "what somebody decided",
        scene(lambda s, live, v: replace(s, mine=" ".join(map(live.game.write, live.gathered.values())) or None)),
    ),
    Leak(
        "how long what somebody decided is",
        scene(lambda s, live, v: replace(s, round=sum(len(live.game.write(a)) for a in live.gathered.values()))),
        "gamerules",
    ),
    Leak("who thinks, by strength", scene(_handle_sorted)),
    Leak(
        "a name with red cards",
        scene(lambda s, live, v: replace(s, seats=(replace(s.seats[0], name="P0 " if red(live) else "P0"), *s.seats[1:]))),
    ),
    Leak("a key with a hash", scene(lambda s, live, v: replace(s, key=f"{s.key}.{hash(hidden(live)) % 7}"))),
    Leak(
        "locked before it is",
        scene(
            lambda s, live, v: replace(s, seats=tuple(replace(x, locked=x.locked or red(live, n)) for n, x in enumerate(s.seats)))
        ),
    ),
    Leak(
        "ready with red cards",
        scene(lambda s, live, v: replace(s, seats=tuple(replace(x, ready=red(live, n)) for n, x in enumerate(s.seats)))),
    ),
    Leak("who could take back", scene(lambda s, live, v: replace(s, may_offer=(0,) if red(live) else ()))),
    Leak("a deadline by cards", _deadline_by_cards),
    Leak(
        "a result too early",
        scene(
            lambda s, live, v: replace(
                s,
                result=said.Ended(hidden(live)[0][-1:], (), (), stopped=False, places=(), for_chips=False)
                if hidden(live)
                else None,
            )
        ),
    ),
    Leak("a rest with a pip", scene(lambda s, live, v: replace(s, rest=s.rest and f"{s.rest}{sum(hidden(live)[1]) % 3}"))),
    # what is asked
    Leak("the first seat's guide for all", message("asked", _aid_for_all)),
    Leak(
        "an action more with red cards",
        message("asked", lambda a, live, v: a and replace(a, actions=("x",) * red(live, (v or 0) - 1))),
    ),
    # words
    Leak("a line for all", lambda m: patched(m, "lines", lambda true, applied, viewer: (each for each in _lines(applied, 0)))),
    Leak(
        "a line with a card in it",
        line(
            lambda each, applied, v: replace(
                each, text=each.text + names(hidden(applied.after)[0][-1:]) if hidden(applied.after) else each.text
            )
        ),
    ),
    Leak(
        "a line's field",
        line(
            lambda each, applied, v: replace(
                each,
                event={**each.event, "more": len({c >> 2 for c in hidden(applied.after)[1]})}
                if len(hidden(applied.after)) > 1
                else each.event,
            )
        ),
    ),
    Leak(
        "lines by strength",
        lambda m: patched(
            m, "lines", lambda true, applied, viewer: iter(sorted(true, key=lambda each: each.text if red(applied.after) else ""))
        ),
    ),
    # messages
    Leak("a newcomer is told everything", message("here", _everything_is_here)),
    Leak("a newcomer hears the first seat's lines", message("here", _later_lines_are_everybodys)),
    Leak("a version by cards", message("update", lambda u, applied, v: replace(u, version=u.version + red(applied.after)))),
    Leak("an update is cached for the wrong viewer", _cached_for_the_first),
    Leak("what is kept for one viewer is sent to all", _kept_for_all),
    Leak("missed updates are the first seat's", _missed_updates_are_the_owners),
    Leak("a replay before the end", _replay_before_the_end),
    Leak(
        "a list by cards",
        message("placed", lambda each, _id, live: replace(each, round=each.round + red(live)), house_module),
    ),
    Leak("what a table is, by cards", message("about", lambda a, live, *rest: replace(a, title=a.title + "." * red(live, 1)))),
    Leak("what is next, by cards", message("_next", lambda n, live: n and replace(n, seats=n.seats + red(live, 1)))),
    Leak(
        "the next table is called by cards",
        message("following", lambda true, live: [replace(true[0], title="." * (1 + red(live, 1))), *true[1:]], loading),
    ),
    # answers and bots
    Leak("a refusal names the holder", _refusal_names_the_holder),
    Leak("a refusal's code", message("rule", _answer_tells, table_module)),
    Leak("a bot sees all", _bot_peeks),
    Leak("a bot sees its neighbour", _bot_is_told_by_name),
    Leak("odds are counted by all cards", _bot_peeks, "pagat", {"length": 2}, "brag"),
    # games
    *(
        Leak(f"game: {leak.table.__name__}", _game(leak), leak.preset, dict(leak.options), leak.name)
        for leak in of_games.LEAKS
        if leak.table.__name__ not in _NOT_SENT
        and (
            leak.name != "crash"
            or leak.table.__name__
            in {"BestStrengthIsPublic", "EverybodyHearsTheHand", "TheLeftHearsTheHand", "KeyHoldsAHash", "SpareHandIsSeen"}
        )
    ),
    # thirteen cards set as five, five and three
    *(
        Leak(f"{name} in xap_xam", plant, "xap_xam", {"players": 2, **GAMES["xap_xam"].shortest}, "xap_xam")
        for name, plant in (
            ("the next seat's view", message("_seen", _next_seat_is_seen)),
            (
                "what somebody decided",
                scene(lambda s, live, v: replace(s, mine=" ".join(map(live.game.write, live.gathered.values())) or None)),
            ),
            ("a bot sees all", _bot_peeks),
        )
    ),
    # actions while others decide, and hands that their owner hasn't looked at
    *(
        Leak(f"{name} in {game}, {preset}", plant, preset, dict(GAMES[game].short), game)
        for game, preset in (("brag", "house"), ("brag", "pagat"), ("brag_poker", "online"), ("stop_the_bus", "denexa"))
        for name, plant in (
            ("all faces", pile(_all_faces)),
            (
                "asked meanwhile only with red cards",
                message("asked", lambda a, live, v: a if not a or not a.meanwhile or red(live, (v or 0) - 1) else None),
            ),
            (
                "asked anew only if somebody has red cards",
                message("update", lambda u, applied, v: u if red(applied.after, 1) else replace(u, asked=None)),
            ),
            ("a bot sees all", _bot_peeks),
        )
        if game != "brag_poker" or "meanwhile" not in name  # it is too rare there
    ),
)


def _sits_down_on_a_live_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """A person with a reserved seat sees its hand already."""
    true = Live.seat_of
    monkeypatch.setattr(Live, "seat_of", lambda live, person: _or(true(live, person), live.reserved_for(person)))


def _keeps_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A removed player still sees the hand."""
    true = Live.seat_of
    monkeypatch.setattr(Live, "seat_of", lambda live, person: _or(true(live, person), live.players.get(person)))


def _or(seat: Seat | None, other: Seat | None) -> Seat | None:
    return other if seat is None else seat


def _takes_the_cards_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A person who takes a seat between two deals sees the cards that its earlier player saw."""
    true = fold_module._sat
    monkeypatch.setattr(fold_module, "_sat", lambda live, entry: true(live, replace(entry, between=False)))


def _hears_what_was_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A person who takes a seat gets the private lines of its earlier player."""
    monkeypatch.setattr(telling, "seat_then", lambda applied, viewer, person: viewer)


def _stand_in_tells(true: said.Scene, live: Live, viewer: Seat | None) -> said.Scene:
    """The name shown at the stand-in's seat depends on its hand."""
    seats = [replace(each, bot="x" * (seat in live.reserved and red(live, seat))) for seat, each in enumerate(true.seats)]
    return replace(true, seats=tuple(seats))


@dataclass(frozen=True)
class HandoverLeak:
    """A fault that shows a hand to its seat's earlier or later player."""

    name: str
    plant: Plant
    preset: str = "online"
    options: dict[str, str | int] = field(default_factory=dict)
    game: str = "crash"

    def handover(self) -> Handover:
        """The test of a house with this fault."""
        leak = Leak(self.name, self.plant)
        return Handover(self.game, self.preset, self.options, leak=leak.planted(), moves=30)


HANDOVER_LEAKS = tuple(
    HandoverLeak(f"{name} in {game}", plant, preset, dict(GAMES[game].short), game)
    for game, preset in (("crash", "online"), ("brag", "pagat"))
    for name, plant in (
        ("who has a seat reserved sees its hand", _sits_down_on_a_live_hand),
        ("who was removed sees on", _keeps_looking),
        ("who takes a seat sees what was seen there", _takes_the_cards_too),
        ("who takes a seat hears what was told there", _hears_what_was_told),
        ("the hand shows at the empty seat", scene(_stand_in_tells)),
    )
)


def _let_in_by_the_id(monkeypatch: pytest.MonkeyPatch) -> None:
    """Anybody who knows a table's id may watch it."""
    monkeypatch.setattr(House, "_seen_by", lambda self, table_id, _person: self.loader.load(table_id))


def _next_is_public(true: Entries, live: Live) -> Entries:
    """The next table is public, even where the old one isn't."""
    opened, *others = true
    return [replace(opened, public=True), *others]


def _next_names_the_link(true: said.Next | None, live: Live) -> said.Next | None:
    """The invitation's code is shown to everybody who sees which table is next."""
    return true and replace(true, table=f"{true.table}?{live.invite}")


@dataclass(frozen=True)
class NextTableLeak(Planted):
    """A fault that tells somebody something forbidden about a private table to which another one went on."""

    to: str
    """Who is told: a stranger, or a spectator."""


NEXT_TABLE_LEAKS = (
    NextTableLeak("a stranger is let in by the id", _let_in_by_the_id, "stranger"),
    NextTableLeak("the next table is public", message("following", _next_is_public, loading), "stranger"),
    NextTableLeak("the link stands beside the id", message("_next", _next_names_the_link), "spectator"),
    NextTableLeak(
        "the link is told to whoever looks",
        message("about", lambda about, live, *rest: replace(about, invite=live.invite)),
        "spectator",
    ),
)


def _kept_for_the_seat_whoever_sits_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table's scene is cached by seat alone, so a person who takes a seat gets the scene of its earlier player."""
    _keys(monkeypatch, lambda this, what, version, viewer: (this, what, viewer, version if what == "update" else 0))


def _missed_whoever_sat_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """A viewer who names a seat as its own gets all that was told to that seat."""
    true = Live.seat_of

    def missed(self: Audience, person: str, viewer: Seat | None, hello: said.Hello) -> Any:
        behind = self._live.version - (hello.version or 0)
        return [*self._history][-behind:] if hello.version and true(self._live, person) == viewer else None

    monkeypatch.setattr(Audience, "_missed", missed)


TAKEN_LEAKS = (
    Planted("the table as it stood for the seat's owner before", _kept_for_the_seat_whoever_sits_there),
    Planted("the updates of the seat's owner before", _missed_whoever_sat_there),
    Planted("the lines of the seat's owner before", message("seat_then", lambda _true, _applied, viewer, _person: viewer)),
)
"""Faults by which a person who takes a seat gets messages to its earlier player."""
