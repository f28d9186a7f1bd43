# SPDX-License-Identifier: Apache-2.0
"""Attacks: what an adversary can learn from a table, one attack per file, as numbers.

Every attack is a function on counts, so the same call tells of a published file and of
the original behind it. `battery` makes all that apply.
"""
