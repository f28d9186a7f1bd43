# SPDX-License-Identifier: Apache-2.0
"""A ground distance of a user's own: values stand at the lengths of their names."""

from __future__ import annotations

import numpy as np

from diversa.models.ground_distance import LineDistance


def by_length(attribute):
    """Stand values at the number of their letters."""
    return LineDistance(np.array([len(text) for text in attribute.dictionary.texts]))
