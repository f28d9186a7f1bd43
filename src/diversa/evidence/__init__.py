# SPDX-License-Identifier: Apache-2.0
"""Evidence: risk, attacks and utility of a table, before and after."""
