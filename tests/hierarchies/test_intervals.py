# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError
from diversa.hierarchies import Intervals


def column(values, **options):
    return Dictionary.build("age", values, [1] * len(values), **options)


def labels(intervals, values, level=1, kind="number"):
    hierarchy = intervals.build(column(values, kind=kind))
    return [hierarchy.labels[level][code] for code in hierarchy.maps[level]]


def test_ages_of_the_l_diversity_paper():
    # Its Adult experiment: [1-5], [6-10], ..; [1-10], ..; [1-20], ..; *.
    kind = Intervals((5, 10, 20), origin=1)
    ages = [str(age) for age in range(1, 91)]
    hierarchy = kind.build(column(ages, kind="number"))
    assert hierarchy.height == 4
    for age in range(1, 91):
        for level, width in enumerate((5, 10, 20), 1):
            first = next(f for f in range(1, 100, width) if f <= age < f + width)
            label = hierarchy.labels[level][hierarchy.maps[level][age - 1]]
            assert label == f"{first}-{first + width - 1}"
    assert hierarchy.labels[4] == ("*",)


def test_boundary_values_are_in_the_interval_that_their_label_says():
    # anjana's generate_intervals puts 25, 30 and 35 one interval too low.
    halves = labels(Intervals((5,)), ["25", "29", "30", "35", "36.5"])
    assert halves == ["[25, 30)", "[25, 30)", "[30, 35)", "[35, 40)", "[35, 40)"]
    whole = labels(Intervals((5,), low=0, high=100), [25, 29, 30, 35])
    assert whole == ["25-29", "25-29", "30-34", "35-39"]


def test_values_beyond_the_bounds_are_counted_and_never_clamped():
    kind = Intervals((5,), low=0, high=100)
    with pytest.raises(HierarchyError, match=r"2 of 4 values \(2 rows\).*'-1'"):
        kind.build(column([-1, 5, 100, 101], kind="number"))


def test_the_largest_number_of_the_domain_is_in_the_last_interval():
    kind = Intervals((5, 10), low=0, high=100)
    assert labels(kind, [94, 95, 100]) == ["90-94", "95-100", "95-100"]
    shares = labels(kind, [94.5, 95, 100])
    assert shares == ["[90, 95)", "[95, 100]", "[95, 100]"]


def test_labels_end_at_the_declared_bounds():
    kind = Intervals((5,), origin=1, low=17, high=90)
    assert labels(kind, [17, 21, 90]) == ["17-20", "21-25", "86-90"]


def test_open_ends():
    kind = Intervals((5, 10), low=30, high=40, open_ends=True)
    ages = [21, 29, 30, 34, 35, 39, 40, 55]
    expected = ["<30", "<30", "30-34", "30-34", "35-39", "35-39", ">=40", ">=40"]
    assert labels(kind, ages) == expected
    expected = ["<30", "<30", *["30-39"] * 4, ">=40", ">=40"]
    assert labels(kind, ages, level=2) == expected


def test_an_open_end_inside_a_range_cuts_it():
    kind = Intervals((20,), low=30, open_ends=True)
    assert labels(kind, [20, 30, 39, 40]) == [
        "<30",
        "30-39",
        "30-39",
        "40-59",
    ]


def test_steps_of_a_tenth_are_exact():
    # In binary 0.3 / 0.1 is below 3 and 0.6 / 0.2 is below 3.
    texts = [f"0.{digit}" for digit in range(10)]
    tenths = labels(Intervals((0.1,)), texts)
    ends = [*texts[1:], "1"]
    starts = ["0", *texts[1:]]
    assert tenths == [f"[{a}, {b})" for a, b in zip(starts, ends, strict=True)]
    floats = labels(Intervals((0.2,)), [0.1 * 3, 0.6])
    assert floats == ["[0.2, 0.4)", "[0.6, 0.8)"]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param([-5, -1, 0], ["[-5, -1]", "[-5, -1]", "0-4"], id="below zero"),
        pytest.param(["-2.5", "0"], ["[-5, 0)", "[0, 5)"], id="decimals below zero"),
        pytest.param([3.0, 4.0], ["0-4", "0-4"], id="whole floats"),
        pytest.param(["007", "8"], ["5-9", "5-9"], id="leading zeros"),
        pytest.param([10**30], [f"{10**30}-{10**30 + 4}"], id="beyond 64 bits"),
        pytest.param(["1e3"], ["1000-1004"], id="exponent"),
    ],
)
def test_how_ranges_are_written(values, expected):
    assert labels(Intervals((5,)), values) == expected


def test_a_width_that_is_not_whole_names_the_whole_numbers_inside():
    kind = Intervals((2.5,))
    assert labels(kind, [0, 2, 3, 4, 5]) == [
        "0-2",
        "0-2",
        "3-4",
        "3-4",
        "5-7",
    ]
    assert labels(Intervals((1,)), [7, 8]) == ["7", "8"]


def test_cuts_with_bounds():
    kind = Intervals(cuts=((18, 65),), low=0, high=120)
    ages = [0, 17, 18, 64, 65, 120]
    expected = ["0-17", "0-17", "18-64", "18-64", "65-120", "65-120"]
    assert labels(kind, ages) == expected
    with pytest.raises(HierarchyError, match="1 of 2 values"):
        kind.build(column([5, 121], kind="number"))


def test_no_top():
    hierarchy = Intervals((5,), top=False).build(column([1, 99], kind="number"))
    assert hierarchy.labels[-1] == ("0-4", "95-99")


def test_a_missing_value_is_its_own_category_until_the_top():
    hierarchy = Intervals((5, 10)).build(column([1, 2, None], kind="number"))
    assert hierarchy.labels[1:] == (("0-4", None), ("0-9", None), ("*",))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param({}, "either widths or cuts", id="nothing"),
        pytest.param({"widths": (5,), "cuts": ((1,),)}, "either", id="both"),
        pytest.param({"widths": (5, 12)}, "got 12 after 5", id="not nested"),
        pytest.param({"widths": (10, 5)}, "multiple of the one before", id="falling"),
        pytest.param({"widths": (5, 5)}, "multiple of the one before", id="twice"),
        pytest.param({"widths": (0,)}, "positive", id="zero"),
        pytest.param({"widths": (float("nan"),)}, "finite", id="nan"),
        pytest.param({"widths": (5,), "open_ends": True}, "needs low", id="open"),
        pytest.param({"widths": (5,), "low": 9, "high": 1}, "below high", id="bounds"),
        pytest.param({"cuts": ((30, 40), (35,))}, "got 35", id="new cut"),
        pytest.param({"cuts": ((40, 30),)}, "ascend", id="unsorted cuts"),
        pytest.param({"cuts": ((),)}, "ascend", id="no cut"),
        pytest.param({"cuts": ((30,),), "origin": 1}, "no origin", id="origin"),
        pytest.param({"cuts": ((30,),), "low": 30}, "below every cut", id="low cut"),
    ],
)
def test_what_is_refused(options, message):
    with pytest.raises(HierarchyError, match=message):
        Intervals(**options)


def test_values_that_are_not_numbers_are_counted():
    with pytest.raises(HierarchyError, match=r"3 of 4 values.*not a number.*'inf'"):
        Intervals((5,)).build(column(["5", "old", "inf", "nan"]))


def test_a_sensitive_value_is_not_shown():
    secret = column(["5", "canary"], sensitive=True)
    with pytest.raises(HierarchyError, match="1 of 2 values") as raised:
        Intervals((5,)).build(secret)
    assert "canary" not in str(raised.value)
    assert raised.value.__cause__ is None
