# SPDX-License-Identifier: Apache-2.0
"""The risk that people are found in a table, by the sizes of its groups."""
