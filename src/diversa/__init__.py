# SPDX-License-Identifier: Apache-2.0
"""Diversa: publish tables about people without giving the people away."""

from diversa.version import __version__

__all__ = ["__version__"]
