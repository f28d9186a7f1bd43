# SPDX-License-Identifier: Apache-2.0
"""The record of a release: its promise, search, audit and files.

`manifest.json` is the record as the codec writes it. It holds no raw value, no folder,
no row number and no time: the same input, plan and seed give the same bytes. A
manifest that is read is checked key by key, and still not believed: an audit counts
the files anew.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path, PurePath
from typing import Annotated, Any, Literal, cast

from diversa.codec import (
    ALWAYS,
    REQUIRED,
    As,
    FormerNames,
    Must,
    from_json,
    json_from_text,
    json_to_text,
    to_json,
)
from diversa.codec.numbers import Count, Rows
from diversa.data.missing import MissingPolicy
from diversa.data.read_options import ReadOptions
from diversa.data.roles import Roles
from diversa.data.spelling import Hints
from diversa.errors import ModelError, SourceError
from diversa.models import parse
from diversa.models.model import Model
from diversa.plan.sections import LANGUAGES
from diversa.record.audit_record import AuditRecord
from diversa.record.evidence_record import EvidenceRecord
from diversa.record.folder import MANIFEST, RELEASE, SENSITIVE, TABLE_SUFFIX
from diversa.record.people import Headcount, KeptRisk, RepublicationRecord
from diversa.search.search_summary import SearchSummary
from diversa.version import __version__

Average = Annotated[
    str,
    Must(
        "mean or median", ("mean", "median").__contains__, {"enum": ["mean", "median"]}
    ),
]
"""The average that is published instead of numbers."""

ADVICE = "publish the release again, or audit its table by naming the file"
"""Advice for a manifest that cannot be read."""

CHUNK = 2**20
"""Bytes read at once for a fingerprint."""


def fingerprint(path: Path) -> str:
    """SHA-256 of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


@cache
def versions() -> Mapping[str, str]:
    """The versions that decide what a release looks like; looked up once."""
    packages = ("numpy", "numba", "duckdb")
    return {
        "diversa": __version__,
        "python": platform.python_version(),
        **{name: version(name) for name in packages},
    }


@dataclass(frozen=True)
class Promise:
    """The privacy that a release promises."""

    models: Annotated[
        tuple[str, ...], Must("a list of at least one model", bool, {"minItems": 1})
    ]
    """The specs of the models, each with its sensitive attribute."""
    missing: MissingPolicy | None
    """The treatment of missing sensitive values."""
    suppress_by: Annotated[Literal["drop", "star"], FormerNames(("suppression",))]
    """The treatment of suppressed rows: dropped, or published with `*`."""


@dataclass(frozen=True)
class Spellings:
    """The spellings of a release, where they differ from the usual ones."""

    decimal: Literal[".", ","] | None = None
    """The mark before the decimals."""
    dates: Literal["day-first", "month-first"] | None = None
    """The order of day and month in dates."""

    equality: Literal["meaning", "exact"] = "meaning"
    """Equality of sensitive values: by meaning, or exact."""

    @classmethod
    def of(cls, options: ReadOptions, spelled: Hints) -> Spellings:
        """The spellings by which a table was read.

        Args:
            options: The reading options of the plan.
            spelled: The spellings found in the values.
        """
        hints = options.hints.or_else(spelled)
        decimal = cast('Literal[".", ","] | None', hints.decimal)
        dates = cast('Literal["day-first", "month-first"] | None', hints.dates)
        return cls(decimal, dates, "meaning" if options.by_meaning else "exact")

    @property
    def hints(self) -> Hints:
        """The hints by which its tables are read."""
        return Hints(self.decimal, self.dates)


@dataclass(frozen=True)
class Fingerprints:
    """SHA-256 of the inputs of the release; None if private or no file."""

    input: str | None
    """Of the source file."""
    plan: str | None
    """Of the plan as TOML."""
    population: str | None = None
    """Of the file of the population, where the plan names one."""


@dataclass(frozen=True)
class ReportHead:
    """The head of a report: data set, title, author and language."""

    data: str = ""
    """The name of the data set."""
    title: str = ""
    """The title of the report."""
    author: str = ""
    """The person or office responsible for the release."""
    language: Annotated[
        str,
        Must(
            f"one of {', '.join(LANGUAGES)}",
            LANGUAGES.__contains__,
            {"enum": list(LANGUAGES)},
        ),
    ] = "en"
    """The language of the report."""


def read_files(content: Any) -> dict[str, str]:  # noqa: ANN401 - any JSON
    """The files of a release with their fingerprints; none may lead out of its folder.

    Raises:
        ValueError: They are none, or not one of them is the release.
    """
    files = {name: file["sha256"] for name, file in content.items()}
    inside = all(PurePath(name).name == name and "\\" not in name for name in files)
    known = all(isinstance(sha256, str) for sha256 in files.values())
    releases = [name for name in files if PurePath(name).stem == RELEASE]
    if not inside or not known or len(releases) != 1:
        raise ValueError("files")
    return files


