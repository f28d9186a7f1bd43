# SPDX-License-Identifier: Apache-2.0
"""Searches that divide a table into parts with boxes of their own."""
