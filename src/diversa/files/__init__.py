# SPDX-License-Identifier: Apache-2.0
"""Files and folders that appear whole or not at all, and leave nothing behind."""
