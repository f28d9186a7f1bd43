# SPDX-License-Identifier: Apache-2.0
"""The release: the published table, its search and its audit."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from diversa import notebook
from diversa.audits.audit_result import Audit
from diversa.codec import to_json
from diversa.data.variants import Variants
from diversa.engines.sources import source_of
from diversa.errors import InputError
from diversa.evidence.evidence import Evidence
from diversa.ledger.second_release import SecondRelease
from diversa.methods.explanation import Explanation
from diversa.plan.file import plan_to_toml
from diversa.plan.plan import Plan
from diversa.recodings.recoding import Recoding
from diversa.record.people import KeptRisk, PeopleRecord
from diversa.record.reading import PublishedRelease
from diversa.record.record import Record
from diversa.record.record_parts import Fingerprints, ReportHead, fingerprint, versions
from diversa.record.taxonomies import Taxonomies
from diversa.release.public_view import public_audit
from diversa.search.search_summary import SearchSummary


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Release(PublishedRelease):
    """A published table with the proof that it holds.

    The audit counted the published file or frame anew. Its printed form is a summary of
    a few lines without any value. It keeps nothing of the counted rows.
    """

    plan: Plan
    """The plan of the release."""
    record: Record
    """The public record. The other fields are for the owner, who may know more of
    withheld rows."""
    audit: Audit
    """The audit of the published table."""
    search: SearchSummary
    """The summary of the search."""
    metrics: Mapping[str, float]
    """The utility by each metric."""
    recoding: Recoding | None = field(default=None, repr=False)
    """The recoding of every value; None if it holds counted rows."""
    variants: tuple[Variants, ...] = ()
    """Sensitive values with several spellings, one of which is published."""
    taxonomies: Taxonomies = field(default_factory=Taxonomies, repr=False)
    """The taxonomies of sensitive attributes that are published beside the tables."""
    evidence: Evidence | None = None
    """Risk, attacks and utility, before and after; a release without a folder has it
    only on request (`evidence=True`)."""
    frame: Any = None
    """The published table, of the type that came in; None when it is in a folder."""
    sensitive_table: Any = None
    """The sensitive table beside it, where sensitive values are in one of their own."""
    files: tuple[Path | str, ...] = ()
    """The files of the release; a table of a database by its address."""
    replaced: str | None = None
    """The release that was in its folder before, in words; None if there was none."""
    seconds: Mapping[str, float] = field(default_factory=dict)
    """Seconds per phase."""
    explanation: Explanation | None = None
    """The reasons of its loss, and what to try next, where that was asked for."""
    second_release: SecondRelease | None = None
    """The finding of the ledger: it beside an earlier release of the same people;
    None if no more than alone."""
    same_groups: str | None = None
    """A sentence on the earlier release in two tables whose groups it has again; None
    without one."""

    @property
    def method(self) -> str:
        """The method that recoded the table."""
        return self.record.method

    @property
    def levels(self) -> Mapping[str, int] | None:
        """The level of each quasi-identifier; None if the method has no levels."""
        return self.record.levels

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the published rows."""
        return self.record.columns

    @property
    def withheld(self) -> tuple[str, ...]:
        """The columns that are not published, because they have no role."""
        return self.record.withheld

    @property
    def rows_in(self) -> int:
        """Rows of the source."""
        return self.record.rows_in

    @property
    def rows_out(self) -> int:
        """Rows of the release."""
        return self.record.rows_out

    @property
    def suppressed(self) -> int:
        """Rows suppressed because a model fails in their group."""
        return self.record.suppressed

    @property
    def dropped(self) -> int:
        """Rows dropped because a sensitive value is missing."""
        return self.record.dropped

    @property
    def kept(self) -> tuple[str, ...]:
        """The columns that are published as they are."""
        kept = self.plan.roles.every_kept
        return tuple(name for name in self.columns if name in kept)

    @property
    def kept_risk(self) -> KeptRisk | None:
        """The risk if somebody knows the kept columns, where there are any."""
        return self.record.kept_risk

    @property
    def discloses(self) -> tuple[str, ...]:
        """Disclosures that no model prevents, in sentences."""
        return self.record.discloses

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {'; '.join(self._summary())}>"

    def __str__(self) -> str:
        return "\n  ".join(self._summary())

    def _repr_html_(self) -> str:
        """The public view of the release in a notebook."""
        counted, *_ = self._summary()
        return notebook.result(
            notebook.verdict(
                self.audit.verdict.word,
                counted,
                tone=self.audit.verdict.value,
            ),
            notebook.table(
                "Levels of generalization",
                ("attribute", "level"),
                (self.levels or {}).items(),
            ),
            notebook.table(
                "What is left of the data",
                ("metric", "value"),
                self.record.metrics.items(),
            ),
            notebook.table(
                "Rows",
                ("of the source", "released", "suppressed", "dropped"),
                [(self.rows_in, self.rows_out, self.suppressed, self.dropped)],
            ),
            *self._people_in_a_notebook(),
            # Starred rows keep their sensitive values, so that they withhold nothing.
            public_audit(
                self.audit, withheld=self.record.dropped + self.record.gone > 0
            )._repr_html_(),
        )

    def _people_in_a_notebook(self) -> list[str]:
        """The people of the release, where people are counted."""
        people = self.record.people
        if people is None:
            return []
        return [
            notebook.table(
                f"People, by '{people.person}', which is withheld",
                ("of the source", "released", "most rows in a group", "most groups"),
                [
                    (
                        people.people_in,
                        people.people_out,
                        people.most_rows,
                        people.most_groups,
                    )
                ],
            ),
            *(notebook.say(f"{sentence}.") for sentence in people.words),
        ]

    def _summary(self) -> list[str]:
        rows = f"rows {self.rows_out:,} of {self.rows_in:,}"
        people = self.record.people
        if people is not None:
            rows += f", people {people.people_out:,} of {people.people_in:,}"
        counted = f"{self.method}, {rows}, groups {self.audit.groups:,}"
        lost = [f"loss {self.metrics['loss']:.4g}"] if "loss" in self.metrics else []
        said = () if people is None else people.words
        second = self.second_release
        warned = [] if second is None else [f"warning: {second.words}"]
        warned += [] if self.same_groups is None else [self.same_groups]
        return [counted, *map(str, self.audit.models), *lost, *said, *warned]

    def to_json(self) -> dict[str, Any]:
        """The release with the keys that other programs rely on."""
        record = self.record
        levels = {} if record.levels is None else {"levels": dict(record.levels)}
        return {
            "method": record.method,
            **levels,
            "groups": record.groups,
            "rows_in": record.rows_in,
            "rows_out": record.rows_out,
            "suppressed": record.suppressed,
            "dropped": record.dropped,
            "kept": list(self.kept),
            "withheld": list(record.withheld),
            "variants": list(record.variants),
            "kept_risk": json_or_none(record.kept_risk),
            "counted": "rows" if record.people is None else "people",
            "people": json_or_none(record.people),
            "repeats": record.repeats,
            "models": [to_json(model) for model in record.audit.models],
            "verdict": record.audit.verdict.value,
            "holds": record.audit.holds,
            "metrics": dict(record.metrics),
            "search": to_json(record.search),
            "seconds": {name: round(s, 4) for name, s in self.seconds.items()},
            "files": [str(path) for path in self.files],
            "replaced": self.replaced,
            "explanation": None
            if self.explanation is None
            else self.explanation.to_json(),
            "second_release": None
            if self.second_release is None
            else self.second_release.to_json(),
            "same_groups": self.same_groups,
        }

    @property
    def whole_plan(self) -> Plan:
        """The plan as it was given."""
        return self.plan

    def manifest(self, source: object, files: Mapping[str, str]) -> Record:
        """The record with the fingerprints of its source and of its files."""
        plan, people = self.whole_plan, self.plan.privacy.population
        text = any(name.endswith(".csv") for name in files)
        return replace(
            self.record,
            files=files,
            fingerprints=Fingerprints(
                None if self.record.withholds else source_fingerprint(source),
                plan_fingerprint(plan),
                None if people is None else source_fingerprint(people.source),
            ),
            versions=versions(),
            spreadsheet_safe=self.plan.writing.spreadsheet_safe and text,
            report=ReportHead(
                source_of(source).file_name,
                self.plan.report.title,
                self.plan.report.author,
                self.plan.report.language,
            ),
        )


def json_or_none(part: PeopleRecord | KeptRisk | None) -> dict[str, Any] | None:
    """The JSON of a count; None if it was not made."""
    return None if part is None else to_json(part)


def source_fingerprint(source: object) -> str | None:
    """SHA-256 of a source file; None for a frame."""
    file = source_of(source).file
    return None if file is None else fingerprint(file)


def plan_fingerprint(plan: Plan) -> str | None:
    """SHA-256 of the plan as TOML; None for one that only Python can hold."""
    try:
        return hashlib.sha256(plan_to_toml(plan).encode()).hexdigest()
    except InputError:
        return None
