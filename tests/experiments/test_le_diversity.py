# SPDX-License-Identifier: Apache-2.0
"""The stable facts of the experiments of the (l,e)-diversity paper."""

from __future__ import annotations

import pytest

from experiments.le_diversity.bucketization import MODELS, greedy

PLAIN = {2: 15000, 3: 10000, 4: 6769, 5: 4311, 6: 2874, 7: 2155, 8: 1724}
SIMILAR = {2: 15000, 3: 5218, 4: 2464, 5: 506, 6: 0, 7: 0, 8: 0}
DIVERSITY = {
    0: [1.32, 2.31, 3.52, 4.64, 5.82, 6.99, 8.20],
    1: [1.45, 2.70, 3.85, 5.40],
}
"""What the protocol expects of the first 30,000 rows, by l and by e."""


@pytest.mark.parametrize(("e", "groups"), [(0, PLAIN), (1, SIMILAR)])
def test_groups_and_losses_by_level(outcome, e, groups):
    table = outcome("bucketization").tables["level"].where(model=MODELS[e])
    assert dict(zip(table.column("l"), table.column("groups"), strict=True)) == groups
    lost = [30_000 - count for count in groups.values()]
    assert table.column("loss of all rows") == pytest.approx(lost)
    kept = [
        30_000 - gone - count
        for gone, count in zip(table.column("suppressed"), groups.values(), strict=True)
    ]
    assert table.column("loss of published rows") == pytest.approx(
        [
            loss if count else 0
            for loss, count in zip(kept, groups.values(), strict=True)
        ]
    )


@pytest.mark.parametrize("e", MODELS)
def test_degree_of_diversity_by_level(outcome, e):
    table = outcome("bucketization").tables["level"].where(model=MODELS[e])
    dots = [dot for dot in table.column("DOT") if dot is not None]
    assert dots == pytest.approx(DIVERSITY[e], abs=0.03)


def test_groups_of_the_first_5000_rows(outcome):
    table = outcome("bucketization").tables["rows"]
    assert table.column("groups") == [1127, 380]


def test_buckets_of_education(outcome):
    plain, similar = outcome("bucketization").tables["buckets"].rows
    assert plain[1] == 16
    assert similar[2] == "14,202, 12,646, 3,025, 2,136, 552"


def test_claims_of_the_paper(outcome):
    facts = outcome("bucketization").facts
    assert facts["loss_higher"] == facts["compared"]
    assert facts["diversity_higher"] == facts["diversity_compared"]
    assert facts["published_loss_higher"] == 0
    assert facts["most_feasible"] == 5
    assert facts["ages"] == 73


@pytest.mark.parametrize(
    ("counts", "l", "groups"),
    [([3, 3, 3], 3, 3), ([5, 2, 2, 1], 3, 2), ([4, 1, 1], 2, 2), ([10], 2, 0)],
)
def test_the_greedy_way(counts, l, groups):
    assert len(greedy(counts, l)) == groups
