# SPDX-License-Identifier: Apache-2.0
"""The smoothed Jensen-Shannon distance, against a sum over all values."""

from __future__ import annotations

import math

import numpy as np
import pytest

from diversa.counts import histogram as histogram_module
from diversa.counts.groups import Groups
from diversa.models import jensen_shannon as module
from diversa.models import parse
from diversa.models.comparison import TableComparison
from diversa.models.ground_distance import LineDistance
from diversa.models.jensen_shannon import SmoothedJS, blocks

TABLE = {1: 4, 2: 3, 3: 2, 4: 1}


def by_hand(group, bandwidth):
    """Spread every share by the kernel, then compare value by value."""
    values = list(TABLE)

    def kernel(u, v):
        return max(0, 1 - (abs(u - v) / 3 / bandwidth) ** 2)

    def spread(counts):
        rows = sum(counts.values())
        return [
            sum(
                counts.get(v, 0)
                / rows
                * kernel(u, v)
                / sum(kernel(w, v) for w in values)
                for v in values
            )
            for u in values
        ]

    pairs = list(zip(spread(group), spread(TABLE), strict=True))
    return sum(
        x * math.log(x / ((p + q) / 2)) / 2 for p, q in pairs for x in (p, q) if x > 0
    )


@pytest.mark.parametrize("bandwidth", [0.2, 0.5, 1.0])
def test_it_is_the_sum_over_all_values(bandwidth):
    counts = [{1: 1, 2: 1}, {4: 3}, {1: 4, 2: 3, 3: 2, 4: 1}]
    histogram = Groups.from_counts(counts, on="s", table=TABLE).histogram()
    distance = SmoothedJS(LineDistance(np.arange(4)), bandwidth, np.ones(4, bool))
    numbers = distance.work(TableComparison.with_table(histogram)).floats
    assert numbers == pytest.approx([by_hand(group, bandwidth) for group in counts])
    assert numbers[2] == 0


def test_blocks_cover_every_line():
    for length, width in [(0, 5), (7, 0), (10, 2**19), (3, 2**30)]:
        lines = [
            line for block in blocks(length, width) for line in range(length)[block]
        ]
        assert lines == list(range(length))


def random_groups():
    """Groups of few rows and of many, and one that is the table in small."""
    draw = np.random.default_rng(5)
    lines = draw.integers(0, 4, (40, 4)) * (draw.uniform(0, 1, (40, 4)) < 0.6)
    lines[lines.sum(axis=1) == 0, 0] = 1
    lines[0] = list(TABLE.values())
    counts = [dict(zip(TABLE, line.tolist(), strict=True)) for line in lines]
    table = {value: 100 * rows for value, rows in TABLE.items()}
    return Groups.from_counts(counts, on="s", table=table)


@pytest.mark.parametrize("bandwidth", ["1/5", "1/2"])
def test_groups_are_judged_by_their_measure(bandwidth, monkeypatch):
    monkeypatch.setattr(histogram_module, "WORTH_COMPILING", 1)
    monkeypatch.setattr(module, "SELDOM", 1)  # the first bound is judged without it
    groups = random_groups()
    text = f"distance=smoothed-js,bandwidth={bandwidth},on=s"
    measured = parse(f"t-closeness:1,{text}").measure(groups).floats
    for t in (0, *np.quantile(measured, [0.1, 0.5, 0.9]).tolist(), 0.6):
        model = parse(f"t-closeness:{t:.12f},{text}")
        near = measured <= float(model.t)
        assert model.holds(groups).tolist() == near.tolist()
        assert 0 < near.sum() < len(near) or t in (0, 0.6)


def test_what_is_too_large_to_be_held_is_spread_in_blocks(monkeypatch):
    histogram = random_groups().histogram()
    distances = []
    for held in (module.HELD, 15):
        monkeypatch.setattr(module, "HELD", held)
        distance = SmoothedJS(LineDistance(np.arange(4)), 0.5, np.ones(4, bool))
        assert (distance._weights is None) == (held == 15)
        distances.append(distance.work(TableComparison.with_table(histogram)).floats)
    assert distances[0] == pytest.approx(distances[1], abs=1e-12)
