# SPDX-License-Identifier: Apache-2.0
"""Searches: one algorithm per file, by what is searched; `planner` chooses."""
