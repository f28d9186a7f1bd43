# SPDX-License-Identifier: Apache-2.0
"""A metric of a user's own, which declares no more than it must."""

from __future__ import annotations

from diversa.metrics.objective import Objective


class LargestGroup(Objective):
    """Rows of the largest published group; lower is better."""

    name = "largest-group"

    def cost(self, outcome):
        sizes = outcome.frequency_set.groups.sizes
        return float(sizes[outcome.kept].max(initial=0))
