# SPDX-License-Identifier: Apache-2.0
"""The owner's private ledger: what was published, without a value of anybody."""
