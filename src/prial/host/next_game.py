"""Votes on the next game: the proposals, the outcome of a vote, and the start of the next table."""

from typing import Any

from prial.bots import registry as bots
from prial.core.game import Game, Seat
from prial.core.kind import Kind
from prial.core.registry import find
from prial.errors import PrialError, Refusal, add_sentences, refuse
from prial.host import entries as log
from prial.host import messages as said
from prial.host.entries import Entries
from prial.host.live import Live, Sitter
from prial.host.messages import Sitting
from prial.host.proposal import Proposal, folded
from prial.host.status import Status
from prial.host.table_request import bot_name, titled

add_sentences(
    "en",
    {
        "next.gone": "Everybody here has gone on to another table.",
        "next.open": "{name} is proposed already: please vote on that first.",
        "next.carried": "It is settled: {name} is next.",
        "next.none": "That isn't proposed any more.",
        "next.places": "{people} of you sit here, but {game}, as proposed, is for only {seats} players.",
        "next.many": "The {people} of you can't play {game} with these rules: {why}",
        "next.full": "{name} is to be played next, and there is no seat for one more.",
    },
)


def propose(live: Live, seat: Seat, command: said.Propose) -> Entries | Refusal:
    """The entries that a proposal adds to a table's log.

    Args:
        live: the table.
        seat: seat of the player who proposes.
        command: the proposal.
    Returns:
        The entries or a refusal. The proposal is refused if the proposed rules don't exist or the proposed game has too few
        seats, if the title can't be shown, if no game has begun at this table yet, or if another game is proposed already.
    """
    if live.status is Status.OPEN:
        return refuse("table.not_started")
    if live.proposal is not None:
        return refuse("next.carried" if live.proposal.carried else "next.open", name=live.proposal.wanted.name)
    people = live.places
    bots_too = people + sum(sitter.kind is Sitting.BOT for sitter in live.seats)
    try:
        kind = find(command.game)
        rules, game = _fitting(kind, command, people, bots_too)
        preset = command.preset or next(iter(kind.schema.presets))
        title = titled(command.title, kind, preset)
    except PrialError as error:
        return error.refusal
    if game.seats < people:
        return refuse("next.places", people=people, game=kind.title, seats=game.seats)
    proposed = log.Proposed(
        seat=seat,
        game=kind.name,
        preset=preset,
        title=title,
        rules=kind.schema.written(rules),
        changed=kind.schema.differences(rules, preset),
        seats=game.seats,
        name=title if title == kind.title else f"{kind.title}: {title}",
    )
    return [proposed, *decided(Proposal(number=0, wanted=proposed, agree=frozenset({seat})), live.voters | {seat})]


def _fitting(kind: Kind, command: said.Propose, people: int, sitting: int) -> tuple[Any, Game[Any, Any]]:
    """The rules that a proposal asks for, and the game with these rules."""
    option = kind.schema.options.get("players")
    if option is None or option.least is None or option.most is None or "players" in command.options:
        rules = kind.schema.make(command.options, command.preset)
        return rules, kind.new(rules)
    most, fewest = min(max(sitting, option.least), option.most), max(people, option.least)
    # If no number is proposed, all people play, with as many bots as the game can take
    for players in range(most, fewest - 1, -1):
        try:
            rules = kind.schema.make({**command.options, "players": players}, command.preset)
        except PrialError as error:
            if players == fewest:
                raise PrialError(_too_many(error.refusal, kind, people)) from error
        else:
            return rules, kind.new(rules)
    raise PrialError(refuse("next.places", people=people, game=kind.title, seats=most))


def _too_many(refusal: Refusal, kind: Kind, people: int) -> Refusal:
    """Add the number of people to a refusal about the number of players."""
    if "players" not in {refusal.args.get("option"), refusal.args.get("other")}:
        return refusal
    # No number of players was proposed, so the refusal would be hard to understand
    return refuse("next.many", game=kind.title, people=people, why=refusal.args["why"])


