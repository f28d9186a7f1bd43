# SPDX-License-Identifier: Apache-2.0
"""Engines: where the rows live. Six verbs, the same for every engine."""
