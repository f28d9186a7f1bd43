# SPDX-License-Identifier: Apache-2.0
"""The record of a release of two linked tables, which its manifest holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal

from diversa.codec import (
    REQUIRED,
    As,
    from_json,
    json_from_text,
    json_to_text,
    to_json,
)
from diversa.codec.numbers import Count, Rows
from diversa.data.read_options import ReadOptions
from diversa.errors import SourceError
from diversa.linked.known_visits import KnownVisits
from diversa.models.linked_privacy import (
    LinkedModel,
    LinkedVerdict,
    Secrets,
    parse_linked,
)
from diversa.record.folder import MANIFEST
from diversa.record.reading import release_reading
from diversa.record.record import ADVICE
from diversa.record.record_parts import ReportHead, fingerprint
from diversa.version import __version__


def read_files(content: Any) -> dict[str, str]:  # noqa: ANN401 - any JSON
    """The files of a release with their fingerprints; none leads out of its folder."""
    files = {name: file["sha256"] for name, file in content.items()}
    for name, sha256 in files.items():
        parts = PurePosixPath(name).parts
        outside = ".." in parts or "\\" in name or PurePosixPath(name).is_absolute()
        if outside or len(parts) > 2 or not isinstance(sha256, str):
            raise ValueError("files")
    return files


LinkedFiles = Annotated[
    Mapping[str, str],
    As(
        "names of files in the folder with their sha256",
        read_files,
        lambda files: {name: {"sha256": sha256} for name, sha256 in files.items()},
        {"type": "object"},
    ),
]
"""Name of each file to its SHA-256."""


@dataclass(frozen=True, kw_only=True)
class LinkedPromise:
    """The promise of tables that a pseudonym links, and the numbers behind it."""

    pseudonym: str
    """The column of both tables that says which rows are of one person."""
    people_known: tuple[str, ...]
    """Quasi-identifiers of people."""
    visits_known: tuple[str, ...]
    """Quasi-identifiers of visits."""
    people_sensitive: tuple[str, ...] = ()
    """Sensitive attributes of people."""
    visits_sensitive: tuple[str, ...] = ()
    """Sensitive attributes of visits."""
    models: tuple[str, ...]
    """The models that hold, as spec strings."""
    missing: Literal["raise", "own"] = "raise"
    """The meaning of a missing sensitive value."""
    most_visits: Count
    """The most visits of a person that are published."""
    levels: Mapping[str, Count]
    """The level of each quasi-identifier."""
    loss: float
    """The loss, what is left out counted as lost."""
    people_in: Rows
    """People of the source."""
    people_out: Rows
    """People of the release."""
    visits_in: Rows
    """Visits of the source."""
    visits_out: Rows
    """Visits of the release."""
    nodes: Count
    """Nodes of the lattice."""
    tried: Count
    """Nodes that were counted."""
    proven: bool = False
    """True if no other choice of levels loses less."""

    @property
    def bound_models(self) -> tuple[LinkedModel, ...]:
        """The models."""
        return tuple(map(parse_linked, self.models))

    @property
    def secrets(self) -> Secrets:
        """The sensitive attributes."""
        return Secrets(self.people_sensitive, self.visits_sensitive)


@dataclass(frozen=True, kw_only=True)
class LinkedRecord:
    """The record of two tables: each a release of its own, or linked."""

    diversa: Annotated[str, REQUIRED] = __version__
    """The version that wrote it."""
    tables: tuple[str, ...]
    """The names of the tables: people, then visits."""
    linked: LinkedPromise | None = None
    """The promise where a pseudonym links them; None if nobody can join them."""
    spreadsheet_safe: bool = False
    """True if an apostrophe precedes values that a spreadsheet would execute."""
    equality: Literal["meaning", "exact"] = "meaning"
    """The rule by which two sensitive values are the same."""
    verdicts: tuple[LinkedVerdict, ...] = ()
    """The verdict on each of its models when it was published."""
    known: tuple[KnownVisits, ...] = ()
    """What is left to guess, by how many visits are known."""
    report: ReportHead = field(default_factory=ReportHead)
    """The head of the report."""
    files: LinkedFiles = field(repr=False)
    """Name of each file to its SHA-256."""

    @property
    def reading(self) -> ReadOptions:
        """The options that read its tables."""
        return release_reading(
            spreadsheet_safe=self.spreadsheet_safe, equality=self.equality
        )

    @classmethod
    def read(cls, folder: Path) -> LinkedRecord:
        """Read the record of a folder."""
        path = folder / MANIFEST
        try:
            content = json_from_text(path.read_bytes())
        except OSError:
            raise SourceError(
                f"{folder}: must be a release with a {MANIFEST}, got none"
            ) from None
        return from_json(cls, content, where=str(path), advice=ADVICE)

    def write(self, folder: Path) -> None:
        """Write the record into a folder."""
        text = json_to_text(to_json(self), indent=2)
        (folder / MANIFEST).write_text(f"{text}\n", encoding="utf-8")


def files_in(folder: Path) -> dict[str, str]:
    """Every file below a folder but its own manifest, with its fingerprint."""
    return {
        path.relative_to(folder).as_posix(): fingerprint(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path != folder / MANIFEST
    }


def is_linked(folder: Path) -> bool:
    """True if a folder holds a release of two linked tables."""
    try:
        content = json_from_text((folder / MANIFEST).read_bytes())
    except (OSError, SourceError):
        return False
    return isinstance(content, dict) and "tables" in content
