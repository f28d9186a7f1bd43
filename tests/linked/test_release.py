# SPDX-License-Identifier: Apache-2.0
"""Tests of the release of two linked tables, as people and programs read it."""

from __future__ import annotations

from diversa.linked.release import LinkedRelease
from diversa.models.linked_privacy import LinkedVerdict
from linked_frames import PROMISE


def test_a_linked_release_says_what_it_has():
    verdict = LinkedVerdict("km-anonymity:k=5,m=2", True, 6, None, 40, 0)
    release = LinkedRelease(linked=PROMISE, verdicts=(verdict,))
    assert str(release).splitlines() == [
        "linked by 'pseudonym', people 8 of 9, visits 18 of 20",
        "  km-anonymity:k=5,m=2 HOLDS (k = 6)",
        "  loss 0.25",
    ]
    answer = release.to_json()
    assert answer["linked"]["people_out"] == 8
    assert answer["models"][0]["holds"]
    assert answer["files"] == []
