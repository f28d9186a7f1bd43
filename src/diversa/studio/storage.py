# SPDX-License-Identifier: Apache-2.0
"""The folder of the studio: uploads, plans and releases, read by its owner only.

::

    FOLDER/studio.sqlite          the state, unless it is in PostgreSQL
    FOLDER/projects/ID/source/    the uploaded file, or answers of a survey
    FOLDER/projects/ID/plan.toml  the plan so far
    FOLDER/projects/ID/releases/  1, 2, ...: release, manifest, report
    FOLDER/ledger.json            what was published of whom, as keyed hashes
    FOLDER/temporary/             temporary files of uploads and searches

Nothing raw is written anywhere else. Files are 0600 and folders 0700.
"""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Collection, Iterable
from pathlib import Path

from diversa.errors import InputError
from diversa.files.locks import is_dead, try_lock
from diversa.studio.uploads import check_upload, valid_ending, write_bounded

PLAN = "plan.toml"
"""The plan file in the folder of a project."""

UNFINISHED = "unfinished"
"""Marks a project that is being made or removed, and a folder for temporary files."""


class Storage:
    """The folder of the studio."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()
        make_folder(self.folder)
        make_folder(self.folder / "projects")
        self._marks: dict[Path, int] = {}
        self._run = self.folder / "temporary" / secrets.token_hex(8)

    @property
    def ledger(self) -> Path:
        """The ledger of the releases of all projects."""
        return self.folder / "ledger.json"

    def project(self, project: str) -> Path:
        """The folder of a project."""
        return self.folder / "projects" / safe_name(project)

    def source(self, project: str) -> Path:
        """The folder of what was uploaded or collected."""
        return self.project(project) / "source"

    def plan(self, project: str) -> Path:
        """The plan file of a project."""
        return self.project(project) / PLAN

    def release(self, project: str, number: int) -> Path:
        """The folder of a release."""
        return self.project(project) / "releases" / str(number)

    def make_project(self, project: str) -> None:
        """Make the folders of a project, which is unfinished until `finish`."""
        make_folder(self.project(project))
        self.mark(self.project(project))
        make_folder(self.source(project))
        make_folder(self.project(project) / "releases")

    def mark(self, folder: Path) -> None:
        """Mark a folder that is for this process alone, until it is finished."""
        handle = os.open(folder / UNFINISHED, os.O_CREAT | os.O_RDWR, 0o600)
        try_lock(handle)  # as long as this process lives
        self._marks[folder] = handle

    def finish(self, project: str) -> None:
        """Take the mark from a project: it is remembered from now on."""
        (self.project(project) / UNFINISHED).unlink(missing_ok=True)
        self._forget_mark(self.project(project))

    def sweep_projects(self, remembered: Collection[str]) -> None:
        """Remove projects that a killed server was just making or removing.

        A whole project stays, even if the state does not know it: the studio may have
        been started with another database by mistake.
        """
        for path in (self.folder / "projects").iterdir():
            mark = path / UNFINISHED
            if mark.exists() and not is_dead(mark):
                continue  # another studio is making it
            if path.name in remembered:
                mark.unlink(missing_ok=True)
                remove_scraps(path)
            elif mark.exists() or not (path / PLAN).exists():
                remove(path)

    def temporary_folder(self) -> Path:
        """The folder for temporary files of this process, which may hold raw values."""
        if self._run not in self._marks:
            make_folder(self._run.parent)
            make_folder(self._run)
            self.mark(self._run)
        return self._run

    def sweep_temporary(self) -> None:
        """Remove temporary files of studios that were killed."""
        for path in (self.folder / "temporary").glob("*"):
            mark = path / UNFINISHED
            if not mark.exists() or is_dead(mark):
                remove(path)

    def close(self) -> None:
        """Remove the temporary files of this process."""
        remove(self._run)
        self._forget_mark(self._run)

    def remove_release(self, project: str, number: int) -> None:
        """Remove a release, and what a killed worker has left of it."""
        folder = self.release(project, number)
        for path in (folder, *folder.parent.glob(f".{number}.*")):
            remove(path)

    def sweep_releases(self, project: str, published: Collection[int]) -> None:
        """Remove everything that is no release: a killed worker or server left it."""
        names = {str(number) for number in published}
        folder = self.project(project) / "releases"
        for path in folder.iterdir() if folder.is_dir() else ():
            if path.name not in names:
                remove(path)

    def remove_project(self, project: str) -> None:
        """Remove everything of a project."""
        shutil.rmtree(self.project(project), ignore_errors=True)
        self._forget_mark(self.project(project))

    def _forget_mark(self, folder: Path) -> None:
        """Let the lock of a mark go."""
        handle = self._marks.pop(folder, None)
        if handle is not None:
            os.close(handle)

    def upload(
        self, project: str, name: str, chunks: Iterable[bytes], *, limit: int
    ) -> Path:
        """Keep an upload: it appears whole, or not at all.

        Of its name only the ending matters; the limit is in bytes, also unpacked.

        Raises:
            SourceError: It is too large, empty, or not what its name says.
        """
        ending = valid_ending(name)
        target = self.source(project) / f"table{ending}"
        handle, temporary = tempfile.mkstemp(dir=self.source(project), suffix=ending)
        try:
            with os.fdopen(handle, "wb") as file:
                write_bounded(file.write, chunks, limit=limit)
            check_upload(Path(temporary), ending, limit=limit)
            Path(temporary).replace(target)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
        return target


def remove(path: Path) -> None:
    """Remove a file or a folder, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def remove_scraps(project: Path) -> None:
    """Remove files of a project that were being written when a server was killed."""
    for folder in (project, project / "source", *project.glob("downloads/*")):
        for path in folder.glob(f"{tempfile.gettempprefix()}*"):
            remove(path)


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner can enter."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder.chmod(0o700)


def write_private(path: Path, text: str) -> None:
    """Write a text file that appears whole and that only its owner can read."""
    handle, temporary = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def make_private(folder: Path) -> None:
    """Take away from others what they may do in a folder and with its files."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o700 if path.is_dir() else 0o600)


def safe_name(name: str) -> str:
    """A number of ours as the name of a folder; anything else is refused."""
    if not (name.isascii() and name.isalnum()):
        raise InputError("address: there is no such project")
    return name
