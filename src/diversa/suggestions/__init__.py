# SPDX-License-Identifier: Apache-2.0
"""Suggestions: the role that each column seems to have, and a plan made of them."""
