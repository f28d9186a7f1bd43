# SPDX-License-Identifier: Apache-2.0
"""Small pandas frames, counted where they are without starting a database."""
