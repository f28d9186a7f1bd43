# SPDX-License-Identifier: Apache-2.0
"""Masking: characters of a code are hidden one after the other, from one side.

Made for codes that are hierarchies themselves: zip codes, ICD codes, dates as text.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError, nearest
from diversa.hierarchies.coverage import plain_text, refuse_gaps
from diversa.hierarchies.hierarchy import TOP, Hierarchy, check_height

SIDES = ("right", "left")


@dataclass(frozen=True)
class Masking:
    """Hide characters step by step; a shorter code ends earlier on the masked side.

    Example:
        >>> zips = Dictionary.build("zip", ["13053", "14850", "148"], [1, 1, 1])
        >>> Masking(keep=2).build(zips).labels[1:]
        (('1305*', '148**', '1485*'), ('130**', '148**'), ('13***', '14***'), ('*',))
    """

    length: int | None = None
    """Length of the codes; the longest of the data when None."""
    keep: int = 0
    """Characters that stay readable on the last level below `*`."""
    steps: int | tuple[int, ...] = 1
    """Characters hidden more on each level: one number for all, or one per level."""
    direction: str = "right"
    """The side from which characters are hidden, `right` or `left`."""
    zeros: bool = False
    """Put zeros before shorter codes: zip codes that were once read as numbers."""
    character: str = "*"
    """The character in place of hidden ones."""
    top: bool = True
    """True if `*` is the last level."""

    def __post_init__(self) -> None:
        if not isinstance(self.steps, int):
            object.__setattr__(self, "steps", tuple(self.steps))
        if self.direction not in SIDES:
            raise HierarchyError(
                f"masking: direction '{self.direction}' is unknown;"
                f" {nearest(self.direction, SIDES)}"
            )
        length = 1 if self.length is None else self.length
        steps = (self.steps,) if isinstance(self.steps, int) else self.steps
        faults = {
            f"length must be at least 1, got {self.length}": length < 1,
            f"keep must be at least 0, got {self.keep}": self.keep < 0,
            f"steps must be at least 1, got {self.steps}": min(steps, default=0) < 1,
            f"character must be one, got '{self.character}'": len(self.character) != 1,
        }
        for fault, is_wrong in faults.items():
            if is_wrong:
                raise HierarchyError(f"masking: {fault}")

    def build(self, dictionary: Dictionary) -> Hierarchy:
        """Make the hierarchy for the values of one column."""
        codes = [plain_text(value) for value in dictionary.values]
        length = self.length or max(map(len, codes), default=1)
        longer = [i for i, code in enumerate(codes) if len(code) > length]
        advice = "set a greater length, or leave it out"
        refuse_gaps(dictionary, longer, f"longer than {length} characters", advice)
        if isinstance(self.steps, int):  # counted before they are made
            between = range(self.steps, length - self.keep, self.steps)
            check_height(dictionary.column, len(between))
        if self.zeros:
            codes = [code.zfill(length) for code in codes]
        columns = [
            [self.mask(code, hidden, length=length) for code in codes]
            for hidden in self.hidden(length)
        ]
        if self.top or not columns:
            columns.append([TOP] * len(codes))
        return Hierarchy.from_labels(dictionary, columns)

    def mask(self, code: str, hidden: int, *, length: int) -> str:
        """Hide characters of a code.

        >>> Masking(direction="left").mask("4711", 2, length=5)
        '**711'
        """
        cover, kept = self.character * hidden, length - hidden
        if self.direction == "right":
            return code.ljust(length, self.character)[:kept] + cover
        return cover + code.rjust(length, self.character)[hidden:]

    def hidden(self, length: int) -> list[int]:
        """Count the hidden characters of each level between the value and `*`.

        >>> Masking(steps=2).hidden(5), Masking(steps=(2, 1)).hidden(5)
        ([2, 4], [2, 3])
        """
        last = length - self.keep
        if isinstance(self.steps, int):
            counts = [*range(self.steps, last, self.steps), last]
        else:
            counts = list(accumulate(self.steps))
        # A code that is hidden from end to end is `*`, the level above.
        return [count for count in counts if 0 < count <= min(last, length - 1)]
