# SPDX-License-Identifier: Apache-2.0
"""Recodings: what happens to every row, as data that an engine can carry out."""
