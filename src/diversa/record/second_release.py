# SPDX-License-Identifier: Apache-2.0
"""The part of a record on a second release of the same people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from diversa.codec import ALWAYS, Must
from diversa.codec.numbers import Rows

Share = Annotated[
    float,
    Must(
        "a number from 0 to 1",
        lambda share: 0 <= share <= 1,
        {"minimum": 0, "maximum": 1},
    ),
]
"""A share of people."""


@dataclass(frozen=True, kw_only=True)
class SecondReleaseRecord:
    """An earlier release of the same people; its name stays with the owner."""

    overlap: Annotated[Share | None, ALWAYS] = None
    """The share of the people who are in the earlier release, estimated; null where
    rows are withheld."""
    certain: Annotated[Rows | None, ALWAYS] = None
    """People whom both releases make certain, and none alone; null where rows are
    withheld, or if it was not counted."""
    anyway: bool = False
    """True if the publisher knew it and published all the same
    (`--second-release-anyway`)."""
