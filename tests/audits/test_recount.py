# SPDX-License-Identifier: Apache-2.0
"""The recount of a published table with its original."""

from __future__ import annotations

import pandas as pd

import diversa
from diversa.models.verdict import Verdict


def test_an_original_with_values_that_the_published_taxonomy_lacks(tmp_path):
    rows = [("1", "flu"), ("1", "ulcer")] * 3 + [("2", "cold")]
    frame = pd.DataFrame(rows, columns=["zip", "ill"])
    tree = [["flu", "lungs", "*"], ["cold", "lungs", "*"], ["ulcer", "belly", "*"]]
    words = {"hierarchies": {"ill": tree}, "suppression": 0.2}
    models = ["k-anonymity:2", "t-closeness:0.5,distance=hierarchical"]
    models += ["subtree-frequency-diversity:l=2,e=1"]
    diversa.anonymize(
        frame,
        out=tmp_path / "release",
        quasi_identifiers="zip",
        sensitive="ill",
        models=models,
        method="full-domain",
        **words,
    )
    found = diversa.audit_release(tmp_path / "release", reference=frame)
    assert not found.problems
    verdicts = [one.verdict for one in found.audit.models]
    # The kinds of published values are known, how far others are from them is not.
    assert verdicts == [Verdict.HOLDS, Verdict.UNDECIDED, Verdict.HOLDS]
    assert found.audit.models[1].gap.missing == "the taxonomy of 'ill'"
    whole = diversa.audit_release(
        tmp_path / "release", reference=frame, hierarchies={"ill": tree}
    )
    assert whole.verdict is Verdict.HOLDS
