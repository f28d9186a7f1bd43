# SPDX-License-Identifier: Apache-2.0
"""How the table was recoded: words, levels and pictures."""

from __future__ import annotations

from diversa.report.recoding_section import (
    group_sizes,
    in_words,
    levels,
    pictures,
    recoded,
    sizes_table,
)
from report_words import manifest, words


def test_the_method_in_words():
    assert in_words(manifest()) == "Method full-domain: exact by loss (by hand)."
    search = {"checked": 1200, "nodes": 4000}
    assert in_words(manifest(search=search)).endswith(
        "1,200 of 4,000 nodes were counted."
    )


def test_levels_where_there_are_levels():
    text = words(levels(manifest(levels={"zip": 2, "age": 0})))
    assert text.endswith("zip 2 age 0")
    assert "labels of its own" in levels(manifest())
    two = manifest(sensitive_table=["group", "ill", "count"], levels={"zip": 2})
    assert "a table of their own" in levels(two)


def test_group_sizes_before_and_after():
    assert group_sizes({}) == ""
    bins = [{"low": 1, "high": 1, "before": 1.0, "after": 0.0}]
    bins.append({"low": 2, "high": None, "before": 0.0, "after": 1.0})
    drawn = group_sizes({"group_sizes": bins})
    assert ">1</text>" in drawn
    assert ">2 and more</text>" in drawn
    assert ">before</text>" in drawn
    alone = [{"low": 1, "high": 4, "after": 1.0}]
    assert ">before</text>" not in group_sizes({"group_sizes": alone})


def test_sizes_as_numbers():
    bins = [{"low": 2, "high": 1000, "groups": 3, "rows": 2500}]
    assert words(sizes_table(bins)).endswith("2 to 1,000 3 2,500")


def test_pictures_of_lattices_and_partitions():
    assert pictures({}) == []
    ((title, drawn),) = pictures({"nodes": [[0, 0.0, "fails"], [1, 0.5, "published"]]})
    assert title == "Every generalization by its loss"
    assert 'aria-label="the lattice"' in drawn
    axis = {"attribute": "age", "ticks": [[0, "17"], [1, "90"]]}
    boxes = {"boxes": [[0, 1, 0, 1]], "groups": 3, "across": axis, "upwards": axis}
    ((title, drawn),) = pictures(boxes)
    assert title == "The partition, 1 of 3 groups"
    assert ">17</text>" in drawn


def test_the_section_is_whole_without_evidence():
    text = words(recoded(manifest(levels={"zip": 1})))
    assert text.startswith("How the table was recoded Method full-domain")
    assert "Group sizes as numbers rows in a group groups rows 4 3 12" in text
