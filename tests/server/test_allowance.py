"""So many times in so many seconds."""

from prial.server.allowance import Allowance, Rate


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_no_stretch_of_time_holds_more_than_is_allowed() -> None:
    clock = Clock()
    allowance = Allowance(Rate(3, 10), clock)
    taken = []
    for tick in range(400):
        clock.now = tick / 4
        if allowance.take("Bea"):
            taken.append(clock.now)
    assert all(fourth - first >= 10 for first, fourth in zip(taken, taken[3:], strict=False))
    assert len(taken) == 30


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
    assert len(allowance._done) < 10_000
    assert not allowance.take("19999")
