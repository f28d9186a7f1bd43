# SPDX-License-Identifier: Apache-2.0
"""How the tables of the state came to their present form, one step per file."""
