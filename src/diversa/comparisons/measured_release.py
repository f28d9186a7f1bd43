# SPDX-License-Identifier: Apache-2.0
"""One of the releases that are compared: what it attains, risks and keeps.

Risk and levels are counted in the published file. What is kept is measured against the
original table, where that is handed over: published labels are read as what they may
stand for. Without it, the metrics of the manifest are all that is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.attacks.examined_table import ExaminedTable, Given, count_attacked
from diversa.audits.audit import audit
from diversa.audits.audit_result import Audit
from diversa.audits.reference import Reference
from diversa.audits.release_audit import audit_release
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet, project
from diversa.counts.published_groups import select
from diversa.counts.sensitive import Sensitive
from diversa.data.missing import MissingPolicy
from diversa.engines.engine import Engine, EngineChoice
from diversa.engines.registry import open_engine
from diversa.engines.sources import source_of
from diversa.errors import InputError
from diversa.hierarchies.automatic import automatic
from diversa.hierarchies.hierarchy import TOP, Hierarchy
from diversa.labels.covers import covers
from diversa.metrics.recoded import Recoded
from diversa.metrics.sides import Sides
from diversa.metrics.utility import Utility, utility
from diversa.models.k_anonymity import asked_k
from diversa.release.manifest import MANIFEST
from diversa.release.promise import look_up, read_manifest
from diversa.risks.risk import Risk, risks
from diversa.tables.counted_table import with_taxonomies
from diversa.tables.role_cells import count_roles


@dataclass(frozen=True)
class MeasuredRelease:
    """What is known of one release."""

    name: str
    """What it is called."""
    method: str | None
    """How it was made, by its manifest."""
    audit: Audit = field(repr=False)
    """What it attains."""
    risk: Risk = field(repr=False)
    """The risk that people are found in it."""
    metrics: Mapping[str, float | None]
    """What is left of the data, one number each."""
    utility: Utility | None = field(default=None, repr=False)
    """What is left of the data, measured against the original table."""

    def to_json(self) -> dict[str, Any]:
        """The release with the keys of audit, risk and utility."""
        return {
            "name": self.name,
            "method": self.method,
            "rows": self.audit.rows,
            "groups": self.audit.groups,
            "levels": self.audit.to_json()["levels"],
            "risk": self.risk.to_json(),
            "metrics": dict(self.metrics),
            "utility": None if self.utility is None else self.utility.to_json(),
        }


@dataclass(frozen=True, eq=False)
class Original:
    """The table that both releases were made from."""

    cells: Cells = field(repr=False)
    """Distinct tuples over quasi-identifiers and sensitive attributes."""
    sensitive: tuple[Sensitive, ...] = field(repr=False)
    """The sensitive attributes."""
    hierarchies: tuple[Hierarchy, ...] = field(repr=False)
    """One per quasi-identifier; chosen by the values where none is declared."""


def read_original(engine: Engine, source: object, given: Given) -> Original:
    """Count the original table by the columns of a release."""
    lost = given.missing is MissingPolicy.RAISE
    counted = count_roles(
        engine,
        engine.open(source, options=replace(given.reading, quoted_missing=True)),
        given.roles,
        # A release without a policy has no missing value: such rows were dropped.
        missing=MissingPolicy.DROP if lost else given.missing,
        kinds=given.kinds,
    )
    names = given.roles.quasi_identifiers
    dictionaries = [counted.cells.dictionary(name) for name in names]
    return Original(
        counted.cells,
        with_taxonomies(counted.sensitive, given.trees()),
        tuple(
            (given.hierarchies.get(one.column) or automatic(one)).build(one)
            for one in dictionaries
        ),
    )


def read_compared(
    given: Given,
    original: object,
    *,
    engine: EngineChoice,
    threshold: float,
    sampling_fraction: float | None,
    seed: int,
) -> MeasuredRelease:
    """Count one release, and measure it against the original, if there is one.

    Args:
        given: The release, as it was named.
        original: The original table: a path or a frame.
        engine: The engine that reads the tables, or its name; DuckDB by default.
        threshold: What risk of a row is taken to be too high.
        sampling_fraction: The share of the population that is in the table.
        seed: What queries are drawn with.
    """
    settled, table = given.settled(), None
    if original is not None:
        with open_engine(engine, original) as opened:
            table = read_original(opened, original, plain_reading(given, settled))
    reference = None if table is None else Reference(table.sensitive)
    attacked = count_attacked(settled, engine, None, reference)
    sizes = rows_alike(attacked, settled.roles.quasi_identifiers)
    left = None if table is None else measure(attacked, table, seed=seed)
    method, metrics = from_manifest(given.source)
    recounted = {} if left is None else left.numbers
    known = {name: one for name, one in recounted.items() if one is not None}
    return MeasuredRelease(
        str(given.source) if isinstance(given.source, str | Path) else "a frame",
        method,
        find_audit(given, settled, original, engine),
        risks(sizes, threshold=threshold, sampling_fraction=sampling_fraction),
        {**metrics, **known},
        left,
    )


def measure_against(
    given: Given, original: object, engine: EngineChoice, *, seed: int = 0
) -> Utility:
    """What a table leaves of its original."""
    with open_engine(engine, original) as opened:
        table = read_original(opened, original, given)
    attacked = count_attacked(given, engine, None, Reference(table.sensitive))
    return measure(attacked, table, seed=seed)


def plain_reading(given: Given, settled: Given) -> Given:
    """The columns of a release with how other text files are read."""
    return replace(settled, reading=given.reading, kinds=given.kinds)


def find_audit(
    given: Given, settled: Given, original: object, engine: EngineChoice
) -> Audit:
    """What a release attains, whatever its manifest says."""
    words: dict[str, Any] = {"engine": engine, "reference": original, "groups": 0}
    if settled is given:
        return audit(
            given.source,
            quasi_identifiers=given.roles.quasi_identifiers,
            sensitive=given.roles.sensitive,
            missing=given.missing,
            reading=given.reading,
            kinds=given.kinds,
            count_suppressed=True,
            hierarchies=given.trees(),
            **words,
        )
    checked = audit_release(str(given.source), hierarchies=given.hierarchies, **words)
    if checked.audit is None:
        raise InputError("\n".join(checked.problems))
    return checked.audit


def from_manifest(source: object) -> tuple[str | None, dict[str, float]]:
    """The method and the metrics that a release folder states."""
    folder = source_of(source)
    if folder.path is None or not folder.holds(MANIFEST):
        return None, {}
    manifest = read_manifest(folder.path / MANIFEST)
    method, metrics = look_up(manifest, "method"), look_up(manifest, "metrics")
    stated = metrics if isinstance(metrics, dict) else {}
    measured = look_up(manifest, "evidence.utility.metrics")
    stated = {**stated, **(measured if isinstance(measured, dict) else {})}
    numbers = {
        name: float(one)
        for name, one in stated.items()
        if isinstance(one, int | float) and not isinstance(one, bool)
    }
    return (method if isinstance(method, str) else None), numbers


def rows_alike(attacked: ExaminedTable, names: Sequence[str]) -> NDArray[np.int64]:
    """Rows that show the same quasi-identifiers, whatever group they are in."""
    rows = attacked.rows
    columns = [one.attribute for one in rows.hierarchies]
    if columns == list(names):
        return rows.groups.sizes
    return project(rows, [columns.index(name) for name in names]).groups.sizes


def measure(attacked: ExaminedTable, original: Original, *, seed: int) -> Utility:
    """What a release leaves of the original table."""
    recoded = as_recoded(attacked, original)
    if recoded.suppressed < 0:
        raise InputError(
            "original: must be the table that the releases were made from, got one"
            f" with {-recoded.suppressed:,} rows less than a release"
        )
    return utility(recoded, k=asked_k(attacked.given.models), seed=seed)


def as_recoded(attacked: ExaminedTable, original: Original) -> Recoded:
    """The original beside its release; which rows went where is not known."""
    kept = not_suppressed(attacked, [one.attribute for one in original.hierarchies])
    rows = attacked.rows
    place = np.arange(len(rows)) if attacked.place is None else attacked.place
    groups = attacked.found.groups
    if attacked.place is None and not kept.all():
        groups = select(groups, kept)
        place = np.cumsum(kept) - 1
    return Recoded(
        original.cells,
        tuple(
            read_sides(attacked, hierarchy, original, kept)
            for hierarchy in original.hierarchies
        ),
        np.arange(int(kept.sum())),
        place[kept],
        rows.groups.sizes[kept],
        groups,
        star=not kept.all(),
    )


def not_suppressed(attacked: ExaminedTable, names: Sequence[str]) -> NDArray[np.bool_]:
    """The kinds of rows that show something; all, where nothing shows anything."""
    rows = attacked.rows
    starred = np.ones(len(rows), dtype=bool)
    for codes, hierarchy in zip(rows.codes, rows.hierarchies, strict=True):
        if hierarchy.attribute in names:
            stars = [label == TOP for label in hierarchy.labels[0]]
            starred &= np.array(stars, dtype=bool)[codes]
    return np.ones_like(starred) if starred.all() else ~starred


def read_sides(
    attacked: ExaminedTable,
    hierarchy: Hierarchy,
    original: Original,
    kept: NDArray[np.bool_],
) -> Sides:
    """What the labels of one attribute may stand for in the original table."""
    name, rows, given = hierarchy.attribute, attacked.rows, attacked.given
    labels, codes = labels_of(rows, name)
    cover = covers(
        labels,
        original.cells.dictionary(name),
        hierarchy=given.hierarchies.get(name),
        level=given.levels.get(name),
    )
    values = np.repeat(np.arange(len(cover.starts) - 1), np.diff(cover.starts))
    order = np.argsort(cover.labels, kind="stable")
    sizes = np.bincount(cover.labels, minlength=cover.size)
    strange = int((sizes[np.unique(codes[kept])] == 0).sum())
    if strange:
        raise InputError(
            f"original: must be the table that the releases were made from, got one in"
            f" which {strange:,} labels of '{name}' stand for nothing; name its"
            f" hierarchy if these labels do not say what they mean"
        )
    return Sides(
        hierarchy,
        codes[kept],
        np.concatenate([[0], np.cumsum(sizes)]),
        values[order].astype(np.int32),
    )


def labels_of(
    rows: FrequencySet, name: str
) -> tuple[Sequence[object], NDArray[np.int32]]:
    """The published labels of an attribute, and which one each kind of row has."""
    place = [one.attribute for one in rows.hierarchies].index(name)
    return rows.hierarchies[place].labels[0], rows.codes[place]
