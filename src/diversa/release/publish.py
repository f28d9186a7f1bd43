# SPDX-License-Identifier: Apache-2.0
"""Publication of a folder: tables, manifest and report appear after the audit."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, TypeVar

from diversa.errors import InputError
from diversa.files.secret_files import Beside, BesideFrame
from diversa.progress import Clock
from diversa.recodings.recoding import PublishedTables
from diversa.record.folder import MANIFEST, REPORT
from diversa.record.placing import hidden_folder, put_in_place
from diversa.record.record import Record
from diversa.record.record_parts import fingerprint
from diversa.release.release import Release
from diversa.release.table_draft import PublishedTable
from diversa.release.targets import Targets
from diversa.report.page import report_page, today

Published = TypeVar("Published", bound=Release, covariant=True)
"""The kind of release."""

File = TypeVar("File")
"""A table of the release: a file in its folder, or a table of a database."""


class Draft(Protocol[Published, File]):
    """A release that is not published yet."""

    @property
    def clock(self) -> Clock:
        """The clock of its phases."""

    @property
    def targets(self) -> Targets:
        """The targets."""

    def write(self, folder: Path) -> Sequence[File]:
        """Write the tables of the release to a folder, or to their database."""

    def judge(self, tables: Sequence[Any]) -> Published:
        """The release, if the audit of these files or frames passes."""

    def write_beside(
        self, files: Sequence[File], record: Record
    ) -> AbstractContextManager[Beside]:
        """Prepare the files that stay with the owner, never in the folder.

        They appear with the release; the end of the context removes the others.
        """


class FrameDraft(Draft[Published, File], Protocol[Published, File]):
    """A draft whose tables may be handed out as frames."""

    def fetch(self) -> PublishedTables[Any]:
        """Hand the tables of the release out as frames."""

    def write_beside(
        self, files: Sequence[File], record: Record
    ) -> AbstractContextManager[BesideFrame]:
        """Prepare the files that stay with the owner."""


def publish(draft: FrameDraft[Published, File]) -> Published:
    """Write, audit and measure; nothing appears before the audit has passed."""
    folder = draft.targets.folder
    return publish_frame(draft) if folder is None else publish_folder(draft, folder)


def publish_frame(draft: FrameDraft[Published, File]) -> Published:
    """Hand the release out as frames, after the audit of these frames."""
    with draft.clock.phase("write"):
        frames = draft.fetch()
    release = draft.judge(frames.forms)
    with draft.write_beside((), release.record) as beside:
        beside.appear_alone()
    return replace(release, frame=frames.rows, sensitive_table=frames.sensitive_table)


def publish_folder(draft: Draft[Published, File], out: Path) -> Published:
    """Write, audit and describe a release; nothing appears before all is done.

    `out` is its folder, which `Targets.reserve` has accepted.
    """
    with hidden_folder(out) as folder:
        with draft.clock.phase("write"):
            files = draft.write(folder)
        release = draft.judge(files)
        beside_tables = (
            [release.taxonomies.write(folder)] if release.taxonomies.of else []
        )
        named = dict(map(name_and_fingerprint, [*files, *beside_tables]))
        manifest = release.manifest(draft.targets.source, named)
        manifest.write(folder)
        with draft.clock.phase("report"):
            page = report_page(manifest, made_on=today())
            (folder / REPORT).write_text(page, encoding="utf-8")
        names = sorted(path.name for path in folder.iterdir())
        replaced = release_there(out)
        with draft.write_beside(files, manifest) as beside:
            put_in_place(folder, out, beside)
    tables = [file.place.name for file in files if isinstance(file, PublishedTable)]
    return replace(
        release,
        files=(*tables, *(out / name for name in names)),
        replaced=replaced,
    )


def name_and_fingerprint(file: object) -> tuple[str, str]:
    """The name of a table of the release and the fingerprint of its content."""
    if isinstance(file, PublishedTable):
        return file.name, file.fingerprint
    path = Path(str(file))
    return path.name, fingerprint(path)


def release_there(out: Path) -> str | None:
    """The release that is in a folder now, in words; None if there is none."""
    if not (out / MANIFEST).is_file():
        return None
    try:
        record = Record.read(out)
    except InputError:
        return "a release whose manifest could not be read"
    models = ", ".join(model.spec for model in record.models)
    rows = f"{record.rows_out:,} of {record.rows_in:,} rows"
    return f"the release of {rows} by {record.method} with {models}"
