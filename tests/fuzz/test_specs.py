# SPDX-License-Identifier: Apache-2.0
"""Specs of models that are nearly specs: parsed, and judged where they can be."""

from __future__ import annotations

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.models import MODELS, parse
from fuzzed import CANARY, NASTY, cases, run

TABLE = pd.DataFrame(
    {
        "zip": ["1", "1", "1", "2", "2", "2"],
        "ill": [f"{CANARY}-{letter}" for letter in "abcaba"],
        "pay": [10, 20, 30, 10, 10, 40],
    }
)
KEYS = [
    "k",
    "l",
    "c",
    "c1",
    "c2",
    "t",
    "n",
    "e",
    "m",
    "alpha",
    "epsilon",
    "delta",
    "on",
]
KEYS += [
    "joint",
    "distance",
    "enhanced",
    "relative",
    "disclosable",
    "protected",
    "cuts",
]
KEYS += ["low", "high", "beta", "rho1", "rho2"]
VALUES = [
    "0",
    "1",
    "2",
    "1/3",
    "0.5",
    "-1",
    "1e400",
    "nan",
    "inf",
    "true",
    "ill",
    "pay",
]
VALUES += [
    "*",
    "a|b",
    "1|2",
    "equal",
    "numeric",
    "ordered",
    "hierarchical",
    "",
    "9" * 40,
]


@st.composite
def specs(draw):
    name = draw(st.sampled_from(list(MODELS)) | NASTY)
    parts = draw(
        st.lists(
            st.tuples(st.sampled_from([*KEYS, ""]), st.sampled_from(VALUES) | NASTY),
            max_size=4,
        )
    )
    listed = ",".join(f"{key}={value}" if key else value for key, value in parts)
    return f"{name}:{listed}" if listed or draw(st.booleans()) else name


@cases(80)
@given(spec=specs())
def test_any_spec_is_judged_or_refused(spec):
    model = run(lambda: parse(spec))
    if model is not None:
        run(
            lambda: diversa.audit(
                TABLE, quasi_identifiers="zip", sensitive=["ill", "pay"], models=[model]
            )
        )
