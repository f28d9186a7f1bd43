# SPDX-License-Identifier: Apache-2.0
"""Searches that deal rows into buckets with several sensitive values each."""
