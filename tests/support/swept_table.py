# SPDX-License-Identifier: Apache-2.0
"""How the table that tests sweep is opened."""

from __future__ import annotations

from diversa.hierarchies import Intervals

ROLES = {"quasi_identifiers": ["zip", "born", "sex"], "sensitive": "condition"}
OPENED = ROLES | {"hierarchies": {"born": Intervals((5, 10, 20))}}
