# SPDX-License-Identifier: Apache-2.0
"""Publish: recodings, the release folder and its manifest."""
