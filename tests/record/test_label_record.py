# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from diversa.record.label_record import FEW_GROUPS, WORDS, LabelRecord


def stated(meaning, **numbers):
    given = {"safety": 5, "generalized_rows": 10, "groups": 20} | numbers
    return LabelRecord(meaning=meaning, **given)


@pytest.mark.parametrize(
    ("labels", "finding"),
    [
        (stated("levels"), "levels"),
        (stated("levels", groups=FEW_GROUPS - 1), "few_groups"),
        (stated("levels", groups=FEW_GROUPS), "levels"),
        (stated("levels", groups=0), "levels"),
        (stated("proved"), "proved"),
        (stated("nothing"), "nothing"),
        (stated("nothing", generalized_rows=0), "single"),
        (stated("coded"), "stated_nothing"),
        (stated("coded", finer_rows=3), "stated"),
        (stated("tight", finer_rows=3), "stated"),
        (stated("assumed"), "assumed_nothing"),
        (stated("assumed", finer_rows=3), "assumed"),
    ],
)
def test_the_finding_follows_from_the_numbers(labels, finding):
    assert labels.finding == finding
    assert labels.words


def test_numbers_are_said():
    words = stated("coded", finer_rows=4, values_of_one_row=1112, restored_rows=2).words
    assert words == (
        "Labels state 1,112 values that one row of a group alone may have; 40 % of"
        " generalized rows can be made finer, 2 rows completely"
    )


def test_rows_that_are_not_restored_are_not_mentioned():
    assert stated("coded", finer_rows=4).words.endswith("can be made finer")


def test_every_sentence_has_its_key():
    findings = {"few_groups", "levels", "proved", "single", "nothing"}
    both = {
        f"{kind}{end}" for kind in ("stated", "assumed") for end in ("", "_nothing")
    }
    assert set(WORDS) == findings | both
