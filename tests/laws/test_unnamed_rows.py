# SPDX-License-Identifier: Apache-2.0
"""Rows that do not say whose they are: what holds then holds whoever has them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import diversa
from diversa.errors import DiversaError, InputError, ModelError, PlanError
from diversa.models.verdict import Verdict
from examples import examples
from memory_engine import MemoryEngine
from people_by_hand import people_l

PEOPLE = st.lists(
    st.tuples(
        st.sampled_from("1234"),
        st.lists(st.sampled_from("hfx"), min_size=1, max_size=3),
    ),
    min_size=1,
    max_size=5,
)
"""People: the zip code of each, and the values of the rows of each."""

UNNAMED = st.lists(
    st.tuples(st.sampled_from("1234"), st.sampled_from("hfx")), min_size=1, max_size=3
)
"""Rows that do not say whose they are."""

ROLES = {"quasi_identifiers": "zip", "sensitive": "ill", "person": "who"}
ZIPS = [[zip_code, pair, "*"] for zip_code, pair in zip("1234", "AABB", strict=True)]


def frame_of(people, unnamed):
    rows = [
        (f"p{number}", zip_code, value)
        for number, (zip_code, values) in enumerate(people)
        for value in values
    ]
    rows += [(None, zip_code, value) for zip_code, value in unnamed]
    return pd.DataFrame(rows, columns=["who", "zip", "ill"])


def groups_of(frame, level=0):
    """For each group the people of its values, and the values of unnamed rows."""
    label = {row[0]: row[level] for row in ZIPS}
    groups = {}
    for who, zip_code, ill in frame.itertuples(index=False):
        named, others = groups.setdefault(label[zip_code], ([], []))
        if pd.isna(who):
            others.append(ill)
        else:
            named.append((who, ill))
    return list(groups.values())


def at_worst(named, others):
    """P, and the most people who may have each value, as the definition says."""
    people = max(1, len({who for who, _ in named}))
    values = {ill for _, ill in named} | set(others)
    having = {
        ill: len({who for who, own in named if own == ill}) + others.count(ill)
        for ill in values
    }
    return people, sorted((min(people, one) for one in having.values()), reverse=True)


def levels_by_hand(groups):
    found = [at_worst(*group) for group in groups]
    k = min(people for people, _ in found)
    frequency = min(Fraction(people, having[0]) for people, having in found)
    distinct = min(
        max(l for l in range(1, people + 1) if sum(having[: l - 1]) < people)
        for people, having in found
    )
    return k, frequency, distinct


@given(PEOPLE, UNNAMED)
@examples(100)
def test_levels_are_those_of_the_definition(people, unnamed):
    frame = frame_of(people, unnamed)
    k, frequency, distinct = levels_by_hand(groups_of(frame))
    found = diversa.audit(frame, missing_person="worst", **ROLES).levels
    with MemoryEngine() as engine:
        same = diversa.audit(frame, missing_person="worst", engine=engine, **ROLES)
    assert found == same.levels
    assert found["k-anonymity"] == k
    assert found["frequency-l-diversity"] == pytest.approx(float(frequency))
    assert found["distinct-l-diversity"] == distinct
    assert "t-closeness" not in found


@given(PEOPLE, UNNAMED)
@examples(60)
def test_no_way_to_name_the_rows_is_worse(people, unnamed):
    """Each such row may be of anybody of its group, or of somebody else."""
    frame = frame_of(people, unnamed)
    k, frequency, _ = levels_by_hand(groups_of(frame))
    for named, others in groups_of(frame):
        known = sorted({who for who, _ in named})
        anybody = [*known, "somebody else"]
        for owners in product(anybody, repeat=len(others)):
            whole = [*named, *zip(owners, others, strict=True)]
            assert len({who for who, _ in whole}) >= k
            assert people_l(tuple(whole)) >= frequency


@given(PEOPLE, UNNAMED, st.integers(1, 3), st.sampled_from([1, Fraction(3, 2), 2]))
@examples(60)
def test_the_best_level_is_published_where_one_holds(people, unnamed, k, l):
    frame = frame_of(people, unnamed)
    assume(len(frame) > 1)
    words = {"hierarchies": {"zip": ZIPS}, "missing_person": "worst", **ROLES}
    words["models"] = [f"k-anonymity:{k}", f"frequency-l-diversity:{l}"]
    levels = [levels_by_hand(groups_of(frame, level)) for level in range(3)]
    holds = [level for level in range(3) if levels[level] >= (k, 0)]
    holds = [level for level in holds if levels[level][1] >= l]
    if not holds:
        with pytest.raises(DiversaError):
            diversa.anonymize(frame, **words)
        return
    release = diversa.anonymize(frame, **words)
    assert release.levels == {"zip": holds[0]}
    assert release.audit.verdict is Verdict.HOLDS
    assert release.record.people.people_out == len(people)


def visits():
    people = [("12"[n % 2], ["h", "f"] if n % 3 else ["x"]) for n in range(12)]
    return frame_of(people, [("1", "h"), ("2", "x")])


def test_the_original_decides_such_a_release(tmp_path):
    words = {"hierarchies": {"zip": ZIPS}, "missing_person": "worst", **ROLES}
    release = diversa.anonymize(
        visits(), out=tmp_path / "out", models="k-anonymity:3", **words
    )
    assert release.record.people.missing_person == "worst"
    found = diversa.audit_release(tmp_path / "out", reference=visits())
    assert (found.verdict, found.problems) == (Verdict.HOLDS, ())
    assert found.audit.levels == release.audit.levels


@pytest.mark.parametrize(
    ("error", "changes", "message"),
    [
        (ModelError, {"models": "t-closeness:0.5"}, "is not defined where rows do not"),
        (ModelError, {"models": "beta-likeness:1"}, "is not defined where rows do not"),
        (
            PlanError,
            {"method": "mondrian", "labels": "tight"},
            "must be full-domain with missing_person",
        ),
        (PlanError, {"suppress_by": "star"}, "must be raise or own with privacy.supp"),
        (PlanError, {"algorithm": "incognito"}, "must be exhaustive with missing_pers"),
    ],
)
def test_what_is_not_defined_is_refused(error, changes, message):
    words = {"models": "k-anonymity:2", "missing_person": "worst", **ROLES, **changes}
    with pytest.raises(error, match=message):
        diversa.anonymize(visits(), suppression=0.5, **words)


def test_people_in_several_groups_are_refused():
    frame = visits().assign(ward=lambda table: table.index % 2)
    with pytest.raises(PlanError, match="must be raise or own where a person is in"):
        diversa.audit(
            frame, missing_person="worst", **{**ROLES, "quasi_identifiers": "ward"}
        )


@pytest.mark.parametrize("function", [diversa.attack, diversa.risk])
def test_only_models_are_decided(function):
    words = {"quasi_identifiers": "zip", "person": "who", "missing_person": "worst"}
    with pytest.raises(InputError, match="which only models decide"):
        function(visits(), **words)


def test_without_such_rows_it_is_an_audit_like_any_other():
    frame = visits().dropna(subset="who")
    found = diversa.audit(frame, missing_person="worst", **ROLES)
    assert found.levels == diversa.audit(frame, **ROLES).levels
