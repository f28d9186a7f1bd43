# SPDX-License-Identifier: Apache-2.0
"""What labels tell of single rows, as a line with the colour that it deserves.

Tight labels show values that single rows have: red. Regions may imply something, and
nothing is proved: amber. Safe labels and levels of the whole table imply nothing of a
group: green.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from diversa.methods.decision import Decision
from diversa.record.label_record import LabelRecord
from diversa.record.record import Record

LineColour = Literal["green", "amber", "red"]
"""The colours of a line."""

CHOICES = {
    "safe": "Regions of a public tree: they imply nothing of single rows.",
    "region": "The part of the table that was cut out for the group. Less is lost; a"
    " label may imply something, and nothing is proved.",
    "tight": "The values of the group. Least is lost; whoever reads the labels can"
    " describe single people.",
}
"""The labels to choose from, with a sentence on each."""

TIGHT = (
    "Ends of ranges and members of sets are values that rows of the group have. Whoever"
    " reads them can describe single people, and make rows finer than they look. Safe"
    " labels do not tell this, and lose more detail."
)
"""The red line on tight labels."""

REGION = (
    "Labels are the regions that were cut out of the table. Cuts were chosen by the"
    " rows, so that a label may imply something of them; nothing is proved."
)
"""The amber line on regions."""

SAFE_BESIDE = (
    "Cuts depend on the known columns and on secret noise alone. What a protection of"
    " secret values tells by groups that it refused is measured, and not proved."
)
"""The line on safe labels under models that look at sensitive values."""

TWO_TABLES = (
    "The known columns are published as they are, so that whoever knows a person finds"
    " the row. Secrets stand in a second table, by group; what goes with what may tell"
    " them apart."
)
"""The amber line on releases in two tables."""


STATED: tuple[LineColour, str, str] = (
    "red",
    "Labels show values of single people",
    TIGHT,
)

NOTHING: tuple[LineColour, str, str] = (
    "green",
    "Labels state nothing of single rows",
    "",
)

LINES: dict[str, tuple[LineColour, str, str]] = {
    "two tables": ("amber", "Known columns are published as they are", TWO_TABLES),
    "region": ("amber", "Labels may imply something of single rows", REGION),
    "few_groups": ("amber", "So few groups that the levels may tell values", ""),
    "levels": ("green", "Labels imply nothing of a group", ""),
    "proved": ("green", "Labels imply nothing of single rows", ""),
    "nothing": (*NOTHING[:2], SAFE_BESIDE),
    "single": NOTHING,
    "stated": STATED,
    "stated_nothing": NOTHING,
    "assumed": STATED,
    "assumed_nothing": NOTHING,
}
"""Colour, title and further words of a line, by the finding of the audit."""


@dataclass(frozen=True)
class LabelLine:
    """What labels tell of single rows, in a colour and in words."""

    colour: LineColour
    title: str
    words: str
    told: int | None = None
    """Values that labels state and that a single row may have; None without labels."""


def line_of_decision(decision: Decision, found: LabelRecord | None) -> LabelLine:
    """The line on what would be published."""
    recoding = decision.recoding
    return label_line(recoding.labels, found, has_boxes=recoding.labels is not None)


def line_of_release(record: Record) -> LabelLine:
    """The line on what was published."""
    style = record.labels or record.boxes
    has_boxes = record.levels is None and record.sensitive_table is None
    return label_line(style, record.audit.labels, has_boxes=has_boxes)


def label_line(
    style: str | None, found: LabelRecord | None, *, has_boxes: bool
) -> LabelLine:
    """The line on labels of a style, and on what they state.

    Args:
        style: Safe, region or tight; None without boxes.
        found: What was counted; None where groups have numbers.
        has_boxes: Whether each group has labels of its own.
    """
    if found is None:
        # Labels with the number of the group beside them, or two tables.
        told, words, key = None, "", "stated" if has_boxes else "two tables"
    else:
        told, words = found.values_of_one_row, f"{found.words}."
        key = "region" if style == "region" else found.finding
    colour, title, more = LINES[key]
    return LabelLine(colour, title, f"{words} {more}".strip(), told)
