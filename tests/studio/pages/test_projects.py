# SPDX-License-Identifier: Apache-2.0
"""The page of projects names them; see also `test_app`."""

from __future__ import annotations

from diversa.studio.pages import add_pages


def test_pages_can_be_registered_again():
    add_pages()
    add_pages()
