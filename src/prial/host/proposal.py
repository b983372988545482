"""A proposal to play another game next, and the votes on it."""

from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from prial.core.game import Seat
from prial.host import entries as log


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal to play another game next, and the votes on it."""

    number: int
    """Names the proposal: the number of its entry in the table's log."""
    wanted: log.Proposed
    """The proposed game."""
    agree: frozenset[Seat]
    """Seats whose players are for it."""
    against: frozenset[Seat] = frozenset()
    """Seats whose players are against it."""
    carried: bool = False
    """Whether the vote is won; then it can't be lost any more."""
    table: str = ""
    """Id of the table where the game is played; empty until everybody goes there."""


Poll: TypeAlias = log.VotedNext | log.Carried | log.Dropped | log.WentOn
"""The entries of a log that change a proposal."""


def folded(proposal: Proposal, entry: Poll) -> Proposal | None:
    """The proposal after an entry of the log; None if it was dropped."""
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
    """The proposal after a seat was given up; None if its player had made it and the vote wasn't won yet."""
    if proposal is None or (seat == proposal.wanted.seat and not proposal.carried):
        return None
    return replace(proposal, agree=proposal.agree - {seat}, against=proposal.against - {seat})
