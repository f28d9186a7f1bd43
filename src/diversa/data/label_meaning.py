# SPDX-License-Identifier: Apache-2.0
"""The meaning of labels: what a release says of the rows behind a range or a set.

A tight range says that rows of the group have its two ends; a region says only where
the rows are. Of a table without a record nobody knows, so that it is read as tight.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal


@dataclass(frozen=True)
class LabelMeaning:
    """What labels say of the rows of their groups."""

    ends: Literal["rows", "cells", "nothing"] = "rows"
    """What an end of a range is: the value of a row; the end of a cell that a row is
    in, where rare values are hidden; or nothing, where labels are regions or levels."""
    average: Literal["mean", "median"] | None = None
    """The average that stands for several numbers, if one does."""
    least: int = 1
    """Least rows of the group behind each end and member."""
    several: bool = False
    """True if `*` and common ancestors stand for at least two values of the group."""
    is_assumed: bool = False
    """True if nothing says what labels mean, so that they are read as tight."""
    is_proved: bool = False
    """True if also the rule by which groups were made implies nothing of a row."""
    is_promised: bool = False
    """True if more rows than one are promised behind labels, which no label shows."""
    has_levels: bool = False
    """True if all rows have labels of one level of each column."""

    @property
    def states_nothing(self) -> bool:
        """True if no label says anything of single rows."""
        return self.ends == "nothing" and self.average is None


TIGHT = LabelMeaning(several=True)
"""Labels as tight as the rows."""

CODED = LabelMeaning("cells")
"""Labels as tight as common values of the table allow."""

AREA = LabelMeaning("nothing")
"""Labels of regions, or values as they are: they say where rows are."""

SAFE = LabelMeaning("nothing", is_proved=True)
"""Labels of regions that are cut without regard to where rows are in them."""

LEVELS = LabelMeaning("nothing", has_levels=True)
"""Labels of one level of each column."""

ASSUMED = LabelMeaning(is_assumed=True)
"""Labels of which nothing is known."""

OF_LABELS = {"tight": CODED, "region": AREA, "safe": SAFE}
"""The meaning of labels by the word of a plan."""

OF_BOXES = {"tight": TIGHT, "coded": CODED, "region": AREA}
"""The meaning of labels by the word of a record of 0.1."""


def meaning_of_boxes(
    labels: str | None,
    average: str | None = None,
    *,
    boxes: str | None = None,
    by_size: bool = True,
) -> LabelMeaning:
    """What the labels of groups with boxes mean, by the words of a plan or record.

    Safe labels are proved to imply nothing where the models are `by_size` of groups
    alone; others choose regions by sensitive values, too.

    >>> meaning_of_boxes("region") == AREA, meaning_of_boxes(None) == ASSUMED
    (True, True)
    """
    former = OF_BOXES.get(boxes or "", ASSUMED)
    meaning = OF_LABELS.get(labels or "", former)
    if not by_size:
        meaning = replace(meaning, is_proved=False)
    if average is None:
        return meaning
    return replace(meaning, average="mean" if average == "mean" else "median")
