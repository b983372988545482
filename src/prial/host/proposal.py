"""A proposal to play another game next, and the votes on it."""

from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from prial.core.game import Seat
from prial.host import entries as log


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal to play another game next, and the votes on it."""

    number: int
    """Number of the log entry that made the proposal. Votes name the proposal by this number."""
    wanted: log.Proposed
    """The proposed game."""
    agree: frozenset[Seat]
    """Seats whose players are for the proposal."""
    against: frozenset[Seat] = frozenset()
    """Seats whose players are against the proposal."""
    carried: bool = False
    """Whether the proposal has won the vote. Then it can't be dropped any more."""
    table: str = ""
    """Id of the new table where the proposed game is played; empty until everybody goes there."""


Poll: TypeAlias = log.VotedNext | log.Carried | log.Dropped | log.WentOn
"""The entries of a log that change a proposal."""


def folded(proposal: Proposal, entry: Poll) -> Proposal | None:
    """The proposal as it stands after a log entry; None if the entry drops it."""
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
    """The proposal after a player left a seat. None if that player made the proposal, and it hasn't won the vote yet."""
    if proposal is None or (seat == proposal.wanted.seat and not proposal.carried):
        return None
    return replace(proposal, agree=proposal.agree - {seat}, against=proposal.against - {seat})
