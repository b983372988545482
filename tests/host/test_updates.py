"""An update contains the whole scene, or none where the entry changed nothing visible."""

from msgspec import UNSET

from prial.host import entries as log
from prial.host import messages as said
from prial.host import telling
from tests.host.stage import Stage
from tests.host.test_fairness import deal, seated
from tests.host.test_table import live
from tests.host.turning import turn


async def test_a_scene_is_left_out_only_where_it_is_as_it_was() -> None:
    stage = await Stage.open()
    turners = await seated(stage)
    ann = turners[0].guest
    turners[3].silent = True
    await ann.do(said.Start)
    await turn(*turners)
    await stage.clock.let_pass(2500)
    await deal(stage, turners, 2)
    for command, more in (
        (said.Say, {"text": "Hello"}),
        (said.Invite, {}),
        (said.Pause, {}),
        (said.Resume, {}),
        (said.Leave, {}),
    ):
        await ann.do(command, **more)
    without = set()
    for applied in stage.house.tables[ann.table_id].history:
        for viewer in (None, 0, 1):
            update = telling.update(applied, viewer)
            if update.scene is UNSET:
                assert applied.before is not None
                assert telling.scene(applied.before, viewer) == telling.scene(applied.after, viewer)
                without.add(type(applied.entry))
    assert without == {log.Promised, log.Bound, log.Voided, log.Said, log.Admitted, log.Invited}
    assert live(turners[1].guest).version == ann.got[-1].version  # type: ignore[union-attr]  # an update
