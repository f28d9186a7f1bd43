# SPDX-License-Identifier: Apache-2.0
"""What a table that grows tells, in sentences."""

from __future__ import annotations

import pytest

from diversa.codec import from_json, to_json
from diversa.record.batches import BatchesRecord


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("by_values", [False, True])
def test_the_sentences_say_what_comparing_tells(apart, by_values):
    record = BatchesRecord(rows=(2, 1), apart=apart, by_values=by_values)
    (told,) = record.words
    assert ("by themselves, too" in told) == apart
    assert ("may be few" in told) != apart
    assert ("depends on the sensitive values" in told) == by_values
    assert from_json(BatchesRecord, to_json(record), where="x") == record
