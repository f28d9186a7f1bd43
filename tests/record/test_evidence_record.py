# SPDX-License-Identifier: Apache-2.0
"""The evidence in a manifest: measured once or twice, but throughout."""

from __future__ import annotations

import pytest

from diversa.codec import from_json, to_json
from diversa.errors import SourceError
from diversa.record.evidence_record import (
    AttackMoments,
    EvidenceRecord,
    RiskMoments,
    SizeSpan,
)
from report_words import ALONE, UTILITY, attacked, evidence, risk


def again(part):
    return from_json(EvidenceRecord, to_json(part), where="file")


@pytest.mark.parametrize("part", [evidence(), ALONE, evidence(utility=UTILITY)])
def test_what_is_written_is_read(part):
    assert again(part) == part


def test_everything_was_measured_at_the_same_times():
    after = AttackMoments(after=attacked(0.5))
    with pytest.raises(SourceError, match="measured at the same times throughout"):
        again(evidence(attacks=after))
    spans = (SizeSpan(low=1, high=None, after=1.0),)
    assert again(evidence(**{**vars(ALONE), "group_sizes": spans}))
    with pytest.raises(SourceError, match="measured at the same times throughout"):
        again(evidence(group_sizes=spans))


def test_moments_in_order():
    both = RiskMoments(before=risk(1.0, 0.5), after=risk(0.5, 0.0))
    assert both.every == (both.before, both.after)
    assert RiskMoments(after=both.after).every == (both.after,)
    assert [len(one.attacks) for one in evidence().attacks.every] == [1, 1]


def test_pairs_of_attributes_are_complete():
    content = to_json(evidence(utility=UTILITY))
    pair = {"measure": "V", "before": 0.5, "after": 0.25}
    content["utility"]["associations"] = [
        {"attributes": ["a", "b"], **pair},
        {"attributes": ["b", "c"], **pair},
    ]
    with pytest.raises(SourceError, match="utility must be of the same attributes"):
        from_json(EvidenceRecord, content, where="file")
    content["utility"]["associations"].append({"attributes": ["c", "a"], **pair})
    assert from_json(EvidenceRecord, content, where="file")


def test_distributions_have_a_number_for_each_bucket():
    content = to_json(evidence(utility=UTILITY))
    content["utility"]["distributions"][0]["before"] = [1.0]
    del content["utility"]["distributions"][0]["distance"]
    wanted = r"utility\.distributions\[0\] must be as many numbers as buckets"
    with pytest.raises(SourceError, match=wanted):
        from_json(EvidenceRecord, content, where="file")
