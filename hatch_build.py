"""Builds the browser client into the package when a checkout is packaged without it."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Client(BuildHookInterface[Any]):
    """Runs npm where the client isn't built yet. `make` builds it first, and a source distribution already contains it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client, unless it is there or the installation is editable.

        Args:
            version: ``standard`` or ``editable``, as Hatchling gives it.
            build_data: unused.
        Raises:
            RuntimeError: npm is needed and isn't installed.
        """
        root = Path(self.root)
        if version == "editable" or (root / "src/prial/server/static/index.html").exists():
            return
        npm = shutil.which("npm")
        if npm is None:
            raise RuntimeError(
                "The browser client isn't built, and there is no npm here to build it with. "
                "Run `make web` first, or install Node 20.19 or newer."
            )
        for arguments in (["ci", "--omit=dev"], ["run", "build"]):
            subprocess.run([npm, *arguments], cwd=root / "web", check=True)  # noqa: S603 (fixed arguments)
