# SPDX-License-Identifier: Apache-2.0
"""The table that is attacked: what is counted of it, and who is matched with it."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.attacks.table_groups import group_table
from diversa.errors import RoleError
from diversa.record.reading import as_published
from diversa.tables.table_input import TableInput

ROWS = [(str(n % 5), "abcd"[n % 4]) for n in range(20)]
TABLE = pd.DataFrame(ROWS, columns=["zip", "ill"])


def test_groups_of_a_table_are_what_people_are_matched_with():
    table = TableInput.of(TABLE, quasi_identifiers="zip", sensitive="ill")
    examined = group_table(table)
    assert examined.rows is examined.published
    assert examined.published.groups.sizes.tolist() == [4] * 5
    assert examined.place is None


def test_rows_of_two_tables_lead_to_their_groups(tmp_path):
    diversa.anonymize(
        TABLE,
        out=tmp_path / "release",
        quasi_identifiers="zip",
        sensitive="ill",
        models="distinct-l-diversity:2",
        method="anatomy",
    )
    examined = group_table(as_published(TableInput.of(tmp_path / "release")))
    assert examined.place is not None
    sizes = examined.published.groups.sizes
    # The kinds of rows of a group are together as many rows as the group has.
    together = [0] * len(sizes)
    for group, rows in zip(examined.place, examined.rows.groups.sizes, strict=True):
        together[group] += int(rows)
    assert together == sizes.tolist()


def test_known_people_need_a_column_of_the_table():
    table = TableInput.of(TABLE, quasi_identifiers="zip", sensitive="ill")
    with pytest.raises(RoleError, match="known: must have a quasi-identifier"):
        group_table(table).match_known(pd.DataFrame({"name": ["Ann"]}))
