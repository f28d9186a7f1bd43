# SPDX-License-Identifier: Apache-2.0
"""Sweeps: the points of each search, the frontier, how they are written and drawn."""

from __future__ import annotations

import csv
import io
import json
import xml.dom.minidom

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.data.examples import hospital
from diversa.sweeps.sweep import SweepPoint, mark_best
from swept_table import OPENED, ROLES


def test_each_point_is_a_search(table):
    words = {"models": ["k-anonymity:2", "distinct-l-diversity:2"], "suppression": 0.05}
    swept = table.sweep({"k": [2, 4, 8]}, **words)
    assert [point.settings for point in swept.points] == [{"k": k} for k in (2, 4, 8)]
    for point in swept.points:
        k = point.settings["k"]
        models = [f"k-anonymity:{k}", "distinct-l-diversity:2"]
        proposal = table.search(models=models, suppression=0.05)
        release = table.publish(proposal)
        sizes = release.frame.groupby(list(ROLES["quasi_identifiers"])).size()
        assert point.loss == proposal.metrics["loss"]
        assert point.suppressed == proposal.suppressed == 200 - len(release.frame)
        assert point.levels == proposal.levels
        assert point.privacy == sizes.min() >= k
        assert point.groups == len(sizes)
        assert point.average_risk == pytest.approx(len(sizes) / sizes.sum())
        assert point.highest_risk == 1 / sizes.min()


def test_rows_of_stars_are_a_group(table):
    words = {"models": "k-anonymity:4", "suppression": 0.1, "suppress_by": "star"}
    (point,) = table.sweep({"k": [4]}, **words).points
    frame = table.publish(table.search(**words)).frame
    sizes = frame.groupby(list(ROLES["quasi_identifiers"]), dropna=False).size()
    assert point.suppressed > 0
    assert (point.groups, point.privacy) == (len(sizes), sizes.min())


def test_every_combination_is_tried(table):
    over = {"suppression": [0, "0.1"], "method": ["full-domain", "mondrian"]}
    swept = table.sweep(over, models="k-anonymity:5")
    assert [tuple(point.settings.values()) for point in swept.points] == [
        (0, "full-domain"),
        (0, "mondrian"),
        (0.1, "full-domain"),
        (0.1, "mondrian"),
    ]
    assert [point.method for point in swept.points] == ["full-domain", "mondrian"] * 2
    assert swept.yardstick.name == "k of k-anonymity"


def test_a_value_without_a_release_says_why(table):
    swept = table.sweep({"k": [2, 500]}, models="k-anonymity:2")
    first, last = swept.points
    assert first.best
    assert (last.loss, last.privacy, last.best) == (None, None, False)
    assert "k-anonymity:500" in last.failure
    methods = {"method": ["mondrian", "anatomy"]}
    with_rows_alike, without = table.sweep(methods, models="k-anonymity:5").points
    assert with_rows_alike.loss is not None
    assert "anatomy" in without.failure


def test_two_tables_have_no_loss_to_compare(table):
    words = {"models": "distinct-l-diversity:2"}
    methods = {"method": ["full-domain", "anatomy"]}
    levels, two_tables = table.sweep(methods, **words).points
    assert levels.loss is not None
    assert "got 'anatomy'; it publishes values as they are" in two_tables.failure
    with pytest.raises(diversa.PlanError, match="got 'anatomy'; it publishes values"):
        table.sweep({"l": [2]}, method="anatomy", **words)
    with pytest.raises(diversa.PlanError, match="got 'anatomy'; it publishes values"):
        table.frontier("distinct-l-diversity:{}", [2], method="anatomy")
    with pytest.raises(diversa.PlanError, match="got 'anatomy'; it publishes values"):
        table.search(method="anatomy", **words).explain()


NUMBERS = st.integers(0, 4).map(float)


@given(st.lists(st.tuples(NUMBERS, NUMBERS)), st.booleans())
def test_the_frontier_is_what_none_beats(pairs, more_is_safer):
    points = [SweepPoint({}, loss, privacy) for loss, privacy in pairs]
    points.append(SweepPoint({}))  # without a release
    marked = mark_best(points, more_is_safer=more_is_safer)

    def beats(one, other):
        danger = [-p if more_is_safer else p for p in (one.privacy, other.privacy)]
        no_worse = one.loss <= other.loss and danger[0] <= danger[1]
        return no_worse and (one.loss, danger[0]) != (other.loss, danger[1])

    for point in marked[:-1]:
        beaten = any(beats(other, point) for other in points[:-1])
        assert point.best is not beaten
    assert not marked[-1].best


def test_it_writes_itself(table):
    swept = table.sweep({"k": [2, 4, 500]}, models="k-anonymity:2", suppression=0.05)
    told = json.loads(json.dumps(swept.to_json(), allow_nan=False))
    assert [point["settings"]["k"] for point in told["points"]] == [2, 4, 500]
    assert [point["frontier"] for point in told["points"]] == [True, True, False]
    lines = list(csv.DictReader(io.StringIO(swept.to_csv())))
    assert [line["k"] for line in lines] == ["2", "4", "500"]
    assert lines[0]["level of zip"] == str(swept.points[0].levels["zip"])
    assert lines[2]["loss"] == lines[2]["level of zip"] == ""
    drawn = swept.svg()
    root = xml.dom.minidom.parseString(drawn).documentElement
    assert root.getAttribute("xmlns") == "http://www.w3.org/2000/svg"
    assert drawn.count("<circle") == len(swept.frontier) == 2
    assert ">k=4</text>" in drawn
    assert swept.frontier[0].loss < swept.frontier[1].loss


def test_the_function_counts_the_table_itself(table):
    patients = pd.DataFrame(hospital(rows=200))
    words = {"models": "k-anonymity:2", "suppression": 0.05}
    alone = diversa.sweep(patients, over={"k": [2, 4]}, **OPENED, **words)
    assert alone == table.sweep({"k": [2, 4]}, **words)
