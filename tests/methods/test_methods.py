# SPDX-License-Identifier: Apache-2.0
"""Methods: the whole way with each, judged on what was published."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.data.examples import hospital
from diversa.errors import PlanError, SourceError
from diversa.methods import METHODS
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
    assert release.method == "mondrian"
    assert release.record.labels == "safe"
    assert "auto chose mondrian because" in release.search.reason
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
