# SPDX-License-Identifier: Apache-2.0
"""Spark: rows are counted, recoded and published by the cluster that has them."""
