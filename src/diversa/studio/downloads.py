# SPDX-License-Identifier: Apache-2.0
"""Downloads: the tables of an approved release, as CSV or Parquet."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.record.reading import release_reading
from diversa.studio.releases import NoSuchReleaseError, record_of, release_of
from diversa.studio.security.permissions import ForbiddenError
from diversa.studio.storage import make_folder, make_private
from diversa.studio.visit import ProjectVisit

FORMATS = ("csv", "parquet")
"""The formats of a download; they are the endings of its file, too."""


def download(
    visit: ProjectVisit,
    release: str,
    *,
    file: str = "release",
    format: str = "csv",  # noqa: A002 - the word of the command line
) -> Path:
    """A table of an approved release as a file, in one of `FORMATS`.

    The file is "release", or "sensitive" if sensitive values are a table of their own.

    Raises:
        ForbiddenError: It is not approved.
    """
    shown = release_of(visit, release)
    if shown.state != "approved":
        raise ForbiddenError(
            f"release: must be approved to be downloaded, got one that is {shown.state}"
        )
    folder = visit.studio.storage.release(visit.project, shown.number)
    tables = {Path(name).stem: folder / name for name in shown.tables}
    if file not in tables or format not in FORMATS:
        names = ", ".join(sorted(tables))
        raise NoSuchReleaseError(f"file: must be one of {names}, as csv or parquet")
    if tables[file].suffix == f".{format}":
        return tables[file]
    kept = visit.studio.storage.project(visit.project) / "downloads"
    target = kept / str(shown.number) / f"{file}.{format}"
    if not target.is_file():
        safe = record_of(visit, release).spreadsheet_safe
        convert(tables[file], target, spreadsheet_safe=safe)
    return target


def convert(published: Path, target: Path, *, spreadsheet_safe: bool) -> None:
    """Write a published table in another format; it appears whole or not at all."""
    make_folder(target.parent)
    options = release_reading(spreadsheet_safe=spreadsheet_safe)
    with DuckDBEngine() as engine, TemporaryDirectory(dir=target.parent) as scratch:
        whole = Path(scratch) / target.name
        table = engine.open(published, options=options)
        engine.write(table, whole, spreadsheet_safe=spreadsheet_safe)
        make_private(Path(scratch))
        whole.replace(target)
