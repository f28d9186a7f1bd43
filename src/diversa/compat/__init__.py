# SPDX-License-Identifier: Apache-2.0
"""The functions of other tools under their names, for users who move."""
