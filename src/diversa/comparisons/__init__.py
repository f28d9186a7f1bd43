# SPDX-License-Identifier: Apache-2.0
"""Comparisons: two releases of one table side by side."""
