# SPDX-License-Identifier: Apache-2.0
"""The ambiguity metric: how many tuples every row may stand for."""

from __future__ import annotations

import numpy as np

from diversa.metrics.metric import Metric
from diversa.metrics.recoded import Recoded


def ambiguity(recoded: Recoded) -> float:
    """The tuples of quasi-identifiers that a row's box covers, added over all rows.

    At least the number of rows. A withheld row may be any tuple of the domain.

    Reference:
        J. Goldberger, T. Tassa, Efficient anonymizations with enhanced utility, TDP
        2010.
    """
    covered = np.ones(recoded.boxes)
    domain = 1.0
    for side in recoded.sides:
        covered *= side.sizes[side.label]
        domain *= max(1, side.domain)
    return float(covered @ recoded.box_rows) + recoded.suppressed * domain


AMBIGUITY = Metric(
    "ambiguity",
    "ambiguity",
    "tuples that the rows may stand for",
    lambda recoded, _: ambiguity(recoded),
    withheld="the tuples of the domain",
)