def vote(live: Live, seat: Seat, command: said.Vote) -> Entries | Refusal:
    """The entries that a vote on a proposal adds to a table's log.

    Args:
        live: the table.
        seat: seat of the player who votes.
        command: the vote.
    Returns:
        The entries, or why the vote is refused. The list is empty if the player has already voted the same way.
    """
    proposal = live.proposal
    if proposal is None or proposal.number != command.proposal:
        return refuse("next.none")
    if proposal.carried:
        return refuse("next.carried", name=proposal.wanted.name)
    if seat in (proposal.agree if command.agree else proposal.against):
        return []
    if not command.agree and seat == proposal.wanted.seat:
        return [log.Dropped()]
    voted = log.VotedNext(seat=seat, agree=command.agree)
    return [voted, *decided(folded(proposal, voted), live.voters | {seat})]


def needed(voters: frozenset[Seat]) -> int:
    """The least number of votes with which a proposed game wins: more than half of the people who may vote."""
    return len(voters) // 2 + 1


def decided(proposal: Proposal | None, voters: frozenset[Seat]) -> Entries:
    """A list with the entry that ends the vote on a proposed game. The list is empty as long as the vote isn't decided.

    A proposal is carried when most people are for it, and dropped when it can't win any more.

    Args:
        proposal: the proposal; None if there isn't one.
        voters: seats of the people who may vote.
    """
    if proposal is None or proposal.carried:
        return []
    if len(proposal.agree & voters) >= needed(voters):
        return [log.Carried()]
    return [log.Dropped()] if len(voters - proposal.against) < needed(voters) else []


def no_place(live: Live) -> Refusal | None:
    """The refusal for a newcomer if the proposed game has no seat for one more person. It is None if a newcomer may sit down."""
    proposal = live.proposal
    if proposal is None or live.places < proposal.wanted.seats:
        return None
    return refuse("next.full", name=proposal.wanted.name)


def following(live: Live) -> Entries:
    """Make the first log entries of a new table, for the next game.

    The entries depend only on the old table.

    Everybody moves to the new table. The people keep their order, and players who sat out still sit out. The new table takes over
    the old table's link. Everybody who could look at the old table may look at the new one.

    Bots come along if there are seats for them. New bots take the empty seats. A bot that doesn't exist for the new game is
    replaced by the new game's strongest bot.

    Args:
        live: the old table.
    Raises:
        PrialError: if the proposed rules don't exist any more.
    """
    assert live.proposal is not None
    wanted = live.proposal.wanted
    kind = find(wanted.game)
    rules = kind.schema.stored(wanted.rules, wanted.preset)
    sitters = _places(live.seats, wanted.seats)
    seats = {sitter.person: seat for seat, sitter in enumerate(sitters) if sitter.kind is Sitting.PERSON}
    owner = live.owner if live.owner in seats else next(iter(seats))
    opened = log.Opened(
        owner=owner,
        game=wanted.game,
        game_version=kind.new(rules).version,
        preset=wanted.preset,
        title=wanted.title,
        rules=kind.schema.written(rules),
        changed=kind.schema.differences(rules, wanted.preset),
        clock=live.opened.clock,
        public=live.opened.public,
        suggest=live.opened.suggest,
        away_s=live.opened.away_s,
        open_decks=live.opened.open_decks,
        invite=live.invite,
        admitted=tuple(sorted(live.admitted)),
        barred=tuple(sorted(live.barred)),
    )
    people = sorted(seats, key=lambda person: person != owner)  # the first person to sit down becomes the owner
    entries: Entries = [opened, *(log.Sat(seat=seats[each], person=each, name=sitters[seats[each]].name) for each in people)]
    taken = [sitter.name for sitter in sitters if sitter.name]
    for seat, sitter in enumerate(sitters):
        if sitter.kind is not Sitting.PERSON:
            bot = sitter.bot if sitter.bot in bots.names(kind) else bots.best(kind)
            taken.append(name := sitter.name or bot_name(taken))
            entries.append(log.BotSat(seat=seat, bot=bot, name=name))
    entries.append(log.Started())
    return entries + [log.Away(seat=seat, gone=sitter.gone) for seat, sitter in enumerate(sitters) if sitter.away]


def _places(seats: tuple[Sitter, ...], places: int) -> list[Sitter]:
    """Add or remove seats until there are ``places`` seats. Empty seats are removed before bots."""
    kept = list(seats)
    for kind in (Sitting.OPEN, Sitting.BOT):
        for at in range(len(kept) - 1, -1, -1):
            if len(kept) > places and kept[at].kind is kind:
                del kept[at]
    return kept + [Sitter()] * (places - len(kept))
