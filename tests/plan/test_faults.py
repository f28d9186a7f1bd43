# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from diversa.errors import ModelError, PlanError
from diversa.plan.faults import Faults
from diversa.setting_kind import SettingError


def test_no_fault_is_no_error():
    Faults().raise_any()


def test_all_faults_together():
    faults = Faults()
    faults.add("first")
    with faults.caught("second"):
        raise ModelError("k must be")
    with faults.caught("nothing of this"):
        raise PlanError(["third", "fourth"])
    with pytest.raises(PlanError) as caught:
        faults.raise_any()
    assert caught.value.faults == ["first", "second: k must be", "third", "fourth"]


@pytest.mark.parametrize(
    ("error", "kind"),
    [(ModelError("k"), ModelError), (SettingError("k", 1), PlanError)],
)
def test_one_fault_alone(error, kind):
    faults = Faults()
    with faults.caught("here"):
        raise error
    with pytest.raises(kind, match="here: k"):
        faults.raise_any()


def test_other_errors_pass():
    with pytest.raises(KeyError), Faults().caught("here"):
        raise KeyError
