# SPDX-License-Identifier: Apache-2.0
"""The lecture slides on l-diversity."""
