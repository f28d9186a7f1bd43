# SPDX-License-Identifier: Apache-2.0
"""Columns for tests: each value stands in one row."""

from __future__ import annotations

from diversa.data.dictionary import Dictionary


def column(*values, **options):
    return Dictionary.build("work", values, [1] * len(values), **options)
