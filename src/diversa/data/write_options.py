# SPDX-License-Identifier: Apache-2.0
"""Options for writing a release: the form of its cells, and the files beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from diversa.setting import Section, setting
from diversa.setting_kind import FLAG, WORD

APOSTROPHE = "'"
"""The mark by which a spreadsheet shows a text and does not run it."""

RUN_BY_SPREADSHEETS = r"^'*[=+\-@\t\r]"
"""The start of a cell that a spreadsheet would run; after apostrophes, so that one put
before it can be taken away again."""

PLAIN_NUMBER = r"^[-+]?[0-9]+([.,][0-9]+)?([eE][-+]?[0-9]+)?$"
"""A number with or without a sign, which a spreadsheet shows as it is."""


@dataclass(frozen=True)
class WriteOptions(Section, name="writing"):
    """Options for writing a release."""

    spreadsheet_safe: bool = setting(
        FLAG,
        "Write an apostrophe before cells of a CSV release that a spreadsheet would"
        " run: those that begin with =, +, -, @, a tab or a carriage return and are no"
        " numbers.",
        default=False,
    )
    taxonomies: Literal["published", "whole", "none"] = setting(
        WORD,
        "The taxonomy of a sensitive attribute that is published beside the release, if"
        " others need it to audit a model.",
        default="published",
        choices={
            "published": "the part above published values",
            "whole": "all of a declared tree, with values that nobody has",
            "none": "nothing",
        },
    )


def with_apostrophe(text: str) -> str:
    """A text as it is written where spreadsheets may open the file.

    >>> [with_apostrophe(text) for text in ("=1+1", "-5", "'=x", "flu")]
    ["'=1+1", '-5', "''=x", 'flu']
    """
    runs = re.search(RUN_BY_SPREADSHEETS, text) and not re.search(PLAIN_NUMBER, text)
    return f"{APOSTROPHE}{text}" if runs else text


def without_apostrophe(text: str) -> str:
    """A text as it was before it was written like that.

    >>> [without_apostrophe(text) for text in ("'=1+1", "-5", "''=x", "'tis")]
    ['=1+1', '-5', "'=x", "'tis"]
    """
    runs = re.search(RUN_BY_SPREADSHEETS, text)
    return text.removeprefix(APOSTROPHE) if runs else text
