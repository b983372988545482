"""Rate limits: a number of times in a number of seconds."""

from ipaddress import IPv4Address, IPv6Address, ip_network

import pytest
from hypothesis import given
from hypothesis.strategies import ip_addresses

from prial.server.allowance import Allowance, Rate, WideAllowance, source
from prial.server.settings import CROWD, LEAST_CROWD, Settings


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_so_many_may_come_at_once_and_then_as_many_as_come_back() -> None:
    clock = Clock()
    allowance = Allowance(Rate(3, 12), clock)
    taken = []
    for tick in range(401):
        clock.now = tick / 4
        if allowance.take("Bea"):
            taken.append(clock.now)
    assert taken == [0, 0.25, 0.5, *range(4, 101, 4)]


def test_much_at_once_counts_as_much() -> None:
    clock = Clock()
    allowance = Allowance(Rate(100, 10), clock)
    assert allowance.take("Bea", 60)
    assert not allowance.take("Bea", 41)
    assert allowance.take("Bea", 40)
    assert not allowance.take("Bea")


def test_a_network_may_do_more_than_an_address_and_less_than_all_its_addresses() -> None:
    for addresses in ([f"192.0.2.{last}" for last in range(200)], [f"2001:db8:7:{part:x}::1" for part in range(200)]):
        allowance = WideAllowance(Rate(10, 60))
        taken = [sum(allowance.take(source(address)) for _ in range(20)) for address in addresses]
        assert taken[:4] == [10, 10, 10, 10]
        assert sum(taken) == 40
        assert allowance.take(source("198.51.100.1"))
    allowance = WideAllowance(Rate(10, 60))
    assert sum(allowance.take(source(f"198.{part}.100.1")) for part in range(100) for _ in range(20)) == 1000
    assert not allowance.take(source("192.0.2.1"))  # all people together have reached the limit


def test_an_ipv6_customer_is_one_and_a_mapped_address_is_its_own() -> None:
    assert source("2001:db8:1:2::3") == source("2001:db8:1:2:ffff::")
    assert source("2001:db8:1:2::3").network == source("2001:db8:1:3::3").network != source("2001:db8:2:2::3").network
    assert source("::ffff:192.0.2.1") == source("192.0.2.1") != source("192.0.2.2")
    assert source("192.0.2.1").network == source("192.0.2.2").network != source("192.0.3.1").network
    assert source("somewhere") == ("somewhere", "somewhere")


@given(ip_addresses())
def test_networks_are_those_of_the_standard_library(address: IPv4Address | IPv6Address) -> None:
    plain = address if isinstance(address, IPv4Address) else address.ipv4_mapped or address
    own, wide = (32, 24) if plain.version == 4 else (64, 48)
    one, network = (str(ip_network((plain, length), strict=False)) for length in (own, wide))
    assert source(str(address)) == (one.removesuffix("/32"), network)


@pytest.mark.parametrize("text", ["", "192.0.2", "192.0.2.01", "192.0.2.256", "192.0.2.1 ", "1.2.3.4.5", "a\0b", "192.0.2.1/24"])
def test_what_is_no_address_stands_for_itself(text: str) -> None:
    assert source(text) == (text, text)


def test_a_refusal_costs_nothing() -> None:
    clock = Clock()
    allowance = Allowance(Rate(1, 10), clock)
    assert allowance.take("Bea")
    for _ in range(9):
        clock.now += 1
        assert not allowance.take("Bea")
    clock.now += 1
    assert allowance.take("Bea")


def test_everybody_has_an_allowance_of_their_own_and_the_quiet_are_forgotten() -> None:
    clock = Clock()
    allowance = Allowance(Rate(1, 10), clock)
    for number in range(20_000):
        clock.now = number / 100
        assert allowance.take(str(number))
    assert len(allowance._whole) < 10_000
    assert not allowance.take("19999")


def test_an_address_has_room_for_as_many_people_as_the_host_says() -> None:
    usual = Settings(origins=("http://testserver",))
    assert usual.for_crowd(CROWD) == usual
    school = usual.for_crowd(3 * CROWD)
    assert school.rates.guests == Rate(3 * usual.rates.guests.times, usual.rates.guests.seconds)
    assert school.address_connections == 3 * usual.address_connections
    assert (school.rates.commands, school.sockets, school.connections) == (usual.rates.commands, usual.sockets, usual.connections)
    assert usual.for_crowd(1) == usual.for_crowd(LEAST_CROWD)
    assert usual.for_crowd(1).rates.swift.times >= 1
    assert usual.for_crowd(1).address_sockets >= usual.sockets


def test_a_school_is_guests_calls_and_connections_enough() -> None:
    """Limits must allow 300 people who come from one address at once; they once waited for nine minutes."""
    usual = Settings(origins=("http://testserver",))
    for rate, each in ((usual.rates.guests, 1), (usual.rates.calls, 6), (usual.rates.requests, 36), (usual.rates.connections, 7)):
        allowance = Allowance(rate, Clock())
        assert all(allowance.take("school", each) for _ in range(CROWD)), (rate, each)
    assert usual.address_sockets * 3 // 4 >= CROWD
