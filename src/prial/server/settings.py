"""What a server is told when it starts."""

from dataclasses import dataclass, field
from typing import Final

import msgspec

from prial.server.allowance import Rate

LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")


class Rates(msgspec.Struct, frozen=True, kw_only=True):
    """How often somebody may do what costs us something."""

    commands: Rate = Rate(20, 10)
    """Commands of one person, on all sockets together."""
    chat: Rate = Rate(5, 10)
    """Lines of chat of one person."""
    frames: Rate = Rate(100, 10)
    """Messages of any kind on one socket; who sends more is no client of ours."""
    guests: Rate = Rate(30, 60)
    """New guests from one address: a whole class may sit behind it."""
    tables: Rate = Rate(20, 60)
    """New tables from one address."""
    calls: Rate = Rate(300, 10)
    """Calls of the API from one address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a server is told when it starts."""

    origins: tuple[str, ...]
    """Where pages come from that may act for somebody, exactly: ``https://cards.example``. Links lead to the first."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks whose forwarded headers are believed."""
    rates: Rates = field(default_factory=Rates)
    sockets: int = 20
    """Sockets that one person may have open."""
    hello: float = 10
    """Seconds in which a new socket has to say hello."""
    unsent: int = 256 * 1024
    """Bytes that may wait for a slow reader."""


def origins_of(host: str, port: int, *, secure: bool, names: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The origins of a server that has been given no public address.

    Args:
        host: what it listens on; for all addresses, ``names`` says which these are.
        port: where.
        secure: whether it speaks TLS.
        names: further names and addresses that lead here; they come first.
    """
    scheme, usual = ("https", 443) if secure else ("http", 80)
    own = (host,) if host not in {"", "0.0.0.0", "::", *LOOPBACK} else ()  # noqa: S104  # compared, not bound
    tail = "" if port == usual else f":{port}"
    written = [f"[{each}]" if ":" in each and not each.startswith("[") else each for each in (*names, *own, *LOOPBACK)]
    return tuple(dict.fromkeys(f"{scheme}://{each.lower()}{tail}" for each in written))
