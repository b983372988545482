"""Counters for Prometheus. They contain no ids, no names and no cards: labels are outcomes, codes, methods and statuses."""

from collections import Counter as Tally
from collections.abc import Iterator
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from prial.host.house import House

_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
"""Upper bounds of the histograms' buckets, in seconds."""


class _House(Collector):
    """Figures about all tables of a server, read whenever Prometheus collects them."""

    def __init__(self, house: House) -> None:
        self._house = house

    def collect(self) -> Iterator[Metric]:
        tables = self._house.tables
        family = GaugeMetricFamily("prial_tables", "Tables in memory", labels=["status"])
        for status, number in sorted(Tally(table.live.status for table in tables.values()).items()):
            family.add_metric([status], number)
        yield family
        kept = sum(table.keeps for table in tables.values())
        yield GaugeMetricFamily("prial_tables_kept", "Tables whose clocks and bots this server runs", value=kept)
        silent = self._house.store.health.silent
        yield GaugeMetricFamily("prial_store_silent_seconds", "Since something was stored; a house notes every 2 s", value=silent)


class Metrics:
    """The counters of one server."""

    def __init__(self) -> None:
        self.registry: Final = CollectorRegistry()
        self.connections: Final = Gauge("prial_connections", "Open sockets", registry=self.registry)
        self.commands: Final = Counter("prial_commands", "Commands answered", ["outcome"], registry=self.registry)
        self.saved: Final = self.commands.labels("saved")
        self.refused: Final = Counter("prial_refused", "Refusals by code", ["code"], registry=self.registry)
        self.closed: Final = Counter("prial_closed", "Sockets that the server closed, by code", ["code"], registry=self.registry)
        self.answered: Final = Histogram(
            "prial_answer_seconds",
            "From a command's arrival to its answer, which comes after the commit",
            registry=self.registry,
            buckets=_SECONDS,
        )
        self.committed: Final = Histogram(
            "prial_commit_seconds", "How long the store takes to write", registry=self.registry, buckets=_SECONDS
        )
        self.requests: Final = Counter(
            "prial_requests", "HTTP requests by method and status", ["method", "status"], registry=self.registry
        )
        self.repeated: Final = Counter("prial_repeated", "Commands that came again", registry=self.registry)
        self.frozen: Final = Counter("prial_frozen", "Tables stopped by a fault", registry=self.registry)

    def watch(self, house: House) -> None:
        """Register the figures about a house (all tables of a server) for Prometheus. `_House` lists the figures.

        The house is read whenever Prometheus collects the figures.
        """
        self.registry.register(_House(house))

    def note(self, name: str, value: float) -> None:
        """Count something that the house reports.

        Args:
            name: what to count: ``commit``, ``command.repeated`` or ``frozen``. Any other name is ignored.
            value: the milliseconds that a ``commit`` took. For the other names, it isn't used.
        """
        if name == "commit":
            self.committed.observe(value / 1000)
        elif name == "command.repeated":
            self.repeated.inc()
        elif name == "frozen":
            self.frozen.inc()

    def page(self) -> bytes:
        """All figures in the text format of Prometheus."""
        return generate_latest(self.registry)
