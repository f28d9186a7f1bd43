# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace

import numpy as np

from diversa.counts.groups import Groups
from diversa.models import parse
from diversa.models.label_safety import LabelSafety

GROUPS = Groups.from_counts([{"a": 5}, {"a": 2, "b": 2}], on="s")


def test_the_least_rows_behind_a_label_are_the_level():
    labelled = replace(GROUPS, backing=np.array([1, 4]))
    assert LabelSafety(2).attained(labelled) == 1
    assert LabelSafety(2).holds(labelled).tolist() == [False, True]
    assert LabelSafety(1).holds(labelled).all()


def test_where_labels_state_nothing_groups_are_as_safe_as_they_are_large():
    assert LabelSafety(4).attained(GROUPS) == 4
    assert LabelSafety(5).holds(GROUPS).tolist() == [True, False]


def test_it_is_read_from_text_and_needs_groups_of_m_rows():
    assert parse("label-safety:3") == LabelSafety(3)
    assert LabelSafety(3).least_rows == 3
    assert not LabelSafety(3).judges_alone
