# SPDX-License-Identifier: Apache-2.0
"""Tight labels for the methods that have labels of groups, where a test says so."""

from __future__ import annotations

from diversa.plan.search_section import PARTITIONS


def tight(method: str) -> dict[str, str]:
    """The words that ask for tight labels; none for methods without labels."""
    return {"labels": "tight"} if method in (*PARTITIONS, "auto") else {}
