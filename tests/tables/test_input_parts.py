# SPDX-License-Identifier: Apache-2.0
"""Words of users become the choices that they stand for."""

from __future__ import annotations

import pytest

from diversa.data.missing import MissingPolicy
from diversa.errors import InputError
from diversa.tables.input_parts import choose


def test_a_word_or_the_choice_itself():
    assert choose("missing", "own", MissingPolicy) is MissingPolicy.OWN
    assert choose("missing", MissingPolicy.DROP, MissingPolicy) is MissingPolicy.DROP


def test_any_other_word_is_refused_with_those_there_are():
    with pytest.raises(InputError, match="missing: must be one of raise, own, worst"):
        choose("missing", "some", MissingPolicy)
