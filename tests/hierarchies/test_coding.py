# SPDX-License-Identifier: Apache-2.0
"""Top and bottom coding: no published value tells more than the ends allow."""

from __future__ import annotations

from fractions import Fraction

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.cli.plans import plan_from
from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError, PlanError
from diversa.hierarchies import Coding, Intervals, Masking, Rounding
from diversa.plan.file import plan_from_toml, plan_to_toml
from diversa.plan.keywords import make_plan


def ages(values: list[int]) -> Dictionary:
    return Dictionary.build("age", values, [1] * len(values), kind="number")


@given(
    values=st.lists(st.integers(0, 120), min_size=1, max_size=25, unique=True),
    ends=st.tuples(st.integers(1, 60), st.integers(61, 119)),
    then=st.sampled_from([None, Intervals((5, 10, 20)), Rounding((5, 15))]),
)
def test_ends_are_one_category_on_every_level(values, ends, then):
    bottom, top = ends
    made = Coding(bottom=bottom, top=top, then=then).build(ages(sorted(values)))
    for level in range(made.height + 1):
        shown = {
            value: made.labels[level][code]
            for value, code in zip(sorted(values), made.maps[level], strict=True)
        }
        for value, label in shown.items():
            if label == "*":
                continue
            assert (label == f"<{bottom}") == (value < bottom)
            assert (label == f">={top}") == (value >= top)
            if level == 0 and bottom <= value < top:
                assert label == value


def test_missing_is_no_end():
    known = Dictionary.build("age", [20, 95, None], [1, 1, 1], kind="number")
    assert Coding(top=90).build(known).labels[0] == (20, ">=90", None)


def people() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "age": [17, 18, 30, 31, 32, 33, 50, 51, 91, 92, 95, 99],
            "sex": ["f", "m"] * 6,
            "ill": ["a", "b", "c"] * 4,
        }
    )


@pytest.mark.parametrize("method", ["full-domain", "mondrian", "local-recoding"])
@pytest.mark.parametrize("k", [1, 2, 3])
def test_no_method_publishes_an_end(method, k):
    release = diversa.anonymize(
        people(),
        quasi_identifiers=["age", "sex"],
        sensitive="ill",
        models=f"k-anonymity:{k}",
        hierarchies={"age": Coding(bottom=18, top=90, then=Intervals((10, 20)))},
        method=method,
        **({"labels": "tight"} if method == "local-recoding" else {}),
    )
    text = " ".join(release.frame.age.astype(str))
    assert not any(one in text for one in ("17", "91", "92", "95", "99"))
    assert release.audit.holds
    if k == 1 and method == "full-domain":
        assert set(release.frame.age.astype(str)) >= {"<18", ">=90", "30"}


def test_loss_of_an_end_counts_its_values():
    made = Coding(top=90).build(ages([20, 91, 92, 95]))
    assert made.leaves(0).tolist() == [1, 3]


def test_a_plan_holds_it():
    text = """
[roles]
quasi_identifiers = ["age"]
[hierarchies]
age = { kind = "coding", top = 90, then = { kind = "intervals", widths = [5, 10] } }
[privacy]
models = ["k-anonymity:2"]
"""
    plan = plan_from_toml(text)
    assert plan.hierarchies["age"] == Coding(top=90, then=Intervals((5, 10)))
    assert plan_from_toml(plan_to_toml(plan)).hierarchies == plan.hierarchies


def test_a_plan_says_what_is_wrong_inside():
    text = '[hierarchies]\nage = { kind = "coding", top = 9, then = { kind = "x" } }'
    with pytest.raises(PlanError, match=r"hierarchies\.age\.then.*known kind"):
        plan_from_toml(text)


def test_the_command_line_codes_ends_of_a_declared_hierarchy():
    given = {
        "hierarchies": ("age=5,10",),
        "bottom_code": ("age=18",),
        "top_code": ("age=90", "pay=1000.5"),
    }
    found = plan_from(None, given).hierarchies
    assert found["age"] == Coding(18, 90, Intervals((5, 10)))
    assert found["pay"] == Coding(top=Fraction("1000.5"))


@pytest.mark.parametrize("text", ["age", "age=", "=90", "age=old", "age=1,2"])
def test_the_command_line_refuses_what_is_no_end(text):
    with pytest.raises(PlanError, match="top-code: must be written column=number"):
        plan_from(None, {"top_code": (text,)})


def test_ends_must_be_ends():
    with pytest.raises(HierarchyError, match="bottom, top or both"):
        Coding()
    with pytest.raises(HierarchyError, match="bottom must be below top"):
        Coding(bottom=5, top=5)


def test_only_numbers_have_ends():
    names = Dictionary.build("name", ["x", "y"], [1, 1])
    with pytest.raises(HierarchyError, match="number"):
        Coding(top=5, then=Masking(length=1)).build(names)


def test_words_take_it():
    plan = make_plan(hierarchies={"age": {"kind": "coding", "top": 90}})
    assert plan.hierarchies["age"] == Coding(top=90)
