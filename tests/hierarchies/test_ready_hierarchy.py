# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import re
from itertools import pairwise

import pytest

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError, PlanError
from diversa.hierarchies import Ready, hierarchy_from
from diversa.hierarchies.ready_hierarchy import (
    CODES,
    FOLDER,
    Names,
    Ranges,
    ready_names,
    ready_tree,
    recognize,
    simplify,
)


def column(name, *values):
    return Dictionary.build(name, values, [5] * len(values))


def labels_of(kind, *values):
    hierarchy = kind.build(column("c", *values))
    return {
        value: [
            hierarchy.labels[level][hierarchy.maps[level][code]]
            for level in range(1, hierarchy.height + 1)
        ]
        for code, value in enumerate(sorted(values))
    }


@pytest.mark.parametrize("name", ready_names())
def test_every_file_says_what_it_is_and_where_it_is_from(name):
    tree = ready_tree(name)
    assert tree.title
    assert tree.source
    assert tree.words


@pytest.mark.parametrize(
    "name", [n for n in ready_names() if isinstance(ready_tree(n).labels, Names)]
)
def test_a_spelling_stands_for_one_name(name):
    spellings = [
        simplify(part)
        for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        if line.startswith("    ")
        for part in set(map(simplify, line.split("|")))
    ]
    assert len(spellings) == len(set(spellings))


@pytest.mark.parametrize(
    "name", [n for n in ready_names() if isinstance(ready_tree(n).labels, Ranges)]
)
def test_blocks_rise_inside_their_chapters(name):
    ranges = ready_tree(name).labels.ranges
    for (first, last, _, chapter), after in pairwise(ranges):
        low, _, high = chapter.partition("-")
        assert low <= first <= last <= high
        assert last < after[0]


@pytest.mark.parametrize(
    ("name", "value", "labels"),
    [
        ("icd-10", "E11.9", ["E11", "E10-E14", "E00-E90", "*"]),
        ("icd-10", "e119", ["E11", "E10-E14", "E00-E90", "*"]),
        ("icd-10", "C7A.0", ["C7A", "C76-C80", "C00-D49", "*"]),
        ("icd-9", "250.02", ["250", "249-259", "240-279", "*"]),
        ("icd-9", "V45.81", ["V45", "V40-V49", "V01-V91", "*"]),
        ("countries", "Deutschland", ["Western Europe", "Europe", "*"]),
        ("countries", "Trinadad&Tobago", ["Caribbean", "Americas", "*"]),
        ("schooling", "HS-grad", ["ISCED 3", "medium", "*"]),
        ("occupations", "Craft-repair", ["crafts", "services and manual work", "*"]),
        ("atc", "N02BE01", ["N02BE", "N02B", "N02", "N", "*"]),
        ("isco-08", "2211", ["221", "22", "professionals", "*"]),
        ("postcodes-gb", "SW1A 1AA", ["SW1A", "SW", "*"]),
        ("postcodes-us", "13053-1234", ["13053", "130**", "1****", "*"]),
        ("ip-addresses", "10.1.2.3", ["10.1.2.*", "10.1.*.*", "10.*.*.*", "*"]),
        ("times", "21:09", ["21:00-21:59", "evening 18-23", "*"]),
    ],
)
def test_labels(name, value, labels):
    other = {"icd-10": "A01", "icd-9": "001", "atc": "A01AA01"}.get(name)
    kind = Ready(name, other="other")
    assert labels_of(kind, value, other or "no such value")[value] == labels


def test_two_spellings_of_a_name_are_one_label():
    labels = labels_of(Ready("countries"), "DE", "Germany", "FR")
    assert labels["DE"] == labels["Germany"]
    assert labels["DE"] == ["Germany", "Western Europe", "Europe"]


def test_unknown_values_are_refused_or_become_other():
    values = column("land", "Peru", "Atlantis")
    with pytest.raises(HierarchyError, match=r"1 of 2 values .* not countries"):
        Ready("countries").build(values)
    assert "rest" in Ready("countries", other="rest").build(values).labels[1]


@pytest.mark.parametrize(
    ("name", "values", "found"),
    [
        ("diag", ("E11.9", "J45.0", "F32.2"), "icd-10"),
        ("land", ("Peru", "Chile", "Cuba"), "countries"),
        ("land", ("DE", "FR", "US"), "countries"),
        ("sprache", ("de", "fr", "en"), "languages"),
        ("state", ("NY", "CA", "DE"), "us-states"),
        ("isco", ("2211", "3110", "9999"), "isco-08"),
        ("post", ("SW1A 1AA", "EC1A 1BB", "W1A 0AX"), "postcodes-gb"),
        ("plz", ("80331", "10115", "20095"), None),  # masking has more levels
        # Short codes and numbers could be anything: a word of the name has to tell.
        ("x", ("DE", "FR", "US"), None),
        ("salary", ("2211", "3110", "9999"), None),
        ("sex", ("Female", "Male"), None),
    ],
)
def test_values_and_the_name_of_a_column_tell_the_hierarchy(name, values, found):
    kind = recognize(column(name, *values))
    assert (None if kind is None else kind.name) == found


def test_texts_for_a_missing_value_are_no_value():
    values = column("country", "Peru", "Chile", "Cuba", "?")
    assert recognize(values) is None
    assert recognize(values, absent={"?"}) == Ready("countries")


def test_a_plan_names_it_as_a_kind():
    assert hierarchy_from("icd-10") == Ready("icd-10")
    assert hierarchy_from({"kind": "countries", "other": "x"}) == Ready(
        "countries", "x"
    )
    with pytest.raises(PlanError, match="did you mean 'icd-10'"):
        hierarchy_from({"kind": "icd-1"})
    with pytest.raises(HierarchyError, match="ready: 'icd' is unknown"):
        Ready("icd")


def test_patterns_are_whole():
    text = (FOLDER / CODES).read_text(encoding="utf-8")
    for pattern in re.findall(r"pattern = '(.*)'", text):
        assert re.compile(pattern).groups >= 1
