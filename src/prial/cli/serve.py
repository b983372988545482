"""``prial serve``: opens tables in the browser, for one person, a household, or everybody."""

import contextlib
import errno
import ipaddress
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import click

from prial.cli.support.db import DATABASE, asked, url_of
from prial.cli.support.files import held
from prial.errors import PrialError, add_sentences, refuse

add_sentences(
    "en",
    {
        "serve.packages": "The server's packages aren't installed ({missing} is missing): run pip install 'prial[server]'.",
        "serve.busy": "The tables in {file} are open in another server: close it, or give another file with --db.",
        "serve.port": "Port {port} of {host} is in use: give another with --port.",
        "serve.address": "The server can't listen on {host}, port {port}: {why}.",
        "serve.url": "{url!r} is not the address of a server: write http:// or https:// and a name, and nothing after it.",
        "serve.proxy": "{proxy!r} is neither an address nor a network: write one such as 127.0.0.1 or 10.0.0.0/8.",
    },
)

PORT: Final = 8080
"""Port that is tried first."""
_LOOPBACK: Final = "127.0.0.1"
_EVERYWHERE: Final = "0.0.0.0"  # noqa: S104  # only where --lan or --host asks for it


@click.command("serve")
@click.option("--host", metavar="ADDRESS", help="Address to listen on (default: 127.0.0.1, for this machine only).")
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="N", help=f"Port to listen on (default: {PORT}, or the next free one)."
)
@click.option(
    "--db",
    type=DATABASE,
    metavar="FILE|URL",
    envvar="PRIAL_DB",
    help="File with the tables, or postgresql://… for tables shared by several servers, or $PRIAL_DB (default: a file in your "
    "data folder).",
)
@click.option("--no-browser", is_flag=True, help="Don't open a browser.")
@click.option("--lan", is_flag=True, help="Let others in your network join; prints the address and its QR code.")
@click.option(
    "--tls",
    nargs=2,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="CERT KEY",
    help="Serve HTTPS with this certificate and key (PEM).",
)
@click.option(
    "--public-url", multiple=True, metavar="URL", help="Public address of the server, if it isn't the one that it listens on."
)
@click.option("--proxy", multiple=True, metavar="ADDRESS", help="Trusted proxy or network of proxies (X-Forwarded-…).")
@click.option(
    "--crowd",
    type=click.IntRange(1, 100_000),
    metavar="N",
    help="Number of people who may come from one address within a minute, such as a school (default: 300). A larger number "
    "also lets a single attacker do more.",
)
@click.option(
    "--metrics-token",
    metavar="TOKEN",
    envvar="PRIAL_METRICS_TOKEN",
    help="Token for reading /metrics from another machine, or $PRIAL_METRICS_TOKEN (default: only this machine may read them).",
)
@click.option("--finish", is_flag=True, help="End unfinished tables whose rules this version doesn't play any more.")
@click.option("--log-json", is_flag=True, help="Log requests and faults to stderr, as lines of JSON.")
def command(  # noqa: PLR0913  # one parameter for each option
    *,
    host: str | None,
    port: int | None,
    db: Path | str | None,
    no_browser: bool,
    lan: bool,
    tls: tuple[Path, Path] | None,
    public_url: tuple[str, ...],
    proxy: tuple[str, ...],
    crowd: int | None,
    metrics_token: str | None,
    finish: bool,
    log_json: bool,
) -> None:
    """Start a server, so that people can play in the browser.

    Every move is on the disk before any player sees it. So you may stop the server at any time, even by pulling the plug: all
    tables go on where they were. Ctrl-C stops it.

    \b
    prial serve                              play here, against bots
    prial serve --lan                        play with others in your network
    prial serve --tls cert.pem key.pem --host 0.0.0.0 --public-url https://cards.example
    prial serve --no-browser --proxy 127.0.0.1 --public-url https://cards.example
    prial serve --db postgresql://prial@db.example/prial --public-url https://cards.example
    """  # noqa: D301  # \b is click's, and means: don't wrap
    if lan and host is not None:
        raise click.UsageError("--lan listens on every address; --host names one.")
    try:
        from prial.host.store import place
        from prial.server import logs
        from prial.server.pages import Client
        from prial.server.run import Start, run
        from prial.server.settings import Settings, origins_of
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("prial"):
            raise
        raise PrialError(refuse("serve.packages", missing=error.name)) from error

    origins = tuple(map(_origin, public_url))
    proxies = tuple(map(_network, proxy))
    where = _EVERYWHERE if lan else host or _LOOPBACK
    there = asked(db)
    with _listen(where, port) as listening, _alone(there):
        bound: int = listening.getsockname()[1]
        lan_names = _own_names() if where in {_EVERYWHERE, "::"} else ()
        known = origins_of(where, bound, secure=tls is not None, names=lan_names)
        here = f"{'https' if tls else 'http'}://{_LOOPBACK if lan_names else _bracketed(where)}:{bound}"
        settings = Settings(origins=(*origins, *known), proxies=proxies, scraper=metrics_token or "", published=bool(origins))
        if crowd is not None:
            settings = settings.for_crowd(crowd)
        logs.configure(as_json=log_json)

        def started() -> None:
            _tell(here, (origins or known)[0] if origins or lan_names else None, lan=lan)
            if not Client().built:
                click.echo("The pages for browsers have not been built; in a checkout, make play builds them.")
            kept = there if isinstance(there, Path) else f"the database {place(there)}"
            click.echo(f"Ctrl-C stops it. The tables are kept in {kept}")
            sys.stdout.flush()
            if not no_browser:
                _open_browser(origins[0] if origins else here)

        run(Start(store=url_of(there), settings=settings, tls=tls, finish=finish), [listening], started)


