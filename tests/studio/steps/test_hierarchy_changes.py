# SPDX-License-Identifier: Apache-2.0
"""Changes of a hierarchy: widths, merged labels, files of levels."""

from __future__ import annotations

import pytest

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError
from diversa.hierarchies import Intervals, Suppression
from diversa.hierarchies.levels_file import LevelsFile
from diversa.plan.file import plan_from_toml, plan_to_toml
from diversa.plan.keywords import make_plan
from diversa.studio.steps.hierarchies import show_hierarchy, try_hierarchy
from diversa.studio.steps.hierarchy_changes import (
    MOST_BYTES,
    merge_labels,
    read_levels,
    split_lines,
    with_widths,
    write_levels,
)

JOBS = Dictionary.build("job", ["baker", "cook", "nurse", "smith"], [4, 3, 2, 1])


def test_widths_are_changed(table):
    kind = with_widths(Intervals((5, 10), origin=1900), (4.0, 8.0), 1900)
    assert kind == Intervals((4, 8), origin=1900)
    shown = try_hierarchy(table, "born", kind)
    assert shown.widths == (4, 8)
    assert len(shown.levels) == 4
    assert with_widths(Suppression(), (2.5,)) == Intervals((2.5,))
    with pytest.raises(HierarchyError, match="multiple"):
        with_widths(None, (4, 6))


def test_merging_makes_a_level():
    merged = merge_labels(Suppression().build(JOBS), 0, ["baker", "cook"], "food")
    hierarchy = merged.build(JOBS)
    assert hierarchy.labels[1:] == (("food", "nurse", "smith"), ("*",))


def test_a_second_merge_goes_to_the_same_level():
    first = merge_labels(Suppression().build(JOBS), 0, ["baker", "cook"], "food")
    second = merge_labels(first.build(JOBS), 0, ["nurse", "smith"], "others")
    assert second.build(JOBS).labels[1:] == (("food", "others"), ("*",))


def test_what_holds_merged_labels_is_merged_too():
    rows = merge_labels(Suppression().build(JOBS), 0, ["baker", "cook"], "food")
    rows = merge_labels(rows.build(JOBS), 0, ["nurse", "smith"], "others")
    across = merge_labels(rows.build(JOBS), 0, ["cook", "nurse"], "mixed").build(JOBS)
    assert across.labels[1] == ("baker", "mixed", "smith")
    assert across.labels[2] == ("mixed",)  # food and others both hold a part of it
    assert list(across.sizes) == sorted(across.sizes, reverse=True)


@pytest.mark.parametrize(
    ("labels", "name"),
    [(["baker"], "food"), (["baker", "king"], "food"), (["baker", "cook"], "*"),
     (["baker", "cook"], " "), (["baker", "cook"], "nurse")],
)  # fmt: skip
def test_merges_that_make_no_sense(labels, name):
    with pytest.raises(HierarchyError):
        merge_labels(Suppression().build(JOBS), 0, labels, name)


def test_a_merge_can_stand_in_a_plan():
    kind = merge_labels(Suppression().build(JOBS), 0, ["baker", "cook"], "food")
    plan = make_plan(quasi_identifiers="job", hierarchies={"job": kind})
    assert plan_from_toml(plan_to_toml(plan)).hierarchies["job"] == kind


def test_a_file_is_written_and_read_back(table, tmp_path):
    text = write_levels(table, "born")
    assert len(text.splitlines()) == show_hierarchy(table, "born").levels[0].labels
    read = read_levels(table, "born", text.encode())
    same = try_hierarchy(table, "born", read)
    assert same.levels == show_hierarchy(table, "born").levels
    file = tmp_path / "born.csv"
    file.write_text(text)
    assert try_hierarchy(table, "born", LevelsFile(file)).levels == same.levels


def test_values_that_a_file_lacks_are_named_and_go_to_the_top(table):
    lines = write_levels(table, "born").splitlines()
    gone = lines.pop(0).split(";")[0]
    read = read_levels(table, "born", "\n".join(lines).encode())
    assert [row[0] for row in read.rows if set(row[1:]) == {"*"}] == [gone]


@pytest.mark.parametrize(
    "content",
    [b"", b"\n \n", b"a\x00;b", b"x" * (MOST_BYTES + 1), b"a;" + b"x" * 200_000],
    ids=["empty", "blank", "binary", "large", "long"],
)  # fmt: skip
def test_files_that_are_none(content):
    with pytest.raises(HierarchyError, match="levels: a file must have"):
        split_lines(content)


@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_separators(separator):
    line = separator.join(["Köln", "NRW", "*"])
    assert split_lines(line.encode("latin-1")) == [["Köln", "NRW", "*"]]
