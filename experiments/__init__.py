# SPDX-License-Identifier: Apache-2.0
"""The experiments of the papers, run again: figures and tables as data and pages."""
