# SPDX-License-Identifier: Apache-2.0
"""The measures of one compared release: levels, risk and utility.

Risk and levels are counted in the published file. Utility is measured against the
original table, if given: labels are read as the values that they may stand for. Without
it, and for means and medians, only the metrics of the manifest are known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.attacks.table_groups import TableGroups, group_table
from diversa.audits.audit import audit_table
from diversa.audits.audit_result import Audit
from diversa.audits.recount import original_of, recount
from diversa.audits.reference import Reference
from diversa.audits.release_audit import audit_folder
from diversa.comparisons.original import measure, read_original
from diversa.counts.frequency_set import project
from diversa.engines.sources import source_of
from diversa.errors import InputError
from diversa.metrics.utility import Utility
from diversa.record.reading import (
    PublishedRelease,
    as_published,
    is_release,
    release_folder,
    release_record,
)
from diversa.record.risk import Risk
from diversa.risks.risk import risks
from diversa.tables.table_input import TableInput


@dataclass(frozen=True)
class MeasuredRelease:
    """The measures of one release."""

    name: str
    """Name of its file or folder."""
    method: str | None
    """The method that its manifest states."""
    audit: Audit = field(repr=False)
    """The levels that it attains."""
    risk: Risk = field(repr=False)
    """The risk that people are found in it."""
    metrics: Mapping[str, float | None]
    """Metrics of utility."""
    utility: Utility | None = field(default=None, repr=False)
    """Utility, measured against the original table."""
    note: str = ""
    """The unit of the numbers, where that needs a word."""
    examined: TableGroups | None = field(default=None, repr=False)
    """Its groups as they were counted."""

    def to_json(self) -> dict[str, Any]:
        """The release with the keys of audit, risk and utility."""
        return {
            "name": self.name,
            "method": self.method,
            "counted": self.audit.counted,
            "people": self.risk.people,
            "rows": self.audit.rows,
            "groups": self.audit.groups,
            "levels": dict(self.audit.record.levels),
            "risk": self.risk.to_json(),
            "metrics": dict(self.metrics),
            "utility": None if self.utility is None else self.utility.to_json(),
        }


def measure_release(
    table: TableInput,
    original: object,
    *,
    threshold: float,
    sampling_fraction: float | None,
    seed: int,
) -> MeasuredRelease:
    """Count one release, and measure it against the original, if there is one."""
    published, before = as_published(table), None
    if original is not None:
        # The original is read as other text files are, not as our releases.
        equality = published.reading.equality
        raw = replace(published, reading=replace(table.reading, equality=equality))
        before = read_original(original, raw)
    reference = None if before is None else Reference(before.sensitive)
    examined = group_table(published, reference)
    sizes = rows_alike(examined, published.roles.quasi_identifiers)
    left = None
    if before is not None and not published.averages:
        left = measure(groups_of_rows(examined, reference), before, seed=seed)
    method, stated = from_manifest(table.source)
    measured = {} if left is None else left.metrics
    audit, record = audit_any(table, original), release_record(table.source)
    people = None if audit.seen is None else audit.seen.people
    found = risks(
        sizes if people is None else people.sizes,
        threshold=threshold,
        sampling_fraction=sampling_fraction,
        people=people,
    )
    of_people = None if record is None or sampling_fraction else record.risk_of_people
    if people is None and of_people is not None and of_people.threshold == threshold:
        found = of_people
    note = ""
    by_rows = audit.people is None or found.people is None
    if record is not None and record.people is not None and by_rows:
        note = f"{record.people.in_file}; with the original, levels are of people."
    return MeasuredRelease(
        source_of(table.source).name or "a frame",
        method,
        audit,
        found,
        stated | {name: value for name, value in measured.items() if value is not None},
        left,
        note,
        examined,
    )


def groups_of_rows(examined: TableGroups, reference: Reference | None) -> TableGroups:
    """The groups of a table in rows, as utility is measured."""
    roles = examined.table.roles
    if roles.person is None:
        return examined
    return group_table(
        replace(examined.table, roles=replace(roles, person=None)), reference
    )


def measure_against(table: TableInput, original: object) -> Utility:
    """Measure the utility of a table against its original."""
    before = read_original(original, table)
    examined = group_table(table, Reference(before.sensitive))
    return measure(examined, before, seed=0)


def audit_any(table: TableInput, original: object) -> Audit:
    """Audit a release or a table."""
    if not is_release(table.source):
        own = replace(table, hierarchies=table.sensitive_trees)
        alone = isinstance(original, Reference | None)
        with own.open(alone=alone) as opened:
            return audit_table(opened, groups=0, reference=original)
    made = table.source
    if isinstance(made, PublishedRelease) and made.record.people is not None:
        return made.audit  # the rows do not say whose they are
    if isinstance(made, PublishedRelease) and made.frame is not None:
        with as_published(table).open(alone=False) as opened:
            reference = original_of(opened, original)
            return recount(opened, reference, groups=0, suppressed=made.record.gone)
    folder = replace(table, source=release_folder(table.source))
    checked = audit_folder(folder, reference=original, groups=0)
    if checked.audit is None:
        raise InputError("\n".join(checked.problems))
    return checked.audit


def from_manifest(source: object) -> tuple[str | None, dict[str, float]]:
    """The method and the metrics that a release folder states."""
    record = release_record(source)
    if record is None:
        return None, {}
    utility = None if record.evidence is None else record.evidence.utility
    measured = {} if utility is None else utility.metrics
    numbers = {
        name: float(number)
        for name, number in {**record.metrics, **measured}.items()
        if number is not None
    }
    return record.method, numbers


def rows_alike(examined: TableGroups, names: Sequence[str]) -> NDArray[np.int64]:
    """Numbers of rows with the same quasi-identifiers, across groups."""
    rows = examined.rows
    columns = [axis.attribute for axis in rows.hierarchies]
    if columns == list(names):
        return rows.groups.sizes
    return project(rows, [columns.index(name) for name in names]).groups.sizes
