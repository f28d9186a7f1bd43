# SPDX-License-Identifier: Apache-2.0
"""What Python shows of a release and of an audit: short, useful, and no value."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.data.examples import inpatients

ROLES = {"quasi_identifiers": ["zip", "age", "nationality"], "sensitive": "condition"}
TABLE = pd.DataFrame(inpatients())
FIGURE_3 = {"zip": "masking", "age": [20], "nationality": "suppression"}


@pytest.fixture(scope="module")
def release():
    """Figure 3 of the l-diversity paper: three groups of four."""
    models = ["k-anonymity:4", "distinct-l-diversity:3"]
    return diversa.anonymize(TABLE, **ROLES, models=models, hierarchies=FIGURE_3)


def test_a_release(release):
    told = repr(release)
    assert told.startswith("<Release: full-domain, rows 12 of 12, groups 3; ")
    assert "k-anonymity:4 holds (k = 4); distinct-l-diversity:3" in told
    assert f"loss {release.metrics['loss']:.4g}>" in told
    assert "\n" not in told


def test_a_printed_release_has_a_line_for_each_fact(release):
    lines = str(release).splitlines()
    assert lines[1].strip() == "k-anonymity:4 holds (k = 4)"
    assert len(lines) == 4


def test_no_value_is_shown(release):
    found = diversa.audit(TABLE, **ROLES, models="k-anonymity:2")
    texts = TABLE[["zip", "nationality", "condition"]]  # an age may be part of a loss
    values = {str(one) for name in texts for one in texts[name]}
    for told in (repr(release), str(release), repr(found), str(found)):
        assert not [one for one in values if one in told]