@contextlib.contextmanager
def _alone(there: Path | str) -> Iterator[None]:
    """Lock the file of tables against other servers while the context lasts.

    Lock nothing if ``there`` is a database's address.
    """
    if isinstance(there, str):  # a database: several servers may share it
        yield
        return
    from prial.host.store.hold import hold

    with held(there.resolve()) as named, hold(there, make=True) as mine:
        if not (named and mine):
            raise PrialError(refuse("serve.busy", file=str(there)))
        yield


def _tell(here: str, others: str | None, *, lan: bool) -> None:
    """Print the addresses of the tables: ``here`` for this machine, ``others`` for other machines (None: they can't connect)."""
    click.echo(f"The tables are open at\n  {here}")
    if others is None:
        return
    click.echo(f"and for others at\n  {others}")
    if lan and (sys.stdout.encoding or "").lower().replace("-", "") == "utf8":
        import segno

        segno.make(others, micro=False).terminal(out=sys.stdout, compact=True)
    if others.startswith("http://"):
        click.echo(
            "This is plain HTTP: anybody in the same network can read along, and take somebody's seat.\n"
            "At home that may be all right; elsewhere give a certificate with --tls, or put a proxy with one in front."
        )


def _open_browser(url: str) -> None:
    """Open the page in a browser. On Linux, do nothing if there is no graphical screen."""
    # without such a screen, a text browser would open in this terminal
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _listen(host: str, port: int | None) -> socket.socket:
    """Open a listening socket. If ``port`` is None, take the usual port or the next free port."""
    for each in [port] if port is not None else [*range(PORT, PORT + 20), 0]:
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            return socket.create_server((host.strip("[]"), each), family=family, backlog=65_535)
        except OverflowError as error:
            raise PrialError(refuse("serve.address", host=host, port=each, why="there is no such port")) from error
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                why = (error.strerror or str(error)).lower()
                raise PrialError(refuse("serve.address", host=host, port=each, why=why)) from error
            if port is not None:
                raise PrialError(refuse("serve.port", host=host, port=each)) from error
    raise AssertionError("port 0 is always free")


def _own_names() -> tuple[str, ...]:
    """The address and the names by which other machines in the network reach this one."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing, but shows from which address it would be sent
            found.append(probe.getsockname()[0])
        except OSError:
            pass
    name = socket.gethostname().lower()
    return (*found, name, f"{name.partition('.')[0]}.local") if name else tuple(found)


def _origin(url: str) -> str:
    """The origin of a public address, as browsers write it: ``https://cards.example``."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    if usual is None or not parts.hostname or parts.path not in {"", "/"} or parts.query or parts.fragment or parts.username:
        raise PrialError(refuse("serve.url", url=url))
    return f"{parts.scheme}://{_bracketed(parts.hostname)}" + (f":{port}" if port not in {None, usual} else "")


def _network(proxy: str) -> str:
    try:
        ipaddress.ip_network(proxy)
    except ValueError as error:
        raise PrialError(refuse("serve.proxy", proxy=proxy)) from error
    return proxy


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host
