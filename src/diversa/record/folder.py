# SPDX-License-Identifier: Apache-2.0
"""The release folder: the names of its files, and the folders that it may replace."""

from __future__ import annotations

import json
import os
from pathlib import Path

from diversa.engines.targets import FORMATS
from diversa.errors import TargetError
from diversa.files.locks import is_temporary

MANIFEST = "manifest.json"
"""Name of the manifest in a release folder."""

RELEASE = "release"
"""Name of the data file in a release folder, without its suffix."""

SENSITIVE = "sensitive"
"""Name of the sensitive table in a release folder, without its suffix."""

TABLE_SUFFIX = ".table"
"""End of the names by which a manifest knows tables of a database."""

REPORT = "report.html"
"""Name of the report in a release folder."""

TABLES = {f"{name}.{kind}" for name in (RELEASE, SENSITIVE) for kind in FORMATS}
"""Names of the tables in a release folder."""

UNSEEN = {".DS_Store", "Thumbs.db", "desktop.ini"}
"""Files that file managers put into folders."""

ADDRESSES = (("postgresql:",), ("postgres:",))
"""First parts of a database address that was given as a path."""

OUT = "out"
"""The option that names the folder of a release."""


def check_target(target: Path, *, replace: bool = False, word: str = OUT) -> None:
    """Refuse a folder that must not be replaced, before any work is done.

    With `replace`, a release that is there may be. `word` is the option that names it.
    """
    if target.parts[:1] in ADDRESSES:
        raise TargetError(
            f"{word}: must be a folder, got the address of a database; only anonymize"
            " writes a release as a table"
        )
    if not target.exists():
        above = next(parent for parent in target.absolute().parents if parent.exists())
        if not above.is_dir() or not os.access(above, os.W_OK):
            raise TargetError(
                f"{word}: '{target}' cannot be made; '{above}' is not a"
                " folder that can be written to"
            )
        return
    if not target.is_dir():
        raise TargetError(
            f"{word}: must be a folder, got the file '{target}'; name a"
            " folder that does not exist yet"
        )
    if any(target.iterdir()) and not (target / MANIFEST).is_file():
        raise TargetError(
            f"{word}: '{target}' has files that are no release of Diversa;"
            " name a folder that is empty or does not exist yet"
        )
    if (target / MANIFEST).is_file() and not replace:
        raise TargetError(
            f"{word}: '{target}' holds a release already, which is not replaced"
            " unasked; name another folder, or say replace=True"
        )


def check_only_release(target: Path, word: str = OUT) -> None:
    """Refuse to replace a folder in which somebody keeps other files, too."""
    others = files_besides(target)
    if others:
        raise TargetError(
            f"{word}: '{target}' holds more than a release, such as '{others[0]}',"
            " which would be lost; move that elsewhere, or name another folder"
        )


def files_besides(target: Path) -> list[str]:
    """The files in a release folder that are not part of the release."""
    if not (target / MANIFEST).is_file():
        return []
    try:
        content = json.loads((target / MANIFEST).read_text(encoding="utf-8"))
        tables = {name.partition("/")[0] for name in content["files"]}
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        tables = TABLES
    known = {MANIFEST, REPORT} | UNSEEN | tables
    names = (path.name for path in target.iterdir())
    return sorted(n for n in names if n not in known and not is_temporary(n))
