# SPDX-License-Identifier: Apache-2.0
"""The step *person*: beliefs about one person, before and after a release.

Before: from the rows of the table that fit the person. After: from the groups of the
release whose labels may stand for the person's values. Facts ("not cancer") rule values
out. Sensitive values are shown: they are the answer to the question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from diversa.attacks.row_weights import exclusion_mask, whole_weights
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.errors import InputError, nearest
from diversa.hierarchies.coverage import spellings
from diversa.metrics.recoded import Recoded
from diversa.open_tables.open_table import OpenTable
from diversa.open_tables.proposal import Proposal
from diversa.studio.steps.beliefs import (
    AttributeBeliefs,
    Facts,
    beliefs_of_people,
    cell_groups,
    changes,
    people_of_cells,
    wider_beliefs,
)

STRIDE = 7919
"""Distance between two people who are shown one after the other; a prime."""


@dataclass(frozen=True)
class PersonView:
    """The knowledge about one person, from the table and from a release."""

    known: tuple[str, ...]
    """The quasi-identifiers that are known."""
    rows_before: int
    """Rows of the table that fit; people, where these are counted."""
    rows_after: float
    """Rows of the release that may be the person's; people who may be the person."""
    groups_after: int
    """Groups of the release that may hold the person."""
    withheld: int
    """Rows that are not published: the person may be among them."""
    beliefs: tuple[AttributeBeliefs, ...]
    """The beliefs about each sensitive attribute."""
    words: tuple[str, ...]
    """The same in sentences."""


def values_of(table: OpenTable) -> dict[str, tuple[str, ...]]:
    """The values of each quasi-identifier and sensitive attribute, to choose from."""
    counted = table.counted
    dictionaries = [
        *counted.dictionaries,
        *(one.dictionary for one in counted.sensitive),
    ]
    return {one.column: one.texts for one in dictionaries}


def somebody(table: OpenTable, number: int = 0) -> dict[str, str]:
    """The quasi-identifiers of a person who stands out; each number is another one."""
    cells, kinds = table.counted.cells, table.counted.kinds
    counts = cells.counts
    if kinds is not None:  # whoever has many rows in a cell may be alone in it
        people = np.repeat(kinds.people, kinds.sizes)
        counts = np.bincount(kinds.cells, people, len(counts)).astype(np.int64)
    rare = np.flatnonzero(counts == counts[counts > 0].min())
    place = int(rare[number * STRIDE % len(rare)])
    names = set(table.plan.roles.quasi_identifiers)
    texts = {
        one.column: one.texts[int(cells.column(one.column)[place])]
        for one in cells.dictionaries
        if one.column in names
    }
    return {name: texts[name] for name in texts if texts[name]}


def learn(
    table: OpenTable,
    known: Mapping[str, str],
    proposal: Proposal | None = None,
    facts: Facts | None = None,
) -> PersonView:
    """The knowledge that the table, and a proposed release, give about a person.

    `known` holds the person's quasi-identifiers, `facts` the values that the person
    does not have.

    Raises:
        InputError: A column is no quasi-identifier, a value does not occur, or the
            facts rule everything out.
    """
    counted, codes = table.counted, codes_of(table, known)
    ruled_out = facts or {}
    check_facts(table, ruled_out)
    here = matching_cells(table, codes)
    release = None if proposal is None else proposal.decision.recoding.recode(counted)
    matching = np.zeros(0) if release is None else matching_pairs(release, codes)
    if counted.kinds is None:
        found, left = int(counted.cells.counts[here].sum()), float(matching.sum())
        beliefs = beliefs_of_rows(table, here, release, matching, ruled_out)
    else:
        before = people_of_cells(counted, counted.kinds, here)
        after = None
        if release is not None:
            inside = np.isin(cell_groups(release), np.flatnonzero(matching))
            after = people_of_cells(counted, counted.kinds, inside)
        found, left = before.rows, 0.0 if after is None else float(after.rows)
        beliefs = beliefs_of_people(counted.sensitive, before, after, ruled_out)
    units = "rows" if counted.kinds is None else "people"
    told = sentences(found, left, beliefs, published=proposal is not None, units=units)
    return PersonView(
        tuple(known),
        found,
        left,
        int((matching > 0).sum()),
        0 if proposal is None else proposal.suppressed,
        beliefs,
        tuple(told),
    )


