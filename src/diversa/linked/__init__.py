# SPDX-License-Identifier: Apache-2.0
"""Linked tables: people, and the visits of each."""
