"""How often something may be done: so many times at once, and from then on as fast as it comes back.

One number for each key: when its allowance will be whole again. The memory store of `limits` walks through everybody's windows
in threads at each hit, which took a tenth of a core (or, beside asyncio, all of one) for 500 commands a second of 2,000 people.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv6Address, ip_network
from socket import AF_INET, inet_pton
from typing import Final, NamedTuple

_SWEEP: Final = 4096
"""Known keys at which those that have been quiet are forgotten."""
_NETWORK: Final = 4
"""A network may do as much as so many addresses."""
_ALL: Final = 100
"""Everybody together may do as much as so many addresses, where nothing else is said."""
_ROUNDING: Final = 1e-6


class Rate(NamedTuple):
    """So many times at once, which come back in so many seconds."""

    times: int
    seconds: float

    def spend(self, whole: float, now: float, amount: int = 1) -> float | None:
        """Do something, unless that is too much.

        Args:
            whole: when the allowance is whole again, in seconds.
            now: seconds.
            amount: how many times.
        Returns:
            When it is whole again afterwards; None where it is too much.
        """
        after = max(whole, now) + amount * self.seconds / self.times
        return None if after - now > self.seconds + _ROUNDING else after


class Allowance:
    """Counts what each key has done lately.

    Args:
        rate: how often each may.
        clock: seconds; injected by tests.
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate: Final = rate
        self._each = rate.seconds / rate.times
        self._most = rate.seconds + _ROUNDING
        self._clock = clock
        self._whole: dict[str, float] = {}
        self._sweep = _SWEEP

    def take(self, key: str, amount: int = 1) -> bool:
        """Do it once more, or several times, unless that is too often."""
        now = self._clock()
        before = self._whole.get(key, 0.0)
        after = (max(now, before)) + amount * self._each  # as `Rate.spend`, which would take as long again
        if after - now > self._most:
            return False
        if not before and len(self._whole) >= self._sweep:
            self._forget(now)
        self._whole[key] = after
        return True

    def left(self, key: str) -> bool:
        """Whether it may be done once more."""
        return self.rate.spend(self._whole.get(key, 0.0), self._clock()) is not None

    def _forget(self, now: float) -> None:
        """Let go of all who are free to do everything again."""
        self._whole = {key: whole for key, whole in self._whole.items() if whole > now}
        self._sweep = max(_SWEEP, 2 * len(self._whole))  # so that a look at everybody is paid for by as many newcomers


class Source(NamedTuple):
    """Where somebody comes from, as far as limits go."""

    address: str
    """An IPv4 address, or the /64 that an IPv6 customer has at least."""
    network: str
    """Its neighbourhood, a /24 or a /48: one person may have all of it."""


@lru_cache(maxsize=4096)
def source(host: str) -> Source:
    """Where an address belongs; what is none stands for itself."""
    with suppress(OSError, ValueError):
        inet_pton(AF_INET, host)
        return Source(host, f"{host.rpartition('.')[0]}.0/24")  # a twentieth of what a network as an object takes
    try:
        found = IPv6Address(host)
    except ValueError:
        return Source(host, host)
    if found.ipv4_mapped is not None:
        return source(str(found.ipv4_mapped))
    return Source(*(str(ip_network((found, length), strict=False)) for length in (64, 48)))


class WideAllowance:
    """What an address may do, its network, and everybody together.

    Args:
        rate: how often an address may; a network four times as often.
        everybody: as how many addresses all may together.
    """

    def __init__(self, rate: Rate, everybody: int = _ALL) -> None:
        self.rate: Final = rate
        self._address = Allowance(rate)
        self._network = Allowance(rate._replace(times=_NETWORK * rate.times))
        self._all = Allowance(rate._replace(times=everybody * rate.times))

    def take(self, where: Source, amount: int = 1) -> bool:
        """Do it once more, unless that is too often. What an address is refused costs its network nothing."""
        return (
            self._address.take(where.address, amount) and self._network.take(where.network, amount) and self._all.take("", amount)
        )

    def left(self, where: Source) -> bool:
        """Whether it may be done once more."""
        return self._address.left(where.address) and self._network.left(where.network) and self._all.left("")
