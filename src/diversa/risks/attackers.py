# SPDX-License-Identifier: Apache-2.0
"""Three attackers who look for people in a table: prosecutor, journalist, marketer.

The prosecutor knows that a person is in the table. The journalist only knows the
population. The marketer looks for everybody at once. A threshold is the risk above
which a row counts as being at risk.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diversa.record.risk import AttackerRisk

Sizes = NDArray[np.int64]


def prosecutor(sizes: Sizes, *, threshold: float) -> AttackerRisk:
    """The risk of a person who is known to be in the table: 1 / size of the group.

    The average over rows is groups / rows.

    Reference:
        K. El Emam, Guide to the de-identification of personal health information, 2013,
        Chapter 16.
    """
    return attack(sizes, sizes, threshold)


def journalist(sizes: Sizes, population: Sizes, *, threshold: float) -> AttackerRisk:
    """The risk of a person of the population: 1 / people who match the group.

    The average is the larger one of two: over rows of the table, and over people of
    the population who match a group.

    Reference:
        K. El Emam, Guide to the de-identification of personal health information, 2013,
        Chapter 16.
    """
    people = np.maximum(sizes, population)  # the rows are about people of it
    by_rows = attack(sizes, people, threshold)
    if by_rows.average is None:
        return by_rows
    from_people = len(people) / int(people.sum())
    return AttackerRisk(
        max(by_rows.average, from_people),
        by_rows.highest,
        by_rows.rows_above,
        by_rows.share_above,
    )


def marketer(sizes: Sizes, population: Sizes, *, threshold: float) -> AttackerRisk:
    """The share of rows that are matched with the right person, if all are matched.

    Reference:
        F. Dankar, K. El Emam, A method for evaluating marketer re-identification risk,
        PAIS 2010.
    """
    return attack(sizes, np.maximum(sizes, population), threshold)


def attack(sizes: Sizes, people: Sizes, threshold: float) -> AttackerRisk:
    """Match every row at random with one of the people of its group."""
    rows = int(sizes.sum())
    if rows == 0:
        return AttackerRisk(None, None, 0, 0.0)
    risk = 1 / people
    above = int(sizes[risk > threshold].sum())
    return AttackerRisk(
        float((sizes / people).sum()) / rows, float(risk.max()), above, above / rows
    )
