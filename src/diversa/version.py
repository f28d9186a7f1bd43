# SPDX-License-Identifier: Apache-2.0
"""The version of Diversa, written into every manifest."""

__version__ = "0.2.0"
