# SPDX-License-Identifier: Apache-2.0
"""Dealing: groups for models of proximity, judged on what was published."""

from __future__ import annotations

import re
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.audits.release_audit import audit_release
from diversa.errors import NoSolutionError, PlanError
from diversa.methods.dealing import most_kept
from examples import examples
from tight_labels import tight

PAY = [490, 500, 510, 1000, 40, 60, 50, 80, 495, 505, 2000, 45]
NEAR = "epsilon-m-anonymity:epsilon=15,m=2"


@pytest.fixture(scope="module")
def workers():
    ages = [20, 21, 22, 23, 40, 41, 42, 43, 60, 61, 62, 63]
    return pd.DataFrame({"age": ages * 2, "pay": [*PAY, *(one + 3 for one in PAY)]})


def deal(workers, **changes):
    words = {"quasi_identifiers": "age", "sensitive": "pay", "models": NEAR}
    return diversa.anonymize(workers, **{**words, **changes})


def anonymous(group, epsilon=15, m=2):
    """(ε,m)-anonymity by its definition."""
    return all(m * sum(abs(group - x) <= epsilon) <= len(group) for x in group)


def test_auto_deals_where_merging_may_break_a_model(workers, tmp_path):
    release = deal(workers, method="auto", labels="tight", out=tmp_path / "out")
    assert release.method == "dealing"
    assert "auto chose dealing because merging" in release.search.reason
    table = pd.read_csv(tmp_path / "out" / "release.csv")
    assert list(table) == ["age", "pay", "group"]
    assert sorted(table.pay) == sorted(workers.pay)
    groups = table.groupby("group")
    assert all(anonymous(one) for _, one in groups.pay)
    assert (groups.age.nunique() == 1).all()
    assert audit_release(tmp_path / "out").problems == ()
    # A group whose rows do not look alike is more than one.
    path = tmp_path / "out" / "release.csv"
    lines = path.read_text("utf-8").splitlines()
    lines[1] = lines[1].replace(lines[1].split(",")[0], "20")
    path.write_text("\n".join(lines) + "\n", "utf-8")
    problems = audit_release(tmp_path / "out").problems
    assert any("rows of one group must have the same" in one for one in problems)


def test_rows_that_look_alike_are_dealt_into_two_groups():
    """{40, 50, 60, 80} is not (15,2)-anonymous; {40, 60} and {50, 80} are."""
    alike = pd.DataFrame({"age": [30] * 4, "pay": [40, 50, 60, 80]})
    with pytest.raises(NoSolutionError):
        deal(alike, method="mondrian", labels="tight")
    made = deal(alike, method="dealing", labels="tight").frame
    groups = made.groupby("group").pay.apply(sorted)
    assert sorted(groups.tolist()) == [[40, 60], [50, 80]]


@pytest.mark.parametrize(
    "model",
    [
        "epsilon-m-anonymity:epsilon=0.2,m=2,relative=true",
        "delta-l-diversity:delta=7.5,l=2",
    ],
)
def test_other_models_of_proximity_are_dealt_too(workers, model):
    release = deal(
        workers, method="dealing", labels="tight", models=[model, "k-anonymity:3"]
    )
    assert release.frame.groupby("group").size().min() >= 3
    assert release.audit.holds


def test_the_seed_deals_other_groups(workers):
    one, again, other = (
        deal(workers, method="dealing", labels="tight", seed=seed).frame
        for seed in (1, 1, 2)
    )
    assert one.equals(again)
    assert not one.equals(other)


def test_a_full_window_is_said_with_the_rows_that_must_go(workers):
    with pytest.raises(NoSolutionError) as caught:
        deal(
            workers,
            method="dealing",
            labels="tight",
            models="epsilon-m-anonymity:epsilon=2000,m=2",
        )
    message = str(caught.value)
    assert "one holds 24 of 24" in message
    assert "the whole table attains m = 1 at epsilon = 2000" in message
    # All pays lie in one window: no two rows are apart.
    assert "24 rows would have to go" in message


