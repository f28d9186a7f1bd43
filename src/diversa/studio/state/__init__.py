# SPDX-License-Identifier: Apache-2.0
"""The state of the studio, in SQLite or PostgreSQL; it holds no value of a table."""
