"""A deal or a result that somebody at a table shows to others: what everybody there saw of it, under an address of its own.

Nothing of it is stored. A share names its table, game and deal (none for what the game came to), and bears a mark that only the
house can make, by the code of the table's link: nobody comes to one deal by the share of another. With a new invitation all
shares of a table are void.
"""

import base64
import hmac
from collections.abc import Iterable
from typing import Final, NamedTuple, Self

import msgspec
from msgspec.structs import replace

from prial.core.game import Weight
from prial.errors import PrialError, add_sentences, refuse
from prial.host import messages as said
from prial.host import telling
from prial.host.live import Applied, Live
from prial.host.status import Status

add_sentences(
    "en",
    {
        "share.unknown": "This isn't shared any more.",
        "share.playing": "This deal isn't over yet.",
        "share.private": "This table is private: only those who play this game may share its deals.",
    },
)


_BETWEEN: Final = "~"
"""What stands in no table's id, needs no escaping in an address, and is no dot, by which a file is told from a page."""


class Share(NamedTuple):
    """A deal that is shared, or what a game came to."""

    table: str
    number: int
    """Number of the game, from 1."""
    deal: int
    """Number of its deal, from 1; 0 for what the game came to."""

    def written(self, invite: str) -> str:
        """The share as it stands in an address.

        Args:
            invite: the code of the table's link.
        """
        return _BETWEEN.join([self.table, str(self.number), str(self.deal), self._mark(invite)])

    @classmethod
    def read(cls, text: str) -> Self:
        """What a text names, whether or not it is shared.

        Raises:
            PrialError: it is no share.
        """
        table, *numbers, _ = parts if len(parts := text.split(_BETWEEN)) == 4 else [""] * 4
        if not table or not all(each.isascii() and each.isdigit() and len(each) < 7 for each in numbers):
            raise PrialError(refuse("share.unknown"))
        return cls(table, *map(int, numbers))

    def check(self, text: str, live: Live) -> None:
        """See whether a text is this share, by the table as it stands.

        Raises:
            PrialError: it isn't.
        """
        if not hmac.compare_digest(text.encode(), self.written(live.invite).encode()):
            raise PrialError(refuse("share.unknown"))

    def _mark(self, invite: str) -> str:
        """132 bits that nobody makes who doesn't know the code."""
        made = hmac.digest(invite.encode(), f"share {self.table} {self.number} {self.deal}".encode(), "sha256")
        return base64.urlsafe_b64encode(made).decode()[:22]


class Shared(msgspec.Struct, frozen=True, kw_only=True):
    """A deal or a game that is over, as somebody without a seat saw it."""

    table: said.About
    round: int
    deal: int
    """0 for what the game came to."""
    names: tuple[str, ...]
    scene: said.Scene
    """The table at its end; of a game without any cards."""
    lines: tuple[said.Line, ...]
    """What was told of the deal."""
    pictured: tuple[str, ...]
    """The cards that belong beside each line, two letters each; empty for none."""


def shared(history: Iterable[Applied], table_id: str, number: int, deal: int) -> Shared:
    """A deal as everybody saw it; what only one seat knew is no part of it, whoever asks.

    Args:
        history: the table's log, folded.
        table_id: its id.
        number: number of the game, from 1.
        deal: number of the deal, from 1; 0 for what the game came to.
    Raises:
        PrialError: there was no such deal, or it isn't over.
    """
    if not deal:
        return _result(history, table_id, number)
    at, last, over = 0, None, False
    lines: list[said.Line] = []
    pictured: list[str] = []
    for applied in history:
        if applied.after.round != number:
            if last is not None:
                break
            continue
        events = [told.event for told in applied.step.told if told.heard_by(None)] if applied.step is not None else []
        for event in events:
            at += event.WEIGHT is Weight.DEAL
            if at == deal:
                lines.append(telling.line(applied.after, event))
                pictured.append(event.pictured)
        if at > deal:
            over = last is not None
            break
        if at == deal:
            last = applied.after
            if last.status is Status.OVER:
                break
    if last is None:
        raise PrialError(refuse("share.unknown"))
    if not over and not last.between and last.status is not Status.OVER:
        raise PrialError(refuse("share.playing"))
    return Shared(
        table=telling.about(last, table_id, ""),
        round=number,
        deal=deal,
        names=tuple(last.names),
        scene=telling.scene(last, None),
        lines=tuple(lines),
        pictured=tuple(pictured),
    )


def _result(history: Iterable[Applied], table_id: str, number: int) -> Shared:
    """What a game came to, by the names of those who sat there when it ended."""
    over = next((each.after for each in history if each.after.round == number and each.after.status is Status.OVER), None)
    if over is None:
        raise PrialError(refuse("share.unknown"))
    return Shared(
        table=telling.about(over, table_id, ""),
        round=number,
        deal=0,
        names=tuple(over.names),
        scene=replace(telling.scene(over, None), view=None),
        lines=(),
        pictured=(),
    )
