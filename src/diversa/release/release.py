# SPDX-License-Identifier: Apache-2.0
"""The release: what was published, how it was reached, what the audit found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from diversa import notebook
from diversa.audits.audit_result import Audit
from diversa.data.spelling import NO_HINTS, Hints
from diversa.data.variants import Variants
from diversa.engines.sources import source_of
from diversa.errors import InputError
from diversa.methods.decision import Decision, SearchSummary
from diversa.plan.file import plan_to_toml
from diversa.plan.plan import Plan
from diversa.recodings.recoding import Recoding
from diversa.record.taxonomies import Taxonomies
from diversa.release.evidence import Evidence
from diversa.release.headcount import Headcount
from diversa.release.kept_risk import KeptRisk
from diversa.release.manifest import Manifest, fingerprint, fingerprint_text
from diversa.release.told import told_audit, told_metrics, told_search


@dataclass(frozen=True, eq=False, repr=False)
class Release:
    """A published table with the proof that it holds.

    The audit counted the published file or frame anew. Printed, it says in a few lines
    what was published, what it attains and what it lost; never a value. It keeps
    nothing of the rows that were counted.
    """

    plan: Plan
    """What was asked for."""
    method: str
    """How the table was recoded."""
    search: SearchSummary
    """How the decision was reached."""
    metrics: Mapping[str, float]
    """What is left of the data."""
    columns: tuple[str, ...]
    """The columns of the published rows."""
    withheld: tuple[str, ...]
    """The columns that are not published, because they have no role."""
    rows_in: int
    """Rows of the source."""
    dropped: int
    """Rows dropped because a sensitive value is missing."""
    suppressed: int
    """Rows suppressed because a model fails in their group."""
    star: bool
    """Whether these are published with `*` instead of dropped."""
    audit: Audit
    """The audit of what was published."""
    taxonomies: Taxonomies = field(default_factory=Taxonomies, repr=False)
    """The taxonomies of sensitive attributes that are published beside the tables."""
    levels: Mapping[str, int] | None = None
    """The level of each quasi-identifier; None where groups are no levels."""
    recoding: Recoding | None = field(default=None, repr=False)
    """What became of every value, where a value has one level for all rows."""
    hints: Hints = NO_HINTS
    """How the table spells numbers and dates, and so does the release."""
    variants: tuple[Variants, ...] = ()
    """Sensitive values that were written in several ways: one of them is published."""
    averages: str | None = None
    """What is published of the numbers of a group in their place: mean or median."""
    group_column: str | None = None
    """Where the number of the group is published; None where it is not."""
    sensitive_columns: tuple[str, str, str] | None = None
    """The columns of the sensitive table, where there is one."""
    disclosed: tuple[str, ...] = ()
    """What the recoding leaves in the open, in sentences."""
    evidence: Evidence | None = None
    """What an adversary could learn and an analyst loses, before and after; of a
    release without a folder only where it was asked for (`evidence=True`)."""
    headcount: Headcount | None = None
    """The people behind the rows, where an identifier repeats."""
    kept_risk: KeptRisk | None = None
    """The risk if somebody knows the kept columns, where there are any."""
    frame: Any = None
    """The published table, of the type that came in; None when it is in a folder."""
    sensitive_table: Any = None
    """The sensitive table beside it, where sensitive values are in one of their own."""
    files: tuple[Path | str, ...] = ()
    """The files of the release; a table of a database by its address."""
    replaced: str | None = None
    """The release that stood in its folder before, in words; None where none did."""
    seconds: Mapping[str, float] = field(default_factory=dict)
    """Seconds per phase."""

    @property
    def rows_out(self) -> int:
        """Rows of the release."""
        gone = 0 if self.star else self.suppressed
        return self.rows_in - self.dropped - gone

    @property
    def reading(self) -> dict[str, str] | None:
        """How the table spells its values, for the manifest; None where as ours."""
        said = self.plan.reading.hints.or_else(self.hints).to_json() or {}
        exact = {} if self.plan.reading.by_meaning else {"equality": "exact"}
        return {**said, **exact} or None

    @property
    def withholds(self) -> bool:
        """Whether rows, or some of their values, are not in the release."""
        return self.dropped + self.suppressed > 0

    @property
    def told_audit(self) -> Audit:
        """The audit as others may see it; starred rows keep their sensitive values."""
        unseen = self.dropped + (0 if self.star else self.suppressed)
        return told_audit(self.audit, withheld=unseen > 0)

    @property
    def told_metrics(self) -> dict[str, float]:
        """The metrics as others may see them."""
        return told_metrics(self.metrics, self.evidence, withheld=self.withholds)

    @property
    def told_search(self) -> dict[str, Any]:
        """How the decision was reached, as others may see it."""
        return told_search(self.search, withheld=self.withholds)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {'; '.join(self._told())}>"

    def __str__(self) -> str:
        return "\n  ".join(self._told())

    def _repr_html_(self) -> str:
        """The release in a notebook, as others may see it."""
        counted, *_ = self._told()
        levels = {} if self.levels is None else self.levels
        return notebook.shown(
            notebook.verdict(
                self.audit.verdict.word,
                counted,
                tone=self.audit.verdict.value,
            ),
            notebook.table(
                "Levels of generalization", ("attribute", "level"), levels.items()
            ),
            notebook.table(
                "What is left of the data",
                ("metric", "value"),
                self.told_metrics.items(),
            ),
            notebook.table(
                "Rows",
                ("of the source", "released", "suppressed", "dropped"),
                [(self.rows_in, self.rows_out, self.suppressed, self.dropped)],
            ),
            self.told_audit._repr_html_(),
        )

    def _told(self) -> list[str]:
        rows = f"rows {self.rows_out:,} of {self.rows_in:,}"
        counted = f"{self.method}, {rows}, groups {self.audit.groups:,}"
        lost = [f"loss {self.metrics['loss']:.4g}"] if "loss" in self.metrics else []
        return [counted, *map(str, self.audit.models), *lost]

    def to_json(self) -> dict[str, Any]:
        """The release with the keys that other programs rely on."""
        return {
            "method": self.method,
            **self.groups_json(),
            "rows_in": self.rows_in,
            "rows_out": self.rows_out,
            "suppressed": self.suppressed,
            "dropped": self.dropped,
            "kept": list(self.kept),
            "withheld": list(self.withheld),
            "variants": [found.column for found in self.variants],
            "kept_risk": as_json(self.kept_risk),
            "headcount": as_json(self.headcount),
            "models": self.told_audit.to_json()["models"],
            "verdict": self.audit.verdict.value,
            "holds": self.audit.verdict.holds,
            "metrics": self.told_metrics,
            "search": self.told_search,
            "seconds": {name: round(s, 4) for name, s in self.seconds.items()},
            "files": [str(path) for path in self.files],
            "replaced": self.replaced,
        }

    @property
    def kept(self) -> tuple[str, ...]:
        """The columns that are published as they are."""
        kept = self.plan.roles.every_kept
        return tuple(name for name in self.columns if name in kept)

    def groups_json(self) -> dict[str, Any]:
        """The levels where groups are products of levels; else how many there are."""
        levels = {} if self.levels is None else {"levels": dict(self.levels)}
        return {**levels, "groups": self.audit.groups}

    @property
    def boxes(self) -> str | None:
        """What ends of ranges stand for; None where there are no ranges of groups."""
        has_boxes = self.levels is None and self.sensitive_columns is None
        return self.plan.search.boxes if has_boxes else None

    @property
    def discloses(self) -> tuple[str, ...]:
        """What is in the open whatever the models; nothing where rows look alike."""
        return self.disclosed

    def manifest(self, source: object, files: Mapping[str, str]) -> Manifest:
        """The manifest of the release: nothing raw, no path, no time.

        Args:
            source: The table that the release was made from.
            files: The names of the tables of the release, with their fingerprints.
        """
        return Manifest(
            roles=self.plan.roles,
            columns=self.columns,
            withheld=self.withheld,
            kept_risk=as_json(self.kept_risk),
            headcount=as_json(self.headcount),
            models=self.plan.bound_models(),
            missing=self.plan.privacy.missing,
            suppression=self.plan.privacy.suppressed,
            method=self.method,
            groups=self.audit.groups,
            rows_in=self.rows_in,
            rows_out=self.rows_out,
            suppressed=self.suppressed,
            dropped=self.dropped,
            search=self.told_search,
            metrics=self.told_metrics,
            audit=self.told_audit.to_json(),
            files=files,
            fingerprints={
                "input": None if self.withholds else source_fingerprint(source),
                "plan": plan_fingerprint(self.plan),
                **people_fingerprint(self.plan),
            },
            levels=self.levels,
            averages=self.averages,
            reading=self.reading,
            variants=tuple(found.column for found in self.variants) or None,
            group=self.group_column,
            sensitive_table=self.sensitive_columns,
            spreadsheet_safe=self.plan.writing.spreadsheet_safe
            and any(name.endswith(".csv") for name in files),
            discloses=self.discloses or None,
            evidence=None if self.evidence is None else self.evidence.to_json(),
            boxes=self.boxes,
            report={**named_data(source), **self.plan.report.explicit_settings} or None,
        )


def as_json(part: Headcount | KeptRisk | None) -> dict[str, Any] | None:
    """What was counted beside the models, where it was."""
    return None if part is None else part.to_json()


def decided(decision: Decision) -> dict[str, Any]:
    """What a release says of a decision; the decision itself has counted rows."""
    recoding = decision.recoding
    return {
        "method": decision.method,
        "search": decision.reached,
        "metrics": decision.metrics,
        "columns": recoding.row_columns,
        "suppressed": decision.suppressed,
        "star": recoding.star,
        "levels": recoding.levels,
        "averages": recoding.averages,
        "hints": Hints.of(hierarchy.spelling for hierarchy in recoding.hierarchies),
        "recoding": None if recoding.has_cells else recoding,
        "group_column": recoding.group_column,
        "sensitive_columns": recoding.sensitive_columns,
        "disclosed": recoding.discloses,
    }


def source_fingerprint(source: object) -> str | None:
    """SHA-256 of a source file; None for a frame."""
    file = source_of(source).file
    return None if file is None else fingerprint(file)


def named_data(source: object) -> dict[str, str]:
    """The name of a source file without its folder; nothing for a frame."""
    file = source_of(source).file
    return {} if file is None else {"data": file.name}


def people_fingerprint(plan: Plan) -> dict[str, str | None]:
    """SHA-256 of the file of the population, where the plan names one."""
    people = plan.privacy.population
    return {} if people is None else {"population": source_fingerprint(people.source)}


def plan_fingerprint(plan: Plan) -> str | None:
    """SHA-256 of the plan as TOML; None for one that only Python can hold."""
    try:
        return fingerprint_text(plan_to_toml(plan))
    except InputError:
        return None
