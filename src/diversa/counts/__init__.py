# SPDX-License-Identifier: Apache-2.0
"""Counts: cells, frequency sets, groups and histograms. No rows, only numbers."""
