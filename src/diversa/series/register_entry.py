# SPDX-License-Identifier: Apache-2.0
"""The entry of a release in its register: announced, then published, then confirmed.

The register that is announced knows the new release already, and says so; it keeps the
register from before. A run that is killed leaves it like that, and the next one looks
at the folders to finish or to roll back:

- the release is in its place: it was published, the announcement is confirmed;
- it is still in its hidden folder: nobody has seen it, the register goes back;
- it is nowhere: it may have been published and moved, so it stays known. A register
  that knows more people than were published does no harm; one that knows fewer does.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, cast

from diversa.files.closing import Closing
from diversa.files.secret_files import HiddenFile, SecretFiles
from diversa.record.record_parts import fingerprint
from diversa.series.register import Register, read_register


class RegisterText(Protocol):
    """A register: a frozen dataclass with an announcement, which is written as text."""

    def text(self) -> str:
        """The register as it is written to a file."""


class RegisterEntry(Closing):
    """The register after one more release; see `Beside`.

    Everything is written before the first step, so that no later one needs space.
    """

    def __init__(
        self, path: Path, after: RegisterText, announcement: object | None
    ) -> None:
        """Prepare the entry; nothing is announced where no folder will appear."""
        self._files = SecretFiles()
        self._path = path
        self._is_first = not path.exists()
        self._announced = self._before = None
        try:
            if announcement is not None:
                announced = replace(cast("Any", after), announcement=announcement)
                self._announced = self._prepare(announced.text().encode())
            if not self._is_first:
                self._before = self._prepare(path.read_bytes())
            self._after = self._prepare(after.text().encode())
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Remove the files that have not appeared."""
        self._files.close()

    def appear(self) -> None:
        """Announce the release."""
        if self._announced is not None:
            self._put(self._announced)

    def confirm(self) -> None:
        """The release is there. If that cannot be noted, the next run will see it."""
        with suppress(OSError):
            self._after.replace()

    def appear_alone(self) -> None:
        """Note a release that was handed out as a frame."""
        self._put(self._after)

    def withdraw(self) -> None:
        """The release will not be there: the register is as it was before."""
        if self._before is not None:
            self._before.replace()
        else:
            self._path.unlink(missing_ok=True)

    def places(self) -> dict[str, int]:
        """No file that a release must take back: the register looks by itself."""
        return {}

    def _put(self, file: HiddenFile) -> None:
        if self._is_first:
            file.appear()
        else:
            file.replace()

    def _prepare(self, content: bytes) -> HiddenFile:
        return self._files.prepare(self._path, lambda file: _write(file, content))


def _write(file: Path, content: bytes) -> None:
    file.write_bytes(content)


def settle_register(path: Path) -> None:
    """Finish or roll back what a killed run has announced; see the top of the file."""
    register = read_register(path)
    announcement = register.announcement
    if announcement is None:
        return
    settled: Register | None = replace(register, announcement=None)
    published = register.releases[-1]
    is_there = has_content(announcement.file, published)
    if not is_there and has_content(announcement.hidden, published):
        settled = announcement.before
    with SecretFiles() as files:
        if settled is None:
            path.unlink()
            return
        content = settled.text().encode()
        files.prepare(path, lambda file: _write(file, content)).replace()


def has_content(file: Path, content: str | None) -> bool:
    """True if a file is there and has a fingerprint."""
    return file.is_file() and fingerprint(file) == content
