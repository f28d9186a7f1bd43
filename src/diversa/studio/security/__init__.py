# SPDX-License-Identifier: Apache-2.0
"""Who may come in and what they may do: passwords, log-ins, permissions, checks."""
