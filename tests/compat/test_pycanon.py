# SPDX-License-Identifier: Apache-2.0
"""pycanon's names with right values; `peers/test_pycanon_differential` compares."""

from __future__ import annotations

import datetime as dt
import inspect
import math

import numpy as np
import pytest

from diversa.compat import pycanon as compat
from diversa.errors import InputError, MissingValueError, RoleError

pandas = pytest.importorskip("pandas")

FIGURE_2 = ("hhvv", "chvv", "cccc")
FIGURE_3 = ("hvcc", "chvv", "hvcc")
CLOSENESS_TABLE_2 = ("hhh", "fhc", "hcc")


def table(*groups):
    rows = [(place, value) for place, group in enumerate(groups) for value in group]
    return pandas.DataFrame(rows, columns=["zip", "ill"])


def level(name, *groups):
    return getattr(compat, name)(table(*groups), ["zip"], ["ill"])


@pytest.mark.parametrize(
    ("name", "figure_2", "figure_3", "table_2"),
    [
        ("alpha_k_anonymity", (1, 4), (0.5, 4), (1, 3)),
        ("l_diversity", 1, 3, 1),
        ("entropy_l_diversity", 1, 2**1.5, 1),
        ("basic_beta_likeness", 7 / 5, 1 / 2, 2),
        ("enhanced_beta_likeness", math.inf, 1 / 2, math.inf),
        ("t_closeness", 7 / 12, 1 / 6, 4 / 9),
        ("delta_disclosure", math.inf, math.log(5 / 3), math.inf),
    ],
)
def test_tables_of_the_papers(name, figure_2, figure_3, table_2):
    assert level(name, *FIGURE_2) == pytest.approx(figure_2)
    assert level(name, *FIGURE_3) == pytest.approx(figure_3)
    assert level(name, *CLOSENESS_TABLE_2) == pytest.approx(table_2)


def test_recursive_diversity():
    assert level("recursive_c_l_diversity", *FIGURE_3) == (3, 3)
    assert level("recursive_c_l_diversity", "aaab", "aab") == (4, 2)
    c, l = level("recursive_c_l_diversity", *FIGURE_2)
    assert (math.isnan(c), l) == (True, 1)


def test_numbers_are_ordered_and_text_is_not():
    data = pandas.DataFrame({"zip": [1, 1, 1, 2, 2, 2], "pay": [3, 4, 5, 6, 8, 11]})
    numbers = compat.t_closeness(data, ["zip"], ["pay"])
    assert numbers == pytest.approx(1.5 / 5)
    text = data.assign(pay=data["pay"].astype(str))
    assert compat.t_closeness(text, ["zip"], ["pay"]) == 0.5
    dates = data.assign(pay=[dt.date(2024, 1, day) for day in data["pay"]])
    assert compat.t_closeness(dates, ["zip"], ["pay"]) == 0.5


def test_other_sensitive_attributes_as_quasi_identifiers():
    data = pandas.DataFrame(
        {"zip": [1] * 4, "s": list("aabc"), "v": ["x", "y", "z", "z"]}
    )
    assert compat.l_diversity(data, ["zip"], ["s", "v"]) == 3
    assert compat.l_diversity(data, ["zip"], ["s", "v"], gen=False) == 1
    assert compat.alpha_k_anonymity(data, ["zip"], ["s", "v"], gen=False) == (1, 4)
    c, l = compat.recursive_c_l_diversity(data, ["zip"], ["s", "v"], gen=False)
    assert (math.isnan(c), l) == (True, 1)
    assert compat.t_closeness(data, ["zip"], ["s", "v"], gen=False) == 0.5


def test_nothing_is_printed(capsys):
    level("recursive_c_l_diversity", "aa")
    compat.recursive_c_l_diversity(table("aa"), ["zip"], ["ill"], imp=True)
    assert capsys.readouterr() == ("", "")


def test_names_may_be_an_array():
    assert compat.k_anonymity(table("ab", "c"), np.array(["zip"])) == 1
    assert compat.k_anonymity(table("ab", "c"), []) == 3


def test_plain_types():
    assert type(level("l_diversity", "ab")) is int
    assert type(level("entropy_l_diversity", "ab")) is float
    assert type(compat.k_anonymity(table("ab"), ["zip"])) is int


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda t: compat.k_anonymity(t, ["zp"]), RoleError, "did you mean 'zip'"),
        (lambda t: compat.k_anonymity(t, "zip"), InputError, "must be a list of col"),
        (lambda t: compat.l_diversity(t, ["zip"], []), InputError, "at least one col"),
        (lambda t: compat.k_anonymity(t[:0], ["zip"]), InputError, "must have rows"),
        (
            lambda t: compat.l_diversity(t.replace("b", None), ["zip"], ["ill"]),
            MissingValueError,
            "got 1 of 3 rows without one",
        ),
    ],
)
def test_what_is_refused(call, error, message):
    with pytest.raises(error, match=message):
        call(table("ab", "c"))
    assert issubclass(error, ValueError)  # as users of pycanon expect


def test_signatures_are_those_of_pycanon():
    theirs = pytest.importorskip("pycanon.anonymity")
    assert sorted(theirs.__all__) == sorted(compat.__all__)
    for name in compat.__all__:
        ours = inspect.signature(getattr(compat, name)).parameters
        others = inspect.signature(getattr(theirs, name)).parameters
        assert list(ours) == list(others)
        for one, other in zip(ours.values(), others.values(), strict=True):
            assert (one.default, one.kind) == (other.default, other.kind)
