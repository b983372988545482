"""Rate limits. A full allowance may be used up at once. It then refills little by little.

Only one number is stored for each key, such as an address. It is the time at which the key's allowance will be full again. The
package `limits` is slower. With 500 commands a second from 2,000 people, `limits` took a tenth of a processor core. With an
asyncio loop running too, `limits` took a whole core.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv6Address, ip_network
from socket import AF_INET, inet_pton
from typing import Final, NamedTuple

_SWEEP: Final = 4096
"""Keys with a full allowance are forgotten only when at least this many keys are in memory."""
_NETWORK: Final = 4
"""Limit of a network, as a multiple of the limit of one address."""
_ALL: Final = 100
"""Limit of all addresses together, as a multiple of the limit of one address (default of `WideAllowance`)."""
_ROUNDING: Final = 1e-6
"""Greatest rounding error, in seconds, when two times are compared."""


class Rate(NamedTuple):
    """A limit on how often something may be done.

    ``Rate(5, 60)``: 5 uses. After all are used up, one comes back every 12 seconds, so all 5 are back after 60 seconds.
    """

    times: int
    """Number of uses in a full allowance. All of them may come at once."""
    seconds: float
    """Seconds after which a used-up allowance is full again."""

    def spend(self, whole: float, now: float, amount: int = 1) -> float | None:
        """Spend some uses of an allowance with this limit, unless too few are left.

        Args:
            whole: time at which the allowance is full again, in seconds.
            now: present time, in seconds of the same clock.
            amount: number of uses to spend.
        Returns:
            The new time at which the allowance is full again; None if too few uses are left.
        """
        after = max(whole, now) + amount * self.seconds / self.times
        return None if after - now > self.seconds + _ROUNDING else after


class Allowance:
    """A rate limit that counts the uses of each key separately.

    Args:
        rate: the limit of each key.
        clock: function that gives the present time in seconds. Tests pass a clock of their own.
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate: Final = rate
        self._each = rate.seconds / rate.times
        self._most = rate.seconds + _ROUNDING
        self._clock = clock
        self._whole: dict[str, float] = {}
        self._sweep = _SWEEP

    def take(self, key: str, amount: int = 1) -> bool:
        """Spend some uses of a key's allowance, and return True. If too few are left, spend nothing and return False."""
        now = self._clock()
        before = self._whole.get(key, 0.0)
        after = (max(now, before)) + amount * self._each  # the same as in `Rate.spend`, written out to save a call
        if after - now > self._most:
            return False
        if not before and len(self._whole) >= self._sweep:
            self._forget(now)
        self._whole[key] = after
        return True

    def left(self, key: str) -> bool:
        """Whether a key's allowance has at least one use left."""
        return self.rate.spend(self._whole.get(key, 0.0), self._clock()) is not None

    def _forget(self, now: float) -> None:
        """Forget the keys whose allowance is full."""
        self._whole = {key: whole for key, whole in self._whole.items() if whole > now}
        self._sweep = max(_SWEEP, 2 * len(self._whole))  # walk over all keys again only when their number has doubled


class Source(NamedTuple):
    """Where a client connects from: an address and the network around that address. Rate limits count both."""

    address: str
    """The IPv4 address, or the /64 network around the IPv6 address. A customer of a provider has at least a whole /64 network."""
    network: str
    """The /24 (IPv4) or /48 (IPv6) network around the address, since one person may have all addresses of such a network."""


@lru_cache(maxsize=4096)
def source(host: str) -> Source:
    """The address and the network of a host. If the host is not an IP address, both are the host itself."""
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
        rate: the limit of one address; the limit of a network is four times as high.
        everybody: the limit of everybody together, as a multiple of the limit of one address.
    """

    def __init__(self, rate: Rate, everybody: int = _ALL) -> None:
        self.rate: Final = rate
        self._address = Allowance(rate)
        self._network = Allowance(rate._replace(times=_NETWORK * rate.times))
        self._all = Allowance(rate._replace(times=everybody * rate.times))

    def take(self, where: Source, amount: int = 1) -> bool:
        """Spend ``amount`` uses of the address's allowance, then of its network's, then of everybody's.

        If an allowance has too few uses left, the method stops there. Uses already spent aren't given back.

        Returns:
            Whether all three allowances had enough uses left.
        """
        return (
            self._address.take(where.address, amount) and self._network.take(where.network, amount) and self._all.take("", amount)
        )

    def left(self, where: Source) -> bool:
        """Whether three allowances have at least one use left: those of the address, of its network, and of everybody."""
        return self._address.left(where.address) and self._network.left(where.network) and self._all.left("")
