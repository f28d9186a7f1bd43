# SPDX-License-Identifier: Apache-2.0
"""The correlation attack: what it measures, and what it does without."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import diversa
from correlated_tables import FOUR_GROUPS, drawn_release, places_of_rows
from diversa.attacks.best_guesses import best_guesses
from diversa.attacks.class_rows import class_rows
from diversa.attacks.correlation import (
    Correlation,
    RowGuesses,
    correlation,
    count_guesses,
)
from diversa.attacks.correlation_model import Models, beliefs_by, learn
from diversa.attacks.learning_limits import LearningLimits


@pytest.fixture(scope="module")
def strong():
    return drawn_release(200, strength=0.9)


@pytest.fixture(scope="module")
def found(strong):
    return correlation(places_of_rows(strong), "ill")


def test_every_adversary_is_measured(found):
    assert isinstance(found, Correlation)
    assert found.promised == pytest.approx(1 / 3)
    assert found.control == found.promised
    assert found.learner.right > found.promised + 0.2
    assert found.oracle.right >= found.learner.right - 0.1
    assert found.half_known > found.oracle.right
    assert found.right == max(found.learner.right, found.oracle.right)
    assert found.exceeds_promise
    assert found.total == 600
    assert found.exposed >= max(found.learner.likely, found.oracle.likely)
    assert found.worst >= found.learner.worst
    assert found.approximate_groups == 0
    assert 0 <= found.worst_group < 200


def test_numbers_hold_no_value(found):
    told = found.numbers()
    assert told["limits"]["most_groups"] == 33_000
    assert told["limits"]["most_large_groups"] == 4_000
    assert told["limits"]["large_group"] == 64
    assert told["learner"]["right"] == found.learner.right
    assert "v0" not in str(found.to_json())


def test_words_name_all_three(found, strong):
    words = found.in_words()
    assert "groups alone promise that a guess is right in 33.3 %" in words
    assert "half of the values" in words
    outsider = correlation(places_of_rows(strong, owner=False), "ill")
    assert outsider.oracle is None
    assert outsider.learner.right is None
    assert outsider.learner.expected == found.learner.expected
    assert "expects" in outsider.in_words()


def test_same_seed_same_answer(found, strong):
    again = correlation(places_of_rows(strong), "ill")
    assert again.to_json() == found.to_json()


def test_the_order_of_rows_and_the_names_of_values_tell_nothing(found, strong):
    names = {f"v{place}": f"w{5 - place}" for place in range(6)}
    other = [(group, known[::-1], names[value]) for group, known, value in strong[::-1]]
    renamed = correlation(places_of_rows(other, owner=False), "ill")
    assert renamed.temper == found.temper
    assert renamed.learner.expected == pytest.approx(found.learner.expected, abs=1e-9)
    assert renamed.worst_group == found.worst_group


def test_without_correlation_the_promise_is_kept():
    release = drawn_release(300, strength=0.0, seed=5)
    found = correlation(places_of_rows(release), "ill")
    assert found.temper == 0
    assert found.learner.expected == pytest.approx(found.promised)
    assert found.learner.right == pytest.approx(found.promised)
    assert found.exposed == found.oracle.likely


def test_guesses_of_the_rounds_of_fractions():
    """Ties count in parts: four rows are right, and four are right by half."""
    rows = class_rows(places_of_rows(FOUR_GROUPS), "ill")
    model = learn(rows, 1.0, rounds=2)
    one = np.zeros(8, dtype=np.int8)
    beliefs = beliefs_by(rows, Models(model[None], one)).beliefs
    guesses = count_guesses(*best_guesses(rows, beliefs))
    assert guesses.right == 3 / 4
    assert guesses.expected == pytest.approx(6249 / 9508)
    assert (guesses.likely, guesses.likely_right, guesses.sure) == (4, 4.0, 0)


def test_few_groups_tell_nothing():
    why = correlation(places_of_rows(drawn_release(99, strength=0.9)), "ill")
    assert why == "needs at least 100 groups to learn from, got 99"
    limits = LearningLimits(least_groups=50)
    release = drawn_release(99, strength=0.9)
    assert isinstance(correlation(places_of_rows(release), "ill", limits), Correlation)


def test_a_share_is_what_is_expected_where_nobody_knows(found):
    learnt = replace(found.learner, right=None)
    assert isinstance(learnt, RowGuesses)
    assert learnt.share == learnt.expected


KNOWN = ["sex", "age", "race", "marital-status", "education", "native-country"]
KNOWN += ["workclass", "salary-class"]


def test_a_folder_and_the_owner_expect_the_same(tmp_path):
    """Numbers of a file are texts, and are cut into the same classes."""
    random = np.random.default_rng(0)
    ages = random.integers(8, 120, 1200)
    others = random.integers(0, 5, 1200)
    ill = np.where(random.random(1200) < 0.8, ages // 19, others)
    table = pd.DataFrame({"age": ages, "zip": others + 8, "ill": ill.astype(str)})
    roles = {"quasi_identifiers": ["age", "zip"], "sensitive": "ill"}
    words = {"method": "anatomy", "models": "frequency-l-diversity:3", **roles}
    words |= {"nearby": False, "suppression": 0.2, "evidence": True}
    release = diversa.anonymize(table, out=tmp_path / "release", **words)
    owner = release.evidence.attacks["after"]["correlation"]
    outsider = diversa.attack(tmp_path / "release")["correlation"]
    assert outsider.temper == owner.temper > 0
    assert outsider.learner.expected == pytest.approx(owner.learner.expected, abs=1e-12)
    assert outsider.learner.likely == owner.learner.likely
    assert outsider.control == owner.control


def test_kept_columns_are_learnt_from(tmp_path):
    """Only the column that is kept goes with the value; it is not in the groups."""
    random = np.random.default_rng(0)
    ill = random.integers(0, 4, 900)
    ward = np.where(random.random(900) < 0.9, ill, random.integers(0, 4, 900))
    table = pd.DataFrame(
        {"age": random.integers(20, 60, 900), "ward": ward, "ill": ill}
    )
    roles = {"quasi_identifiers": "age", "sensitive": "ill"}
    words = {"method": "anatomy", "models": "frequency-l-diversity:3", "nearby": False}
    words |= {"suppression": 0.2, **roles}
    for name, more in (("plain", {}), ("kept", {"keep_anyway": "ward"})):
        diversa.anonymize(table, out=tmp_path / name, **words, **more)
    plain, kept = (
        diversa.attack(tmp_path / name)["correlation"] for name in ("plain", "kept")
    )
    assert (plain.attributes, plain.kept, plain.temper) == (1, 0, 0)
    assert (kept.attributes, kept.kept) == (1, 1)
    assert kept.learner.expected > plain.learner.expected + 0.3
    assert "1 quasi-identifiers and 1 kept columns" in kept.in_words()


@pytest.fixture(scope="module")
def adult_staff(adult_30162):
    rows = adult_30162(KNOWN, ["occupation"])
    table = pd.DataFrame(rows.rows, columns=rows.columns)
    return table.assign(age=table["age"].astype(int))


def measured_on(table, l, **words):
    release = diversa.anonymize(
        table,
        quasi_identifiers=KNOWN,
        sensitive="occupation",
        models=f"frequency-l-diversity:{l}",
        method="anatomy",
        evidence=True,
        **words,
    )
    return release.evidence.attacks["after"]["correlation"]


@pytest.mark.parametrize(
    ("l", "learner", "oracle"),
    [(2, 0.791, 0.813), (3, 0.632, 0.701), (4, 0.468, 0.592), (5, 0.388, 0.532)],
)
def test_groups_of_any_rows_do_not_keep_their_promise(adult_staff, l, learner, oracle):
    found = measured_on(adult_staff, l, nearby=False)
    assert found.temper == 0.6
    assert found.control == pytest.approx(1 / l, abs=1e-3)
    assert found.learner.right == pytest.approx(learner, abs=0.01)
    assert found.oracle.right == pytest.approx(oracle, abs=0.01)
    assert found.without_groups == pytest.approx(0.32, abs=0.01)


def test_near_rows_in_larger_groups_nearly_keep_it(adult_staff):
    found = measured_on(adult_staff, 3)
    assert found.learner.right < 0.37
    assert found.oracle.right < 0.38
    assert found.half_known < 0.455
