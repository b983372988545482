"""Time that a table's clock is still to be given back."""


class TimeOwed:
    """What goes by while nobody can play, in milliseconds; true where there is some. A table writes it down before all else."""

    def __init__(self) -> None:
        self._ms = self._due = 0
        self._failing: int | None = None

    def __bool__(self) -> bool:
        return self._ms != 0 or self._failing is not None

    def add(self, ms: int) -> None:
        """Nobody had so much; it is less than 0 where the machine's clock was set back."""
        self._ms += ms
        if self._failing is not None:
            self._failing += ms

    def fail(self, at: int) -> None:
        """From now on nothing can be written down, until something is paid."""
        if self._failing is None:
            self._failing = at

    def due(self, at: int) -> int:
        """What is owed now, and will be paid by what is written down next."""
        self._due = self._ms
        return self._ms + (0 if self._failing is None else at - self._failing)

    def pay(self) -> None:
        """What was due is written down; what was added meanwhile is owed."""
        self._ms, self._failing = self._ms - self._due, None
