# SPDX-License-Identifier: Apache-2.0
"""Access to the studio: passwords, log-ins, permissions and checks."""
