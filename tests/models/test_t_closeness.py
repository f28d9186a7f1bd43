# SPDX-License-Identifier: Apache-2.0
"""t-closeness: spec §6.1, §6.3 and the edge cases of §14."""

from __future__ import annotations

import datetime as dt
import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from diversa.counts.groups import Groups
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.data.missing import MissingPolicy
from diversa.errors import ModelError
from diversa.hierarchies import Taxonomy
from diversa.models import TCloseness, parse

SALARIES = dict.fromkeys(range(3, 12), 1)
"""Nine salaries from 3k to 11k."""

TREE = {
    "any": {
        "lungs": {
            "infection": ["flu", "pneumonia", "bronchitis"],
            "vascular": ["edema", "embolism"],
        },
        "stomach": {
            "disease": ["ulcer", "gastritis", "cancer"],
            "colon": ["colitis", "colon cancer"],
        },
    }
}
ROWS = [
    *("ulcer", "gastritis", "cancer", "gastritis", "flu"),
    *("bronchitis", "bronchitis", "pneumonia", "cancer"),
]


def work(groups, **words):
    """The distance of every group, as a fraction."""
    numbers = TCloseness(1, **words).measure(groups)
    return [numbers.exact(place) for place in range(len(numbers))]


def salaries(*groups):
    named = [dict.fromkeys(one, 1) for one in groups]
    return Groups.from_counts(named, on="salary", table=SALARIES)


@pytest.mark.parametrize(
    ("group", "distance"),
    [
        ((3, 4, 5), "3/8"),
        ((6, 8, 11), "1/6"),
        ((3, 5, 9), "1/6"),
        ((4, 7, 10), "1/12"),
        ((7, 9, 10), "17/72"),
        ((3, 11), "2/9"),
        ((7,), "5/18"),
        ((3,), "1/2"),
        (range(3, 12), "0"),
    ],
)
def test_ordered_distance_of_nine_salaries(group, distance):
    assert work(salaries(group), distance="ordered") == [Fraction(distance)]
    assert work(salaries(group), distance="numeric") == [Fraction(distance)]


def test_equal_distance_is_blind_to_order():
    groups = salaries((3, 4, 5), (6, 8, 11), (3, 7, 11))
    assert work(groups) == [Fraction(2, 3)] * 3


def diseases(*groups):
    named = [{} for _ in groups]
    for counts, rows in zip(named, groups, strict=True):
        for row in rows:
            counts[ROWS[row - 1]] = counts.get(ROWS[row - 1], 0) + 1
    table = {ill: ROWS.count(ill) for ill in ROWS}
    tree = Taxonomy(tree=TREE)
    return Groups.from_counts(named, on="ill", table=table, taxonomy=tree)


@pytest.mark.parametrize(
    ("rows", "hierarchical", "equal"),
    [
        ((1, 2, 3), "4/9", "4/9"),
        ((4, 5, 6), "8/27", "4/9"),
        ((7, 8, 9), "8/27", None),
        ((1, 3, 8), "7/27", None),
        ((2, 7, 9), "5/27", None),
    ],
)
def test_hierarchical_distance_of_nine_diseases(rows, hierarchical, equal):
    groups = diseases(rows)
    assert work(groups, distance="hierarchical") == [Fraction(hierarchical)]
    if equal:
        assert work(groups) == [Fraction(equal)]


def test_the_release_that_is_usually_quoted_is_8_27_close():
    groups = diseases((1, 3, 8), (4, 5, 6), (2, 7, 9))
    exact = TCloseness("8/27", distance="hierarchical")
    assert exact.holds(groups).all()
    assert not TCloseness("0.296", distance="hierarchical").holds(groups).all()


def test_numeric_distance_has_the_true_gaps():
    groups = Groups.from_counts([{0: 1}, {10: 1}, {1: 1, 0: 1}], on="pay")
    # q: 0 has a half, 1 and 10 a quarter each.
    assert work(groups, distance="numeric") == [
        Fraction(1, 10) * Fraction(1, 2) + Fraction(9, 10) * Fraction(1, 4),
        Fraction(1, 10) * Fraction(1, 2) + Fraction(9, 10) * Fraction(3, 4),
        Fraction(9, 10) * Fraction(1, 4),
    ]
    assert work(groups, distance="ordered")[0] == Fraction(3, 8)


@pytest.mark.parametrize(
    ("values", "distance"),
    [(("0.1", "0.2", "0.4"), "numeric"), ((0.1, 0.2, 0.4), "numeric")],
)
def test_decimals_are_exact(values, distance):
    low, middle, high = values
    groups = Groups.from_counts([{low: 1}, {middle: 1}, {high: 1}], on="pay")
    # Gaps of 1 and 2 thirds of the range.
    assert work(groups, distance=distance) == [
        Fraction(1, 3) * Fraction(2, 3) + Fraction(2, 3) * Fraction(1, 3),
        Fraction(1, 3) * Fraction(1, 3) + Fraction(2, 3) * Fraction(1, 3),
        Fraction(1, 3) * Fraction(1, 3) + Fraction(2, 3) * Fraction(2, 3),
    ]


