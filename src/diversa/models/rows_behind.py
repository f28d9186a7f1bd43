# SPDX-License-Identifier: Apache-2.0
"""Rows behind: how many rows must have a value before it shapes what is published."""

from __future__ import annotations

from collections.abc import Sequence

from diversa.models.model import Model


def rows_behind(models: Sequence[Model]) -> int:
    """As many as the models want in a group, at least 2.

    >>> from diversa.models import parse
    >>> rows_behind([parse("k-anonymity:5"), parse("t-closeness:0.3")]), rows_behind([])
    (5, 2)
    """
    return max([2, *(max(model.least_rows, model.least_people) for model in models)])
