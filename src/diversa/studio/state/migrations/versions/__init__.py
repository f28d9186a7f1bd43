# SPDX-License-Identifier: Apache-2.0
"""The steps, each with the one before it; what is written here stays as it is."""
