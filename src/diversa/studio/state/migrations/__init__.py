# SPDX-License-Identifier: Apache-2.0
"""The migrations of the state, one step per file."""
