# SPDX-License-Identifier: Apache-2.0
"""Models that compare the values of a group with those of the whole table."""

from __future__ import annotations

from dataclasses import dataclass

from diversa.data.missing import MissingPolicy
from diversa.models.model import SensitiveModel


@dataclass(frozen=True)
class DistributionModel(SensitiveModel):
    """A model of how far a group is from the original table.

    The reference distribution is that of the table before anything was suppressed
    (`Sensitive.dictionary.counts`): it does not change from node to node, so the model
    is local to a group.
    """

    policies = frozenset({MissingPolicy.RAISE, MissingPolicy.OWN, MissingPolicy.DROP})
