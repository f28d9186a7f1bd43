# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from fractions import Fraction

from diversa.data.missing import MissingPolicy
from diversa.models import KAnonymity
from diversa.plan.sections import Privacy


def test_values_are_what_the_declaration_says():
    privacy = Privacy(models=["k-anonymity:2"], suppression="1/4", missing="own")
    assert privacy.models == (KAnonymity(2),)
    assert privacy.suppression == Fraction(1, 4)
    assert privacy.missing is MissingPolicy.OWN
    assert privacy.limit(10) == 2
