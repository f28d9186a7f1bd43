# SPDX-License-Identifier: Apache-2.0
"""What every model has: a name, a level for people, a sensitive attribute."""

from __future__ import annotations

import math

import pytest

from diversa.models import MODELS, Model, parse


@pytest.mark.parametrize(
    ("spec", "level", "words"),
    [
        ("k-anonymity:3", 4, "k = 4"),
        ("distinct-l-diversity:3", 3, "distinct l = 3"),
        ("frequency-l-diversity:3", 1.5, "frequency l = 1.5"),
        ("entropy-l-diversity:2", 2**1.5, "entropy l = 2.828"),
        ("entropy-l-diversity:2", 2.9999999999999996, "entropy l = 3"),
        ("entropy-l-diversity:2", 2.9999, "entropy l = 2.999"),
        ("recursive-cl-diversity:c=4,l=2", 2, "c > 2 at l = 2"),
        ("recursive-cl-diversity:c=4,l=2", 7 / 3, "c > 2.334 at l = 2"),
        ("recursive-cl-diversity:c=4,l=3", math.inf, "no c that holds at l = 3"),
        ("pd-recursive-cl-diversity:c=4,l=2,disclosable=x", 0, "c > 0 at l = 2"),
        (
            "npd-recursive-cl-diversity:c1=4,c2=2.5,l=2,disclosable=x,protected=y",
            0.5,
            "c1 > 0.5 at c2 = 2.5, l = 2",
        ),
        ("k-anonymity:3", math.inf, "every k"),
        ("k-anonymity:3", 2.0**62, "k = 4611686018427387904"),
    ],
)
def test_describe(spec, level, words):
    assert parse(spec).describe(level) == words


@pytest.mark.parametrize("model", MODELS.values(), ids=list(MODELS))
def test_every_model_says_what_it_stops_and_misses(model):
    assert model.stops
    assert model.misses
    for section in ("Edge cases:", "Example:", "Reference:"):
        assert section in model.__doc__


def test_a_model_without_a_measure_is_none():
    with pytest.raises(TypeError, match="abstract"):
        Model()
