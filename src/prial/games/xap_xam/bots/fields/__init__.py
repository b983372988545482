"""The fields that are shipped: what players lay who set their cards well, or their lower hand first, counted over many hands.

``prial tables xap_xam`` counts them anew (`prial.games.xap_xam.study.train`).
"""

import io
from functools import cache
from importlib.resources import files

import numpy as np

from prial.games.xap_xam.bots.field import Field


@cache
def load(name: str) -> Field:
    """A shipped field.

    Args:
        name: as in `prial.games.xap_xam.bots.field.FIELDS`.
    Raises:
        FileNotFoundError: there is no such field.
    """
    data = files(__name__).joinpath(f"{name}.npz").read_bytes()
    with np.load(io.BytesIO(data)) as arrays:
        return Field(**arrays)
