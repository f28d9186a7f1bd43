# SPDX-License-Identifier: Apache-2.0
"""Columns of tables: roles, dictionaries, spelling, missing values."""
