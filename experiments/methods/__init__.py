# SPDX-License-Identifier: Apache-2.0
"""Our own study: every method with the main models, and what they cost."""
