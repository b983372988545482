"""Options of a server, and its rate limits."""

from dataclasses import dataclass, field, replace
from typing import Final, Self

import msgspec

from prial.server.allowance import Rate

LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")
"""Names and addresses by which a machine reaches itself."""
CROWD: Final = 300
"""The limits of one address are made for this many people: a school or a company may have only one address."""
LEAST_CROWD: Final = 20
"""The limits of an address are made for at least this many people, since one person may use several browsers and programs."""


class Rates(msgspec.Struct, frozen=True, kw_only=True):
    """Rate limits for everything that costs the server something.

    The limits for one address are meant for `CROWD` people behind it. Larger groups of addresses have higher limits:

    - the network of the address: 4 times as high
    - all addresses together: 100 times as high (``swift``: 1,000 times, ``spoken``: 25 times)
    """

    commands: Rate = Rate(20, 10)
    """Limit on the commands of one person, on all sockets together."""
    chat: Rate = Rate(5, 10)
    """Limit on the lines of chat of one person."""
    refusals: Rate = Rate(300, 3600)
    """Limit on the refused commands of one person. There is a limit, because a table keeps each refusal for a week."""
    address_refusals: Rate = Rate(2000, 3600)
    """Limit on the refused commands from one address."""
    frames: Rate = Rate(100, 10)
    """Limit on the frames on one socket: messages, parts of messages, pings, pongs. Our client never exceeds it."""
    person_frames: Rate = Rate(300, 10)
    """Limit on the frames on all sockets of one person."""
    address_frames: Rate = Rate(3000, 10)
    """Limit on the frames on all sockets of one address."""
    bytes: Rate = Rate(256 * 1024, 10)
    """Limit on the bytes that one socket may send to the server."""
    address_bytes: Rate = Rate(2 * 1024 * 1024, 10)
    """Limit on the bytes from one address, on sockets and in HTTP requests."""
    renewals: Rate = Rate(10, 600)
    """Limit on new tokens for one person's browsers. Each new token replaces an old one."""
    guests: Rate = Rate(300, 600)
    """Limit on new guests from one address."""
    tables: Rate = Rate(100, 300)
    """Limit on new tables from one address."""
    calls: Rate = Rate(3000, 100)
    """Limit on calls of the API and new sockets from one address."""
    swift: Rate = Rate(10, 4)
    """Up to this limit, requests and new sockets of one address are served at once. Further ones wait for their turn."""
    requests: Rate = Rate(12_000, 60)
    """Limit on requests of any kind from one address; opening a page takes some thirty requests."""
    connections: Rate = Rate(2400, 80)
    """Limit on new connections from one address."""
    shares: Rate = Rate(20, 60)
    """Limit on how often one person may show a finished deal or game to others."""
    person_spoken: Rate = Rate(6, 600)
    """Limit on the wrong spoken codes (`Said.code`) that one person tries."""
    spoken: Rate = Rate(20, 900)
    """Limit on the wrong spoken codes from one address.

    A code is valid for 15 minutes. The limit for all addresses together is 25 times as high: in this time, 500 of the
    16,777,216 codes can be tried on average.
    """
    faces: Rate = Rate(100, 60)
    """Limit on the faces drawn for one address. Drawing a face takes half a millisecond. A face from the cache isn't counted."""

    def for_crowd(self, people: int) -> Self:
        """A copy of these limits for a given number of people behind one address, instead of `CROWD` people.

        Args:
            people: number of people.
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
    """Options of a server."""

    origins: tuple[str, ...]
    """Origins whose pages may send requests in a person's name, such as ``https://cards.example``. Links use the first one."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of trusted proxies. The server believes what their headers say about a client's address."""
    rates: Rates = field(default_factory=Rates)
    """Rate limits."""
    sockets: int = 20
    """Greatest number of sockets that one person may have open."""
    address_sockets: int = 500
    """Greatest number of sockets that one address may have open. The last quarter is reserved for people who play."""
    address_connections: int = 1000
    """Greatest number of connections for HTTP requests from one address. A further connection closes an idle one."""
    address_greetings: int = 300
    """Greatest number of connections from one address that may be in their TLS handshake at the same time."""
    connections: int = 20_000
    """Greatest number of connections in all, as far as the system allows. At most three quarters of them may be sockets."""
    scraper: str = ""
    """Token with which another machine may read the metrics; empty if no other machine may."""
    published: bool = False
    """Whether a public address was given for the server, such as ``https://cards.example``.

    If so, no request counts as coming from this machine.
    """
    hello: float = 10
    """Seconds in which a new socket has to say hello."""
    unsent: int = 256 * 1024
    """Greatest number of bytes that may wait to be sent to a slow client."""

    def for_crowd(self, people: int) -> Self:
        """A copy of these options with limits for a given number of people instead of `CROWD`.

        Args:
            people: number of people behind one address. A number below `LEAST_CROWD` counts as `LEAST_CROWD`.
        """
        people = max(people, LEAST_CROWD)
        limits = {name: -(-getattr(self, name) * people // CROWD) for name in _CONNECTIONS}
        return replace(self, rates=self.rates.for_crowd(people), **limits)


_CONNECTIONS: Final = ("address_sockets", "address_connections", "address_greetings")


def origins_of(host: str, port: int, *, secure: bool, names: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The origins of a server for which no public address was given.

    Args:
        host: address or name that the server listens on.
        port: port that the server listens on.
        secure: whether the server speaks TLS.
        names: further names and addresses of this machine. Their origins come first. If ``host`` is ``0.0.0.0``, give all of
            them.
    """
    scheme, usual = ("https", 443) if secure else ("http", 80)
    own = (host,) if host not in {"", "0.0.0.0", "::", *LOOPBACK} else ()  # noqa: S104  # compared, not bound
    tail = "" if port == usual else f":{port}"
    written = [f"[{each}]" if ":" in each and not each.startswith("[") else each for each in (*names, *own, *LOOPBACK)]
    return tuple(dict.fromkeys(f"{scheme}://{each.lower()}{tail}" for each in written))
