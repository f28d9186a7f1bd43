# SPDX-License-Identifier: Apache-2.0
"""Every metric of a release is what its definition says, row by row."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import released_rows as judge
from diversa.metrics import METRICS
from diversa.metrics.ambiguity import ambiguity
from diversa.metrics.association import associations
from diversa.metrics.average_group_size import average_group_size
from diversa.metrics.classification_metric import classification_metric
from diversa.metrics.count_queries import QueryLines, estimate, query_error
from diversa.metrics.discernibility import discernibility
from diversa.metrics.distributions import Bucketed, distributions
from diversa.metrics.kl_divergence import kl_divergence
from diversa.metrics.loss import loss_by_attribute
from diversa.metrics.metric import Request, plain
from diversa.metrics.normalized_certainty_penalty import ncp_by_attribute
from diversa.metrics.random_queries import draw
from diversa.metrics.reconstruction_loss import reconstruction_loss
from diversa.metrics.utility import utility
from examples import examples

FEW = examples(40)

releases = st.one_of(judge.releases, judge.releases.map(judge.as_told))
"""Releases beside their whole table, and beside what others are told of it."""


@FEW
@given(case=releases)
def test_metrics_of_boxes(case):
    places = list(enumerate(judge.NAMES))
    assert loss_by_attribute(case.recoded) == pytest.approx(
        {name: judge.loss(case, place) for place, name in places}
    )
    assert ncp_by_attribute(case.recoded) == pytest.approx(
        {name: judge.ncp(case, place) for place, name in places}
    )
    assert ambiguity(case.recoded) == judge.ambiguity(case)
    assert kl_divergence(case.recoded) == pytest.approx(
        judge.kl_divergence(case), abs=1e-9
    )


@FEW
@given(case=releases)
def test_metrics_of_groups(case):
    groups = judge.groups_of(case)
    published = sum(map(len, groups))
    assert case.recoded.suppressed == judge.suppressed_of(case)
    assert average_group_size(case.recoded) == (
        published / len(groups) if groups else None
    )
    assert discernibility(case.recoded) == judge.discernibility(case)
    assert reconstruction_loss(case.recoded, "s") == pytest.approx(
        float(judge.reconstruction_loss(case))
    )
    assert classification_metric(case.recoded, "s") == pytest.approx(
        float(judge.classification_metric(case))
    )


@FEW
@given(case=judge.releases)
def test_count_queries(case):
    drawn = list(draw(case.recoded, 6, 2, 0.3, 1))
    values = [set(hierarchy.labels[0]) for hierarchy in case.recoded.hierarchies]
    secrets = case.recoded.sensitive[0].dictionary.values
    combined = case.recoded.groups.combinations[:, 0]
    original = QueryLines.original(case.recoded)
    for queries, expected in zip(drawn, estimate(case.recoded, drawn), strict=True):
        true = original.answer(queries)
        for number in range(len(queries)):
            wanted = list(values)
            for place, values_wanted in zip(
                queries.places, queries.wanted, strict=True
            ):
                names = case.recoded.hierarchies[place].labels[0]
                wanted[place] = {
                    names[i] for i in np.flatnonzero(values_wanted[number])
                }
            secret = {
                secrets[combined[i]] for i in np.flatnonzero(queries.secret[number])
            }
            counted = judge.answer(case, wanted, secret)
            assert (true[number], expected[number]) == pytest.approx(counted)


@FEW
@given(case=judge.releases.map(judge.as_told))
def test_withheld_rows_are_missed_evenly_by_queries(case):
    assume(case.recoded.rows_out)
    drawn = list(draw(case.recoded, 6, 2, 0.3, 1))
    release = QueryLines.release(case.recoded)
    errors = []
    for queries in drawn:
        known = QueryLines.original(case.recoded).answer(queries)
        for number, expected in enumerate(release.answer(queries)):
            share = queries.secret[number].sum() / queries.secret.shape[1]
            for wanted in queries.wanted:
                share *= wanted[number].sum() / wanted.shape[1]
            true = known[number] + judge.suppressed_of(case) * share
            errors.append(abs(expected - true) / max(true, 1))
    found = query_error(case.recoded, queries=6, attributes=2, selectivity=0.3, seed=1)
    assert found.mean == pytest.approx(sum(errors) / 6)


LABEL = None if find_spec("sklearn") is None else "s"
"""The class whose prediction is tried, where that can be."""


def numbers_of(recoded):
    """What every metric but precision measures; a part has no precision."""
    request = Request(k=2, queries=20, label=LABEL)
    return {
        name: plain(metric.measure(recoded, request))
        for name, metric in METRICS.items()
        if name != "precision"
    }


@examples(25)
@given(case=judge.releases)
def test_it_is_the_same_whether_withheld_values_are_known_or_not(case):
    told = judge.as_told(case)
    assume(told.domains == case.domains)
    known = {row.secret for row in case.rows if row.box is not None}
    assume(known == {row.secret for row in case.rows})
    assert numbers_of(told.recoded) == numbers_of(case.recoded)


@FEW
@given(case=judge.releases, chosen=st.integers(0, 3))
def test_withholding_a_group_looks_no_better(case, chosen):
    groups = judge.groups_of(case)
    assume(len(groups) > 1)
    gone = groups[chosen % len(groups)]
    fewer = replace(
        case,
        rows=[replace(row, box=None, group=None) if row in gone else row
              for row in case.rows],
    )  # fmt: skip
    for metric in (judge.ambiguity, judge.discernibility, judge.classification_metric,
                   judge.reconstruction_loss, judge.kl_divergence):  # fmt: skip
        assert metric(fewer) >= metric(case) - 1e-9


@FEW
@given(case=judge.releases)
def test_distributions_and_associations_are_shares(case):
    bucketed = Bucketed(case.recoded)
    for distribution in distributions(bucketed):
        assert sum(distribution.before) == pytest.approx(1)
        assert sum(distribution.after) == pytest.approx(
            1 if case.recoded.rows_out else 0
        )
        assert 0 <= distribution.distance <= 1 + 1e-9
    for association in associations(bucketed):
        assert -1 - 1e-9 <= association.before <= 1 + 1e-9
        assert -1 - 1e-9 <= association.after <= 1 + 1e-9


@examples(15)
@given(case=judge.releases)
def test_all_at_once(case):
    measured = utility(case.recoded, k=2, queries=10)
    assert measured["loss"] == pytest.approx(
        sum(judge.loss(case, place) for place in range(3)) / 3
    )
    assert measured == utility(case.recoded, k=2, queries=10), "the same every time"
    assert utility(case.recoded, queries=0).measured["query-error"] is None
    assert set(measured.to_json()["metrics"]) == set(measured.metrics)
