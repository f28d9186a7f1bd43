# SPDX-License-Identifier: Apache-2.0
"""How a text file is read: what may be said of it."""

from __future__ import annotations

import pytest

from diversa.data.read_options import ReadOptions
from diversa.errors import PlanError


def test_by_default_the_engine_finds_out():
    reading = ReadOptions()
    assert (reading.delimiter, reading.encoding, reading.trim) == (None, None, None)
    assert (reading.header, reading.missing) == (None, ("",))


def test_texts_become_tuples():
    assert ReadOptions(missing=["", "?"]).missing == ("", "?")


def test_every_fault_is_named():
    with pytest.raises(PlanError) as raised:
        ReadOptions(delimiter=5, header="yes", trim="no")
    assert [fault.split(":")[0] for fault in raised.value.faults] == [
        "reading.delimiter",
        "reading.header",
        "reading.trim",
    ]