def test_numbers_as_text_stand_in_the_order_of_numbers():
    text = [{"9": 1}, {"10": 1}, {"100": 2}]
    number = [{9: 1}, {10: 1}, {100: 2}]
    for distance in ("ordered", "numeric"):
        assert work(Groups.from_counts(text, on="pay"), distance=distance) == work(
            Groups.from_counts(number, on="pay"), distance=distance
        )


def test_one_value_gives_zero():
    groups = Groups.from_counts([{5: 2}, {5: 1}], on="pay")
    for distance in ("equal", "ordered", "numeric", "smoothed-js"):
        model = TCloseness(0, distance=distance)
        assert model.attained(groups) == 0
        assert model.holds(groups).all()


@pytest.mark.parametrize("distance", ["equal", "ordered", "numeric", "smoothed-js"])
def test_no_group_is_vacuously_true(distance):
    for table in ({}, {1: 2, 2: 1}):
        groups = Groups.from_counts([], on="pay", table=table)
        assert TCloseness(0, distance=distance).holds(groups).tolist() == []
        assert TCloseness(0, distance=distance).attained(groups) == math.inf


def test_a_value_that_the_table_does_not_have_changes_nothing():
    counts = [{1: 1, 2: 1}, {2: 1, 9: 1}]
    plain = Groups.from_counts(counts, on="pay")
    unused = {0: 0, 1: 1, 2: 2, 5: 0, 9: 1, 99: 0}
    padded = Groups.from_counts(counts, on="pay", table=unused)
    for distance in ("equal", "ordered", "numeric"):
        assert work(padded, distance=distance) == work(plain, distance=distance)
    js = TCloseness(1, distance="smoothed-js", bandwidth="0.6")
    assert js.measure(padded).floats.tolist() == js.measure(plain).floats.tolist()


def test_a_declared_order_may_name_values_without_rows():
    groups = Groups.from_counts([{"low": 1}, {"high": 1}], on="risk")
    three = ("low", "middle", "high")
    assert work(groups, distance="ordered", order=three) == [Fraction(1, 2)] * 2
    four = ("low", "high", "very high", "worst")
    assert work(groups, distance="ordered", order=four) == [Fraction(1, 6)] * 2


def test_suppressed_rows_stay_in_the_reference():
    groups = Groups.from_counts([{"a": 1, "b": 1}], on="s", table={"a": 1, "b": 3})
    assert work(groups) == [Fraction(1, 4)]


@pytest.mark.parametrize(
    ("ours", "theirs", "nats"),
    [((1, 99), (11, 89), 0.025709), ((40, 60), (50, 50), 0.005059)],
)
def test_jensen_shannon_sees_the_scale_of_a_share(ours, theirs, nats):
    named = [dict(zip("ab", ours, strict=True))]
    table = dict(zip("ab", theirs, strict=True))
    groups = Groups.from_counts(named, on="s", table=table)
    model = TCloseness(1, distance="smoothed-js", ground="equal")
    assert model.attained(groups) == pytest.approx(nats, abs=5e-7)


@pytest.mark.parametrize(
    ("bandwidth", "first", "second"),
    [("0.1", 0.3183, 0.3183), ("0.5", 0.1678, 0.0226)],
)
def test_smoothing_sees_the_order(bandwidth, first, second):
    model = TCloseness(1, distance="smoothed-js", bandwidth=bandwidth)
    found = model.measure(salaries((3, 4, 5), (6, 8, 11))).floats
    assert found == pytest.approx([first, second], abs=5e-5)


def test_smoothed_js_of_equal_shares_is_zero():
    groups = Groups.from_counts(
        [{3: n, 5: 2 * n, 9: 3 * n} for n in range(1, 200)], on="s"
    )
    assert TCloseness(0, distance="smoothed-js").holds(groups).all()


def test_smoothed_js_in_blocks(monkeypatch):
    groups = salaries((3, 4, 5), (6, 8, 11), (7,), range(3, 12))
    model = TCloseness(1, distance="smoothed-js", bandwidth="0.3")
    whole = model.measure(groups).floats
    monkeypatch.setattr("diversa.models.jensen_shannon.BLOCK", 20)
    parts = model.measure(groups).floats
    assert parts == pytest.approx(whole, abs=1e-12)


@pytest.mark.parametrize("distance", ["equal", "ordered", "numeric", "hierarchical"])
def test_huge_tables_are_exact(distance):
    """Products of counts outgrow 64 bits; so may the numbers themselves."""
    big = 10**11
    named = [{"1": big, "2": 1}, {"1": 1, "5": big}, {"2": 1}]
    table = {"1": 3 * big, "2": 2, "5": big}
    tree = Taxonomy(tree={"*": {"low": ["1", "2"], "5": {}}})
    groups = Groups.from_counts(named, on="s", table=table, taxonomy=tree)
    total = 4 * big + 2
    p = [(Fraction(one.get(v, 0), sum(one.values()))) for one in named for v in table]
    q = [Fraction(count, total) for count in table.values()]
    expected = []
    for place in range(3):
        a, b, c = (x - y for x, y in zip(p[3 * place : 3 * place + 3], q, strict=True))
        expected.append(
            {
                "equal": (abs(a) + abs(b) + abs(c)) / 2,
                "ordered": (abs(a) + abs(a + b)) / 2,
                "numeric": (abs(a) + 3 * abs(a + b)) / 4,
                "hierarchical": (
                    (abs(a) + abs(b) + abs(c)) / 2 + (abs(a + b) + abs(c)) / 2
                )
                / 2,
            }[distance]
        )
    assert work(groups, distance=distance) == expected
    for exact in expected:
        holds = TCloseness(exact, distance=distance).holds(groups)
        assert holds.tolist() == [one <= exact for one in expected]


