# SPDX-License-Identifier: Apache-2.0
"""Cells of categories and what runs of them are called."""

from __future__ import annotations

import numpy as np

from diversa.data.dictionary import Dictionary
from diversa.hierarchies import Masking, Suppression, Taxonomy
from diversa.labels.covers import covers
from diversa.search.partitions.category_cells import category_cells
from diversa.search.partitions.secret_noise import SecretNoise
from diversa.search.partitions.tree_cells import Blur

SURE = Blur(SecretNoise(b""), 3)


def cells_of(rows, kind, *, declared=False):
    dictionary = Dictionary.build("x", list(rows), list(rows.values()))
    hierarchy = kind.build(dictionary)
    counts = [rows[value] for value in hierarchy.labels[0]]
    cells = category_cells(hierarchy, np.array(counts), SURE, declared=declared)
    return dictionary, cells


def test_values_by_falling_frequency_and_the_rest_by_what_it_is_not():
    rows = {"Cuba": 5, "Peru": 9, "Chile": 1, "Japan": 2, "India": 7}
    dictionary, cells = cells_of(rows, Suppression())
    size = len(cells.counts)
    assert [cells.label(n, n + 1) for n in range(size)] == [
        *("Peru", "India", "Cuba"),
        "not {Cuba, India, Peru}",
    ]
    assert cells.label(0, 2) == "{India, Peru}"
    assert cells.label(1, 4) == "not {Peru}"
    assert cells.label(0, 4) == "*"
    for low in range(size):
        for high in range(low + 1, size + 1):
            cover = covers([cells.label(low, high)], dictionary)
            inside = [len(cover.of(code)) == 1 for code in range(dictionary.size)]
            place = [low <= cell < high for cell in cells.cell.tolist()]
            assert inside == place


def test_many_names_are_shorter_as_what_they_are_not():
    rows = {f"v{number:02}": 40 - number for number in range(12)}
    _, cells = cells_of(rows, Suppression())
    assert cells.label(1, 12) == "not {v00}"
    assert cells.label(0, 8).count(",") == 7


def test_a_taxonomy_is_cut_along_its_branches_which_have_names():
    tree = {"any": {"north": ["a", "b"], "south": ["c", "d"]}}
    rows = {"a": 4, "b": 5, "c": 50, "d": 1}
    _, cells = cells_of(rows, Taxonomy(tree=tree), declared=True)
    names = [cells.label(n, n + 1) for n in range(4)]
    assert names == ["c", "d", "b", "a"]
    assert (cells.label(0, 2), cells.label(2, 4)) == ("south", "north")
    assert cells.depths.tolist() == [0, 1, 0, 1]


def test_declared_values_have_cells_even_where_nobody_has_them():
    tree = {"any": {"north": ["a", "b"], "south": ["c", "d"]}}
    _, cells = cells_of({"a": 9, "c": 9}, Taxonomy(tree=tree), declared=True)
    assert {cells.label(n, n + 1) for n in range(4)} == {*"abcd"}


def test_a_code_without_enough_rows_is_published_as_its_prefix():
    rows = {"13053": 2, "13068": 2, "13069": 1, "14850": 9, "14853": 8}
    _, cells = cells_of(rows, Masking())
    labels = [cells.label(n, n + 1) for n in range(len(cells.counts))]
    assert "14850" in labels
    assert "130**" in labels
    assert "13068" not in labels


def test_a_missing_value_is_a_category():
    _, cells = cells_of({"a": 9, "b": 5, None: 7, "c": 4}, Suppression())
    assert cells.label(1, 2) is None
    assert cells.label(0, 2) == "{a, missing}"
