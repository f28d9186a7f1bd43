# SPDX-License-Identifier: Apache-2.0
"""Keys of identifiers: long enough, and never shown."""

from __future__ import annotations

import pytest

from diversa.data.identifiers import SHORTEST_KEY, KeyedHash, check_key
from diversa.errors import InputError


def test_a_key_is_not_printed():
    assert "canary" not in repr(KeyedHash(b"canary canary canary"))


def test_a_short_key_is_refused_and_not_shown():
    check_key(b"x" * SHORTEST_KEY, column="name")
    with pytest.raises(InputError, match="at least 16 bytes, got 6") as raised:
        check_key(b"canary", column="name")
    assert "identifier 'name'" in str(raised.value)
    assert "canary" not in str(raised.value)
