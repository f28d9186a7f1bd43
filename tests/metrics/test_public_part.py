# SPDX-License-Identifier: Apache-2.0
"""The published part of a table knows nothing of the rows that were withheld."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.cells import Cells
from diversa.counts.groups import Groups
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.hierarchies import Masking
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.metrics.loss import loss_by_attribute
from diversa.metrics.public_part import (
    as_whole_table,
    narrow_hierarchy,
    public_part,
)
from diversa.metrics.recoded import Recoded

ZIPS = Dictionary.build("zip", ["13053", "13068", "14850", "99999"], [2, 1, 3, 1])
ILLS = Dictionary.build("ill", ["acne", "flu", "plague"], [3, 3, 1])
CELLS = Cells(
    (ZIPS, ILLS),
    np.array([[0, 0], [0, 1], [1, 1], [2, 0], [2, 1], [3, 2]], dtype=np.int32),
    np.array([1, 1, 1, 2, 1, 1]),
)


def recoded_without_the_last():
    hierarchy = Masking(length=5, steps=2).build(ZIPS)
    alone = hierarchy.maps[1][3:]
    return Recoded.at_levels(
        CELLS,
        [hierarchy],
        [Sensitive(ILLS)],
        levels=(1,),
        suppressed=alone[:, None].astype(np.int32),
    )


def test_the_withheld_row_is_counted_and_forgotten():
    whole = recoded_without_the_last()
    part = public_part(whole)
    assert (part.total, part.suppressed, part.rows_out) == (7, 1, 6)
    (zips, ills) = part.original.dictionaries
    assert zips.texts == ("13053", "13068", "14850")
    assert ills.texts == ("acne", "flu")
    assert ills.counts.tolist() == [3, 3]
    assert part.groups.sizes.tolist() == whole.groups.sizes.tolist()
    (side,) = part.sides
    assert (side.domain, side.sizes.tolist()) == (3, [2, 1])


def test_loss_is_by_the_values_of_the_published_rows():
    whole = recoded_without_the_last()
    # Three rows of 130** lose (2 - 1) / (4 - 1), or / (3 - 1) of what is published.
    assert loss_by_attribute(whole)["zip"] == pytest.approx((3 / 3 + 1) / 7)
    assert loss_by_attribute(public_part(whole))["zip"] == pytest.approx(
        (3 / 2 + 1) / 7
    )


def test_a_missing_number_stands_behind_the_greatest_that_is_left():
    ages = Dictionary.build("age", [10, 20, 900, None], [1, 1, 1, 1], kind="number")
    hierarchy = Hierarchy.from_labels(ages, [["*"] * 3], numbers=ages.numbers)
    assert hierarchy.numbers.tolist() == [10, 20, 900, 1345]
    narrow = narrow_hierarchy(hierarchy, np.array([0, 1, 3]))
    assert narrow.numbers.tolist() == [10, 20, 30]
    assert narrow.labels == ((10, 20, None), ("*",))


def test_groups_are_compared_with_each_other_alone():
    groups = Groups.from_counts(
        [{"flu": 2, "cold": 1}, {"flu": 1}],
        on="ill",
        table={"flu": 9, "HIV": 5, "cold": 1},
    )
    alone = as_whole_table(groups)
    (ill,) = alone.sensitive
    counts = dict(
        zip(ill.dictionary.texts, ill.dictionary.counts.tolist(), strict=True)
    )
    assert counts == {"flu": 3, "cold": 1}
    assert alone.sizes.tolist() == [3, 1]
    assert alone.histogram("ill").distinct.tolist() == [2, 1]
