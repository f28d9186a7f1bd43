# SPDX-License-Identifier: Apache-2.0
"""Audits: a table is counted anew and judged by models; a release, by its promise."""
