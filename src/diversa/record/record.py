# SPDX-License-Identifier: Apache-2.0
"""The record of a release: its promise, search, audit and files.

`manifest.json` is the record as the codec writes it. It holds no raw value, no folder,
no row number and no time: the same input, plan and seed give the same bytes. A
manifest that is read is checked key by key, and still not believed: an audit counts
the files anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path, PurePath
from typing import Annotated, Any

from diversa.codec import (
    ALWAYS,
    REQUIRED,
    from_json,
    json_from_text,
    json_to_text,
    to_json,
)
from diversa.codec.numbers import Count, Rows
from diversa.data.label_meaning import AREA, LEVELS, LabelMeaning, meaning_of_boxes
from diversa.data.missing import MissingPolicy
from diversa.data.roles import Roles
from diversa.errors import ModelError, SourceError
from diversa.hierarchies.safe_labels import SafeLabels
from diversa.models import parse
from diversa.models.model import Model
from diversa.record.audit_record import AuditRecord
from diversa.record.batches import BatchesRecord
from diversa.record.evidence_record import EvidenceRecord
from diversa.record.folder import MANIFEST, RELEASE, SENSITIVE, TABLE_SUFFIX
from diversa.record.people import Headcount, KeptRisk, PeopleRecord, RepublicationRecord
from diversa.record.record_parts import (
    Average,
    Files,
    Fingerprints,
    Promise,
    ReportHead,
    Spellings,
)
from diversa.record.risk import Risk
from diversa.record.second_release import SecondReleaseRecord
from diversa.search.search_summary import SearchSummary
from diversa.version import __version__

ADVICE = "publish the release again, or audit its table by naming the file"
"""Advice for a manifest that cannot be read."""


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
    rows_are_people: bool = False
    """True if the publisher says that every row is another person, although an
    identifier may repeat."""
    not_the_subject: tuple[str, ...] = ()
    """Withheld identifiers that name others than the people of the table."""
    kept_risk: KeptRisk | None = None
    """The risk if somebody knows the kept columns, where there are any."""
    people: PeopleRecord | None = None
    """The people of the release, where people are counted and not rows."""
    headcount: Headcount | None = None
    """The people behind the rows of a release of 0.1; others have `people`."""
    averages: Average | None = None
    """The average that is published instead of the numbers of a group."""
    reading: Spellings = field(default_factory=Spellings)
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
    repeats: Rows = 0
    """Rows left out because other rows of the same person are published."""
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
    batches: BatchesRecord | None = None
    """The states of a table that grows; None for a table that does not."""
    second_release: SecondReleaseRecord | None = None
    """An earlier release of the same people, where the publisher's ledger has one."""
    spreadsheet_safe: bool = False
    """True if an apostrophe precedes values that a spreadsheet would execute."""
    labels: str | None = None
    """The span of labels (`search.labels`), if each group has a box of its own."""
    safe_labels: SafeLabels | None = field(default=None, repr=False)
    """The public trees, the order of their splits, and k, where labels are safe."""
    boxes: str | None = None
    """The same in a release of 0.1; others have `labels`."""
    report: ReportHead = field(default_factory=ReportHead)
    """The head of the report."""

    def to_json(self) -> dict[str, Any]:
        """The record with the keys that other programs rely on."""
        return to_json(self)

    @classmethod
    def from_json(cls, content: object, *, where: str = MANIFEST) -> Record:
        """A record from JSON; the error names every wrong key, and the file `where`."""
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
        if isinstance(content, dict) and "tables" in content:
            raise SourceError(
                f"{folder}: must be a release of one table, got one of two linked"
                " tables; `diversa audit` takes both, other commands take one of its"
                " folders or files"
            )
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
        """The roles of columns that are counted; identifiers may be dropped."""
        roles = self.roles
        weight = roles.weight if roles.weight in roles.every_kept else None
        return Roles(
            (),
            roles.quasi_identifiers,
            roles.sensitive,
            weight=weight,
            count=roles.count,
        )

    @property
    def missing(self) -> MissingPolicy:
        """The treatment of missing values in the release; `raise` if there are none."""
        policy = self.promise.missing or MissingPolicy.DROP
        return MissingPolicy.RAISE if policy is MissingPolicy.DROP else policy

    @property
    def label_meaning(self) -> LabelMeaning:
        """The meaning of the labels of the release."""
        if self.levels is not None:
            return LEVELS
        if self.sensitive_table is not None:
            return AREA  # values as they are
        rule = self.safe_labels
        meaning = meaning_of_boxes(
            self.labels,
            self.averages,
            boxes=self.boxes,
            by_size=all(model.only_size for model in self.models)
            and (rule is None or rule.structure_only),
        )
        reads = any(model.reads_labels for model in self.models)
        return replace(meaning, is_promised=reads and not meaning.states_nothing)

    @property
    def least_people(self) -> float | None:
        """People of the smallest group, as the publisher says; None without groups."""
        return self.audit.smallest or None

    @property
    def risk_of_people(self) -> Risk | None:
        """The risk that people are found; None where rows are counted."""
        if self.people is None or self.evidence is None:
            return None
        return self.evidence.risk.after

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
