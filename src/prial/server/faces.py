"""Faces for seats, drawn from names: whoever is called the same looks the same, everywhere and without anything being kept.

People are critters and bots are robots, so nobody takes one for the other. Both styles are in the public domain (CC0).
"""

import json
from collections import OrderedDict
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib.resources import files
from threading import Lock
from typing import Any, Final

from dicebear import Avatar, Style
from starlette.concurrency import run_in_threadpool

from prial.server.pages import Sheet

LONGEST: Final = 40
"""Letters and signs from which a face is drawn; a name has fewer, also with the number that tells two of one name apart."""
_KEPT: Final = 1000
"""Faces that are kept, some 5 kB each."""
_CACHE: Final = "public, max-age=2592000, immutable"
"""A month: a newer version of the styles may draw them otherwise."""
_READING: Final = Lock()
"""Held while a style is looked up: those who ask while it is read for the first time wait, and don't each read it too."""


class Who(StrEnum):
    """Whose face it is."""

    PERSON = "person"
    BOT = "bot"


_STYLES: Final[Mapping[Who, tuple[str, Mapping[str, Any]]]] = {
    Who.PERSON: (
        "critters",
        {  # nobody sits down angry, sad or with four eyes
            "eyesVariant": [
                *("round", "dots", "bigPupils", "sideeye", "mono", "uneven"),
                *("happy", "closedLine", "wink", "wide", "sleepy", "close"),
            ],
            "mouthVariant": [
                *("smile", "tinySmile", "grin", "laugh", "ooh", "smirk"),
                *("catMouth", "open", "tooth", "tongue", "blep"),
            ],
            # Walnut, brick, navy, slate, plum, brass, rust: none of them the felt's green
            "backgroundColor": ["#6b4a2f", "#7a2f2a", "#24385e", "#33475b", "#5a3358", "#8a6a1f", "#a34a28"],
        },
    ),
    Who.BOT: ("voxel-bot", {}),
}
"""The file of each style, and what of it is used."""


class Faces:
    """Faces that were drawn; those that nobody has asked for longest go first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Who, str], Sheet] = OrderedDict()

    def find(self, who: Who, name: str) -> Sheet | None:
        """A face that is kept."""
        found = self._kept.get((who, name))
        if found is not None:
            self._kept.move_to_end((who, name))
        return found

    async def draw(self, who: Who, name: str) -> Sheet:
        """Draw a face and keep it, in a thread: the first one takes half a second, in which its style is read."""
        drawn = await run_in_threadpool(face, who, name)
        self._kept[who, name] = drawn
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return drawn


def face(who: Who, name: str) -> Sheet:
    """The face of a name, as a square picture.

    Args:
        who: a person or a bot.
        name: what the face is drawn from; nothing of it stands in the picture.
    """
    _, used = _STYLES[who]
    with _READING:
        style = _style(who)
    drawn = Avatar(style, {"seed": name, "idRandomization": False, "animationVariant": "none", **used})
    return Sheet(drawn.to_string().encode(), "image/svg+xml", _CACHE)


@cache
def _style(who: Who) -> Style:
    """The parts of which faces are put together."""
    text = files("dicebear_styles").joinpath(f"{_STYLES[who][0]}.json").read_text("utf-8")
    return Style(json.loads(text))