Files = Annotated[
    Mapping[str, str],
    As(
        "names of files in the folder with their sha256, one of them release.*",
        read_files,
        lambda files: {name: {"sha256": sha256} for name, sha256 in files.items()},
        {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "properties": {"sha256": {"type": "string"}},
                "required": ["sha256"],
            },
        },
    ),
]
"""Name of each file to its SHA-256."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Record:
    """The record of a release, which its manifest holds."""

    diversa: Annotated[str, REQUIRED] = __version__
    """The version that wrote it."""
    roles: Roles
    """The columns by their roles."""
    columns: tuple[str, ...]
    """The published columns, in order."""
    withheld: Annotated[tuple[str, ...], ALWAYS] = ()
    """The columns of the source that are not published: they have no role."""
    kept_risk: KeptRisk | None = None
    """The risk if somebody knows the kept columns, where there are any."""
    headcount: Headcount | None = None
    """The people behind the rows, where an identifier repeats."""
    averages: Average | None = None
    """The average that is published instead of the numbers of a group."""
    reading: Spellings = Spellings()
    """The spellings of numbers and dates, where they differ from the usual ones."""
    variants: tuple[str, ...] = ()
    """The sensitive attributes with values that have several spellings; one of them is
    published."""
    group: str | None = None
    """The column with the number of the group, where it is published."""
    sensitive_table: tuple[str, str, str] | None = None
    """The columns of the sensitive table, where there is one: group, value, rows."""
    discloses: tuple[str, ...] = ()
    """Disclosures that no model prevents, in sentences."""
    promise: Promise
    """The privacy that is promised."""
    method: str
    """The method that recoded the table."""
    levels: Mapping[str, Count] | None = None
    """The level of each quasi-identifier; None if the method has no levels."""
    groups: Count
    """Groups of the release."""
    rows_in: Rows
    """Rows of the source."""
    rows_out: Rows
    """Rows of the release."""
    suppressed: Rows
    """Rows suppressed because a model fails in their group."""
    dropped: Rows
    """Rows dropped because a sensitive value is missing."""
    search: SearchSummary
    """The summary of the search."""
    metrics: Mapping[str, float]
    """The utility by each metric."""
    audit: AuditRecord = field(repr=False)
    """The audit that was made when the release was published."""
    evidence: EvidenceRecord | None = field(default=None, repr=False)
    """Risk, attacks and utility, if they were measured."""
    files: Files = field(repr=False)
    """Name of each file to its SHA-256."""
    fingerprints: Fingerprints = field(repr=False)
    """SHA-256 of the input, the plan and the population."""
    versions: Mapping[str, str] = field(repr=False)
    """The versions of the software that made it."""
    republication: RepublicationRecord | None = None
    """The place in a series of releases; None for a single release."""
    spreadsheet_safe: bool = False
    """True if an apostrophe precedes values that a spreadsheet would execute."""
    boxes: str | None = None
    """The meaning of the ends of ranges, if each group has a box of its own."""
    report: ReportHead = ReportHead()
    """The head of the report."""

    def to_json(self) -> dict[str, Any]:
        """The record with the keys that other programs rely on."""
        return to_json(self)

    @classmethod
    def from_json(cls, content: object, *, where: str = MANIFEST) -> Record:
        """A record from JSON; the error names every wrong key.

        Args:
            content: The JSON.
            where: Its file, for messages.
        """
        record = from_json(cls, content, where=where, advice=ADVICE)
        try:
            record.models  # noqa: B018 - they are read now, or refused
        except ModelError as error:
            raise SourceError(
                f"{where}: promise.models: {error}; a model of a package of its own"
                " needs that package installed"
            ) from None
        return record

    @classmethod
    def read(cls, folder: Path) -> Record:
        """Read the record of a release folder."""
        path = folder / MANIFEST
        if not path.is_file():
            raise SourceError(
                f"{folder}: must be a release folder with a {MANIFEST}, got none;"
                " name the folder that was published, or a table with its columns"
            )
        try:
            content = json_from_text(path.read_bytes())
        except (OSError, SourceError) as error:
            wanted = error if isinstance(error, SourceError) else "JSON in UTF-8"
            raise SourceError(
                f"{path}: must be {wanted}, got something that is not; {ADVICE}"
            ) from None
        return cls.from_json(content, where=str(path))

    def write(self, folder: Path) -> None:
        """Write the record into a folder: the same bytes for the same content."""
        text = json_to_text(self.to_json(), indent=2)
        (folder / MANIFEST).write_text(f"{text}\n", encoding="utf-8")

    @cached_property
    def models(self) -> tuple[Model, ...]:
        """The promised models, each bound to its sensitive attribute."""
        return tuple(
            model
            for spec in self.promise.models
            for model in parse(spec).bind(self.roles.sensitive)
        )

    @property
    def public_roles(self) -> Roles:
        """The roles of columns that make groups; identifiers may be dropped."""
        return Roles((), self.roles.quasi_identifiers, self.roles.sensitive)

    @property
    def missing(self) -> MissingPolicy:
        """The treatment of missing values in the release; `raise` if there are none."""
        policy = self.promise.missing or MissingPolicy.DROP
        return MissingPolicy.RAISE if policy is MissingPolicy.DROP else policy

    @property
    def is_starred(self) -> bool:
        """True if suppressed rows are in the release, with `*`."""
        return self.promise.suppress_by == "star"

    @property
    def gone(self) -> int:
        """Rows that were suppressed and are not in the release."""
        return 0 if self.is_starred else self.suppressed

    @property
    def withholds(self) -> bool:
        """True if rows, or some of their values, are not in the release."""
        return self.dropped + self.suppressed > 0

    @property
    def release_file(self) -> str:
        """The name of the published table; one of a database is not in the folder."""
        name = self._file(RELEASE)
        if name.endswith(TABLE_SUFFIX):
            raise SourceError(
                "the folder has the evidence of a release that is a table of a"
                " database; name that table: postgresql://user@host/db?table=name"
            )
        return name

    @property
    def sensitive_file(self) -> str:
        """The name of the sensitive table; empty without one."""
        return self._file(SENSITIVE)

    def _file(self, stem: str) -> str:
        return next((name for name in self.files if PurePath(name).stem == stem), "")
