# SPDX-License-Identifier: Apache-2.0
"""Tables that are attacked: those of the papers, and random groups."""

from __future__ import annotations

import pandas as pd
from hypothesis import strategies as st

import diversa
from diversa.counts.groups import Groups
from examples import examples

H, V, C, F = "Heart Disease", "Viral Infection", "Cancer", "Flu"


def as_frame(columns, *groups):
    """A published table: for each group its labels and its sensitive values."""
    rows = [(*labels, value) for labels, values in groups for value in values]
    return pd.DataFrame(rows, columns=columns)


INPATIENTS = ["zip", "age", "nationality", "condition"]
FIGURE_2 = as_frame(
    INPATIENTS,
    (("130**", "<30", "*"), [H, H, V, V]),
    (("1485*", ">=40", "*"), [C, H, V, V]),
    (("130**", "3*", "*"), [C, C, C, C]),
)
FIGURE_3 = as_frame(
    INPATIENTS,
    (("1305*", "<=40", "*"), [H, V, C, C]),
    (("1485*", ">40", "*"), [C, H, V, V]),
    (("1306*", "<=40", "*"), [H, V, C, C]),
)
BOB = {"zip": "13053", "age": 31, "nationality": "American"}
UMEKO = {"zip": "13068", "age": 21, "nationality": "Japanese"}


def ask(table, person, *exclude):
    return diversa.attack(
        table,
        quasi_identifiers=INPATIENTS[:3],
        sensitive="condition",
        target=person,
        exclude=exclude,
    ).target


TABLE = pd.DataFrame(
    {
        "zip": ["130**", "130**", "130**", "148**", "148**"],
        "age": ["<30", "<30", "<30", ">=40", ">=40"],
        "ill": ["Canary-a", "Canary-b", "Canary-a", "Canary-c", "Canary-c"],
        "pay": [100, 200, 300, 100, 104],
    }
)
"""Two groups; all rows of the second have the same illness and nearly the same pay."""
NAMES = ["zip", "age"]
WORDS = {"quasi_identifiers": NAMES, "sensitive": "ill"}


QUICK = examples(30)
GROUP = st.dictionaries(st.sampled_from("abcd"), st.integers(1, 5), min_size=1)
GROUPS = st.lists(GROUP, min_size=1, max_size=6)


def histogram(counts):
    return Groups.from_counts(counts, on="s").histogram()


def rows_of(counts, chosen):
    return sum(sum(one.values()) for one in counts if chosen(one))


ADULT = ["sex", "age", "race", "marital-status", "education", "native-country"]
ADULT += ["workclass", "salary-class"]
"""The quasi-identifiers of the Adult table of 30,162 rows."""
