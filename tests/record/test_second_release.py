# SPDX-License-Identifier: Apache-2.0
"""What a record says of an earlier release of the same people."""

from __future__ import annotations

import pytest

from diversa.codec import from_json, to_json
from diversa.errors import SourceError
from diversa.record.second_release import SecondReleaseRecord


def test_it_is_read_as_it_is_written():
    record = SecondReleaseRecord(overlap=0.25, certain=3, anyway=True)
    written = to_json(record)
    assert written == {"overlap": 0.25, "certain": 3, "anyway": True}
    assert from_json(SecondReleaseRecord, written, where="x", advice="y") == record


@pytest.mark.parametrize("overlap", [-0.1, 1.5, "all"])
def test_a_share_is_a_share(overlap):
    with pytest.raises(SourceError, match="overlap"):
        from_json(SecondReleaseRecord, {"overlap": overlap}, where="x", advice="y")
