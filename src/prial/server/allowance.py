"""Rate limits: something may be done a number of times at once, and after that as fast as the allowance refills.

Each key costs one number: the time at which its allowance will be full again. The memory store of the package `limits` walks
through everybody's windows in threads at each hit. With 500 commands a second from 2,000 people that took a tenth of a core,
and beside asyncio a whole core.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv6Address, ip_network
from socket import AF_INET, inet_pton
from typing import Final, NamedTuple

_SWEEP: Final = 4096
"""Number of known keys at which the keys with a full allowance are forgotten."""
_NETWORK: Final = 4
"""A network may do as much as this number of addresses."""
_ALL: Final = 100
"""Everybody together may do as much as this number of addresses (default of `WideAllowance`)."""
_ROUNDING: Final = 1e-6
"""Seconds that a comparison of times may be wrong by."""


class Rate(NamedTuple):
    """A limit: something may be done `times` times at once, and the whole allowance refills in `seconds`."""

    times: int
    """Number of times."""
    seconds: float
    """Seconds in which an empty allowance is full again."""

    def spend(self, whole: float, now: float, amount: int = 1) -> float | None:
        """Spend some of the allowance, unless too little is left.

        Args:
            whole: time at which the allowance is full again, in seconds of the clock that `now` is read from.
            now: present time, in seconds.
            amount: number of times to spend.
        Returns:
            The time at which the allowance is full again after this; None if too little is left.
        """
        after = max(whole, now) + amount * self.seconds / self.times
        return None if after - now > self.seconds + _ROUNDING else after


class Allowance:
    """A rate limit for each key.

    Args:
        rate: the limit of each key.
        clock: gives the present time in seconds; tests pass their own.
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate: Final = rate
        self._each = rate.seconds / rate.times
        self._most = rate.seconds + _ROUNDING
        self._clock = clock
        self._whole: dict[str, float] = {}
        self._sweep = _SWEEP

    def take(self, key: str, amount: int = 1) -> bool:
        """Spend some of a key's allowance; returns False, and spends nothing, if too little is left."""
        now = self._clock()
        before = self._whole.get(key, 0.0)
        after = (max(now, before)) + amount * self._each  # as `Rate.spend`; to call it would take as long again
        if after - now > self._most:
            return False
        if not before and len(self._whole) >= self._sweep:
            self._forget(now)
        self._whole[key] = after
        return True

    def left(self, key: str) -> bool:
        """Whether a key may act once more."""
        return self.rate.spend(self._whole.get(key, 0.0), self._clock()) is not None

    def _forget(self, now: float) -> None:
        """Forget the keys whose allowance is full."""
        self._whole = {key: whole for key, whole in self._whole.items() if whole > now}
        self._sweep = max(_SWEEP, 2 * len(self._whole))  # so a walk over all keys comes after at least as many new keys


class Source(NamedTuple):
    """Where a client comes from, as far as limits need to know."""

    address: str
    """An IPv4 address, or the /64 network of an IPv6 address: the smallest that a provider gives to a customer."""
    network: str
    """The /24 (IPv4) or /48 (IPv6) network around it: one person may have all of it."""


@lru_cache(maxsize=4096)
def source(host: str) -> Source:
    """The address and the network of a host; a host that is not an IP address stands for both."""
    with suppress(OSError, ValueError):
        inet_pton(AF_INET, host)
        return Source(host, f"{host.rpartition('.')[0]}.0/24")  # takes a twentieth of the time of `ip_network`
    try:
        found = IPv6Address(host)
    except ValueError:
        return Source(host, host)
    if found.ipv4_mapped is not None:
        return source(str(found.ipv4_mapped))
    return Source(*(str(ip_network((found, length), strict=False)) for length in (64, 48)))


class WideAllowance:
    """A rate limit for each address, for its network, and for everybody together.

    Args:
        rate: the limit of one address; a network may do four times as much.
        everybody: everybody together may do as much as this number of addresses.
    """

    def __init__(self, rate: Rate, everybody: int = _ALL) -> None:
        self.rate: Final = rate
        self._address = Allowance(rate)
        self._network = Allowance(rate._replace(times=_NETWORK * rate.times))
        self._all = Allowance(rate._replace(times=everybody * rate.times))

    def take(self, where: Source, amount: int = 1) -> bool:
        """Spend some of the allowance, or return False. What is refused to an address isn't counted for its network."""
        return (
            self._address.take(where.address, amount) and self._network.take(where.network, amount) and self._all.take("", amount)
        )

    def left(self, where: Source) -> bool:
        """Whether a client from there may act once more."""
        return self._address.left(where.address) and self._network.left(where.network) and self._all.left("")
