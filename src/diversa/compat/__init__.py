# SPDX-License-Identifier: Apache-2.0
"""The names of other tools with our answers: the way for their users to move."""
