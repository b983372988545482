"""Shares: deals, or results of games, that players show to other people. Each share has its own address.

A share shows what spectators saw, and isn't stored. Its address names the table, the game and the deal (0 for the result of the
game), and has a signature made with the code of the table's link. So nobody can work out another deal's address, and a new link
makes all shares of the table void.
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


# A dot wouldn't do, since the server looks for a file if the last part of an address has a dot.
_BETWEEN: Final = "~"
"""Separates a share's parts. It never occurs in a table's id, and needs no escaping in an address."""


class Share(NamedTuple):
    """A shared deal, or the shared result of a game."""

    table: str
    """The table's id."""
    number: int
    """Number of the game, from 1."""
    deal: int
    """Number of the deal, from 1; 0 for the result of the game."""

    def written(self, invite: str) -> str:
        """The text that stands for this share in an address, with its signature.

        Args:
            invite: the code of the table's link.
        """
        return _BETWEEN.join([self.table, str(self.number), str(self.deal), self._mark(invite)])

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a share from its text in an address. `check` tells whether the share is valid.

        Raises:
            PrialError: if the text doesn't have the form of a share.
        """
        table, *numbers, _ = parts if len(parts := text.split(_BETWEEN)) == 4 else [""] * 4
        if not table or not all(each.isascii() and each.isdigit() and len(each) < 7 for each in numbers):
            raise PrialError(refuse("share.unknown"))
        return cls(table, *map(int, numbers))

    def check(self, text: str, live: Live) -> None:
        """Check the signature of this share.

        Args:
            text: the share as it stands in an address.
            live: the table.
        Raises:
            PrialError: if the signature is wrong. Perhaps it was made up, or the table has a new link by now.
        """
        if not hmac.compare_digest(text.encode(), self.written(live.invite).encode()):
            raise PrialError(refuse("share.unknown"))

    def _mark(self, invite: str) -> str:
        """The signature of this share: 132 bits that nobody can work out without the code of the table's link."""
        made = hmac.digest(invite.encode(), f"share {self.table} {self.number} {self.deal}".encode(), "sha256")
        return base64.urlsafe_b64encode(made).decode()[:22]


class Shared(msgspec.Struct, frozen=True, kw_only=True):
    """A finished deal, or the result of a finished game, as a spectator saw it."""

    table: said.About
    """The description of the table."""
    round: int
    """Number of the game, from 1."""
    deal: int
    """Number of the deal, from 1; 0 for the result of the game."""
    names: tuple[str, ...]
    """One name for each seat: the name of the player who sat there."""
    scene: said.Scene
    """The table at the end of the deal or of the game. A game's result is shown without cards."""
    lines: tuple[said.Line, ...]
    """The events of the deal; empty for the result of a game."""
    pictured: tuple[str, ...]
    """For each of ``lines``: the cards to show beside the line, two characters per card; empty if there are none."""


def shared(history: Iterable[Applied], table_id: str, number: int, deal: int) -> Shared:
    """A shared deal or result, without the cards that only some seats saw.

    Args:
        history: the entries of the table's log, each with its effect.
        table_id: the table's id.
        number: number of the game, from 1.
        deal: number of the deal, from 1; 0 for the result of the game.
    Raises:
        PrialError: if the deal or the game doesn't exist or isn't over.
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
    """The result of a finished game, with the names of the players at its end.

    Raises:
        PrialError: if the game doesn't exist or isn't over.
    """
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
