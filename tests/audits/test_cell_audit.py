# SPDX-License-Identifier: Apache-2.0
"""The audit of counted cells, where there is little to count."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

import diversa
from diversa.audits.cell_audit import audit_cells
from diversa.counts.cells import Cells
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.models import KAnonymity, parse
from diversa.tables.role_cells import RoleCells

DIVERSITIES = ("distinct", "frequency", "entropy")


def test_zero_rows_hold_vacuously_and_have_no_level():
    empty = Dictionary.build("q", [], []), Dictionary.build("s", [], [])
    cells = Cells(empty, np.empty((0, 2), np.int32), np.empty(0, np.int64))
    models = [parse(f"{name}-l-diversity:2,on=s") for name in DIVERSITIES]
    models += [KAnonymity(2), parse("distinct-l-diversity:2,on=s,joint=true")]
    found = audit_cells(
        RoleCells(cells, (Sensitive(empty[1]),)),
        quasi_identifiers=["q"],
        models=models,
    )
    assert found.holds
    assert set(found.levels.values()) == {None}
    assert {one.attained for one in found.models} == {None}
    assert (found.rows, found.groups, found.group_sizes, found.violating) == (
        0,
        0,
        (),
        (),
    )
    json.dumps(found.to_json(), allow_nan=False)


def test_no_quasi_identifier_makes_one_group_of_the_cells():
    s = Dictionary.build("s", ["a", "b"], [3, 2])
    cells = Cells((s,), np.array([[0], [1]], np.int32), np.array([3, 2]))
    found = audit_cells(RoleCells(cells, (Sensitive(s),)), quasi_identifiers=())
    assert (found.groups, found.suppressed_rows) == (1, 0)
    assert found.levels["k-anonymity"] == 5


@pytest.mark.parametrize(("rows", "word"), [("hf", "holds"), ("hh", "undecided")])
def test_models_of_rows_are_not_decided_where_somebody_has_a_row_twice(rows, word):
    who = [*("a" * len(rows)), "b", "c"]
    frame = pd.DataFrame({"who": who, "zip": "1", "ill": [*rows, "f", "x"]})
    found = diversa.audit(
        frame,
        quasi_identifiers="zip",
        sensitive="ill",
        person="who",
        models=["row-share:2", "k-anonymity:3"],
    )
    assert [one.verdict.value for one in found.models] == [word, "holds"]
