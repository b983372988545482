"""The shipped fields of Xập xám: the probabilities of the hands that opponents lay, counted over many hands.

There is one field for each name in `prial.games.xap_xam.bots.field.FIELDS`. The command ``prial tables xap_xam`` makes all fields
again (`prial.games.xap_xam.study.train`).
"""

import io
from functools import cache
from importlib.resources import files

import numpy as np

from prial.games.xap_xam.bots.field import Field


@cache
def load(name: str) -> Field:
    """Load a shipped field: the probabilities of the hands that one kind of opponents lays.

    Args:
        name: name of the field, as in `prial.games.xap_xam.bots.field.FIELDS`.
    Raises:
        FileNotFoundError: if no such field is shipped.
    """
    data = files(__name__).joinpath(f"{name}.npz").read_bytes()
    with np.load(io.BytesIO(data)) as arrays:
        return Field(**arrays)
