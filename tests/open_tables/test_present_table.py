# SPDX-License-Identifier: Apache-2.0
"""An open table is audited, attacked and measured like the same table by itself."""

from __future__ import annotations

import pandas as pd

import diversa
from swept_table import ROLES


def test_what_the_table_is_as_it_is(table, patients):
    models = ["k-anonymity:2", "distinct-l-diversity:2"]
    assert table.audit(models) == diversa.audit(patients, **ROLES, models=models)
    risk = diversa.risk(patients, quasi_identifiers=ROLES["quasi_identifiers"])
    assert table.risk() == risk
    attacks = diversa.attack(patients, **ROLES)
    assert [one.to_json() for one in table.attack()] == [
        one.to_json() for one in attacks
    ]


def test_the_groups_around_a_group_are_known_to_the_owner():
    rows = [("1", "a")] * 2 + [("2", "b")] * 2 + [("3", "b")] * 16
    table = pd.DataFrame(rows, columns=["zip", "ill"])
    roles = {"quasi_identifiers": "zip", "sensitive": "ill"}
    levels = [("1", "low", "*"), ("2", "low", "*"), ("3", "high", "*")]
    model = "nt-closeness:n=3,t=0.4"
    # 1 is 1/2 away from low and 9/10 from the table. Without the hierarchy, three rows
    # with both of a, 1/3 away, might lie around it.
    assert diversa.audit(table, models=model, **roles).verdict == "undecided"
    with diversa.open(table, hierarchies={"zip": levels}, **roles) as opened:
        assert opened.audit(model).verdict == "fails"
