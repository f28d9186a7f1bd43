# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from columns import column
from diversa.errors import HierarchyError
from diversa.hierarchies import find_levels_files


def test_other_values_of_the_file_are_welcome(levels):
    kind = levels("a;A;*\nz;Z;Y;*\n\n;;\nb;B,;;\n")
    hierarchy = kind.build(column("a"))
    assert [names[0] for names in hierarchy.labels] == ["a", "a", "A", "*"]


def test_missing_levels_end_in_a_star(levels):
    assert levels("a;A\nb;B\n").build(column("a", "b")).labels[-1] == ("*",)
    without = levels("a;A\nb;B\n", top=False).build(column("a", "b"))
    assert without.labels[-1] == ("A", "B")


def test_a_missing_value_is_not_called_like_the_others(levels):
    hierarchy = levels("a;any\nb;any\n").build(column("a", "b", None))
    assert hierarchy.labels[1:] == (("any", None), ("*",))


def test_levels_that_do_not_nest(levels):
    kind = levels("a;A;X;*\nb;A;Y;*\n")
    with pytest.raises(HierarchyError, match="two parents for 'A'"):
        kind.build(column("a", "b"))
    with pytest.raises(HierarchyError, match="two parents for a label"):
        kind.build(column("a", "b", sensitive=True))


def test_files_are_found_by_their_names(tmp_path):
    for name in ("adult_hierarchy_age.csv", "sex.csv", "adult_hierarchy_sex-age.csv"):
        (tmp_path / name).touch()
    found = find_levels_files(tmp_path, ["age", "sex", "race"])
    assert {column: path.name for column, path in found.items()} == {
        "age": "adult_hierarchy_age.csv",
        "sex": "sex.csv",
    }
    (tmp_path / "age.csv").touch()
    with pytest.raises(HierarchyError, match=r"adult_hierarchy_age\.csv, age\.csv"):
        find_levels_files(tmp_path, ["age"])


def test_more_levels_than_anybody_needs_are_refused(levels):
    lines = [
        ";".join([value, *[f"{value}{n}" for n in range(5_000)]]) for value in "ab"
    ]
    with pytest.raises(HierarchyError, match="'work': must have at most 250 levels"):
        levels("\n".join(lines)).build(column("a", "b"))
    # A line of a value that the data lacks counts, for it lengthens all others.
    with pytest.raises(HierarchyError, match="got 5000 or more"):
        levels(f"a;*\n{lines[1]}").build(column("a"))
    line = ";".join(["a", *[f"a{n}" for n in range(250)]])
    assert levels(line).build(column("a")).height == 250
