# SPDX-License-Identifier: Apache-2.0
"""Laws of the searches over the lattice, on random small tables.

The chain of judges: plain Python over rows judges `exhaustive`, and `exhaustive` judges
every other search. A new model is covered by one line in
`support/model_specs.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import brute_force
from diversa.errors import ModelError
from diversa.metrics import OBJECTIVES
from diversa.models import MODELS, SensitiveModel, parse
from diversa.search.lattice.anytime import anytime
from diversa.search.lattice.datafly import datafly
from diversa.search.lattice.descent import descent
from diversa.search.lattice.exhaustive import exhaustive
from diversa.search.lattice.incognito import incognito
from diversa.search.lattice.optimal import optimal
from diversa.search.lattice.samarati import samarati
from diversa.search.planner import SEARCHES
from examples import examples
from model_specs import specs_of
from random_tables import tables
from tables import SmallTable
from toy_models import OddSize

EVERY = [parse(spec) for name in MODELS for spec in specs_of(name)]
EVERY += [OddSize(1), OddSize(2)]
"""The registry, and a model that allows no pruning."""
BEYOND = [
    parse(spec)
    for spec in (
        "t-closeness:0.2,distance=hierarchical,on=s",
        "t-closeness:0.1,distance=numeric,on=s",
        "t-closeness:0.05,distance=smoothed-js,on=s",
        "nt-closeness:n=5,t=0.1,distance=hierarchical,on=s",
        "beta-likeness:2,enhanced=true,on=s",
        "alpha-k-anonymity:alpha=0.4,k=3,value=2,on=s",
        "epsilon-m-anonymity:epsilon=0.5,m=1.5,relative=true,on=s",
        "multi-level-l-diversity:l=1.5,cuts=1|2,base=entropy,on=s",
        "multi-level-l-diversity:l=2,cuts=1|2,base=recursive,c=2,on=s",
        "le-diversity:l=2,e=1,on=s",
    )
]
"""Forms of models that plain Python does not judge; `exhaustive` does."""
UNION_CLOSED = [
    name for name, model in MODELS.items() if model.union_closed and not model.needs
]
"""Those that need a population are searched in `test_population_search`."""


@dataclass(frozen=True)
class Given:
    """What a task is made of."""

    table: SmallTable
    models: tuple
    objective: str
    limit: int
    star: bool

    def task(self):
        return self.table.task(
            *self.models, objective=self.objective, limit=self.limit, star=self.star
        )


@st.composite
def models(draw, choice):
    """A model on s, jointly with the other sensitive attribute or not."""
    model = draw(st.sampled_from(choice))
    joint = isinstance(model, SensitiveModel) and draw(st.booleans())
    try:
        return replace(model, joint=True) if joint else model
    except ModelError:  # some definitions leave no room for other attributes
        return model


@st.composite
def anything(draw, choice=EVERY):
    """One model or two, every objective, no row to go, some, or all."""
    table = draw(tables())
    rows = len(table.rows)
    return Given(
        table,
        tuple(draw(st.lists(models(choice), min_size=1, max_size=2, unique=True))),
        draw(st.sampled_from(sorted(OBJECTIVES))),
        draw(st.sampled_from([0, 1 + rows // 8, 1 + rows // 3, rows])),
        draw(st.booleans()),
    )


CLOSED = [model for model in EVERY if model.prunes(suppression=False)]


def pruning(choice=CLOSED):
    """What a search may prune: no row may go where its models do not allow it."""
    drawn = anything(choice)
    return drawn.map(
        lambda one: one if one.task().prunes else replace(one, limit=0, star=False)
    )


@st.composite
def suppressing(draw, choice):
    """One model, alone or beside a second one, where rows may go or be unknown."""
    pair = [draw(models(choice)), *draw(st.lists(models(CLOSE), max_size=1))]
    unknown = all(may_be_unknown(model) for model in pair) and draw(st.booleans())
    table = draw(tables(unknown=unknown))
    rows = len(table.rows)
    return Given(
        table,
        tuple(dict.fromkeys(pair)),
        draw(st.sampled_from(sorted(OBJECTIVES))),
        draw(st.sampled_from([1, 1 + rows // 8, 1 + rows // 3, 1 + rows // 2, rows])),
        draw(st.booleans()),
    )


def may_be_unknown(model):
    """Whether a missing value may stand for any value."""
    return "worst" in getattr(model, "policies", ["worst"])


CLOSE = [parse(one) for one in ("t-closeness:0.4,on=s", "entropy-l-diversity:1.5,on=s")]
"""Models that some parts of a group may satisfy where it does not."""


def nodes(mask):
    return {tuple(line) for line in np.argwhere(mask).tolist()}


def found(result):
    """What two exact searches must agree on."""
    best = result.best
    return None if best is None else (best.levels, best.suppressed, result.cost)


KNOWN = [model for model in EVERY if brute_force.knows(model)]


@examples(50)
@given(anything(KNOWN))
def test_exhaustive_is_brute_force(one):
    task = one.task()
    result = exhaustive(task)
    judged = brute_force.valid_nodes(
        one.table,
        task.models,
        objective=one.objective,
        limit=one.limit,
        star=one.star,
    )
    assert nodes(result.satisfying) == {each.node for each in judged}
    assert result.checked == task.lattice.size
    best = min(judged, key=lambda each: each.rank, default=None)
    if best is None:
        assert found(result) is None
        return
    cost = pytest.approx(float(best.cost), abs=1e-9)
    assert found(result) == (best.node, best.suppressed, cost)


def assert_optimal_is_exact(one):
    task = one.task()
    result = optimal(task)
    assert found(result) == found(exhaustive(task))
    assert result.optimality == "exact"
    assert result.checked <= task.lattice.size


@examples(60)
@given(anything())
def test_optimal_is_the_best_of_exhaustive(one):
    assert_optimal_is_exact(one)


@examples(60)
@given(anything())
def test_anytime_is_the_best_of_exhaustive_where_it_has_the_time(one):
    task = replace(one.task(), seconds=float("inf"))
    result = anytime(task)
    assert found(result) == found(exhaustive(task))
    assert (result.optimality, result.stopped) == ("exact", "done")
    assert result.bound == result.cost


@examples(30)
@given(anything())
def test_without_time_anytime_has_a_node_and_a_bound_that_is_one(one):
    task = replace(one.task(), seconds=0)
    result, judge = anytime(task), exhaustive(task)
    assert result.bound <= judge.cost <= result.cost
    if result.best is not None:
        assert result.best.levels in nodes(judge.satisfying)
    if result.optimality == "exact":
        assert found(result) == found(judge)


@pytest.mark.parametrize("name", sorted({model.name() for model in EVERY}))
@examples(15)
@given(data=st.data())
def test_optimal_is_the_best_of_exhaustive_for_every_model(name, data):
    choice = [model for model in EVERY + BEYOND if model.name() == name]
    assert_optimal_is_exact(data.draw(suppressing(choice)))


@pytest.mark.parametrize("name", sorted(UNION_CLOSED))
@examples(12)
@given(table=tables(), share=st.sampled_from([0, 0.1, 0.4, 1]), data=st.data())
def test_incognito_is_exhaustive(name, table, share, data):
    choice = [model for model in EVERY if model.name() == name]
    if not choice:
        pytest.skip(f"no parameters chosen for {name}")
    model = data.draw(models(choice))
    limit = int(share * len(table.rows)) if model.prunes(suppression=True) else 0
    task = table.task(model, limit=limit)
    result, judge = incognito(task), exhaustive(task)
    assert nodes(result.satisfying) == nodes(judge.satisfying)
    assert found(result) == found(judge)


@examples(40)
@given(pruning())
def test_samarati_finds_the_least_height(one):
    task = one.task()
    assert task.prunes
    result, judge = samarati(task), exhaustive(task)
    valid = nodes(judge.satisfying)
    if not valid:
        assert result.best is None
        return
    least = min(map(sum, valid))
    assert result.best.levels in valid
    assert sum(result.best.levels) == least
    if one.objective == "height":
        assert found(result) == found(judge)
        assert result.optimality == "exact"


@pytest.mark.parametrize("greedy", [datafly, descent])
@examples(40)
@given(one=anything())
def test_greedy_searches_find_valid_nodes(greedy, one):
    task = one.task()
    result, judge = greedy(task), exhaustive(task)
    if result.best is None:
        # Where valid nodes are closed upwards, the top is valid if any node is.
        assert judge.best is None or not task.prunes
        return
    assert result.best.levels in nodes(judge.satisfying)
    assert result.cost >= judge.cost


@examples(25)
@given(one=anything(), data=st.data())
def test_the_order_of_rows_changes_nothing(one, data):
    order = data.draw(st.permutations(one.table.rows))
    shuffled = replace(one.table, rows=tuple(order))
    before, after = one.task(), replace(one, table=shuffled).task()
    for name, search in SEARCHES.items():
        if before.prunes or name not in ("incognito", "samarati"):
            assert found(search(before)) == found(search(after))


@examples(40)
@given(pruning())
def test_above_a_valid_node_all_are_valid_where_pruning_is_allowed(one):
    task = one.task()
    assert task.prunes
    satisfying = exhaustive(task).satisfying
    for node in nodes(satisfying):
        assert satisfying[task.lattice.above(node)].all()


@examples(60)
@given(anything())
def test_verdicts_of_every_search_are_those_of_exhaustive(one):
    task = one.task()
    valid = exhaustive(task).satisfying
    for name, search in SEARCHES.items():
        if task.prunes or name not in ("incognito", "samarati"):
            verdicts = search(task).verdicts
            assert not (verdicts.holds & ~valid).any(), name
            assert not (verdicts.fails & valid).any(), name
            assert not (verdicts.fails & ~task.lattice.node_mask).any(), name
            if verdicts.satisfying is not None:
                assert np.array_equal(verdicts.satisfying, valid), name
