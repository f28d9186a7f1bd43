# SPDX-License-Identifier: Apache-2.0
"""The record of a release, its folder, and the reading of its files."""
