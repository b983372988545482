"""``prial serve``: what it prints, what it refuses, and how it ends."""

import json
import logging
import os
import re
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from typing import Any

import pytest
import structlog

from prial.cli import serve
from prial.server import run
from prial.server.run import Start
from tests.cli.conftest import Prial, one_sentence
from tests.started import Started


@pytest.fixture(autouse=True)
def _logs_stay_as_they_were() -> Iterator[None]:
    """Restore the logging settings, which the verb changes when it runs in this process."""
    root = logging.getLogger()
    before = root.handlers[:], root.level, logging.raiseExceptions
    yield
    root.handlers[:], level, logging.raiseExceptions = before
    root.setLevel(level)
    structlog.reset_defaults()


@contextmanager
def served(*args: str) -> Iterator[tuple[Started, str, str]]:
    """A server in a process of its own: gives the process, its host and port, and what it printed."""
    with closing(Started(["serve", "--no-browser", *args])) as process:
        printed = ""
        while "The tables are kept" not in printed:
            line = process.stdout.readline()
            assert line, process.communicate()
            printed += line
        found = re.search(r"https?://(\S+)", printed)
        assert found is not None
        yield process, found[1], printed


def call(server: str, method: str, path: str, body: Any = None, token: str = "") -> Any:
    headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
    with closing(HTTPConnection(server, timeout=10)) as http:
        http.request(method, path, None if body is None else json.dumps(body), headers)
        answer = http.getresponse()
        text = answer.read()
        assert answer.status < 300, text
        return json.loads(text)


def test_it_serves_and_ends_in_order_at_a_signal(home: Path) -> None:
    with served() as (process, server, printed):
        assert server.startswith("127.0.0.1:")
        assert str(home / "data" / "prial" / "tables.db") in printed
        assert call(server, "GET", "/healthz")["ready"] is True
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
        assert process.communicate() == ("", "")


def test_it_ends_in_order_while_it_is_asked(home: Path) -> None:
    with served("--port", "0") as (process, server, _):
        token = call(server, "POST", "/api/me?token=true", {"name": "Bea"})["token"]
        called = threading.Event()

        def ask() -> None:
            with suppress(OSError, HTTPException, AssertionError):
                while True:
                    call(server, "GET", "/api/me", token=token)
                    called.set()

        askers = [threading.Thread(target=ask) for _ in range(4)]
        for asker in askers:
            asker.start()
        assert called.wait(10)
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
        assert process.communicate() == ("", "")
        for asker in askers:
            asker.join()


def test_ctrl_c_is_an_end_in_order_too(home: Path) -> None:
    with served() as (process, _, _):
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
        assert process.communicate()[1] == ""


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_whatever_ends_it_the_tables_are_as_they_were(home: Path, how: signal.Signals) -> None:
    with served() as (process, server, _):
        token = call(server, "POST", "/api/me?token=true", {"name": "Bea"})["token"]
        asked = {"game": "crash", "bots": [None, "random", "random", "random"], "start": True}
        table = call(server, "POST", "/api/tables", asked, token)["id"]
        process.send_signal(how)
        process.wait(10)
    with served() as (_, server, _):
        assert call(server, "GET", "/api/me", token=token)["name"] == "Bea"
        assert call(server, "GET", f"/api/tables/{table}", token=token)["status"] == "live"


def test_the_next_free_port_is_taken_unless_one_is_given(home: Path, prial: Prial) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = one_sentence(prial("serve", "--no-browser", "--port", str(port)))
        assert said == f"Port {port} of 127.0.0.1 is in use: give another with --port."
    with serve._listen("127.0.0.1", None) as one, serve._listen("127.0.0.1", None) as two:
        assert one.getsockname()[1] != two.getsockname()[1]


def test_tables_that_are_open_elsewhere_are_left_alone(home: Path, prial: Prial) -> None:
    with served("--port", "0"):
        assert "are open in another server" in one_sentence(prial("serve", "--no-browser", "--port", "0"))


