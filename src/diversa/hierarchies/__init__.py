# SPDX-License-Identifier: Apache-2.0
"""Hierarchies: how the values of a quasi-identifier are generalized, level by level."""
