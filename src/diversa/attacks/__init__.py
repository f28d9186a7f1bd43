# SPDX-License-Identifier: Apache-2.0
"""Attacks: the disclosures of a table to an adversary as numbers, one attack per file.

Every attack is a function on counts, of a published file or of its original. `battery`
makes all attacks that apply.
"""