def test_a_second_name_of_the_file_is_not_served_beside_it(home: Path, prial: Prial) -> None:
    """Each server would write its own log, and both would acknowledge the same version."""
    file, second, link = home / "tables.db", home / "second.db", home / "link.db"
    with served("--port", "0", "--db", str(file)):
        link.symlink_to(file)
        assert "are open in another server" in one_sentence(prial("serve", "--no-browser", "--port", "0", "--db", str(link)))
        (home / ".tables.db.lock").unlink()
        assert "are open in another server" in one_sentence(prial("serve", "--no-browser", "--port", "0", "--db", str(file)))
        os.link(file, second)
        assert "are open in another server" in one_sentence(prial("serve", "--no-browser", "--port", "0", "--db", str(second)))
    assert "second name" in one_sentence(prial("serve", "--no-browser", "--port", "0", "--db", str(second)))


def test_a_server_whose_file_is_deleted_saves_a_copy_and_ends(home: Path, prial: Prial) -> None:
    file = home / "tables.db"
    with served("--port", "0", "--db", str(file)) as (process, server, _):
        token = call(server, "POST", "/api/me?token=true", {"name": "Bea"})["token"]
        table = call(server, "POST", "/api/tables", {"game": "crash"}, token)["id"]
        for path in home.glob("tables.db*"):
            path.unlink()
        with closing(HTTPConnection(server, timeout=10)) as http:
            http.request(
                "POST",
                "/api/tables",
                '{"game": "crash"}',
                {"authorization": f"Bearer {token}", "content-type": "application/json"},
            )
            refused = http.getresponse()
            assert refused.status == 503
            assert json.loads(refused.read())["code"] == "server.closing"
        assert process.wait(10) == 2
        said = process.communicate()[1].splitlines()[-1]
        assert "was deleted, renamed or replaced while tables were kept in it" in said
        assert str(home / "tables.db.rescued-1") in said
    assert prial("restore", str(home / "tables.db.rescued-1"), "--db", str(file)).exit_code == 0
    with served("--port", "0", "--db", str(file)) as (_, server, _):
        assert table in [each["id"] for each in call(server, "GET", "/api/tables", token=token)["mine"]]


def test_a_server_that_is_taken_over_ends_by_itself(home: Path) -> None:
    """As on a system without file locks."""
    file = home / "tables.db"
    with served("--port", "0", "--db", str(file)) as (process, _, _):
        with closing(sqlite3.connect(file)) as store:
            store.execute("UPDATE house SET epoch = epoch + 1")
            store.commit()
        assert process.wait(10) == 2  # at its next heartbeat, without any request
        said = process.communicate()[1].splitlines()[-1]
        assert said == "Another server has taken these tables over; this one writes nothing any more."


def test_tables_of_other_rules_keep_it_closed_until_they_are_ended(home: Path, prial: Prial) -> None:
    file = home / "tables.db"
    with served("--port", "0", "--db", str(file)) as (process, server, _):
        token = call(server, "POST", "/api/me?token=true", {"name": "Bea"})["token"]
        table = call(server, "POST", "/api/tables", {"game": "crash"}, token)["id"]
        process.send_signal(signal.SIGTERM)
        process.wait(10)
    with closing(sqlite3.connect(file)) as store:
        store.execute("UPDATE tables SET game_version = 0")
        store.commit()
    said = one_sentence(prial("serve", "--no-browser", "--port", "0", "--db", str(file)))
    assert table in said
    assert "--finish" in said
    with served("--port", "0", "--db", str(file), "--finish") as (_, server, _):
        assert call(server, "GET", "/api/tables", token=token)["mine"] == []


