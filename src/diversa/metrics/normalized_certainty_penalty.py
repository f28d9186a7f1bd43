# SPDX-License-Identifier: Apache-2.0
"""The normalized certainty penalty NCP; its mean over all values is GCP."""

from __future__ import annotations

import numpy as np

from diversa.array_types import Floats
from diversa.metrics.metric import Metric, mean_number
from diversa.metrics.recoded import Recoded
from diversa.metrics.sides import Sides


def ncp_by_attribute(recoded: Recoded) -> dict[str, float]:
    """NCP of each quasi-identifier, averaged over rows; a suppressed row costs 1.

    Numbers: width of the published range by the range of all. Categories: 0 for a
    single value, else covered values / domain. It differs from the loss metric by the
    1 that is not taken off.

    Reference:
        J. Xu, W. Wang, J. Pei, X. Wang, B. Shi, A. Fu, Utility-based anonymization
        using local recoding, KDD 2006; as GCP: G. Ghinita, P. Karras, P. Kalnis,
        N. Mamoulis, Fast data anonymization with low information loss, VLDB 2007.
    """
    return {
        side.hierarchy.attribute: recoded.mean_cost(side, penalties(side))
        for side in recoded.sides
    }


def penalties(side: Sides) -> Floats:
    """The penalty of each label."""
    if side.widths is not None:
        return side.widths
    return np.where(side.sizes > 1, side.sizes / max(1, side.domain), 0.0)


GCP = Metric(
    "gcp",
    "NCP, GCP",
    "the same by the normalized certainty penalty (GCP)",
    lambda recoded, _: ncp_by_attribute(recoded),
    shape=mean_number,
    detail="ncp_by_attribute",
    withheld="1",
)
