# SPDX-License-Identifier: Apache-2.0
"""The attacks of an owner: before and after a release."""

from __future__ import annotations

import pandas as pd

import diversa

PATIENTS = pd.DataFrame(
    {
        "sex": ["m"] * 60 + ["w"] * 60,
        "zip": [100 + place % 3 for place in range(120)],
        "ill": ["flu", "gout", "cough"] * 20 + ["flu", "ovarian", "cough"] * 20,
    }
)


def test_mined_rules_before_and_after():
    release = diversa.anonymize(
        PATIENTS,
        quasi_identifiers=["sex", "zip"],
        sensitive="ill",
        models="frequency-l-diversity:3",
        evidence=True,
    )
    before, after = (
        release.evidence.attacks[when]["mined rules"] for when in ("before", "after")
    )
    assert (before.exposed, after.total) == (0, 120)
    # Nobody with m and 100 has gout or cough; the same of w, and of other zips.
    assert after.rules > 0
    assert "nobody with" in after.in_words()
    assert "ovarian" not in str(release.evidence.to_json())
