# SPDX-License-Identifier: Apache-2.0
"""What the studio remembers, in SQLite or PostgreSQL; no value of any table."""
