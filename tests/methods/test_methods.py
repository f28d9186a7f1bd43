# SPDX-License-Identifier: Apache-2.0
"""Methods: the whole way with each, judged on what was published."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import diversa
from diversa.data.examples import hospital
from diversa.errors import PlanError, SourceError
from diversa.methods import METHODS, MUCH
from diversa.plan.search_section import METHODS as NAMES
from tight_labels import tight

ANY_MODEL = ["auto", "full-domain", "mondrian", "local-recoding"]
"""Methods that take any model that judges group by group."""

KNOWN = ["zip", "born", "sex"]
WORDS = {
    "quasi_identifiers": KNOWN,
    "sensitive": "condition",
    "identifiers": "name",
    "models": ["k-anonymity:5", "entropy-l-diversity:3"],
    "hierarchies": {"born": [5, 10, 20]},
}


OTHER = ("dealing", "anatomy", "mbf")
"""Methods for models of their own."""

GENERAL = [name for name in METHODS if name not in OTHER]
"""Methods for any model that judges group by group."""


@pytest.fixture(scope="module")
def patients():
    return pd.DataFrame(hospital(rows=400)).drop(columns="admitted")


def test_the_plan_knows_every_method():
    assert set(NAMES) == set(METHODS)


@pytest.mark.parametrize("method", ANY_MODEL)
def test_every_group_of_the_release_holds(method, patients):
    release = diversa.anonymize(patients, method=method, **tight(method), **WORDS)
    groups = release.frame.groupby(KNOWN, dropna=False).condition
    assert groups.size().min() >= 5
    assert groups.nunique().min() >= 3  # entropy 3 needs three values
    assert release.audit.groups == groups.ngroups


def test_auto_says_what_it_chose(patients):
    release = diversa.anonymize(patients, method="auto", **WORDS)
    assert f"auto chose {release.method} because it loses" in release.search.reason
    levels = diversa.anonymize(patients, method="full-domain", **WORDS)
    assert release.metrics["loss"] <= levels.metrics["loss"]
    tight = diversa.anonymize(patients, method="auto", labels="tight", **WORDS)
    assert tight.method == "local-recoding"
    assert "auto chose local-recoding because" in tight.search.reason


@pytest.mark.parametrize("method", ["local-recoding", "mdav"])
def test_a_method_that_moves_rows_needs_tight_labels_to_be_asked_for(method, patients):
    with pytest.raises(PlanError, match=r"must be tight .* use mondrian"):
        diversa.anonymize(patients, method=method, **WORDS)


def test_the_same_input_gives_the_same_bytes(patients, tmp_path):
    texts = []
    for name in ("first", "second"):
        diversa.anonymize(
            patients.sample(frac=1, random_state=len(name)),
            method="local-recoding",
            labels="tight",
            out=tmp_path / name,
            **WORDS,
        )
        texts.append((tmp_path / name / "release.csv").read_bytes())
    assert texts[0] == texts[1]


@pytest.mark.parametrize("method", GENERAL)
@pytest.mark.parametrize("known", [0, 1])
def test_a_table_of_which_all_rows_are_dropped_is_refused(method, known):
    ill = pd.Series(["Flu"] * known + [None] * (4 - known), dtype=object)
    with pytest.raises(SourceError, match=f"known sensitive value, got {known};"):
        diversa.anonymize(
            pd.DataFrame({"age": [1, 2, 3, 4], "ill": ill}),
            quasi_identifiers="age",
            sensitive="ill",
            models="k-anonymity:1",
            method=method,
            **tight(method),
            missing="drop",
        )


@pytest.mark.parametrize("method", ANY_MODEL)
def test_the_sign_of_a_zero_tells_nobody_apart(method, tmp_path):
    table = pd.DataFrame({"x": [-0.0, 0.0, 1.5, 1.5], "ill": ["Flu", "HIV"] * 2})
    words = {"quasi_identifiers": "x", "sensitive": "ill", "models": "k-anonymity:2"}
    frame = diversa.anonymize(table, method=method, **tight(method), **words).frame
    assert frame.x.astype(str).value_counts().tolist() == [2, 2]
    diversa.anonymize(
        table, method=method, **tight(method), out=tmp_path / "out", **words
    )
    written = pd.read_csv(tmp_path / "out" / "release.csv", dtype=str)
    assert written.x.value_counts().tolist() == [2, 2]


def table_of(rows: int) -> pd.DataFrame:
    """Ages and towns without any order."""
    draw = np.random.default_rng(5)
    towns = draw.choice(list("pqrs"), rows)
    return pd.DataFrame({"age": draw.integers(20, 60, rows), "town": towns})


def test_auto_takes_safe_labels_that_lose_little_as_they_are():
    """By their own loss, which everybody can work out: the proof stands."""
    words = {"quasi_identifiers": ["age", "town"], "models": "k-anonymity:5"}
    release = diversa.anonymize(table_of(4000), method="auto", **words)
    assert release.method == "mondrian"
    assert release.metrics["loss"] < MUCH
    assert release.record.safe_labels.structure_only
    assert release.record.label_meaning.is_proved


def test_auto_compares_where_safe_labels_lose_much():
    words = {"quasi_identifiers": ["age", "town"], "models": "k-anonymity:5"}
    frame = table_of(100)
    levels = diversa.anonymize(frame, method="full-domain", **words)
    chosen = diversa.anonymize(frame, method="auto", **words)
    assert chosen.metrics["loss"] <= levels.metrics["loss"]
    assert "it loses" in chosen.search.reason
    if chosen.method == "mondrian":
        assert not chosen.record.label_meaning.is_proved


def test_safe_labels_that_are_asked_for_are_not_compared():
    words = {"quasi_identifiers": ["age", "town"], "models": "k-anonymity:5"}
    chosen = diversa.anonymize(table_of(100), method="auto", labels="safe", **words)
    assert chosen.method == "mondrian"
