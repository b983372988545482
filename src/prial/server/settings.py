"""What a server is told when it starts."""

from dataclasses import dataclass, field, replace
from typing import Final, Self

import msgspec

from prial.server.allowance import Rate

LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")
CROWD: Final = 300
"""People behind one address, a school or a company, for whom the limits of an address are made."""
LEAST_CROWD: Final = 20
"""Somebody with some browsers and programs counts as so many people."""


class Rates(msgspec.Struct, frozen=True, kw_only=True):
    """How often somebody may do what costs us something.

    What is said of an address is for `CROWD` people who come within a minute or so, and all of it may come at once. It holds four
    times over for the address's network, and a hundred times for everybody together.
    """

    commands: Rate = Rate(20, 10)
    """Commands of one person, on all sockets together."""
    chat: Rate = Rate(5, 10)
    """Lines of chat of one person."""
    refusals: Rate = Rate(300, 3600)
    """Commands of one person that a table refuses: it keeps its answer for a week."""
    address_refusals: Rate = Rate(2000, 3600)
    """The same of one address."""
    frames: Rate = Rate(100, 10)
    """Frames of any kind on one socket: messages, parts of messages, pings, pongs. Who sends more is no client of ours."""
    person_frames: Rate = Rate(300, 10)
    """The same on all sockets of one person."""
    address_frames: Rate = Rate(3000, 10)
    """The same on all sockets of one address."""
    bytes: Rate = Rate(256 * 1024, 10)
    """Bytes on one socket."""
    address_bytes: Rate = Rate(2 * 1024 * 1024, 10)
    """Bytes from one address, on sockets and in calls."""
    renewals: Rate = Rate(10, 600)
    """New cookies of one person, in the place of old ones."""
    guests: Rate = Rate(300, 600)
    """New guests from one address."""
    tables: Rate = Rate(100, 300)
    """New tables from one address."""
    calls: Rate = Rate(3000, 100)
    """Calls of the API and new sockets from one address."""
    swift: Rate = Rate(10, 4)
    """Of these and of pages from one address, those that don't wait for a turn."""
    requests: Rate = Rate(12_000, 60)
    """Requests of any kind from one address; a page is some thirty of them."""
    connections: Rate = Rate(2400, 80)
    """New connections from one address."""
    shares: Rate = Rate(20, 60)
    """Deals that one person shows to others."""
    person_spoken: Rate = Rate(6, 600)
    """Codes that one person says wrongly."""
    spoken: Rate = Rate(20, 900)
    """The same from one address. Of 16,777,216 codes everybody together tries 500 in the time for which one lasts."""
    faces: Rate = Rate(100, 60)
    """Faces that have to be drawn, for one address: each takes half a millisecond, and one that is kept costs nothing."""

    def for_crowd(self, people: int) -> Self:
        """The same, where so many people may come from one address.

        Args:
            people: how many.
        """
        return msgspec.structs.replace(self, **{name: _part(getattr(self, name), people) for name in _OF_ADDRESS})


_OF_ADDRESS: Final = (
    *("address_refusals", "address_frames", "address_bytes"),
    *("guests", "tables", "calls", "swift", "requests", "connections"),
)


def _part(rate: Rate, people: int) -> Rate:
    return rate._replace(times=-(-rate.times * people // CROWD))


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
    address_sockets: int = 500
    """Sockets that may be open from one address; three quarters of them for those who don't play."""
    address_connections: int = 1000
    """Other connections from one address; where there are more, those that wait have to go."""
    address_greetings: int = 300
    """Connections from one address that haven't agreed on TLS yet."""
    connections: int = 20_000
    """Connections in all, as far as the system has them; sockets leave a quarter to those who come."""
    scraper: str = ""
    """Token by which the metrics are read from elsewhere than this machine; empty where nobody may."""
    published: bool = False
    """Whether people come by another address than the server's own, so that whoever seems to be on this machine may not be."""
    hello: float = 10
    """Seconds in which a new socket has to say hello."""
    unsent: int = 256 * 1024
    """Bytes that may wait for a slow reader."""

    def for_crowd(self, people: int) -> Self:
        """The same, where so many people may come from one address within a minute or so.

        Args:
            people: how many; as few as `LEAST_CROWD` count as that many.
        """
        people = max(people, LEAST_CROWD)
        limits = {name: -(-getattr(self, name) * people // CROWD) for name in _CONNECTIONS}
        return replace(self, rates=self.rates.for_crowd(people), **limits)


_CONNECTIONS: Final = ("address_sockets", "address_connections", "address_greetings")


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
