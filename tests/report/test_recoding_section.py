# SPDX-License-Identifier: Apache-2.0
"""How the table was recoded: words, levels and pictures."""

from __future__ import annotations

import pytest

from diversa.recodings.picture import (
    LabelsPicture,
    LabelWidths,
    LatticePicture,
    OtherPicture,
)
from diversa.record.audit_record import Bin
from diversa.record.evidence_record import GeneralizedAttribute, SizeSpan
from diversa.report.language import speaking
from diversa.report.recoding_section import (
    group_sizes,
    in_words,
    levels,
    pictures,
    recoding_section,
    sizes_table,
)
from report_words import evidence, record, words


def test_the_method_in_words():
    assert in_words(record()) == (
        "Method full-domain: proven to be the best by loss (by hand)."
    )
    found = record(search={"optimality": "best found"})
    assert "the best that was found by loss" in in_words(found)
    search = {"checked": 1200, "nodes": 4000}
    assert in_words(record(search=search)).endswith(
        "1,200 of 4,000 nodes were counted."
    )


def test_levels_where_there_are_levels():
    text = words(levels(record(levels={"zip": 2, "age": 0})))
    assert text.endswith("zip 2 age 0")
    assert "labels of its own" in levels(record())
    shown = (
        GeneralizedAttribute("Alter", 4, 4, "*"),
        GeneralizedAttribute("zip", 1, 5, None),
        GeneralizedAttribute("sex", 0, 1, None),
    )
    whole = record(levels={"Alter": 4}, evidence=evidence(levels=shown))
    assert (
        words(levels(whole))
        .replace("\N{NO-BREAK SPACE}", " ")
        .endswith("Alter 4 of 4 * zip 1 of 5 missing sex 0 of 1 unchanged")
    )
    two = record(sensitive_table=("group", "ill", "count"), levels={"zip": 2})
    assert "a table of their own" in levels(two)


def test_ends_of_boxes_are_explained_where_their_cost_is_not_told():
    coded = record(labels="tight")
    assert "as a group must have, and at least two." in words(levels(coded))
    assert words(levels(record(boxes="coded"))) == words(levels(coded))
    cost = record(labels="tight", metrics={"loss": 0.5, "loss-of-tight-boxes": 0.25})
    assert "raises the loss from 0.25 to 0.5" in words(levels(cost))
    assert "regions of public trees" in words(levels(record(labels="safe")))
    assert "nothing is proved" in words(levels(record(labels="region")))
    for boxes in ("tight", "region"):
        assert "a single person" in words(levels(record(boxes=boxes)))


def test_group_sizes_before_and_after():
    assert group_sizes(None) == group_sizes(evidence()) == ""
    spans = (
        SizeSpan(low=1, high=1, before=1.0, after=0.0),
        SizeSpan(low=2, high=None, before=0.0, after=1.0),
    )
    drawn = group_sizes(evidence(group_sizes=spans))
    assert ">1</text>" in drawn
    assert ">2 and more</text>" in drawn
    assert ">before</text>" in drawn
    alone = (SizeSpan(low=1, high=4, after=1.0),)
    assert ">before</text>" not in group_sizes(evidence(group_sizes=alone))


def test_sizes_as_numbers():
    assert words(sizes_table([Bin(2, 1000, 3, 2500)])).endswith("2 to 1,000 3 2,500")


def test_pictures_of_lattices_and_partitions():
    assert pictures(None) == []
    nodes = LatticePicture(((0, 0.0, "fails"), (1, 0.5, "published")))
    ((title, drawn),) = pictures(nodes)
    assert title.startswith("Every generalization: what it loses")
    assert f'aria-label="{title}"' in drawn
    labels = (LabelWidths("age", (0.5, 0.5, 0, 0, 0)),)
    ((title, drawn),) = pictures(LabelsPicture(labels))
    assert title == "How much of each attribute the labels span"
    assert ">age</text>" in drawn
    assert ">up to a tenth</text>" in drawn


@pytest.mark.parametrize(
    ("language", "word"),
    [("en", "not judged"), ("de", "nicht beurteilt"), ("fr", "non jugé")],
)
def test_nodes_without_a_verdict_are_a_kind_of_their_own(language, word):
    nodes = (0, 0.0, "unjudged"), (0, 0.2, "fails"), (1, 0.5, "published")
    with speaking(language):
        ((_, drawn),) = pictures(LatticePicture(nodes))
        ((_, judged),) = pictures(LatticePicture(nodes[1:]))
    assert 'class="dots unjudged"' in drawn
    assert f">{word}</text>" in drawn
    assert word not in judged


def test_boxes_of_older_releases_are_not_drawn():
    axis = {"attribute": "age", "ticks": [[0, "17"], [1, "90"]]}
    boxes = {"boxes": [[0, 1, 0, 1]], "groups": 3, "across": axis, "upwards": axis}
    assert pictures(OtherPicture(boxes)) == []


def test_the_section_is_whole_without_evidence():
    text = words(recoding_section(record(levels={"zip": 1})))
    assert text.startswith("How the table was recoded Method full-domain")
    assert "Group sizes as numbers rows in a group groups rows 4 3 12" in text
