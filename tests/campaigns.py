"""How much of a campaign is run: a part of it in `make test`, all of it in `make soak`. The size is all that differs."""

from typing import Final

import pytest

WHOLE: Final = 1
SHARES: Final = (pytest.param(8, id="an eighth"), pytest.param(WHOLE, id="whole", marks=pytest.mark.soak))
"""For ``parametrize``: by how much a campaign's number of games is divided."""
