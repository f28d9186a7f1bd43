# SPDX-License-Identifier: Apache-2.0
"""Words that stand for one of a few choices."""

from __future__ import annotations

import pytest

from diversa.data.choices import choose
from diversa.data.missing import MissingPolicy
from diversa.errors import InputError


def test_a_word_or_the_choice_itself():
    assert choose("missing", "own", MissingPolicy) is MissingPolicy.OWN
    assert choose("missing", MissingPolicy.DROP, MissingPolicy) is MissingPolicy.DROP


def test_any_other_word_is_refused_with_those_there_are():
    with pytest.raises(InputError, match="missing: must be one of raise, own, worst"):
        choose("missing", "some", MissingPolicy)
