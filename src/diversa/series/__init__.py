# SPDX-License-Identifier: Apache-2.0
"""Series: the next release of a table whose people come, go and change."""
