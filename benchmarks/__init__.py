# SPDX-License-Identifier: Apache-2.0
"""Benchmarks: ratios within one run, printed by `make bench`."""
