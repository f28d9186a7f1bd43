# SPDX-License-Identifier: Apache-2.0
"""The survey of closeness: t-closeness, (n,t)-closeness."""
