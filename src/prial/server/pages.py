"""Serves the built browser client from the folder `static`. All files are read at the start, so no request opens a file.

The preview of a link (Open Graph) is in the page's head, because programs that show previews don't run the client.
"""

import gzip
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
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
"""Media types by the ending of a file's name. They are listed here, because operating systems have different lists."""
_HEAD: Final = re.compile(r"<title>.*?</title>|<meta name=\"description\"[^>]*>")
"""Finds the title and the description in a page's head. A preview replaces both."""
_KEPT: Final = 200
"""Greatest number of pages with a preview that are kept in memory. Each page takes some 5 kB."""
_PACKED: Final = ("image/png", "font/woff2", "audio/mpeg")
"""Media types that are compressed already."""
_UNBUILT: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Prial</title></head><body>
<h1>The tables are open, but their pages have not been built</h1>
<p>In a checkout, <code>make play</code> builds them before it starts the server. Programs can play without them:
the API is described at <code>/api/openapi.json</code>.</p>
</body></html>
"""


@dataclass(frozen=True)
class Sheet:
    """A file to send to clients. If the file has a compressed form that the client accepts, this form is sent."""

    body: bytes
    """Bytes of the file, not compressed."""
    type: str
    """Media type of the file."""
    cache: str = "no-cache"
    """Value of the header ``cache-control``."""
    brotli: bytes | None = None
    """Bytes of the file, compressed with Brotli in the client's build. It is None if the build didn't compress the file."""

    @cached_property
    def tag(self) -> str:
        """The ``ETag`` of `body`."""
        return f'"{sha256(self.body).hexdigest()[:20]}"'

    @cached_property
    def packed(self) -> bytes | None:
        """Bytes of the file, compressed with gzip; None if its type is in `_PACKED`, or if gzip saves only a tenth or less."""
        packed = None if self.type in _PACKED else gzip.compress(self.body, 9, mtime=0)
        return packed if packed and len(packed) < 0.9 * len(self.body) else None

    def answer(self, request: Request) -> Response:
        """The answer to a request for this file. If the client has the file already, the answer has no body."""
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
    """The preview of a page, for people who see a link to it."""

    title: str
    """Title of the page."""
    text: str
    """One or two sentences about the page."""
    path: str
    """Path of the page. It is empty if the page's address may be secret: then the preview doesn't name the address."""
    picture: str
    """Path of the picture."""


class Client:
    """Serves the built browser client.

    Args:
        folder: folder with the built files (default: the one in this package).
        origin: address of the server, such as ``https://cards.example``.
        about: function that gives a request's preview. If it gives None, the page stays as built.
    """

    def __init__(
        self,
        folder: Traversable | None = None,
        origin: str = "",
        about: Callable[[Request], Awaitable[Head | None]] | None = None,
    ) -> None:
        self._origin, self._about = origin, about
        self._pages: Final[OrderedDict[Head, Sheet]] = OrderedDict()
        self._sheets: Final[Mapping[str, Sheet]] = _packaged() if folder is None else dict(_read(folder, ""))

    @property
    def built(self) -> bool:
        """Whether the folder holds a built client."""
        return "index.html" in self._sheets

    async def page(self, request: Request) -> Response:
        """Answer a request with the file that has the request's path.

        If no file has the path, the answer is a page of the client. But ``api``, paths below it, and paths whose last part has a
        dot are refused.
        """
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
        """A page of the client with a preview in its HTML head."""
        found = self._pages.pop(head, None)
        if found is None:
            page = _HEAD.sub("", index.body.decode()).replace("</head>", f"{_written(head, self._origin)}</head>", 1)
            found = Sheet(page.encode(), index.type, index.cache)
        self._pages[head] = found
        if len(self._pages) > _KEPT:
            self._pages.popitem(last=False)
        return found


def _written(head: Head, origin: str) -> str:
    """A preview as HTML, with all texts escaped."""
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


@cache
def _packaged() -> Mapping[str, Sheet]:
    """The files of the client in this package, by their paths."""
    return dict(_read(files("prial.server").joinpath("static"), ""))


def _read(folder: Traversable, prefix: str) -> list[tuple[str, Sheet]]:
    """All files of known media types in a folder and its subfolders, with their paths. Each path begins with ``prefix``."""
    found: list[tuple[str, Sheet]] = []
    for entry in folder.iterdir() if folder.is_dir() else ():
        path = prefix + entry.name
        if entry.is_dir():
            found += _read(entry, f"{path}/")
        elif (kind := _TYPES.get(entry.name.rpartition(".")[2])) is not None:
            # Names in assets contain a hash of the file
            cache = "public, max-age=31536000, immutable" if prefix.startswith("assets/") else "no-cache"
            less = folder.joinpath(f"{entry.name}.br")
            found.append((path, Sheet(entry.read_bytes(), kind, cache, less.read_bytes() if less.is_file() else None)))
    return found
