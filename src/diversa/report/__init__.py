# SPDX-License-Identifier: Apache-2.0
"""Reports: the audit of any table, and of a release against its manifest."""
