# SPDX-License-Identifier: Apache-2.0
"""The memory that a method needs, told before it starts."""

from __future__ import annotations

import pytest

import diversa
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.errors import InputError
from diversa.methods import METHODS
from diversa.methods.memory import CELL_BYTES, bytes_needed

MODELS = {
    "anatomy": "frequency-l-diversity:2",
    "mbf": "le-diversity:l=2,e=0",
    "dealing": "epsilon-m-anonymity:epsilon=1,m=2",
}


def test_every_method_but_full_domain_says_what_it_needs():
    assert set(CELL_BYTES) | {"auto", "full-domain"} == set(METHODS)


def test_the_need_grows_with_tuples_and_columns():
    assert bytes_needed("mondrian", 10, 4) == 10 * (100 + 4 * 25)
    assert bytes_needed("full-domain", 10, 4) == 0


@pytest.fixture(scope="module")
def large():
    rows = 240_000
    pyarrow = pytest.importorskip("pyarrow")
    return pyarrow.table(
        {
            "a": [row % 521 for row in range(rows)],
            "b": [row * 7919 % 523 for row in range(rows)],
            "s": [row % 9 for row in range(rows)],
        }
    )


@pytest.mark.parametrize("method", ["mondrian", "local-recoding", "dealing", "auto"])
def test_a_method_that_would_pass_the_limit_says_so(method, large):
    known = {"quasi_identifiers": ["a", "b"], "sensitive": "s"}
    model = MODELS.get(method, "k-anonymity:3")
    with (
        DuckDBEngine(memory_limit="32MB") as engine,
        pytest.raises(
            InputError, match=r"memory: must be at least \d+MB .*full-domain"
        ),
    ):
        diversa.anonymize(large, models=model, method=method, engine=engine, **known)


def test_full_domain_counts_coarser_values_instead(large):
    known = {"quasi_identifiers": ["a", "b"], "sensitive": "s"}
    with DuckDBEngine(memory_limit="48MB") as engine:
        release = diversa.anonymize(
            large, models="k-anonymity:3", engine=engine, **known
        )
    assert release.audit.holds
    assert release.search.floor
