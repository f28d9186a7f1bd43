# SPDX-License-Identifier: Apache-2.0
"""Searches that prune refuse what they must not prune, and say why."""

from __future__ import annotations

import pytest

from diversa.errors import PlanError
from diversa.search.lattice.result import require_pruning
from paper_tables import FIGURE_1
from toy_models import OddSize


def test_what_is_allowed_passes():
    require_pruning("incognito", FIGURE_1.task("k-anonymity:2", limit=3))
    require_pruning("incognito", FIGURE_1.task("entropy-l-diversity:2"))


@pytest.mark.parametrize(
    ("models", "settings", "message"),
    [
        pytest.param(
            ["k-anonymity:2", "entropy-l-diversity:2"],
            {"limit": 1},
            r"incognito needs models that are absorbing \(as suppression needs\), got"
            r" entropy-l-diversity:2,on=condition; use optimal or exhaustive$",
            id="only the model at fault is named",
        ),
        pytest.param(
            [OddSize(1)],
            {},
            "needs models that are union-closed, got odd-size:1;",
            id="not union-closed",
        ),
        pytest.param(
            ["k-anonymity:2"],
            {"limit": 1, "star": True},
            "got suppressed rows published as a group;",
            id="removed rows as a group",
        ),
    ],
)
def test_what_is_refused(models, settings, message):
    with pytest.raises(PlanError, match=message):
        require_pruning("incognito", FIGURE_1.task(*models, **settings))
