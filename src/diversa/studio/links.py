# SPDX-License-Identifier: Apache-2.0
"""Links in the place of a file: they are not followed."""

from __future__ import annotations

from pathlib import Path

from diversa.errors import SourceError


def check_links(path: Path) -> None:
    """Refuse a path with a link in it, or a folder with links in it."""
    if path.resolve() != path or any(inner.is_symlink() for inner in path.rglob("*")):
        raise SourceError(
            "path: must be the file itself, got a link in its place; name the file"
            " that it leads to, or upload it"
        )