def test_numbers_of_many_digits():
    named = [{"1e-30": 1}, {"1e30": 1}, {"0": 1}]
    groups = Groups.from_counts(named, on="s")
    assert work(groups, distance="numeric")[1] == (
        Fraction(2, 3) * (1 - Fraction(1, 10**60)) + Fraction(1, 3) / 10**60
    )


def attribute(values, *, kind="text", missing="raise", tree=None):
    counts = [1] * len(values)
    dictionary = Dictionary.build("s", values, counts, kind=kind)
    built = None if tree is None else Taxonomy(tree=tree).build(dictionary)
    return Sensitive(dictionary, MissingPolicy(missing), built)


@pytest.mark.parametrize(
    ("spec", "given", "message"),
    [
        ("distance=ordered", attribute("ab"), "must hold numbers or dates to be in"),
        ("distance=numeric", attribute("ab"), "must hold numbers, got others"),
        ("distance=hierarchical", attribute("ab"), "must have a taxonomy, got none"),
        ("distance=smoothed-js", attribute("ab"), "must hold numbers or dates"),
        (
            "distance=smoothed-js,ground=hierarchical",
            attribute("ab"),
            "must have a taxonomy",
        ),
        (
            "distance=ordered,order=a|c",
            attribute("ab"),
            "order must name every value of 's', got 1 that it does not name",
        ),
        (
            "distance=ordered",
            attribute([1, 2, None], kind="number", missing="own"),
            "must have no missing value to be in order, got 1 rows",
        ),
        (
            "distance=equal",
            attribute([1, None], missing="worst"),
            "must have one of the policies drop, own, raise, got 'worst'",
        ),
    ],
)
def test_what_cannot_be_measured_is_refused(spec, given, message):
    with pytest.raises(ModelError, match=message):
        parse(f"t-closeness:0.2,{spec},on=s").check([given])


@pytest.mark.parametrize(
    ("spec", "given"),
    [
        ("distance=equal", attribute(["a", None], missing="own")),
        ("distance=equal", attribute("ab", missing="worst")),
        ("distance=ordered", attribute(["10", "9"])),
        ("distance=ordered", attribute([dt.date(2024, 1, 2)], kind="date")),
        ("distance=ordered,order=b|a|c", attribute("ab")),
        ("distance=hierarchical", attribute("ab", tree={"*": ["a", "b"]})),
        ("distance=smoothed-js,ground=equal", attribute("ab")),
    ],
)
def test_what_can_be_measured(spec, given):
    parse(f"t-closeness:0.2,{spec},on=s").check([given])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"t": 1.1}, "t must be at most 1"),
        ({"t": -1}, "t must be at least 0"),
        ({"t": 0.1, "distance": "ordred"}, "did you mean 'ordered'"),
        ({"t": 0.1, "order": ["a"]}, "order must be left out for the distance equal"),
        ({"t": 0.1, "bandwidth": 0}, "bandwidth must be above 0"),
        ({"t": 0.1, "ground": "smoothed-js"}, "ground must be a known word"),
    ],
)
def test_parameters_that_are_refused(words, message):
    with pytest.raises(ModelError, match=message):
        TCloseness(**words)


@pytest.mark.parametrize(
    "spec",
    [
        "t-closeness:0.2,on=s",
        "t-closeness:1/6,on=s,distance=ordered",
        "t-closeness:0.2,distance=ordered,order=low|high",
        "t-closeness:0.1,on=s,distance=smoothed-js,ground=numeric,bandwidth=0.3",
    ],
)
def test_spec_strings(spec):
    assert parse(spec).spec == spec


def test_the_level_in_words():
    assert TCloseness(1).describe(1 / 6) == "t = 0.167"
    assert TCloseness(1, distance="ordered").describe(0.375) == "ordered t = 0.375"


def test_missing_values_are_one_more_value():
    groups = Groups.from_counts([{"a": 1}, {None: 1}], on="s", missing="own")
    assert work(groups) == [Fraction(1, 2)] * 2


def test_the_distance_is_made_once():
    groups = salaries((3, 4, 5))
    model = TCloseness(1, distance="ordered")
    (known,) = groups.sensitive
    assert model.between(known) is model.between(known)
    assert replace(model, distance="equal").between(known) is not model.between(known)
    assert np.array_equal(model.between(known).positions, np.arange(9))
