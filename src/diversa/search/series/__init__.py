# SPDX-License-Identifier: Apache-2.0
"""Searches for the next release of a series whose people come and go."""
