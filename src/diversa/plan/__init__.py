# SPDX-License-Identifier: Apache-2.0
"""The plan of a run: its settings, its file, and the keywords that make one."""
