# SPDX-License-Identifier: Apache-2.0
"""The published hierarchies of the Adult data, on its 45,222 complete rows."""

from __future__ import annotations

import csv
import os
from collections import Counter
from pathlib import Path

import pytest

from diversa.data.dictionary import Dictionary
from diversa.hierarchies import Intervals, LevelsFile, find_levels_files
from diversa.hierarchies.automatic_hierarchy import automatic

BESIDE = Path(__file__).parents[2].parent / "shared" / "data" / "adult"
FOLDER = Path(os.environ.get("DIVERSA_DATA", BESIDE))
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="no Adult data here")

HEIGHTS = {
    "age": 4,
    "sex": 1,
    "race": 1,
    "marital-status": 2,
    "education": 3,
    "native-country": 2,
    "workclass": 2,
    "salary-class": 1,
}
DOMAINS = {
    "age": 74,
    "sex": 2,
    "race": 5,
    "marital-status": 7,
    "education": 16,
    "native-country": 41,
    "workclass": 7,
    "salary-class": 2,
    "occupation": 14,
}


@pytest.fixture(scope="module")
def columns():
    complete = []
    for name in ("adult.data", "adult.test"):
        with (FOLDER / name).open() as source:
            names, *rows = filter(None, csv.reader(source, skipinitialspace=True))
        complete += [row for row in rows if "?" not in row]
    assert len(complete) == 45_222
    values = dict(zip(names, zip(*complete, strict=True), strict=True))
    values["salary-class"] = [text.rstrip(".") for text in values["classification"]]
    counts = {name: Counter(values[name]) for name in DOMAINS}
    return {
        name: Dictionary.build(name, counted.keys(), counted.values())
        for name, counted in counts.items()
    }


def test_every_file_loads_with_its_height(columns):
    files = find_levels_files(FOLDER / "hierarchies", columns)
    assert set(files) == set(DOMAINS)
    for name, height in HEIGHTS.items():
        hierarchy = LevelsFile(files[name]).build(columns[name])
        assert hierarchy.sizes[0] == DOMAINS[name]
        assert hierarchy.height == height
        assert hierarchy.labels[-1] == ("*",)


def test_ages_are_grouped_like_the_paper_says(columns):
    # The file labels its groups one year too low; the groups themselves are right.
    ages = columns["age"]
    from_file = LevelsFile(FOLDER / "hierarchies" / "age.csv").build(ages)
    declared = Intervals((5, 10, 20), origin=1).build(ages)
    for level in range(5):
        assert from_file.maps[level].tolist() == declared.maps[level].tolist()


def test_the_education_tree(columns):
    hierarchy = LevelsFile(FOLDER / "hierarchies" / "education.csv").build(
        columns["education"]
    )
    tree = hierarchy.tree
    assert tree.height == 3
    assert set(tree.depths.tolist()) == {3}
    names = {tree.names[node] for node in tree.subtrees(1)}
    assert names == {
        "High School",
        "Undergraduate",
        "Professional Education",
        "Graduate",
        "Primary School",
    }


def test_automatic_hierarchies(columns):
    assert automatic(columns["age"]) == Intervals((5, 10, 20, 40))
    assert automatic(columns["education"]).build(columns["education"]).height == 1
