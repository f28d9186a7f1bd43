# SPDX-License-Identifier: Apache-2.0
"""The search and the audit agree: what a search found holds in what is published.

Random plans over full-domain recoding with every search, model and policy, on tables
with missing values, coded ends, floats, labels of `*`, several sensitive attributes. A
run that ends in our own error is a disagreement between both.
"""

from __future__ import annotations

import math
from contextlib import suppress

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.errors import InputError, NoSolutionError
from diversa.hierarchies import Coding, Intervals, Masking, Rows, Suppression
from diversa.metrics import OBJECTIVES
from diversa.models import MODELS, SensitiveModel
from diversa.search.planner import SEARCHES
from examples import examples
from model_specs import specs_of

SPECS = [(name, spec) for name in MODELS for spec in specs_of(name)]

RAGGED = Rows((("a", "*", "*"), ("b", "bc", "*"), ("c", "bc", "*"), ("*", "*", "*")))
"""Some values are `*` on a level where others still say something."""

QUASI_IDENTIFIERS = {
    "whole": (["0", "7", "14", "21"], [None, Intervals((10,)), Coding(top=14)]),
    "float": (["0.0", "0.5", "7.0", "7.25"], [None, Coding(bottom=1)]),
    "text": (["a", "b", "c", "*"], [None, Suppression(), RAGGED]),
    "zip": (["1", "12", "120", "131"], [None, Masking()]),
}
"""Values as text, and the hierarchies that they may have."""

SENSITIVE = [["1", "2", "4"], [1, 2, 4], [1.0, 2.5, 4.0]]


@st.composite
def columns(draw, values, rows, *, missing):
    """A column of values; some are missing."""
    choice = [*values, None] if missing else values
    return draw(st.lists(st.sampled_from(choice), min_size=rows, max_size=rows))


@st.composite
def quasi_identifiers(draw, rows):
    """The values of a quasi-identifier, and its hierarchy."""
    kind = draw(st.sampled_from(sorted(QUASI_IDENTIFIERS)))
    texts, hierarchies = QUASI_IDENTIFIERS[kind]
    read = {"whole": int, "float": float}.get(kind, str)
    values = draw(
        columns([read(text) for text in texts], rows, missing=draw(st.booleans()))
    )
    return values, draw(st.sampled_from(hierarchies))


@st.composite
def specs(draw, names):
    """A model as text, on one of the sensitive attributes, jointly or not."""
    name, spec = draw(st.sampled_from(SPECS))
    if not issubclass(MODELS[name], SensitiveModel):
        return spec
    joint = ",joint=true" if draw(st.sampled_from([False, False, True])) else ""
    return spec.replace("on=s", f"on={draw(st.sampled_from(names))}") + joint


@st.composite
def plans(draw):
    """A table and the words of a plan for it."""
    rows = draw(st.sampled_from([4, 8, 16, 30]))
    known = [draw(quasi_identifiers(rows)) for _ in range(draw(st.integers(1, 3)))]
    names = [f"s{place}" for place in range(draw(st.integers(1, 2)))]
    table = {f"q{place}": values for place, (values, _) in enumerate(known)}
    missing = draw(st.booleans())
    for name in names:
        table[name] = draw(
            columns(draw(st.sampled_from(SENSITIVE)), rows, missing=missing)
        )
    words = {
        "quasi_identifiers": [f"q{place}" for place in range(len(known))],
        "sensitive": names,
        "models": draw(st.lists(specs(names), min_size=1, max_size=2, unique=True)),
        "hierarchies": {
            f"q{place}": hierarchy
            for place, (_, hierarchy) in enumerate(known)
            if hierarchy is not None
        },
        "suppression": draw(st.sampled_from([0, 0.2, 0.5])),
        "suppress_by": draw(st.sampled_from(["drop", "star"])),
        "missing": draw(st.sampled_from(["own", "worst", "drop"])),
        "algorithm": draw(st.sampled_from(sorted(SEARCHES))),
        "objective": draw(st.sampled_from(sorted(OBJECTIVES))),
    }
    people = pd.DataFrame(table)
    if draw(st.booleans()):
        words["population"] = pd.concat([people, people], ignore_index=True)
    return people, words


@examples(80)
@given(plans())
def test_what_the_search_found_holds_in_what_is_published(plan):
    people, words = plan
    with suppress(NoSolutionError, InputError):  # never our own error
        release = diversa.anonymize(people, **words)
        assert release.audit.holds
        assert release.suppressed <= math.floor(words["suppression"] * len(people))


@pytest.mark.parametrize("algorithm", sorted(SEARCHES))
def test_suppressed_rows_and_rows_that_are_all_star_are_one_group(algorithm):
    """Each pair holds alone; published as `*` all four look alike, and do not."""
    people = pd.DataFrame({"q": ["*", "*", "a", "b"], "s": ["x", "y", "x", "y"]})
    words = {
        "quasi_identifiers": "q",
        "sensitive": "s",
        "models": "m-uniqueness:2",
        "suppression": 0.5,
        "suppress_by": "star",
    }
    with pytest.raises((NoSolutionError, InputError)):
        diversa.anonymize(people, algorithm=algorithm, **words)
    other = people.replace({"q": {"*": "c"}})
    if algorithm in ("exhaustive", "optimal", "datafly"):
        release = diversa.anonymize(other, algorithm=algorithm, **words)
        assert sorted(release.frame.q) == ["*", "*", "c", "c"]
