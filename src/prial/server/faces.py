"""Faces for seats, drawn from names: the same name gives the same face everywhere.

People are critters and bots are robots. Both styles are in the public domain (CC0).
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
"""Greatest length, in characters, of a name for a face. No person's name is that long, even with an added number."""
_KEPT: Final = 1000
"""Number of faces that are kept in memory, some 5 kB each."""
_CACHE: Final = "public, max-age=2592000, immutable"  # a newer version of the styles may draw a face differently
"""Value of the header ``cache-control`` for a face. Browsers keep a face for one month."""
_READING: Final = Lock()
"""A lock that is held while a style is looked up, so that threads read the style only once."""


class Who(StrEnum):
    """Whether a face is a person's or a bot's."""

    PERSON = "person"
    """A person, drawn as a critter."""
    BOT = "bot"
    """A bot, drawn as a robot."""


_STYLES: Final[Mapping[Who, tuple[str, Mapping[str, Any]]]] = {
    Who.PERSON: (
        "critters",
        {  # without angry and sad faces, and without four eyes
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
"""For each kind of face, the name of the style's file and the options for drawing."""


class Faces:
    """A cache of faces. When it is full, it drops the face that has not been used for the longest time."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Who, str], Sheet] = OrderedDict()

    def find(self, who: Who, name: str) -> Sheet | None:
        """The face that belongs to a name, if it is in the cache; else None."""
        found = self._kept.get((who, name))
        if found is not None:
            self._kept.move_to_end((who, name))
        return found

    async def draw(self, who: Who, name: str) -> Sheet:
        """Draw a face in a thread and keep it. The first face of a style takes half a second, because the style is read."""
        drawn = await run_in_threadpool(face, who, name)
        self._kept[who, name] = drawn
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return drawn


def face(who: Who, name: str) -> Sheet:
    """Draw the face that belongs to a name, as a square picture.

    Args:
        who: a person or a bot.
        name: the name that decides how the face looks; the picture doesn't contain it.
    """
    _, used = _STYLES[who]
    with _READING:
        style = _style(who)
    drawn = Avatar(style, {"seed": name, "idRandomization": False, "animationVariant": "none", **used})
    return Sheet(drawn.to_string().encode(), "image/svg+xml", _CACHE)


@cache
def _style(who: Who) -> Style:
    """The parts from which the faces of a person or of a bot are put together."""
    text = files("dicebear_styles").joinpath(f"{_STYLES[who][0]}.json").read_text("utf-8")
    return Style(json.loads(text))
