"""The store on PostgreSQL: the contract, and cases in which several servers write."""

from collections.abc import Iterator

import pytest

from prial.host.store import Store
from tests.host.store_contract import CONTRACT, OF_A_SERVER, Case, OpenStore
from tests.testing.postgres import Server, postgres


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with postgres() as running:
        yield running


@pytest.fixture
def open_store(server: Server) -> OpenStore:
    url = server.url()
    return lambda: Store.open(url)


@pytest.mark.parametrize("case", [*CONTRACT.values(), *OF_A_SERVER.values()], ids=[*CONTRACT, *OF_A_SERVER])
async def test_contract(case: Case, open_store: OpenStore) -> None:
    await case(open_store)
