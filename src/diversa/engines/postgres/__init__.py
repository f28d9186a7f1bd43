# SPDX-License-Identifier: Apache-2.0
"""PostgreSQL: rows are counted, recoded and published in the database they are in."""
