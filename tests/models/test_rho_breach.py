# SPDX-License-Identifier: Apache-2.0
"""(ρ1,ρ2)-privacy breach."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diversa.counts.groups import Groups
from diversa.counts.population import Population
from diversa.errors import ModelError
from diversa.models import RhoBreach, parse


def believed(rows, people):
    groups = Groups.from_counts([rows], on="s")
    return replace(groups, population=Population.from_counts([people], on="s"))


def test_an_unlikely_value_becomes_likely():
    groups = believed({"x": 9, "y": 1}, {"q": {"x": 1, "y": 9}})
    assert RhoBreach("0.2", "0.9").holds(groups).all()  # not above 0.9
    assert not RhoBreach("0.2", "0.89").holds(groups).any()
    assert RhoBreach("0.1", "0.2").holds(groups).all()  # 0.1 is not below 0.1


def test_a_sure_value_becomes_doubtful():
    groups = believed({"x": 1, "y": 1, "z": 2}, {"q": {"x": 8, "y": 1, "z": 1}})
    assert RhoBreach("0.05", "0.5").holds(groups).all()
    # x falls from 0.8 > 1 - 0.3 to 1/4 < 1 - 0.7; z rises to 1/2 only
    assert not RhoBreach("0.3", "0.7").holds(groups).any()
    assert RhoBreach("0.3", "0.75").holds(groups).all()
    assert RhoBreach("0.2", "0.7").holds(groups).all()  # 0.8 is not above 0.8


def test_spec_and_parameters():
    spec = "rho-breach:rho1=0.5,rho2=0.6,on=s"
    assert parse(spec).spec == spec
    with pytest.raises(ModelError, match=r"rho1 must be below rho2 = 0\.5, got 0\.5"):
        RhoBreach("0.5", "0.5")
    with pytest.raises(ModelError, match="rho1 must be above 0, got 0"):
        RhoBreach(0, "0.5")
