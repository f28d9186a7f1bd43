# SPDX-License-Identifier: Apache-2.0
"""Models of one sensitive attribute are bound to it."""

from __future__ import annotations

import pytest

from diversa.errors import ModelError
from diversa.models import DistinctLDiversity, KAnonymity


def test_bind_one_sensitive_attribute():
    assert DistinctLDiversity(3).bind(["s"]) == (DistinctLDiversity(3, on="s"),)
    assert KAnonymity(3).bind(["s", "t"]) == (KAnonymity(3),)


def test_bind_every_sensitive_attribute():
    bound = DistinctLDiversity(3, on="*", joint=True).bind(["s", "t"])
    assert [str(model) for model in bound] == [
        "distinct-l-diversity:3,on=s,joint=true",
        "distinct-l-diversity:3,on=t,joint=true",
    ]


@pytest.mark.parametrize(
    ("on", "sensitive", "message"),
    [
        (None, ["s", "t"], r"got none; write on=… with one of s, t, or on=\*"),
        (None, [], "none is declared"),
        ("*", [], "none is declared"),
        ("conditon", ["condition"], "did you mean 'condition'"),
    ],
)
def test_bind_refuses(on, sensitive, message):
    with pytest.raises(ModelError, match=message):
        DistinctLDiversity(3, on=on).bind(sensitive)
