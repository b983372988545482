"""Events around the game: players come and go, vote, and pause the clock. Events of the game itself are not among them."""

from enum import StrEnum

from prial.core.game import Event, Seat
from prial.core.step import Unlocked
from prial.errors import add_sentences, listed
from prial.host import entries as log
from prial.host.house_rules import told
from prial.host.live import Applied, Live
from prial.host.proposal import Poll

add_sentences(
    "en",
    {
        "table.opened": "The table is set up.",
        "table.ruled": "New house rules. {text}.",
        "table.sat": "{seat} sits down.",
        "table.reserved": "{name} sits down with the next deal.",
        "table.bot_sat": "{seat}, a bot, sits down.",
        "table.left": "{name} leaves the table.",
        "table.removed": "{name} is asked to leave.",
        "table.begun": "The game begins.",
        "table.again": "Another game begins.",
        "table.late": "Time is up for {seat}: the house plays.",
        "table.away": "{seat} sits out, and a bot plays meanwhile.",
        "table.stand_in": "{seat} isn't here just now: a bot plays until they are back.",
        "table.back": "{seat} is back.",
        "table.paused": "The table is paused.",
        "table.resumed": "The table goes on.",
        "table.offered": "{seat} may take the decision back if all agree.",
        "table.agreed": "{seat} agrees.",
        "table.declined": "{seat} doesn't agree, so the decision stands.",
        "table.took_back": "{seat} takes the decision back and thinks again.",
        "table.voted": "{seat} would like to stop.",
        "table.unvoted": "{seat} plays on.",
        "table.hurried": "{seat} would like the rest played fast.",
        "table.stopped": "All agree to stop: the game ends as it stands.",
        "table.proposed": "{seat} proposes “{text}” next.",
        "table.voted_next": "{seat} is for “{text}”.",
        "table.against_next": "{seat} is against “{text}”.",
        "table.carried": "Most agree: “{text}” is next.",
        "table.dropped": "“{text}” won't be next.",
        "table.went_on": "The table goes on to “{text}”. Nothing won or lost here is carried over.",
        "table.voided": "{name} didn't answer in time, so the cards are shuffled again.",
        "table.decks_opened": "The game is over: now every card of every deck can be seen.",
        "table.credited": "Nobody could play during a {seconds}-second break; everybody gets that time back.",
        "table.froze": "Something went wrong, and this table has stopped. Everything up to now is kept.",
        "table.ended": "This table is closed.",
    },
)


class What(StrEnum):
    """The kinds of events around the game."""

    OPENED = "opened"
    """The table is set up."""
    RULED = "ruled"
    """The owner changes the rules."""
    SAT = "sat"
    """A person sits down."""
    RESERVED = "reserved"
    """A person reserves a seat from the next deal on."""
    BOT_SAT = "bot_sat"
    """A bot sits down."""
    LEFT = "left"
    """A player leaves, or gives a reservation up."""
    REMOVED = "removed"
    """The owner has taken a player or a bot out of the seat."""
    BEGUN = "begun"
    """The first game begins."""
    AGAIN = "again"
    """Another game begins."""
    LATE = "late"
    """A player's time is up."""
    AWAY = "away"
    """A player sits out."""
    STAND_IN = "stand_in"
    """The house plays for a player who isn't connected."""
    BACK = "back"
    """A player who sat out takes part again."""
    PAUSED = "paused"
    """The clock is stopped."""
    RESUMED = "resumed"
    """The clock runs on."""
    OFFERED = "offered"
    """The owner offers to let a player take a decision back."""
    AGREED = "agreed"
    """A player agrees to the offer."""
    DECLINED = "declined"
    """A player doesn't agree to the offer."""
    TOOK_BACK = "took_back"
    """A player takes a decision back."""
    VOTED = "voted"
    """A player votes to stop the game."""
    UNVOTED = "unvoted"
    """A player withdraws the vote to stop."""
    HURRIED = "hurried"
    """A player would like the rest of the game played fast."""
    STOPPED = "stopped"
    """The game is ended by a vote."""
    PROPOSED = "proposed"
    """A player proposes another game."""
    VOTED_NEXT = "voted_next"
    """A player votes for the proposed game."""
    AGAINST_NEXT = "against_next"
    """A player votes against the proposed game."""
    CARRIED = "carried"
    """The vote on the proposed game is won: most players are for it."""
    DROPPED = "dropped"
    """The proposal is withdrawn or voted down."""
    WENT_ON = "went_on"
    """Everybody goes on to the table where the proposed game is played."""
    VOIDED = "voided"
    """A shuffle is void."""
    DECKS_OPENED = "decks_opened"
    """The game is over, and all its decks are shown."""
    CREDITED = "credited"
    """The clock gets back the time in which nobody could play."""
    FROZE = "froze"
    """The program has a fault, and the table has stopped."""
    ENDED = "ended"
    """The table is closed for good."""


