# SPDX-License-Identifier: Apache-2.0
"""Labels: published values, read as the raw values that they may stand for."""
