# SPDX-License-Identifier: Apache-2.0
"""Worked numbers of utility metrics on the tables of the papers."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from diversa.counts.frequency_set import frequency_set
from diversa.counts.sensitive import Sensitive
from diversa.hierarchies import Taxonomy
from diversa.metrics.average_group_size import normalized_average_group_size
from diversa.metrics.classification_metric import classification_metric
from diversa.metrics.count_queries import Lines, Queries, estimate
from diversa.metrics.degree_of_diversity import degree_of_diversity
from diversa.metrics.divided import recode_pieces
from diversa.metrics.normalized_certainty_penalty import ncp_by_attribute
from diversa.metrics.recoded import Entries, Recoded
from diversa.metrics.reconstruction_loss import reconstruction_loss
from diversa.metrics.sides import Sides
from diversa.metrics.utility import utility
from paper_tables import FIGURE_1
from released_rows import hierarchies_of
from tables import SmallTable

F = Fraction
CONDITION = Sensitive(FIGURE_1.dictionaries[3])


def at(*node):
    """Figure 1 of the l-diversity paper at a node."""
    return Recoded.at_levels(
        FIGURE_1.cells, FIGURE_1.hierarchies, [CONDITION], levels=node
    )


@pytest.mark.parametrize(
    ("node", "height", "average", "dm", "precision", "losses", "bits"),
    [
        pytest.param((0, 0, 0), 0, 1, 12, 1, (0, 0, 0), 0, id="as it is"),
        pytest.param(
            (2, 1, 1), 4, 4, 48, F(1, 3), (F(1, 3), F(3, 11), 1), 3, id="figure 2"
        ),
        pytest.param(
            (1, 2, 1), 4, 4, 48, F(1, 3), (F(1, 9), F(17, 33), 1), 3, id="figure 3"
        ),
        pytest.param((3, 3, 1), 7, 12, 144, 0, (1, 1, 1), 4, id="all stars"),
    ],
)
def test_the_nodes_of_figure_1(node, height, average, dm, precision, losses, bits):
    found = utility(at(*node), k=4, queries=20)
    assert found["height"] == height
    assert found["average-group-size"] == average
    assert found["c-avg"] == average / 4
    assert found["discernibility"] == dm
    assert found["precision"] == pytest.approx(float(precision), abs=1e-12)
    assert list(found.measured["loss"].values()) == pytest.approx(
        [float(one) for one in losses]
    )
    assert found["loss"] == pytest.approx(float(sum(losses) / 3))
    assert found["kl-divergence"] == pytest.approx(bits)


def test_utility_does_not_see_privacy():
    """Figures 2 and 3 cost the same though only one is safe; CM tells them apart."""
    assert classification_metric(at(2, 1, 1), "condition") == pytest.approx(4 / 12)
    assert classification_metric(at(1, 2, 1), "condition") == pytest.approx(6 / 12)
    assert normalized_average_group_size(at(2, 1, 1), 4) == 1


@pytest.mark.parametrize(
    ("node", "penalty"),
    [((2, 1, 1), F(22, 34 * 3)), ((1, 2, 1), F(37, 34 * 3))],
)
def test_age_ncp_with_class_boxes(node, penalty):
    """.2157 and .3627: the ages of each group, of a range from 21 to 55."""
    groups = FIGURE_1.counted(levels=node).codes
    finest = FIGURE_1.counted()
    part = [
        int(
            np.flatnonzero(
                (
                    [
                        h.maps[n][c]
                        for h, n, c in zip(
                            FIGURE_1.hierarchies, node, codes, strict=True
                        )
                    ]
                    == groups.T
                ).all(axis=1)
            )[0]
        )
        for codes in finest.codes.T
    ]
    zips, ages, nations = FIGURE_1.hierarchies
    numbered = hierarchies_of(
        SmallTable(
            ("age",),
            tuple((row[1],) for row in FIGURE_1.rows),
            {"age": FIGURE_1.ladders["age"]},
        )
    )[0]
    assert numbered.labels[0] == ages.labels[0]
    known = (zips, numbered, nations)
    pieces = frequency_set(FIGURE_1.cells, known, [CONDITION])
    sides = [
        Sides.of_parts(one, codes, np.array(part), max(part) + 1)
        for one, codes in zip(known, pieces.codes, strict=True)
    ]
    recoded = recode_pieces(
        FIGURE_1.cells, [CONDITION], pieces=pieces, group=np.array(part), sides=sides
    )
    assert ncp_by_attribute(recoded)["age"] == pytest.approx(float(penalty))
    assert float(penalty) == pytest.approx({2: 0.2157, 1: 0.3627}[node[0]], abs=5e-5)


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
TABLE_V = {"23": 0, "39": 0, "52": 0, "30": 1, "42": 1, "53": 1}
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
    """Exact quasi-identifiers; the groups by age, the others in group 2."""
    hierarchies = hierarchies_of(PATIENTS)
    cells = PATIENTS.cells
    ages = PATIENTS.dictionaries[0].values[cells.codes[:, 0]]
    lines = np.arange(len(cells.counts))
    group = np.array([groups.get(age, 2) for age in ages])
    sides = [
        Sides.of_level(one, 0, cells.codes[:, place])
        for place, one in enumerate(hierarchies)
    ]
    secret = PATIENTS.attribute(PATIENTS.dictionaries[3])
    entries = Entries(lines, lines, group, cells.counts)
    return Recoded.of_entries(cells, [secret], sides, entries)


@pytest.mark.parametrize(
    ("groups", "expected", "dot"),
    [
        pytest.param(TABLE_III, F(1), F(17, 9), id="tables II and III"),
        pytest.param(TABLE_V, F(2, 3), F(3), id="tables IV and V"),
    ],
)
def test_anatomy(groups, expected, dot):
    """COUNT(age <= 30 and flu) is 2; DOT and information loss as in the text."""
    recoded = anatomized(groups)
    ages = np.array([[int(age) <= 30 for age in recoded.hierarchies[0].labels[0]]])
    flu = recoded.sensitive[0].mask(["Flu"])[recoded.groups.combinations[:, 0]]
    query = Queries((0,), (ages,), flu[None, :])
    assert Lines.original(recoded).answer(query).tolist() == [2]
    assert estimate(recoded, [query])[0].tolist() == pytest.approx([float(expected)])
    found = degree_of_diversity(recoded.groups.histogram("disease"))
    assert found.dot == pytest.approx(float(dot))
    assert found.pair_distance == pytest.approx(float(dot))  # three rows, three pairs
    assert reconstruction_loss(recoded, "disease") == pytest.approx(6)