def test_as_few_rows_go_as_must_before_the_others_are_dealt():
    """Of 40 to 43 only one row can stay beside 90: four of six must go."""
    full = pd.DataFrame({"age": range(6), "pay": [40, 41, 42, 43, 40, 90]})
    with pytest.raises(NoSolutionError, match="4 rows would have to go"):
        deal(full, method="dealing", labels="tight")
    made = deal(full, method="dealing", labels="tight", suppression=0.7)
    assert made.suppressed == 4
    assert len(made.frame) == made.rows_out == 2
    assert anonymous(made.frame.pay)


@pytest.mark.parametrize("method", ["mondrian", "local-recoding", "dealing"])
def test_the_loss_is_that_of_the_published_ranges_of_one_column(method):
    """Of one column the positions on its axis must not be sorted under the search."""
    ages = [1, 1, 2, 2, 3, 3, 1000, 1000]
    table = pd.DataFrame({"age": ages, "pay": [40, 90, 40, 90, 40, 90, 140, 190]})
    release = deal(table, method=method, labels="tight")
    ranges = [re.findall(r"\d+", str(one)) for one in release.frame.age]
    widths = [(int(one[-1]) - int(one[0])) / 999 for one in ranges]
    assert release.metrics["loss"] == pytest.approx(sum(widths) / 8)


def test_dealing_suppresses_outliers_too_within_the_limit():
    """Age 1000 makes a group wide. With three pays too many, no room is left for it."""
    ages, pays = [1, 1, 2, 2, 3, 3, 1000], [40, 90, 40, 90, 40, 90, 140]
    table = pd.DataFrame({"age": ages, "pay": pays})
    made = deal(table, method="dealing", labels="tight", suppression=0.5)
    assert made.suppressed == 1
    assert "1000" not in "".join(made.frame.age.astype(str))
    assert all(anonymous(one) for _, one in made.frame.groupby("group").pay)
    fuller = pd.DataFrame({"age": [*ages, 1, 2, 3, 1], "pay": [*pays, 40, 40, 40, 40]})
    assert (
        deal(fuller, method="dealing", labels="tight", suppression="3/11").suppressed
        == 3
    )


@pytest.mark.parametrize("method", ["mondrian", "local-recoding"])
def test_window_diversity_needs_no_dealing(workers, method):
    release = deal(
        workers, method=method, **tight(method), models="window-diversity:delta=7.5,l=2"
    )
    for _, pay in release.frame.groupby("age").pay:
        assert all(2 * sum((pay >= x) & (pay <= x + 15)) <= len(pay) for x in pay)


def test_dealing_without_a_model_of_proximity_is_refused(workers):
    with pytest.raises(PlanError, match="dealing must have a model of proximity"):
        deal(workers, method="dealing", labels="tight", models="k-anonymity:2")


def fullest(rows, length):
    return max((sum(a <= b <= a + length for b in rows) for a in rows), default=0)


def brute_force(rows, length, least):
    """The most rows of which no window holds more than 1 in `least`."""
    for size in range(len(rows), 0, -1):
        for chosen in combinations(rows, size):
            if fullest(chosen, length) * least <= size:
                return size
    return 0


@examples(60)
@given(
    rows=st.lists(st.integers(0, 12), min_size=1, max_size=9),
    length=st.integers(0, 5),
    least=st.integers(1, 4),
)
def test_no_more_rows_can_stay(rows, length, least):
    points, counts = np.unique(rows, return_counts=True)
    beyond = np.searchsorted(points, points + length, side="right")
    kept = most_kept(counts, beyond, least)
    assert (kept <= counts).all()
    left = np.repeat(points, kept).tolist()
    assert fullest(left, length) * least <= len(left)
    assert len(left) == brute_force(sorted(rows), length, least)
