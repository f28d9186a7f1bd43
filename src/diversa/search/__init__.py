# SPDX-License-Identifier: Apache-2.0
"""Search: one algorithm per file; `planner` chooses, a result says how."""
