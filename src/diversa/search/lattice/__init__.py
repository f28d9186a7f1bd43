# SPDX-License-Identifier: Apache-2.0
"""Searches over the lattice of full-domain generalizations."""
