# SPDX-License-Identifier: Apache-2.0
"""Mondrian with safe labels: groups, models, what is withheld, and the secret."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.errors import NoSolutionError, PlanError
from diversa.hierarchies import Intervals
from diversa.hierarchies.coding import Coding
from diversa.methods.safe_labels import domain_of, ladder
from diversa.recodings.number_scale import Domain
from examples import examples

QI = ["age", "town", "sex"]
TREE = {"any": {"north": ["a", "b"], "south": ["c", "d", "e"]}}
WORDS = {
    "quasi_identifiers": QI,
    "method": "mondrian",
    "labels": "safe",
    "hierarchies": {"town": {"kind": "taxonomy", "tree": TREE}},
}


def people(seed, rows):
    draw = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "age": draw.normal(45, 15, rows).round().astype(int),
            "town": draw.choice([*"abcde"], rows, p=[0.4, 0.3, 0.2, 0.07, 0.03]),
            "sex": draw.choice(["f", "m"], rows),
            "ill": draw.choice([*"xyz"], rows, p=[0.6, 0.3, 0.1]),
        }
    )


@pytest.fixture(scope="module")
def table():
    return people(1, 3000)


def test_groups_have_k_rows_and_labels_of_regions(table):
    release = diversa.anonymize(table, models="k-anonymity:5", **WORDS)
    sizes = release.frame.groupby(QI, dropna=False).size()
    assert sizes.min() >= 5
    assert len(sizes) > 50
    assert release.metrics["loss"] < 0.3
    assert {*"abc"} <= set(release.frame.town)
    coarse = diversa.anonymize(table, models="k-anonymity:200", **WORDS)
    assert {"north", "south"} & set(coarse.frame.town)
    told = release.record.safe_labels
    assert (told.least, told.epsilon, told.structure_only) == (5, 1.0, True)
    assert release.record.labels == "safe"
    assert release.audit.holds


@examples(8)
@given(seed=st.integers(0, 999), rows=st.integers(40, 400), k=st.integers(2, 9))
def test_every_row_is_in_its_region_whatever_is_drawn(seed, rows, k):
    frame = people(seed, rows)
    words = WORDS | {"keep_order": True, "epsilon": 20}
    release = diversa.anonymize(frame, models=f"k-anonymity:{k}", **words)
    assert len(release.frame) == rows
    assert release.frame.groupby(QI).size().min() >= k
    attack = diversa.compare(frame, release.frame, quasi_identifiers=QI)
    assert attack is not None


def test_a_secret_file_gives_the_same_bytes_in_any_order(table, tmp_path):
    key = tmp_path / "noise.key"
    words = WORDS | {"models": "k-anonymity:5"}

    def made(frame, **more):
        release = diversa.anonymize(frame, **words, **more)
        rows = release.frame.astype(str).sort_values([*QI]).values.tolist()
        return sorted(rows), release.record.safe_labels

    first, mixed = made(table, secret=key), made(table.sample(frac=1), secret=key)
    assert first == mixed
    assert made(table)[1] != made(table)[1]
    assert key.read_text().strip() not in str(first)


def test_without_a_key_nothing_else_is_written(table, tmp_path):
    target = tmp_path / "out"
    diversa.anonymize(table, models="k-anonymity:5", out=target, **WORDS)
    manifest = (target / "manifest.json").read_text()
    assert '"safe_labels"' in manifest
    assert "seed" not in manifest.split('"safe_labels"')[1].split('"report"')[0]


def test_the_ladder_of_k():
    assert list(islice(ladder(3), 7)) == [3, 6, 9, 15, 24, 39, 63]


def test_a_further_model_is_met_by_more_rows_on_both_sides(table):
    models = ["k-anonymity:5", "distinct-l-diversity:3"]
    words = WORDS | {"sensitive": "ill", "models": models}
    release = diversa.anonymize(table, **words)
    assert release.frame.groupby(QI).ill.nunique().min() >= 3
    told = release.record.safe_labels
    assert told.least in set(islice(ladder(5), 12))
    assert told.least > 5
    assert not told.structure_only
    assert release.frame.groupby(QI).size().min() >= told.least


def test_groups_that_fail_are_withheld_whole_within_the_limit(table, tmp_path):
    models = ["k-anonymity:5", "distinct-l-diversity:2"]
    words = WORDS | {"sensitive": "ill", "models": models, "suppression": 0.05}
    words |= {"secret": tmp_path / "noise.key"}
    release = diversa.anonymize(table, **words)
    assert len(release.frame) + release.suppressed == len(table)
    assert 0 < release.suppressed <= 150
    assert release.frame.groupby(QI).ill.nunique().min() >= 2
    strict = diversa.anonymize(table, **(words | {"suppression": 0}))
    assert strict.record.safe_labels.least >= release.record.safe_labels.least


def test_people_are_counted_and_stay_together():
    frame = people(3, 1500)
    frame["who"] = np.arange(1500)
    frame = pd.concat([frame, frame.head(700)], ignore_index=True)
    words = WORDS | {"person": "who", "person_rows": "all", "sensitive": "ill"}
    release = diversa.anonymize(frame, models="k-anonymity:6", keep_order=True, **words)
    both = release.frame.assign(who=frame.who)
    assert both.groupby(QI).who.nunique().min() >= 6
    assert (both.groupby("who")[QI].nunique() == 1).all(axis=None)


@pytest.mark.parametrize(
    "more",
    [{"cut": "median"}, {"relaxed": True}, {"sets": "star"}, {"numbers": "range"}],
)
def test_settings_of_other_labels_are_refused(table, more):
    with pytest.raises(PlanError, match=f"search.{next(iter(more))}: must come with"):
        diversa.anonymize(table, models="k-anonymity:5", **WORDS, **more)


@pytest.mark.parametrize("method", ["local-recoding", "mdav"])
def test_methods_that_move_rows_cannot_be_safe(table, method):
    words = WORDS | {"method": method}
    with pytest.raises(PlanError, match="must be tight with the method"):
        diversa.anonymize(table, models="k-anonymity:5", **words)


def test_weights_let_a_column_stay_finer(table):
    words = WORDS | {"models": "k-anonymity:20", "epsilon": 1000}

    def ages(**more):
        return diversa.anonymize(table, **words, **more).frame.age.nunique()

    assert ages(weights={"age": 50}) > ages(weights={"age": 0.02})


def test_fewer_rows_than_k_publish_nothing():
    with pytest.raises(NoSolutionError):
        diversa.anonymize(people(1, 4), models="k-anonymity:5", **WORDS)


@examples(8)
@given(seed=st.integers(0, 10**6), m=st.integers(2, 9), k=st.integers(2, 9))
def test_label_safety_is_a_number_of_rows(seed, m, k):
    """Safe labels state nothing: what stands behind them is the whole group."""
    models = [f"k-anonymity:{k}", f"label-safety:{m}"]
    release = diversa.anonymize(people(seed, 150), **(WORDS | {"models": models}))
    told = release.record.safe_labels
    assert told.least == max(k, m)
    assert told.structure_only
    assert release.frame.groupby(QI).size().min() >= max(k, m)
    assert release.audit.holds


@pytest.mark.parametrize(
    ("given", "domain"),
    [
        (Intervals((5,), low=0, high=99), Domain(Fraction(0), Fraction(99))),
        (Intervals((5,), low=0), None),
        (Coding(bottom=18), Domain(bottom=Fraction(18))),
        (
            Coding(top=90, then=Intervals((5,), low=0, high=99)),
            Domain(Fraction(0), Fraction(99), top=Fraction(90)),
        ),
    ],
)
def test_domains_that_a_plan_declares(given, domain):
    assert domain_of(given) == (domain or Domain())


def test_a_declared_domain_has_closed_ends(table):
    kinds = {"age": {"kind": "intervals", "widths": [10], "low": -40, "high": 140}}
    words = WORDS | {"models": "k-anonymity:5", "hierarchies": kinds}
    release = diversa.anonymize(table, **words)
    ages = set(release.frame.age.astype(str))
    assert not any(label[0] in "<>" for label in ages)
    assert release.metrics["loss"] < 0.5


def test_all_numbers_may_be_beyond_a_coded_end():
    frame = pd.DataFrame({"age": [1, 2] * 10})
    coded = {"age": {"kind": "coding", "bottom": 3, "top": 9}}
    words = {"quasi_identifiers": "age", "models": "k-anonymity:3"}
    release = diversa.anonymize(frame, method="mondrian", hierarchies=coded, **words)
    assert set(release.frame.age) == {"*"}  # all are on one side of the first cut
