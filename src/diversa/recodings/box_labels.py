# SPDX-License-Identifier: Apache-2.0
"""Labels of boxes: one label for each part and attribute.

Many parts share few labels, so that a label is stored once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Bools, Ints
from diversa.data.dictionary import as_text


class BoxLabels(Sequence[object]):
    """The label of each part.

    Example:
        >>> labels = BoxLabels(["[17-25]", 40], np.array([1, 0, 1]))
        >>> list(labels), labels[1]
        ([40, '[17-25]', 40], '[17-25]')
        >>> codes, texts = labels.texts()
        >>> codes.tolist(), texts
        ([1, 0, 1], ['[17-25]', '40'])
    """

    def __init__(self, distinct: Sequence[object], which: NDArray[np.integer]) -> None:
        """Share labels among parts; `which` has the place of each part's label."""
        self.distinct = distinct
        self.which = which
        self._written: tuple[Ints, list[str | None]] | None = None

    @classmethod
    def of(cls, labels: Sequence[object]) -> BoxLabels:
        """Labels with one for each part."""
        if isinstance(labels, BoxLabels):
            return labels
        return cls(labels, np.arange(len(labels)))

    def texts(self) -> tuple[Ints, list[str | None]]:
        """The number of each part's text, and the texts by number.

        Equal texts are one; None is a missing value.
        """
        if self._written is None:
            number: dict[str | None, int] = {}
            written = (
                label if type(label) is str or label is None else as_text(label)
                for label in self.distinct
            )
            codes = [number.setdefault(text, len(number)) for text in written]
            self._written = np.array(codes, dtype=np.int64), list(number)
        numbers, texts = self._written
        return numbers[self.which], texts

    def with_others(self, others: BoxLabels, where: Ints) -> BoxLabels:
        """These labels, with others in some of the parts.

        >>> one, other = BoxLabels.of(["a", "b"]), BoxLabels.of(["d"])
        >>> list(one.with_others(other, np.array([1])))
        ['a', 'd']
        """
        if len(where) == 0:
            return self
        which = self.which.copy()
        which[where] = others.which + len(self.distinct)
        return BoxLabels([*self.distinct, *others.distinct], which)

    def are(self, label: object) -> Bools:
        """Mask of the parts with a label."""
        same = np.array([own == label for own in self.distinct], dtype=bool)
        chosen: Bools = same[self.which]
        return chosen

    def __len__(self) -> int:
        return len(self.which)

    def __iter__(self) -> Iterator[object]:
        distinct = self.distinct
        return (distinct[place] for place in self.which.tolist())

    @overload
    def __getitem__(self, part: int) -> object: ...

    @overload
    def __getitem__(self, part: slice) -> BoxLabels: ...

    def __getitem__(self, part: int | slice) -> object:
        if isinstance(part, slice):
            return BoxLabels(self.distinct, self.which[part])
        return self.distinct[self.which[part]]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self))
