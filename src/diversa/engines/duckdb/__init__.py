# SPDX-License-Identifier: Apache-2.0
"""DuckDB, embedded in this process: the engine that is used by default."""