def beliefs_of_rows(
    table: OpenTable,
    here: NDArray[np.bool_],
    release: Recoded | None,
    matching: NDArray[np.float64],
    facts: Facts,
) -> tuple[AttributeBeliefs, ...]:
    """The beliefs by the rows that fit."""
    every = []
    for one in table.counted.sensitive:
        told = facts.get(one.name, ())
        before = rows_before(table, one, here)
        after = None if release is None else rows_after(release, one, matching)
        possible = ~exclusion_mask(one, told)
        wider = wider_beliefs(
            one,
            exact_weights(before, possible),
            None if after is None else exact_weights(after, possible),
        )
        values = changes(one, before, after, told)
        every.append(AttributeBeliefs(one.name, values, wider))
    return tuple(every)


def exact_weights(rows: NDArray[np.float64], possible: NDArray[np.bool_]) -> list[int]:
    """Rows of possible values as whole weights: rows may be parts of rows."""
    left = np.where(possible, rows, 0).tolist()
    return whole_weights([Fraction(one) for one in left])


def codes_of(table: OpenTable, known: Mapping[str, str]) -> dict[str, int]:
    """The codes of the person's values."""
    dictionaries = {one.column: one for one in table.counted.cells.dictionaries}
    names = table.plan.roles.quasi_identifiers
    codes: dict[str, int] = {}
    for name, value in known.items():
        if name not in names:
            raise InputError(
                f"person: must be known by quasi-identifiers, got '{name}';"
                f" {nearest(name, names)}"
            )
        codes[name] = code_of(dictionaries[name], value)
    return codes


def code_of(dictionary: Dictionary, value: str) -> int:
    """The code of a value in any spelling."""
    for code, one in enumerate(dictionary.values):
        if value in spellings(one):
            return code
    raise InputError(
        f"person: the value of '{dictionary.column}' must be one of the table, got"
        " another; nobody in the table has it"
    )


def check_facts(table: OpenTable, facts: Facts) -> None:
    """Refuse facts about a column that is not sensitive."""
    names = table.plan.roles.sensitive
    for name in facts:
        if name not in names:
            raise InputError(
                f"facts: must be about a sensitive column, got '{name}';"
                f" {nearest(name, names)}"
            )


def matching_cells(table: OpenTable, codes: Mapping[str, int]) -> NDArray[np.bool_]:
    """The cells that fit the person."""
    cells = table.counted.cells
    fits = np.ones(len(cells.counts), dtype=bool)
    for name, code in codes.items():
        fits &= cells.column(name) == code
    return fits


def rows_before(
    table: OpenTable, attribute: Sensitive, fits: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Rows of each sensitive value among the cells that fit."""
    cells = table.counted.cells
    return np.bincount(
        cells.column(attribute.name)[fits],
        weights=cells.counts[fits],
        minlength=attribute.dictionary.size,
    ).astype(np.float64)


def matching_pairs(release: Recoded, codes: Mapping[str, int]) -> NDArray[np.float64]:
    """Rows of each published group that may be the person's."""
    fits = np.ones(release.boxes, dtype=bool)
    for side in release.sides:
        code = codes.get(side.hierarchy.attribute)
        if code is not None:
            fits &= side.covering(code)[side.label[: release.boxes]]
    rows = np.where(fits[release.box], release.rows, 0)
    return np.bincount(
        release.group, weights=rows, minlength=len(release.groups)
    ).astype(np.float64)


def rows_after(
    release: Recoded, attribute: Sensitive, matching: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Rows of each sensitive value among those that may be the person's."""
    histogram = release.groups.histogram(attribute.name)
    scale = matching / np.maximum(1, histogram.sizes)
    rows = np.zeros(attribute.dictionary.size)
    np.add.at(rows, histogram.values, histogram.counts * scale[histogram.group])
    if attribute.unknown_code is not None:
        rows[attribute.unknown_code] += float((histogram.unknown * scale).sum())
    return rows


def sentences(
    found: int,
    rows: float,
    beliefs: Sequence[AttributeBeliefs],
    *,
    published: bool,
    units: str = "rows",
) -> list[str]:
    """The knowledge about the person in sentences."""
    if found == 0:
        lines = ["Nobody in the table has these values."]
    elif found == 1:
        one = units.replace("rows", "row").replace("people", "person")
        lines = [f"In the table as it is, exactly one {one} fits: the person is found."]
    else:
        lines = [f"In the table as it is, {found:,} {units} fit."]
    if published:
        fit = "rows may be the person's" if units == "rows" else "people fit"
        lines.append(
            f"In the release, {rows:,.0f} {fit}."
            if rows
            else "In the release, no row may be the person's: it is withheld."
        )
    for belief in beliefs:
        surest = max(belief.values, key=lambda one: one.before or 0, default=None)
        if surest is None or surest.before is None:
            continue
        told = f"{belief.on}: the surest guess is {surest.before:.0%} certain before"
        best = max((one.after or 0 for one in belief.values), default=0)
        lines.append(f"{told}, {best:.0%} after." if published and rows else f"{told}.")
    return lines
