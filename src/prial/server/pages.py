"""The browser client, as it was built into `static`: read once at the start, so that no request ever names a file.

What a page is about stands in its head (Open Graph), for those who see a link to it: they run no program.
"""

import gzip
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from prial.errors import refuse
from prial.server.errors import refused

_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
    "txt": "text/plain; charset=utf-8",
    "png": "image/png",
    "ico": "image/x-icon",
    "woff2": "font/woff2",
    "mp3": "audio/mpeg",
    "wasm": "application/wasm",
}
"""What the system's own list says differs from one to the next."""
_HEAD: Final = re.compile(r"<title>.*?</title>|<meta name=\"description\"[^>]*>")
"""What another head takes the place of."""
_KEPT: Final = 200
"""Pages with a head of their own that are kept, some 5 kB each."""
_PACKED: Final = ("image/png", "font/woff2", "audio/mpeg")
_UNBUILT: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Prial</title></head><body>
<h1>The tables are open, but their pages have not been built</h1>
<p>In a checkout, <code>make play</code> builds them before it starts the server. Programs can play without them:
the API is described at <code>/api/openapi.json</code>.</p>
</body></html>
"""


@dataclass(frozen=True)
class Sheet:
    """Something that is sent as it is."""

    body: bytes
    type: str
    cache: str = "no-cache"
    brotli: bytes | None = None
    """The same in still less, as the build made it."""

    @cached_property
    def tag(self) -> str:
        """Names these very bytes."""
        return f'"{sha256(self.body).hexdigest()[:20]}"'

    @cached_property
    def packed(self) -> bytes | None:
        """The same in less, where it is less."""
        packed = None if self.type in _PACKED else gzip.compress(self.body, 9, mtime=0)
        return packed if packed and len(packed) < 0.9 * len(self.body) else None

    def answer(self, request: Request) -> Response:
        """Send it, unless the client has it already."""
        headers = {"cache-control": self.cache, "vary": "accept-encoding"}
        if self.cache != "no-store":
            headers["etag"] = self.tag
            if self.tag in request.headers.get("if-none-match", ""):
                return Response(status_code=304, headers=headers)
        reads = request.headers.get("accept-encoding", "")
        for name, body in (("br", self.brotli), ("gzip", self.packed)):
            if body is not None and name in reads:
                headers["content-encoding"] = name
                return Response(body, media_type=self.type, headers=headers)
        return Response(self.body, media_type=self.type, headers=headers)


@dataclass(frozen=True, slots=True)
class Head:
    """What a page says of itself to those who see a link to it."""

    title: str
    text: str
    path: str
    """The page's address at its server; empty for one that nobody is to be led to."""
    picture: str
    """The address of its picture at its server."""


class Client:
    """The built client.

    Args:
        folder: where it lies; the package's own by default.
        origin: where people reach the server: ``https://cards.example``.
        about: says what the page that is asked for is about; None for nothing else than the client itself does.
    """

    def __init__(
        self,
        folder: Traversable | None = None,
        origin: str = "",
        about: Callable[[Request], Awaitable[Head | None]] | None = None,
    ) -> None:
        self._origin, self._about = origin, about
        self._pages: Final[OrderedDict[Head, Sheet]] = OrderedDict()
        self._sheets: Final[Mapping[str, Sheet]] = dict(_read(folder or files("prial.server").joinpath("static"), ""))

    @property
    def built(self) -> bool:
        """Whether there is one."""
        return "index.html" in self._sheets

    async def page(self, request: Request) -> Response:
        """A file of the client; any path without a dot is a page of it."""
        path: str = request.path_params["path"]
        sheet = self._sheets.get(path)
        if sheet is not None:
            return sheet.answer(request)
        if path == "api" or path.startswith("api/") or "." in path.rpartition("/")[2]:
            return refused(refuse("request.unknown"))
        if not self.built:
            return HTMLResponse(_UNBUILT, 503, {"cache-control": "no-store"})
        head = await self._about(request) if self._about else None
        page = self._sheets.get(f"{path or 'home'}.html", self._sheets["index.html"])
        return (page if head is None else self._headed(page, head)).answer(request)

    def _headed(self, index: Sheet, head: Head) -> Sheet:
        """A page of the client with a head; as many as are asked for much are kept."""
        found = self._pages.pop(head, None)
        if found is None:
            page = _HEAD.sub("", index.body.decode()).replace("</head>", f"{_written(head, self._origin)}</head>", 1)
            found = Sheet(page.encode(), index.type, index.cache)
        self._pages[head] = found
        if len(self._pages) > _KEPT:
            self._pages.popitem(last=False)
        return found


def _written(head: Head, origin: str) -> str:
    """A head in HTML, with whatever people wrote escaped."""
    named = {
        "og:site_name": "Prial",
        "og:type": "website",
        "og:title": head.title,
        "og:description": head.text,
        "og:image": origin + head.picture,
        "og:image:width": "1200",
        "og:image:height": "630",
        **({"og:url": origin + head.path} if head.path else {}),
    }
    tags = [f'<meta property="{name}" content="{escape(text)}">' for name, text in named.items()]
    card = '<meta name="twitter:card" content="summary_large_image">'
    return f'<title>{escape(head.title)}</title><meta name="description" content="{escape(head.text)}">{card}{"".join(tags)}'


def _read(folder: Traversable, prefix: str) -> list[tuple[str, Sheet]]:
    """All files of a folder, by their path in it."""
    found: list[tuple[str, Sheet]] = []
    for entry in folder.iterdir() if folder.is_dir() else ():
        path = prefix + entry.name
        if entry.is_dir():
            found += _read(entry, f"{path}/")
        elif (kind := _TYPES.get(entry.name.rpartition(".")[2])) is not None:
            # Names in assets hold a hash of what is in the file
            cache = "public, max-age=31536000, immutable" if prefix.startswith("assets/") else "no-cache"
            less = folder.joinpath(f"{entry.name}.br")
            found.append((path, Sheet(entry.read_bytes(), kind, cache, less.read_bytes() if less.is_file() else None)))
    return found
