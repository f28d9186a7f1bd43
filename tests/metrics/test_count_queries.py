# SPDX-License-Identifier: Apache-2.0
"""COUNT queries: answers by hand, how queries are drawn, and their errors."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.metrics.count_queries import estimate, query_error
from diversa.metrics.random_queries import Queries
from paper_releases import (
    FIGURE_2,
    figure_1_at,
)


def zip_14850(recoded):
    """One query: how many rows have this zip code."""
    return Queries((0,), (np.array([recoded.hierarchies[0].labels[0]]) == "14850",))


@pytest.mark.parametrize(
    ("star", "expected"),
    [
        pytest.param(False, 0, id="suppressed rows are not published"),
        pytest.param(True, 4 / 4, id="a star is any of four zip codes"),
    ],
)
def test_rows_of_stars(star, expected):
    """Two of four rows of 148** are expected; then the group is suppressed."""
    whole = figure_1_at(FIGURE_2, star=star)
    assert estimate(whole, [zip_14850(whole)])[0].tolist() == [2]
    recoded = figure_1_at(FIGURE_2, suppressed=[("148**", ">=40", "*")], star=star)
    assert estimate(recoded, [zip_14850(recoded)])[0].tolist() == [expected]


def test_the_error_of_a_table_as_it_is():
    error = query_error(figure_1_at((0, 0, 0)), queries=30)
    assert (error.mean, error.median) == (0, 0)
    assert (error.queries, error.attributes, error.sanity) == (30, 3, 1)
    assert error.to_json()["seed"] == 0


def test_nothing_is_asked():
    assert query_error(figure_1_at(FIGURE_2), queries=0) is None
