# SPDX-License-Identifier: Apache-2.0
"""Tables and what we know of their columns: roles, dictionaries, missing values."""
