# SPDX-License-Identifier: Apache-2.0
"""Numbers are explain_error, and shares are written for people."""

from __future__ import annotations

import pytest

from diversa.studio.pages.elements import EXPLAINED, percent


@pytest.mark.parametrize(
    ("share", "digits", "text"),
    [(0, 0, "0 %"), (1, 0, "100 %"), (1, 1, "100 %"), (0.2, 0, "20 %"),
     (0.10, 1, "10 %"), (0.00001, 1, "< 0.1 %"), (None, 1, "–"), (0.345, 1, "34.5 %")],
)  # fmt: skip
def test_shares(share, digits, text):
    assert percent(share, digits) == text


def test_every_number_is_explained_in_a_sentence():
    for text in EXPLAINED.values():
        assert text[0].isupper()
        assert text.endswith(".")
