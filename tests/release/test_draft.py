# SPDX-License-Identifier: Apache-2.0
"""A draft becomes a release only if the audit of what was published holds."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.errors import InternalError
from diversa.release.recount import Recount

TABLE = pd.DataFrame({"zip": ["1", "1", "2", "2"], "ill": ["a", "b", "a", "b"]})
WORDS = {"quasi_identifiers": "zip", "sensitive": "ill", "models": "k-anonymity:2"}


@pytest.mark.parametrize("out", [None, "release"])
@pytest.mark.parametrize(
    "model", ["k-anonymity:3", "k-map:2"], ids=["fails", "undecided"]
)
def test_what_does_not_hold_is_no_release(model, out, tmp_path, monkeypatch):
    """The audit sees another model than the search did."""
    monkeypatch.chdir(tmp_path)
    judge = diversa.audit(TABLE, **{**WORDS, "models": model})
    assert judge.verdict is not diversa.Verdict.HOLDS
    monkeypatch.setattr(Recount, "audit", lambda *_: judge)
    with pytest.raises(InternalError, match="does not hold; not released"):
        diversa.anonymize(TABLE, out=out, **WORDS)
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "measured"),
    [({}, False), ({"evidence": True}, True), ({"out": "r"}, True)],
)
def test_evidence_is_measured_for_a_folder_or_on_demand(
    words, measured, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    release = diversa.anonymize(TABLE, **WORDS, **words)
    assert (release.evidence is not None) == measured
