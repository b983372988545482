"""While the server's disk is full, the browser shows the move as *not saved*, and sends it again when the disk has room."""

import resource

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Sit
from tests.e2e.server import Server

pytestmark = pytest.mark.e2e


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux sets another process's limits")
def test_a_move_that_is_not_saved_is_sent_again(sit: Sit, server: Server) -> None:
    ann = sit().play_now().dealt().suggested()
    assert server.process is not None
    pid = server.process.pid
    assert pid is not None
    _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1000, most))
    try:
        ann.lock()
        note = ann.page.get_by_role("alert")
        expect(note).to_contain_text("Not saved: the server can’t save anything just now, so what you did doesn’t count.")
        note.get_by_role("button", name="Try again").click()
        expect(note).to_contain_text("Not saved")
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))
    note.get_by_role("button", name="Try again").click()
    expect(note).to_have_count(0)
    ann.revealed()
