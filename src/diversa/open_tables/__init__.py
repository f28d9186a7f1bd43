# SPDX-License-Identifier: Apache-2.0
"""Tables that stay open for several questions: search, compare costs, publish."""
