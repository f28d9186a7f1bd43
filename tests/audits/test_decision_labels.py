# SPDX-License-Identifier: Apache-2.0
"""Labels are counted before a release as the audit counts them in its file."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import diversa
from diversa.audits.decision_labels import labels_of_decision
from diversa.hierarchies import Intervals

DRAW = np.random.default_rng(3)
PEOPLE = pd.DataFrame(
    {
        "age": DRAW.integers(20, 70, 400),
        "zip": DRAW.choice(["13053", "13068", "14850", "14853"], 400),
        "ill": DRAW.choice(["flu", "cancer", "cold", "asthma"], 400),
    }
)
PLANS = {
    "full-domain": {},
    "starred": {"suppression": 0.1, "suppress_by": "star"},
    "few groups": {"models": ["k-anonymity:150"]},
    "safe": {"method": "mondrian"},
    "safe with secrets": {
        "method": "mondrian",
        "models": ["k-anonymity:4", "distinct-l-diversity:2"],
    },
    "region": {"method": "mondrian", "labels": "region"},
    "tight": {"method": "mondrian", "labels": "tight"},
    "ancestors": {"method": "mondrian", "labels": "tight", "sets": "ancestor"},
    "backed": {
        "method": "mondrian",
        "labels": "tight",
        "models": ["k-anonymity:4", "label-safety:2"],
    },
    "local recoding": {"method": "local-recoding", "labels": "tight"},
    "means": {"method": "mdav", "labels": "tight"},
}


@pytest.fixture(scope="module")
def opened():
    with diversa.open(
        PEOPLE,
        quasi_identifiers=["age", "zip"],
        sensitive="ill",
        hierarchies={"age": Intervals((5, 10, 20))},
    ) as table:
        yield table


@pytest.mark.parametrize("name", PLANS)
def test_labels_state_what_the_audit_of_the_file_counts(opened, name):
    words = {"models": ["k-anonymity:4"], **PLANS[name]}
    proposal = opened.search(**words)
    foreseen = labels_of_decision(opened.counted, proposal.plan, proposal.decision)
    release = opened.publish(proposal, evidence=False)
    assert foreseen == release.audit.labels
    assert (foreseen.values_of_one_row > 0) == (name in STATING)


STATING = ("tight", "ancestors", "local recoding", "means")


def test_two_tables_have_no_labels(opened):
    words = {"models": ["distinct-l-diversity:2"], "method": "anatomy"}
    proposal = opened.search(**words)
    assert labels_of_decision(opened.counted, proposal.plan, proposal.decision) is None
