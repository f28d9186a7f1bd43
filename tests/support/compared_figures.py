# SPDX-License-Identifier: Apache-2.0
"""Figures 2 and 3 of the l-diversity paper, compared with each other."""

from __future__ import annotations

import pandas as pd

import diversa
from brute_force import label
from paper_tables import FIGURE_1

NAMES = ("zip", "age", "nationality")


def frame(node=(0, 0, 0), rows=FIGURE_1.rows):
    """Figure 1 as a frame, generalized to a node."""
    published = [
        [
            *(
                label(FIGURE_1, name, row[place], node[place])
                for place, name in enumerate(NAMES)
            ),
            row[3],
        ]
        for row in rows
    ]
    return pd.DataFrame(published, columns=[*NAMES, "condition"])


def compare(first, second, **words):
    return diversa.compare(
        first, second, quasi_identifiers=NAMES, sensitive="condition", **words
    )


def differences(comparison, section):
    """What differs in one section, by its name."""
    return {difference.name: difference for difference in comparison.of(section)}
