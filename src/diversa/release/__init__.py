# SPDX-License-Identifier: Apache-2.0
"""The release: its tables, its manifest, its folder, and the evidence for it."""
