# SPDX-License-Identifier: Apache-2.0
"""Each trial of an explanation is what a run of the changed plan gives."""

from __future__ import annotations

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.errors import NoSolutionError

ROWS = st.lists(
    st.tuples(st.integers(20, 29), st.sampled_from("pqr"), st.sampled_from("abc")),
    min_size=6,
    max_size=30,
)
WORDS = {
    "quasi_identifiers": ["age", "town"],
    "sensitive": ["ill"],
    "models": ["k-anonymity:2", "distinct-l-diversity:2"],
    "hierarchies": {"age": [5]},
    "rows_are_people": True,
}


def frame_of(rows):
    return pd.DataFrame(rows, columns=["age", "town", "ill"])


def loss_of(frame, **words):
    try:
        return diversa.anonymize(frame, **{**WORDS, **words}).metrics["loss"]
    except NoSolutionError:
        return None


@given(ROWS)
def test_trials_are_what_runs_of_the_changed_plans_give(rows):
    frame = frame_of(rows)
    with diversa.open(frame, **WORDS) as table:
        try:
            found = table.search().explain(seconds=60)
        except NoSolutionError:
            return
    expected = {
        "up to 2% of the rows suppressed": loss_of(frame, suppression="0.02"),
        "up to 5% of the rows suppressed": loss_of(frame, suppression="0.05"),
        "without k-anonymity:2": loss_of(frame, models="distinct-l-diversity:2"),
        "without distinct-l-diversity:2": loss_of(frame, models="k-anonymity:2"),
        "without 'age'": loss_of(frame, quasi_identifiers=["town"], hierarchies={}),
        "without 'town'": loss_of(frame, quasi_identifiers=["age"]),
    }
    assert found.left_out == 0
    assert found.loss == loss_of(frame)
    seen = {trial.change: trial.loss for trial in found.trials}
    safe = seen.pop("the method mondrian")  # its labels depend on secret noise
    assert safe is None or 0 <= safe <= 1
    assert seen == pytest.approx(expected)


@given(ROWS)
def test_the_next_step_counts_what_fails_there(rows):
    frame = frame_of(rows)
    words = {**WORDS, "models": "k-anonymity:3"}
    with diversa.open(frame, **words) as table:
        try:
            proposal = table.search()
        except NoSolutionError:
            return
        step = proposal.explain(seconds=0).step
        failing = {}
        for name, level in proposal.levels.items():
            if level == 0:
                continue
            finer = {**proposal.levels, name: level - 1}
            groups = groups_at(frame, finer)
            small = [size for size in groups if size < 3]
            if small:
                failing[name] = (sum(small), len(small))
    if not failing:
        assert step is None
    else:
        fewest = min(rows for rows, _ in failing.values())
        assert (step.rows, step.limit) == (fewest, 0)
        assert failing[step.column] == (step.rows, step.groups)


def groups_at(frame, levels):
    """Sizes of groups, by hand: ages by themselves, fives or *, towns or *."""
    ages = {0: lambda age: age, 1: lambda age: age // 5, 2: lambda _: "*"}
    keys = frame["age"].map(ages[levels["age"]]).astype(str)
    towns = frame["town"] if levels["town"] == 0 else "*"
    return (keys + "|" + towns).value_counts().tolist()


def test_missing_values_that_cost_are_told():
    ills = ["a", "b", None, None] * 10
    frame = pd.DataFrame({"age": [20 + n % 8 for n in range(40)], "ill": ills})
    words = {
        "quasi_identifiers": ["age"],
        "sensitive": ["ill"],
        "models": ["distinct-l-diversity:2"],
        "rows_are_people": True,
    }
    with diversa.open(frame, **words, missing="worst") as table:
        found = table.search().explain(seconds=60)
    tried = {trial.key: trial.loss for trial in found.trials}
    for policy in ("own", "drop"):
        again = diversa.anonymize(frame, **words, missing=policy)
        assert tried[f'missing = "{policy}"'] == pytest.approx(again.metrics["loss"])


def test_a_release_that_loses_much_is_explained_in_words_and_json():
    frame = frame_of([(20 + n, "pqr"[n % 3], "abc"[n % 3]) for n in range(9)])
    release = diversa.anonymize(frame, **WORDS, explain=60.0)
    text = str(release.explanation)
    assert text.startswith("Loss ")
    shown = release.to_json()["explanation"]
    assert shown["loss"] == release.metrics["loss"]
    assert {trial["point"] for trial in shown["trials"]} >= {"model", "column"}
    assert diversa.anonymize(frame, **WORDS).explanation is None
