# SPDX-License-Identifier: Apache-2.0
"""Releases of the papers beside their tables, as metrics of utility see them."""

from __future__ import annotations

import numpy as np

from diversa.counts.sensitive import Sensitive
from diversa.hierarchies import Taxonomy
from diversa.metrics.recoded import CellEntries, Recoded
from diversa.metrics.sides import Sides
from paper_tables import FIGURE_1
from released_rows import hierarchies_of
from tables import SmallTable

CONDITION = Sensitive(FIGURE_1.dictionaries[3])

FIGURE_2 = (2, 1, 1)
"""The node whose groups are those of Figure 2 of the l-diversity paper."""

FIGURE_3 = (1, 2, 1)
"""The node whose groups are those of Figure 3."""


def figure_1_at(node, *, suppressed=(), star=False):
    """Figure 1 of the l-diversity paper at a node; some groups by label suppressed."""
    codes = [
        [
            list(hierarchy.labels[level]).index(label)
            for hierarchy, level, label in zip(
                FIGURE_1.hierarchies, node, group, strict=True
            )
        ]
        for group in suppressed
    ]
    return Recoded.at_levels(
        FIGURE_1.cells,
        FIGURE_1.hierarchies,
        [CONDITION],
        levels=node,
        suppressed=np.array(codes, dtype=np.int32).reshape(len(codes), 3),
        star=star,
    )


# The (l,e)-diversity paper: Table I published as Tables II and III, or IV and V.

TABLE_I = (
    ("23", "F", "13010", "Flu"),
    ("25", "F", "13050", "pneumonia"),
    ("30", "M", "13020", "Flu"),
    ("36", "F", "13220", "Carcinoid"),
    ("39", "M", "13221", "Cancer"),
    ("42", "M", "13226", "Cancer"),
    ("52", "F", "14850", "Gastric ulcer"),
    ("53", "M", "14862", "Dyspepsia"),
    ("61", "M", "14802", "Gastritis"),
)
TABLE_III = {"23": 0, "25": 0, "39": 0, "30": 1, "36": 1, "42": 1}
"""Groups by age; the other rows are in group 2."""
TABLE_V = {"23": 0, "39": 0, "52": 0, "30": 1, "42": 1, "53": 1}
"""Groups by age; the other rows are in group 2."""

DISEASES = Taxonomy(
    tree={
        "disease": {
            "chest": {"respiratory": ["Flu", "pneumonia", "bronchitis"]},
            "growth": {"tumour": ["Cancer", "Carcinoid"]},
            "abdomen": {"stomach": ["Gastric ulcer", "Dyspepsia", "Gastritis"]},
        }
    }
)
PATIENTS = SmallTable(
    ("age", "sex", "zip", "disease"),
    TABLE_I,
    {
        name: {row[place]: () for row in TABLE_I}
        for place, name in enumerate(("age", "sex", "zip"))
    },
    {"disease": DISEASES},
)


def anatomized(groups):
    """Table I in two tables: exact quasi-identifiers, and groups of diseases."""
    cells = PATIENTS.cells
    ages = PATIENTS.dictionaries[0].values[cells.codes[:, 0]]
    lines = np.arange(len(cells.counts))
    sides = [
        Sides.of_level(hierarchy, 0, cells.codes[:, place])
        for place, hierarchy in enumerate(hierarchies_of(PATIENTS))
    ]
    entries = CellEntries(
        lines, lines, np.array([groups.get(age, 2) for age in ages]), cells.counts
    )
    disease = PATIENTS.attribute(PATIENTS.dictionaries[3])
    return Recoded.of_entries(cells, [disease], sides, entries)