def test_a_file_that_is_no_store_is_refused(home: Path, prial: Prial) -> None:
    file = home / "notes.txt"
    file.write_text("Buy milk. " * 100)
    assert str(file) in one_sentence(prial("serve", "--no-browser", "--port", "0", "--db", str(file)))
    assert file.read_text() == "Buy milk. " * 100


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (("--public-url", "cards.example"), "not the address of a server"),
        (("--public-url", "ftp://cards.example"), "not the address of a server"),
        (("--public-url", "https://cards.example/play"), "not the address of a server"),
        (("--public-url", "https://[::1"), "not the address of a server"),
        (("--proxy", "my-proxy"), "neither an address nor a network"),
        (("--port", "65536"), "65536"),
        (("--host", "203.0.113.1", "--port", "0"), "can't listen on"),
        (("--lan", "--host", "127.0.0.1"), "--lan"),
        (("--tls", "nothing.pem", "nothing.key"), "nothing.pem"),
    ],
)
def test_bad_arguments(home: Path, prial: Prial, args: tuple[str, ...], part: str) -> None:
    assert part in one_sentence(prial("serve", "--no-browser", *args))


def test_a_certificate_that_is_none_is_refused(home: Path, prial: Prial) -> None:
    file = home / "cert.pem"
    file.write_text("no certificate")
    assert "certificate" in one_sentence(prial("serve", "--no-browser", "--port", "0", "--tls", str(file), str(file)))


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")
def test_over_tls_the_cookie_is_bound_to_the_host(home: Path) -> None:
    cert, key = home / "cert.pem", home / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-addext"]
    command += ["subjectAltName=IP:127.0.0.1", "-out", str(cert), "-keyout", str(key)]
    subprocess.run(command, check=True, capture_output=True)
    with served("--port", "0", "--tls", str(cert), str(key)) as (_, server, printed):
        assert f"https://{server}" in printed
        context = ssl.create_default_context(cafile=str(cert))
        with closing(HTTPSConnection(server, timeout=10, context=context)) as http:
            headers = {"content-type": "application/json", "origin": f"https://{server}"}
            http.request("POST", "/api/me", '{"name": "Bea"}', headers)
            answer = http.getresponse()
            assert answer.read()
            cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-prial=")
        assert "Secure" in cookie


def test_public_addresses_are_written_as_browsers_do() -> None:
    assert serve._origin("HTTPS://Cards.Example:443/") == "https://cards.example"
    assert serve._origin("http://cards.example:8080") == "http://cards.example:8080"
    assert serve._origin("http://[2001:db8::1]:80") == "http://[2001:db8::1]"


def test_a_network_is_told_its_address_with_a_qr_code_and_a_notice(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    with served("--lan", "--port", "0") as (_, server, printed):
        assert "and for others at\n  http://" in printed
        assert "█" in printed
        assert "plain HTTP" in printed
        assert call(server, "GET", "/healthz")["ready"] is True


def test_how_many_people_may_come_from_one_address_is_the_hosts_to_say(
    home: Path, prial: Prial, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Start] = []
    monkeypatch.setattr(run, "run", lambda start, *_: started.append(start))
    for args in ((), ("--crowd", "900")):
        assert prial("serve", "--no-browser", "--port", "0", "--db", str(home / "tables.db"), *args).exit_code == 0
    usual, school = (start.settings.rates.guests for start in started)
    assert school == usual._replace(times=3 * usual.times)


def test_logs_are_json_and_go_to_stderr(home: Path) -> None:
    with served("--log-json") as (process, server, _):
        call(server, "GET", "/healthz")
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(10)
    assert out == ""
    (line,) = map(json.loads, err.splitlines())
    assert (line["route"], line["status"]) == ("/healthz", 200)


def test_help_needs_no_server() -> None:
    code = "import sys; from prial.cli.app import app; app.main(['--help'], standalone_mode=False); print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"fastapi", "uvicorn", "sqlalchemy", "structlog", "prial.cli.serve"} & set(re.findall(r"'([\w.]+)'", done.stdout))
    code = "import sys, prial.cli.serve; assert 'uvicorn' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_packages_that_are_missing_are_named(home: Path) -> None:
    code = "import sys; sys.modules['uvicorn'] = None; from prial.cli.app import app; app.main(['serve', '--no-browser'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("The server's packages aren't installed (uvicorn")
    assert len(done.stderr.splitlines()) == 1
