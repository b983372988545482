"""Another game that somebody at a table proposes, and who is for it."""

from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from prial.core.game import Seat
from prial.host import entries as log


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """Another game that somebody at a table proposes, and who is for it."""

    number: int
    """Tells it from others: how many entries the log had with it."""
    wanted: log.Proposed
    agree: frozenset[Seat]
    against: frozenset[Seat] = frozenset()
    carried: bool = False
    """Whether most are for it, which is settled then."""
    table: str = ""
    """The id of the table at which it is played, once everybody goes there."""


Poll: TypeAlias = log.VotedNext | log.Carried | log.Dropped | log.WentOn


def folded(proposal: Proposal, entry: Poll) -> Proposal | None:
    """What is proposed after an entry of the log; None for nothing any more."""
    match entry:
        case log.VotedNext(seat=seat, agree=agree):
            others = replace(proposal, agree=proposal.agree - {seat}, against=proposal.against - {seat})
            return replace(others, agree=others.agree | {seat}) if agree else replace(others, against=others.against | {seat})
        case log.Carried():
            return replace(proposal, carried=True)
        case log.Dropped():
            return None
        case log.WentOn(table=table):
            return replace(proposal, table=table)


def without(proposal: Proposal | None, seat: Seat) -> Proposal | None:
    """What is proposed after a seat was given up: nothing, if its player proposed it and it isn't settled."""
    if proposal is None or (seat == proposal.wanted.seat and not proposal.carried):
        return None
    return replace(proposal, agree=proposal.agree - {seat}, against=proposal.against - {seat})
