# SPDX-License-Identifier: Apache-2.0
"""Three verdicts, none of which is true or false by itself."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from diversa.models.verdict import Verdict


@pytest.mark.parametrize("verdict", Verdict)
def test_a_verdict_refuses_to_be_true_or_false(verdict):
    with pytest.raises(TypeError, match="compare it with one of them"):
        bool(verdict)
    with pytest.raises(TypeError):
        assert not verdict


@pytest.mark.parametrize("holds", [True, False, None])
def test_what_json_holds_is_a_verdict(holds):
    assert Verdict.of(holds).holds is holds


def test_the_worst_verdict_counts():
    for some in combinations_with_replacement(Verdict, 3):
        worst = Verdict.worst(some)
        assert worst in some
        assert (worst is Verdict.FAILS) == (Verdict.FAILS in some)
        assert (worst is Verdict.HOLDS) == (set(some) == {Verdict.HOLDS})
    assert Verdict.worst([]) is Verdict.HOLDS
