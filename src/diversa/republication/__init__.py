# SPDX-License-Identifier: Apache-2.0
"""Republication: the next release of a table whose people come, go and change."""

from __future__ import annotations

from diversa.republication.republish import republish

__all__ = ["republish"]