class Happened(Event, frozen=True, tag="table"):
    """An event around the game."""

    what: What
    """The kind of event."""
    seat: Seat | None = None
    """The seat that the event is about; None if it isn't about a seat."""
    name: str = ""
    """Name of the player or bot who leaves or is removed, or of the person who reserves a seat.

    For a void shuffle: names of the players whose promised random numbers are missing. Empty for all other events.
    """
    text: str = ""
    """The changed rules in words, or the name of the proposed game; empty for events of all other kinds."""
    seconds: int = 0
    """Time that the clock gets back (`What.CREDITED`), in whole seconds; 0 for events of all other kinds."""

    @property
    def code(self) -> str:
        """Code of the sentence that tells people about the event, such as ``table.sat``."""
        return f"table.{self.what}"


def happened(applied: Applied) -> Event | None:
    """What a log entry reports: an event around the game, such as "a person sits down". None if it reports no such event."""
    before, after = applied.before, applied.after
    match applied.entry:
        case log.Unlocked(seat=seat):
            return Unlocked(seat)
        case log.Ruled() | log.Left():
            assert before is not None
            return _other_than(before, applied.entry)
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
        case log.Credited(ms=ms):
            # Less than a second isn't worth a line, nor is a clock that was set back
            return Happened(What.CREDITED, seconds=ms // 1000) if ms >= 1000 else None
        case log.Acted(seat=seat, late=late):
            return Happened(What.LATE, seat) if late else None
        case (
            log.Dealt()
            | log.Promised()
            | log.Bound()
            | log.Admitted()
            | log.ShownOut()
            | log.Invited()
            | log.WasReady()
            | log.Said()
        ):
            return None
        case log.Voided(missing=missing):
            return Happened(What.VOIDED, name=listed([after.names[seat] for seat in missing]))
        case log.Away(seat=seat, gone=True):
            return Happened(What.STAND_IN, seat)
        case log.Sat(seat=seat) | log.BotSat(seat=seat) | log.Away(seat=seat) | log.CameBack(seat=seat):
            return Happened(_what(applied.entry), seat)
        case (
            log.Hurried(seat=seat)
            | log.Offered(seat=seat)
            | log.Agreed(seat=seat)
            | log.Declined(seat=seat)
            | log.TookBack(seat=seat)
        ):
            return Happened(_what(applied.entry), seat)
        case _:
            return Happened(_what(applied.entry))


def _other_than(before: Live, entry: log.Ruled | log.Left) -> Happened:
    """The event of an entry that changed the rules or emptied a seat. ``before`` is the table before the entry."""
    if isinstance(entry, log.Ruled):
        return Happened(What.RULED, text=told(before.opened, entry))
    waiting = before.reserved.get(entry.seat)
    name = before.names[entry.seat] if waiting is None else waiting.name
    return Happened(What.REMOVED if entry.removed else What.LEFT, name=name)


def _polled(entry: Poll, name: str) -> Happened:
    """The event that reports a log entry about a proposed game. ``name`` is the name of that game."""
    if isinstance(entry, log.VotedNext):
        return Happened(What.VOTED_NEXT if entry.agree else What.AGAINST_NEXT, entry.seat, text=name)
    return Happened(_what(entry), text=name)


def _what(entry: log.AnyEntry) -> What:
    """The kind of event that has the same name as the type of ``entry``."""
    return What(str(entry.__struct_config__.tag))
