"""``prial serve``: tables in the browser, for one person, a household, or everybody."""

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
        "serve.packages": "The server's packages aren't there ({missing} is missing): pip install 'prial[server]' brings them.",
        "serve.busy": "The tables in {file} are open in another server: close it, or give another file with --db.",
        "serve.port": "Port {port} of {host} is in use: give another with --port.",
        "serve.address": "{host} port {port} can't be listened on: {why}.",
        "serve.url": "{url!r} is not the address of a server: it takes http:// or https:// and a name, with nothing behind it.",
        "serve.proxy": "{proxy!r} is neither an address nor a network: give one as 127.0.0.1 or 10.0.0.0/8.",
    },
)

PORT: Final = 8080
_LOOPBACK: Final = "127.0.0.1"
_EVERYWHERE: Final = "0.0.0.0"  # noqa: S104  # only where --lan or --host asks for it


@click.command("serve")
@click.option("--host", metavar="ADDRESS", help="What to listen on; this machine alone (127.0.0.1) if not given.")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help=f"Which port; {PORT} or the next free one if not given.")
@click.option(
    "--db",
    type=DATABASE,
    metavar="FILE|URL",
    envvar="PRIAL_DB",
    help="Where tables are kept: a file, or postgresql://… for a house of several servers; else $PRIAL_DB says where.",
)
@click.option("--no-browser", is_flag=True, help="Don't open a browser.")
@click.option("--lan", is_flag=True, help="Let others in your network join: shows the address, and a QR code of it.")
@click.option(
    "--tls",
    nargs=2,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="CERT KEY",
    help="Serve HTTPS with this certificate and key (PEM).",
)
@click.option("--public-url", multiple=True, metavar="URL", help="The address that people use, where it is another one.")
@click.option("--proxy", multiple=True, metavar="ADDRESS", help="A proxy, or a network of them, whose X-Forwarded-… is believed.")
@click.option(
    "--crowd",
    type=click.IntRange(1, 100_000),
    metavar="N",
    help="How many people may come from one address within a minute, as a school does; 300 if not given. With more, "
    "a single attacker may do more, too.",
)
@click.option(
    "--metrics-token",
    metavar="TOKEN",
    envvar="PRIAL_METRICS_TOKEN",
    help="Who sends this token may read /metrics from anywhere; without it, this machine alone may. $PRIAL_METRICS_TOKEN too.",
)
@click.option("--finish", is_flag=True, help="End unfinished tables whose rules this version doesn't play.")
@click.option("--log-json", is_flag=True, help="Log requests and faults as JSON lines, to stderr.")
def command(  # noqa: PLR0913  # one parameter an option
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
    """Open tables to play at in the browser.

    Every move is on the disk before anybody hears of it: stop the server, or pull the plug, and all tables go on where they
    were. Ctrl-C stops it.

    \b
    prial serve                              play here, against bots
    prial serve --lan                        with others in your network
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
    """Hold a file, which one server has for itself; a database server takes as many as like.

    Raises:
        PrialError: another one has it.
    """
    if isinstance(there, str):
        yield
        return
    from prial.host.store.hold import hold

    with held(there.resolve()) as named, hold(there, make=True) as mine:
        if not (named and mine):
            raise PrialError(refuse("serve.busy", file=str(there)))
        yield


def _tell(here: str, others: str | None, *, lan: bool) -> None:
    """Print where the tables are, for whoever is here and for others."""
    click.echo(f"The tables are open at\n  {here}")
    if others is None:
        return
    click.echo(f"and for others at\n  {others}")
    if lan and (sys.stdout.encoding or "").lower().replace("-", "") == "utf8":
        import segno

        segno.make(others, micro=False).terminal(out=sys.stdout, compact=True)
    if others.startswith("http://"):
        click.echo(
            "This is plain HTTP: whoever is in the same network can read along, and take somebody's seat.\n"
            "At home that may do; else give a certificate with --tls, or put a proxy with one before it."
        )


def _open_browser(url: str) -> None:
    """Open the page, unless that would take this terminal: without a screen it would be a browser of letters."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _listen(host: str, port: int | None) -> socket.socket:
    """A bound socket: the port asked for, else the usual one or the next that is free.

    Raises:
        PrialError: it is in use, or can't be had.
    """
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
    """The address and names under which others in the network find this machine."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; says which address would
            found.append(probe.getsockname()[0])
        except OSError:
            pass
    name = socket.gethostname().lower()
    return (*found, name, f"{name.partition('.')[0]}.local") if name else tuple(found)


def _origin(url: str) -> str:
    """The origin of a public address, as browsers write it."""
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
