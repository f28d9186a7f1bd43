# SPDX-License-Identifier: Apache-2.0
"""What a release says of itself, its folder, and how its files are read."""
