"""The certified strength of the bots: what stands on the page is what was measured, and a bot that got worse is found."""

import pytest

from bench import strength
from bench.claims import Found, claims


def test_every_claim_has_its_figure_on_the_page() -> None:
    assert [each.claim for each in strength.book().measured] == [*claims()]
    assert strength.PAGE.read_text("utf-8") == strength.page(strength.book())


@pytest.mark.parametrize(("kind", "worse"), [("beats", -1), ("answer", 1), ("habits", 1)])
def test_a_bot_that_got_worse_is_found(kind: str, worse: int) -> None:
    """It wins less from weaker bots, or others win more from it."""
    each = next(each for each in strength.book().measured if each.claim.kind == kind)
    mean, error = each.found.mean, each.found.error
    assert strength.compared(each, each.found).passed
    assert strength.compared(each, Found(mean - 10 * worse * error, error)).passed
    assert not strength.compared(each, Found(mean + 10 * worse * error, error)).passed
