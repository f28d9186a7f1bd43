# SPDX-License-Identifier: Apache-2.0
"""The result of an audit: short, useful, and without sensitive values."""

from __future__ import annotations

import json

import pandas as pd

import diversa
from audited_tables import look
from diversa.data.examples import inpatients

CANARY = "CANARY-7f3a"


def test_sensitive_values_stay_secret():
    rows = [("a", "1", f"{CANARY}{number}") for number in range(3)]
    rows += [("b", "1", f"{CANARY}x"), ("c", "2", f"{CANARY}x")]
    models = ["k-anonymity:3", "distinct-l-diversity:2", "entropy-l-diversity:9/4"]
    found = look(rows, models=models)
    assert found.violating
    shown = [found, *found.models, *found.measured, *found.violating]
    texts = [json.dumps(found.to_json())]
    texts += [write(one) for one in shown for write in (str, repr)]
    assert not [text for text in texts if CANARY in text]


ROLES = {"quasi_identifiers": ["zip", "age", "nationality"], "sensitive": "condition"}


TABLE = pd.DataFrame(inpatients())


def test_an_audit():
    found = diversa.audit(TABLE, **ROLES, models="k-anonymity:2")
    failing = "k-anonymity:2 fails (k = 1, groups 12, rows 12)"
    assert repr(found) == f"<Audit: rows 12, groups 12; {failing}>"
    assert "distinct-l-diversity of 'condition': distinct l = 1" in str(found)


def test_an_audit_without_models_and_without_rows():
    found = diversa.audit(TABLE, **ROLES)
    assert repr(found) == "<Audit: rows 12, groups 12; k-anonymity: k = 1>"
    missing = TABLE.assign(condition=None)
    left = diversa.audit(missing, **ROLES, missing="drop", models="k-anonymity:2")
    assert repr(left) == "<Audit: rows 12, groups 0; k-anonymity:2 holds>"
    assert "k-anonymity: no group" in str(left)
