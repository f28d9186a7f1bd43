# SPDX-License-Identifier: Apache-2.0
"""Laws of the searches over the lattice, on random small tables.

The chain of judges: plain Python over rows judges `exhaustive`, and `exhaustive` judges
every other search. A new model is covered by one line in SPECS.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import brute_force
from diversa.metrics import OBJECTIVES
from diversa.models import MODELS, audited, parse
from diversa.search.exhaustive import exhaustive
from diversa.search.incognito import incognito
from diversa.search.optimal import optimal
from random_tables import tables

few = settings(max_examples=60, deadline=None)
many = settings(max_examples=200, deadline=None)

SPECS = {
    "k-anonymity": ["k-anonymity:2", "k-anonymity:3"],
    "distinct-l-diversity": ["distinct-l-diversity:2,on=s", "distinct-l-diversity:3,on=s"],
    "frequency-l-diversity": ["frequency-l-diversity:2,on=s", "frequency-l-diversity:1.5,on=s"],
    "entropy-l-diversity": ["entropy-l-diversity:2,on=s", "entropy-l-diversity:1.8,on=s"],
    "recursive-cl-diversity": ["recursive-cl-diversity:c=2,l=2,on=s", "recursive-cl-diversity:c=3,l=3,on=s"],
    "pd-recursive-cl-diversity": ["pd-recursive-cl-diversity:c=1,l=2,disclosable=a,on=s"],
    "npd-recursive-cl-diversity": ["npd-recursive-cl-diversity:c1=3,c2=20,l=2,disclosable=a,protected=b,on=s"],
}

def specs_of(name):
    chosen = SPECS.get(name)
    if chosen is None:
        chosen = [one.spec for one in audited(["s"]) if one.name() == name]
    if not chosen:
        pytest.skip(f"no parameters chosen for {name}")
    return chosen

@st.composite
def models(draw, names=tuple(MODELS)):
    spec = draw(st.sampled_from([s for n in names for s in SPECS.get(n, [])]))
    joint = ",joint=true" if "on=s" in spec and draw(st.booleans()) else ""
    return parse(spec + joint)

@st.composite
def tasks(draw):
    table = draw(tables())
    chosen = draw(st.lists(models(), min_size=1, max_size=2))
    n = len(table.rows)
    limit = draw(st.sampled_from([0, n // 4, n // 2, n]))
    return table, chosen, draw(st.sampled_from(sorted(OBJECTIVES))), limit, draw(st.booleans())

def nodes(mask):
    return {tuple(line) for line in np.argwhere(mask).tolist()}

@many
@given(tasks())
def test_exhaustive_is_brute_force(given_):
    table, chosen, objective, limit, star = given_
    task = table.task(*chosen, objective=objective, limit=limit, star=star)
    result = exhaustive(task)
    expected = brute_force.valid_nodes(table, task.models, objective=objective, limit=limit, star=star)
    assert nodes(result.satisfying) == {one.node for one in expected}
    if expected:
        best = min(expected, key=lambda one: one.rank)
        assert result.cost == pytest.approx(float(best.cost), abs=1e-9)

@many
@given(tasks())
def test_optimal_is_exhaustive(given_):
    table, chosen, objective, limit, star = given_
    task = table.task(*chosen, objective=objective, limit=limit, star=star)
    result, judge = optimal(task), exhaustive(task)
    assert result.cost == pytest.approx(judge.cost, abs=1e-9)
    assert (result.best is None) == (judge.best is None)

@pytest.mark.parametrize("name", sorted(MODELS))
@few
@given(table=tables(), limit=st.integers(0, 10), data=st.data())
def test_incognito(name, table, limit, data):
    spec = data.draw(st.sampled_from(specs_of(name)))
    task = table.task(spec, limit=limit)
    if not task.prunes:
        task = table.task(spec, limit=0)
    result, judge = incognito(task), exhaustive(task)
    assert nodes(result.satisfying) == nodes(judge.satisfying)
    assert result.cost == pytest.approx(judge.cost, abs=1e-9)
