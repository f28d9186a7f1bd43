# SPDX-License-Identifier: Apache-2.0
"""Engines: where the rows live. The same verbs for every engine."""
