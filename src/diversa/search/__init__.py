# SPDX-License-Identifier: Apache-2.0
"""Search: one algorithm per file; `planner` chooses and says how a result was reached."""
