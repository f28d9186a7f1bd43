# SPDX-License-Identifier: Apache-2.0
"""A saved public tree applied to later rows: the labels they get, and their audit."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import diversa
from diversa.errors import InputError, NoSolutionError
from diversa.hierarchies import Intervals
from diversa.hierarchies.taxonomy import Taxonomy
from examples import examples

PLACES = {"any": {"north": ["a", "b", "c"], "south": ["d", "e"]}}
"""A declared taxonomy: all of its leaves have a place, those that nobody has, too."""

LEAVES = {one: side for side, many in PLACES["any"].items() for one in many}

FEW_AGES, FEW_PLACES = st.integers(3, 30), st.sampled_from("abd")
"""What the first tables have: less than what is declared."""

RULES = {"age": Intervals((5,), low=0, high=40), "place": Taxonomy(tree=PLACES)}


def frames(least, ages=FEW_AGES, places=FEW_PLACES):
    rows = st.lists(st.tuples(ages, places), min_size=least, max_size=60)
    return rows.map(lambda many: pd.DataFrame(many, columns=["age", "place"]))


def publish(frame, folder, k=2):
    file = Path(folder) / "recoding.json"
    try:
        release = diversa.anonymize(
            frame,
            quasi_identifiers=["age", "place"],
            models=f"k-anonymity:{k}",
            method="mondrian",
            hierarchies=RULES,
            recoding=file,
            epsilon=50,
        )
    except NoSolutionError:
        assume(False)
    return release, file


def covers_age(label, age):
    """True if a label of ages has an age, read by hand."""
    text = str(label)
    if text == "*":
        return True
    if text.startswith("["):
        low, high = text.strip("[]").split("-")
        return int(low) <= age <= int(high)
    return int(text) == age


def covers_place(label, place):
    """True if a label of places has a place, read by hand."""
    text = str(label)
    if text.startswith("not {"):
        return not any(covers_place(one, place) for one in text[5:-1].split(", "))
    if text.startswith("{"):
        return any(covers_place(one, place) for one in text[1:-1].split(", "))
    return text in ("*", "any", place, LEAVES[place])


def boxes_of(release):
    return set(map(tuple, release.frame.astype(str).itertuples(index=False)))


@examples(25)
@given(
    first=frames(10),
    later=frames(2, st.integers(0, 40), st.sampled_from("abcde")),
)
def test_every_declared_value_falls_into_one_region(first, later):
    """Also values that nobody had: by hand exactly one box of the first has them."""
    with tempfile.TemporaryDirectory() as folder:
        release, file = publish(first, folder)
        boxes = boxes_of(release)
        expected = []
        for age, place in later.itertuples(index=False):
            fits = [b for b in boxes if covers_age(b[0], age)]
            fits = [b for b in fits if covers_place(b[1], place)]
            assert len(fits) == 1
            expected += fits
        counts = Counter(expected)
        kept = Counter({box: rows for box, rows in counts.items() if rows >= 2})
        try:
            made = diversa.apply(later, file, suppression=1)
        except NoSolutionError:
            assert not kept
            return
    found = Counter(map(tuple, made.frame.astype(str).itertuples(index=False)))
    assert found == kept


@examples(15)
@given(
    first=frames(12),
    later=frames(8, st.integers(0, 40), st.sampled_from("abcde")),
    seed=st.integers(0, 1000),
)
def test_all_rows_of_a_later_group_may_be_any_point_of_its_region(first, later, seed):
    """The theorem of safe labels for later rows: another world, the same release."""
    random = np.random.default_rng(seed)
    later = pd.concat([later, later], ignore_index=True)  # nobody is alone in a group
    with tempfile.TemporaryDirectory() as folder:
        _, file = publish(first, folder)
        try:
            made = diversa.apply(later, file, suppression=1, keep_order=True)
        except NoSolutionError:
            assume(False)
        assume(len(made.frame) == len(later))  # so that rows stand beside their labels
        groups = made.frame.astype(str).groupby(["age", "place"]).indices
        box = sorted(groups)[random.integers(len(groups))]
        ages = [age for age in range(41) if covers_age(box[0], age)]
        places = [place for place in "abcde" if covers_place(box[1], place)]
        world = later.copy()
        world.loc[groups[box], "age"] = int(random.choice(ages))
        world.loc[groups[box], "place"] = str(random.choice(places))
        again = diversa.apply(world, file, suppression=1, keep_order=True)
    pd.testing.assert_frame_equal(again.frame, made.frame)


@examples(10)
@given(first=frames(12), later=frames(8, st.integers(0, 40), st.sampled_from("abcde")))
def test_the_audit_of_later_rows_holds_and_finds_what_is_changed(first, later):
    with tempfile.TemporaryDirectory() as folder:
        _, file = publish(first, folder)
        out = Path(folder) / "later"
        try:
            diversa.apply(
                later, file, suppression=1, out=out, evidence=False, ledger=False
            )
        except NoSolutionError:
            return
        assert diversa.audit_release(out).holds
        manifest = json.loads((out / "manifest.json").read_text())
        rule = manifest["safe_labels"]
        assert rule["earlier"]
        assert rule["structure_only"]
        assert manifest["labels"] == "safe"


@examples(8)
@given(first=frames(10), age=st.sampled_from([-1, 41, 17.5]))
def test_values_outside_of_the_domain_are_unseen(first, age):
    with tempfile.TemporaryDirectory() as folder:
        release, file = publish(first, folder)
        assume(all(label != "*" for label in release.frame["age"]))
        strange = pd.DataFrame({"age": [age, 20, 20], "place": ["a", "a", "a"]})
        with pytest.raises(InputError, match="others") as caught:
            diversa.apply(strange, file)
    assert str(age) not in str(caught.value)
