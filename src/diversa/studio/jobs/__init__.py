# SPDX-License-Identifier: Apache-2.0
"""Long work in processes of its own: with limits, progress, a time left, and an end."""
