# SPDX-License-Identifier: Apache-2.0
"""Tables as they are opened and counted by their roles."""
