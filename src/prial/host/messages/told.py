"""The messages that a table sends: the answers to commands, and what a viewer may see.

A viewer gets exactly one `Update` for each entry of the table's log. The update's ``version`` is the entry's number, so the
viewer notices if an update is missing.
"""

from enum import StrEnum
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from prial.core.game import Seat, Sound, Weight
from prial.fair.shuffle import Bound, Deck, Turned, Voided
from prial.fair.transcript import Group, Picked, Shuffle
from prial.host.asking import Asking
from prial.host.status import Status


class Sitting(StrEnum):
    """What kind of player sits in a seat."""

    OPEN = "open"
    """Nobody: the seat is empty."""
    PERSON = "person"
    """A person."""
    BOT = "bot"
    """A bot."""


class Seated(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    kind: Sitting
    """Whether the seat is empty, a person's or a bot's."""
    name: str = ""
    """Name of the player or bot at this table; empty for an empty seat."""
    bot: str = ""
    """The bot's name in the registry; empty if no bot sits in the seat."""
    owner: bool = False
    """Whether the table's owner sits here."""
    away: bool = False
    """Whether the player sits out, so that a bot (the auto-player) acts in their place."""
    gone: bool = False
    """Whether the player sits out because they have no connection. They take part again as soon as they are connected."""
    locked: bool = False
    """Whether the player has decided and waits for others."""
    ready: bool = False
    """Whether the player is ready to go on after a rest, the pause between two deals."""
    next: str = ""
    """Name of the person who has this seat from the next deal on. It is empty if nobody has reserved the seat."""


class Seen(msgspec.Struct, frozen=True):
    """A viewer's view of the game."""

    public: Any
    """The public part of the game's state."""
    piles: tuple[str, ...]
    """The piles, two characters a card: ``AsKd``, or ``????`` for two cards whose faces the viewer doesn't see."""
    seen: tuple[int, ...]
    """For each pile, a number that says who has seen its cards: bit k is 1 if seat k has seen them.

    The number is −1 if everybody has seen them.
    """


class Offered(msgspec.Struct, frozen=True):
    """An offer that lets a player take a decision back, if all agree."""

    seat: Seat
    """The player's seat."""
    agreed: tuple[Seat, ...]
    """Seats whose players have agreed."""


class Next(msgspec.Struct, frozen=True, kw_only=True):
    """The proposal of another game. After everybody has gone on to that game, the proposal is sent with the new table's id."""

    number: int
    """Number of the proposal. A `Vote` on the proposal gives this number."""
    seat: Seat
    """Seat of the player who proposed the game."""
    name: str
    """Name of the game and its rules, for people."""
    game: str
    """The game's name in the registry."""
    preset: str
    """Name of the preset."""
    changed: dict[str, str | int]
    """Options that differ from the preset: maps the option's name to its value."""
    seats: int
    """Number of players."""
    agree: tuple[Seat, ...]
    """Seats whose players are for the proposed game."""
    against: tuple[Seat, ...]
    """Seats whose players are against the proposed game."""
    needed: int
    """Number of votes that the proposed game needs."""
    carried: bool
    """Whether the vote is won: the game begins as soon as no deal is under way."""
    table: str | None
    """Id of the new table; None until everybody goes there. All who may look at the old table may look at the new one."""


class Ended(msgspec.Struct, frozen=True):
    """The result of a game."""

    winners: tuple[Seat, ...]
    """Seats of the winners."""
    scores: tuple[int, ...]
    """Points, by seat."""
    ledger: tuple[int, ...]
    """For each seat, the money or chips that it has won; below 0 for a loss."""
    stopped: bool
    """Whether the game was ended by a vote."""
    places: tuple[int, ...]
    """For each seat, the player's place, from 1 for the best. If two players share place 1, the next player has place 3."""
    for_chips: bool
    """Whether players are ranked by the ledger, not by the score."""


class Turning(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of the shuffles at a table. It is the same for all viewers."""

    shuffle: int = 0
    """Number of shuffles so far, void shuffles included."""
    void: int = 0
    """Number of void shuffles so far. A shuffle is void if a player's number was missing."""
    promised: tuple[Seat, ...] = ()
    """Seats whose players have promised a number for the next shuffle."""
    people: tuple[Seat, ...] = ()
    """Seats of the players whose random numbers are used in the present shuffle; empty if no players' numbers are used."""
    waits: bool = False
    """Whether the shuffle waits for random numbers from players."""


class Fairness(msgspec.Struct, frozen=True, omit_defaults=True):
    """New facts that a viewer needs to check the present shuffle. The page `fair-shuffle` says how to check it."""

    bound: Bound | None = None
    """Set when a shuffle begins.

    If the viewer's seat is among the ``promises`` in this `Bound`, the client must now send the promised number (`OpenNumber`).
    """
    turned: Turned | None = None
    """Set once all players' numbers for the shuffle are revealed."""
    voided: Voided | None = None
    """Set when the shuffle is void, because a player's number is missing."""
    drawn: tuple[Group, ...] = ()
    """New groups of piles: they have just been dealt from the deck."""
    picked: Picked | None = None
    """Set when the shuffle has picked a number instead of dealing cards, for example to choose the first dealer."""
    opened: dict[int, Deck] = {}
    """The decks dealt in a game: maps the shuffle's number to the deck. Set after the game, if the table then shows all decks."""
    proofs: tuple[str, ...] = ()
    """New proofs for cards that the viewer sees. Each proves where one card was in the deck before the shuffle."""


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A table as one viewer sees it."""

    status: Status
    """The table's status."""
    round: int
    """Number of the present game at this table, from 1; 0 before the first game."""
    seats: tuple[Seated, ...]
    """The seats, in order."""
    key: str | None = None
    """Key of the decision that is due; None if no decision is due."""
    waiting: tuple[Seat, ...] = ()
    """Seats that have yet to decide."""
    rest: str | None = None
    """Key of the rest (the pause between two deals), for use in `Ready`; None if there is no rest now."""
    deadline: int | None = None
    """Time at which the decision or the pause between two deals (``rest``) ends, in milliseconds since 1970 (UTC).

    It is None while no clock runs. When the time for a decision ends, a bot (the auto-player) acts for all who haven't decided.
    """
    view: Seen | None = None
    """The viewer's view of the game; None before the first game."""
    mine: str | None = None
    """The viewer's own action that waits for other players' decisions, in the game's own notation; None if there is none.

    The viewer may still take it back.
    """
    offer: Offered | None = None
    """The owner's offer: if all agree, a player takes a decision back and decides again. None if there is no offer."""
    may_offer: tuple[Seat, ...] = ()
    """Seats of the players who may still take their last decision back, if the owner makes them an offer and all agree to it."""
    stop: tuple[Seat, ...] = ()
    """Seats whose players have voted to stop the game."""
    hurry: tuple[Seat, ...] = ()
    """Seats whose players want the rest of the game played fast."""
    result: Ended | None = None
    """The result of the game; None until the game is over."""
    next: Next | None = None
    """Another game: the people here vote on it, or have gone on to a table where it is played."""


class Asked(msgspec.Struct, frozen=True):
    """A request to decide, or the news that the viewer may act while others decide (``meanwhile``).

    An `Asked` is sent when a decision begins. It is sent again when another player's action changes the viewer's possible
    actions. While the decision lasts, every `Welcome` has it too.
    """

    key: str
    """Key of the decision."""
    actions: tuple[str, ...] | None
    """All possible actions; None if there are too many to list, or if ``guide`` describes them.

    If ``meanwhile`` is True, an empty tuple means that the viewer may no longer act.
    """
    guide: Any = None
    """Data for a client that doesn't know the rules: how to label answers and check them. It is None for some games."""
    meanwhile: bool = False
    """True if the viewer doesn't have to decide, but may act while others decide. Such an action takes effect at once."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event, as far as this viewer may know it. Fields with their default value are left out."""

    version: int
    """Number of the entry in the table's log."""
    code: str
    """Code of the event's sentence (`prial.errors.catalogue`)."""
    text: str
    """The event as a sentence."""
    event: Any
    """An object with the event's fields. Its field ``type`` is the event's kind."""
    weight: Weight = Weight.PLAIN
    """How much the line stands out: an ordinary line, a heading, or an emphasised line."""
    sound: Sound = Sound.NONE
    """The sound that goes with the line."""
    private: bool = False
    """Whether the line tells nothing but the viewer's own cards. The board shows these cards, so screen readers skip the line."""


class Talk(msgspec.Struct, frozen=True):
    """Words that somebody said. They aren't sent as a `Line`, so nobody can pretend to be the house."""

    version: int
    """Number of the entry in the table's log."""
    name: str
    """The speaker's name at this table."""
    text: str
    """The words. Show them as a quotation, so that nobody takes them for a `Line`."""
    seat: Seat | None = None
    """The speaker's seat; None for somebody without one."""
    phrase: str = ""
    """Code of a ready phrase; empty for typed text."""


class About(msgspec.Struct, frozen=True, kw_only=True):
    """The description of a table."""

    id: str
    """The table's id."""
    game: str
    """The game's name in the registry."""
    preset: str
    """Name of the preset."""
    title: str
    """Title of the table's rules."""
    rules: dict[str, str | int]
    """Maps the name of each option to its value."""
    changed: dict[str, str | int] = {}
    """Options that differ from the preset: maps the option's name to its value."""
    clock: str
    """The clock's name: ``none``, ``fast``, ``normal`` or ``slow``."""
    public: bool
    """Whether everybody may look at the table."""
    suggest: bool
    """Whether players may ask for suggestions and odds."""
    away_s: int
    """If a player has no connection for this many seconds and others wait, the house plays for this player."""
    open_decks: bool
    """Whether every card of every deck is shown when a game is over."""
    owner: bool
    """Whether the viewer owns the table."""
    invite: str | None = None
    """Code of the table's link; None for people who may not pass it on."""


class Here(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a `Welcome` that shows the table itself. It is the same for all spectators."""

    scene: Scene
    """The table as the viewer sees it."""
    asked: Asked | None
    """The request to decide, or the news that the viewer may act while others decide; None if there is neither."""
    lines: tuple[Line, ...]
    """The newest events of this game that the viewer may know."""
    talk: tuple[Talk, ...] = ()
    """The newest things that people have said during this game."""
    turning: Turning | UnsetType = UNSET
    """The state of the shuffles; left out before anybody has promised a number."""


class Welcome(Here, frozen=True, kw_only=True, tag_field="is", tag="welcome"):
    """The whole table as it is now."""

    table: About
    """The description of the table."""
    viewer: Seat | None
    """The viewer's seat; None for a spectator."""
    version: int
    """Number of entries in the table's log."""
    now: int
    """The house's time, in milliseconds since 1970 (UTC)."""
    reserved: Seat | None
    """The seat that the viewer has reserved for the next deal. It is None if the viewer has reserved no seat."""


class Update(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="update"):
    """The changes that one entry of the log made, as far as this viewer may know them."""

    version: int
    """Number of the entry in the table's log."""
    scene: Scene | UnsetType = UNSET
    """The table as it is now. Left out if the entry doesn't change the scene, for example when somebody speaks."""
    asked: Asked | None = None
    """The viewer's decision, when it begins or changes. If None, the last `Asked` is valid until the scene's key changes."""
    lines: tuple[Line, ...] = ()
    """The new events that the viewer may know."""
    talk: tuple[Talk, ...] = ()
    """Words that somebody said, if the entry stores such words; otherwise empty."""
    turning: Turning | UnsetType = UNSET
    """The state of the shuffles after this entry; left out if the entry hasn't changed it."""
    fair: Fairness | UnsetType = UNSET
    """New facts that the viewer needs to check the present shuffle; left out if there are none."""


class Shuffled(msgspec.Struct, frozen=True, tag_field="is", tag="shuffled"):
    """Everything that a viewer may know about the present shuffle.

    The field ``Shuffle.mine`` (the viewer's own number) is left out: the viewer's client has that number.
    """

    id: str
    """Id of the command."""
    shuffle: Shuffle | None
    """The shuffle, in the same form as in a transcript.

    It is None before a game's first shuffle, after a void shuffle, or if the house shuffled alone.
    """


class Saved(msgspec.Struct, frozen=True, tag_field="is", tag="saved"):
    """The command took effect, and is stored."""

    id: str
    """Id of the command."""
    version: int
    """Number of entries in the table's log after the command."""


class Refused(msgspec.Struct, frozen=True, tag_field="is", tag="refused"):
    """The command was refused and changed nothing."""

    id: str
    """Id of the command."""
    code: str
    """The reason, as the code of a sentence (`prial.errors.catalogue`)."""
    text: str
    """The reason, as a sentence."""


class Suggestion(msgspec.Struct, frozen=True):
    """One way to answer a decision."""

    style: str
    """Where the suggestion comes from: a bot's name, or ``coach``."""
    title: str
    """The style of play, or the answer, in a few words."""
    action: str
    """The action, in the game's own notation."""
    why: str = ""
    """The reasons, in a few sentences; empty if none are given."""


class Suggested(msgspec.Struct, frozen=True, tag_field="is", tag="suggested"):
    """Ways to answer the present decision."""

    id: str
    """Id of the command."""
    suggestions: tuple[Suggestion, ...]
    """The ways to answer; empty if there are none."""


class Counted(msgspec.Struct, frozen=True, tag_field="is", tag="counted"):
    """The game's odds, computed from what the viewer's own view shows."""

    id: str
    """Id of the command."""
    odds: Any
    """The odds, in the game's own form; null if the game has no odds to count."""


class Looker(msgspec.Struct, frozen=True):
    """Somebody who looks at the table but has neither a seat nor a reservation."""

    number: int
    """The number by which a command names this person. It changes if the person comes back or if the table is loaded again."""
    name: str
    """The person's name."""


class Watching(msgspec.Struct, frozen=True, tag_field="is", tag="watching"):
    """The people who look at the table but have neither a seat nor a reservation."""

    id: str
    """Id of the command."""
    people: tuple[Looker, ...]
    """The people, at most 100. They are listed server by server, and for each server in the order in which they came.

    `Present.watching` is the number of all people who look at the table but have no seat. It also counts people with a
    reservation.
    """


class Present(msgspec.Struct, frozen=True, tag_field="is", tag="present"):
    """Who is connected; sent a few times a second at most. It tells nothing about the game, and isn't stored."""

    seats: tuple[bool, ...]
    """For each seat, whether its player is connected; false for a seat without a person."""
    away: tuple[int | None, ...]
    """For each seat, the time at which its player lost the connection, in milliseconds since 1970 (UTC).

    It is null for a player who is connected, and for a seat without a person.
    """
    watching: int
    """Number of people who look at the table but have no seat. People who have reserved a seat are counted too."""
    asking: tuple[Asking, ...] = ()
    """People who ask to come in at a private table."""


class Pong(msgspec.Struct, frozen=True, tag_field="is", tag="pong"):
    """The answer to `Ping`."""

    now: int
    """The server's time, in milliseconds since 1970 (UTC)."""


class Bye(msgspec.Struct, frozen=True, tag_field="is", tag="bye"):
    """The last message before the server closes the socket."""

    code: str
    """The reason, as the code of a sentence (`prial.errors.catalogue`)."""
    text: str
    """The reason, as a sentence."""
    again: bool
    """Whether the client should connect again by itself."""


FromTable: TypeAlias = Welcome | Update | Saved | Refused | Shuffled | Suggested | Counted | Watching | Present | Pong | Bye
"""Any message that a table sends."""
