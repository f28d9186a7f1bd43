# SPDX-License-Identifier: Apache-2.0
"""The source of a project: a file in its folder, at a path, or a database."""

from __future__ import annotations

from pathlib import Path

from diversa.data.database_table import is_address
from diversa.errors import SourceError
from diversa.studio.jobs.work import check_links
from diversa.studio.settings import Settings
from diversa.studio.visit import ProjectVisit

ADDRESS = "address"
"""The file of a project that says where its table is, unless it was uploaded."""


def source_of(visit: ProjectVisit) -> Path | str:
    """The path of a project's table, or its address in a database.

    Raises:
        SourceError: The path leads elsewhere than when the project was made.
    """
    folder = visit.studio.storage.source(visit.project)
    address = folder / ADDRESS
    if not address.is_file():
        return next(folder.glob("table.*"), folder / "table.csv")
    text = address.read_text(encoding="utf-8")
    if not is_address(text):
        check_path(visit.studio.settings, Path(text))
    return text


def source_state(visit: ProjectVisit) -> object:
    """A value that changes with the source file; a database has only its address."""
    source = Path(source_of(visit))
    if not source.is_file():
        return str(source)
    facts = source.stat()
    return (str(source), facts.st_mtime_ns, facts.st_size)


def check_path(settings: Settings, path: Path) -> None:
    """Refuse a path that is not allowed, or no longer the file itself.

    The path has no links in it, as when its project was made.

    Raises:
        SourceError: It is outside the allowed folders, not there, or a link; or a link
            is in the folder that it names.
    """
    allowed = [folder.resolve() for folder in settings.allowed_paths]
    is_within = any(path.is_relative_to(folder) for folder in allowed)
    if not is_within or not path.exists():
        raise SourceError(
            "path: must be a file in a folder that the studio was started with"
            " (--allow-paths), got another; upload the file instead"
        )
    check_links(path)
