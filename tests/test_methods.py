# SPDX-License-Identifier: Apache-2.0
"""Methods: the whole way with each, judged on what was published."""

from __future__ import annotations

import re

import pandas as pd
import pytest

import diversa
from diversa.data.examples import hospital, inpatients
from diversa.errors import NoSolutionError, PlanError
from diversa.methods import METHODS
from diversa.plan import METHODS as NAMES

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


@pytest.fixture(scope="module")
def patients():
    return pd.DataFrame(hospital(rows=400)).drop(columns="admitted")


def test_the_plan_knows_every_method():
    assert set(NAMES) == set(METHODS)


@pytest.mark.parametrize("method", ANY_MODEL)
def test_every_group_of_the_release_holds(method, patients):
    release = diversa.anonymize(patients, method=method, **WORDS)
    groups = release.frame.groupby(KNOWN, dropna=False).condition
    assert groups.size().min() >= 5
    assert groups.nunique().min() >= 3  # entropy 3 needs three values
    assert release.audit.groups == groups.ngroups


@pytest.mark.parametrize("method", ["mondrian", "local-recoding"])
def test_every_value_lies_in_its_box(method, patients):
    release = diversa.anonymize(patients, method=method, keep_order=True, **WORDS)
    assert release.rows_out == len(patients)
    for name in KNOWN:
        pairs = zip(patients[name].astype(str), release.frame[name], strict=True)
        assert all(covers(str(label), value) for value, label in pairs)


def covers(label: str, value: str) -> bool:
    """Read a box as a person would."""
    if found := re.fullmatch(r"\[(-?\d+)-(-?\d+)\]", label):
        return int(found[1]) <= int(value) <= int(found[2])
    if label.startswith("{"):
        return value in label.strip("{}").split(", ")
    return label in ("*", value)


def test_local_recoding_loses_less_than_the_lattice(patients):
    loss = {
        method: diversa.anonymize(patients, method=method, **WORDS).metrics["loss"]
        for method in ANY_MODEL
    }
    assert loss["local-recoding"] <= loss["mondrian"] < loss["full-domain"]


def test_auto_says_what_it_chose(patients):
    release = diversa.anonymize(patients, method="auto", **WORDS)
    assert release.method == "local-recoding"
    assert "auto chose local-recoding because" in release.search.reason


def test_the_same_input_gives_the_same_bytes(patients, tmp_path):
    texts = []
    for name in ("first", "second"):
        diversa.anonymize(
            patients.sample(frac=1, random_state=len(name)),
            method="local-recoding",
            out=tmp_path / name,
            **WORDS,
        )
        texts.append((tmp_path / name / "release.csv").read_bytes())
    assert texts[0] == texts[1]


def test_what_cannot_be_met_is_said():
    with pytest.raises(NoSolutionError, match="the whole table attains") as caught:
        diversa.anonymize(
            pd.DataFrame(inpatients()),
            quasi_identifiers=["zip", "age"],
            sensitive="condition",
            models="distinct-l-diversity:4",
            method="mondrian",
        )
    assert "12 of 12 rows" in str(caught.value)
    assert "Cancer" not in str(caught.value)


def test_a_model_of_the_whole_is_refused():
    with pytest.raises(PlanError, match="judge every group by itself"):
        diversa.anonymize(
            pd.DataFrame(inpatients()),
            quasi_identifiers=["zip", "age"],
            sensitive="condition",
            models="ck-safety:c=0.9,k=1",
            method="local-recoding",
        )
