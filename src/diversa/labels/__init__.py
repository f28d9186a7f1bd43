# SPDX-License-Identifier: Apache-2.0
"""Labels: what a published value says of the raw values it may stand for."""
