"""Counts the time that a table's clock has lost and that is to be given back."""


class TimeOwed:
    """The time, in milliseconds, that a table's clock lost while nobody could play, and that isn't given back yet.

    ``bool(owed)`` says whether there is such time. The table gives the time back by an entry in its log. In a commit, this entry
    comes before all other entries.
    """

    def __init__(self) -> None:
        self._ms = self._due = 0
        self._failing: int | None = None

    def __bool__(self) -> bool:
        return self._ms != 0 or self._failing is not None

    def add(self, ms: int) -> None:
        """Add lost time, in milliseconds. The number is below 0 if the machine's clock was set back."""
        self._ms += ms
        if self._failing is not None:
            self._failing += ms

    def fail(self, at: int) -> None:
        """Take note that the store failed at the time ``at``. From then until the next call of `pay`, all time counts as lost.

        Args:
            at: the time of the failure, in milliseconds since 1970 (UTC).
        """
        if self._failing is None:
            self._failing = at

    def due(self, at: int) -> int:
        """The number of milliseconds to give back, if the next entries are stored at the time ``at``.

        Args:
            at: the time, in milliseconds since 1970 (UTC).
        """
        self._due = self._ms
        return self._ms + (0 if self._failing is None else at - self._failing)

    def pay(self) -> None:
        """Take note that the amount which `due` last returned has been given back. Time added after that call is still owed."""
        self._ms, self._failing = self._ms - self._due, None
