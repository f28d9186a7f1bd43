# SPDX-License-Identifier: Apache-2.0
"""M.-R. Zare-Mirakabad, (δ,l)-diversity."""
