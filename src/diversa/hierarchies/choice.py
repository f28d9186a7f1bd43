# SPDX-License-Identifier: Apache-2.0
"""The hierarchy that a column gets: the one that is declared, or one by its values.

A hierarchy by the values is shaped by what enough rows have (`automatic_hierarchy`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import Dictionary
from diversa.errors import InputError
from diversa.hierarchies.hierarchy import TOP, Hierarchy, HierarchyKind
from diversa.hierarchies.suppression import Suppression

if TYPE_CHECKING:
    from diversa.hierarchies.coding import Coding
    from diversa.hierarchies.masking import Masking


@dataclass(frozen=True, eq=False)
class HierarchyChoice:
    """The hierarchy of a column, and who chose it."""

    dictionary: Dictionary = field(repr=False)
    """The values of the column."""
    kind: HierarchyKind
    given: HierarchyKind | None
    """The declaration; None where the values choose all of it."""

    @classmethod
    def of(
        cls, dictionary: Dictionary, given: HierarchyKind | None, least: int = 1
    ) -> HierarchyChoice:
        """The declared hierarchy of a column, or an automatic one.

        At least `least` rows at an end of the numbers shape an automatic one.
        """
        # They know every kind.
        from diversa.hierarchies.automatic_hierarchy import automatic
        from diversa.hierarchies.coding import Coding

        if given is None:
            return cls(dictionary, automatic(dictionary, least), given)
        if isinstance(given, Coding) and given.then is None:
            inner = automatic(dictionary, least)
            return cls(dictionary, replace(given, then=inner), given)
        return cls(dictionary, given, given)

    @property
    def is_declared(self) -> bool:
        """True if it was declared, and not chosen by the values."""
        return self.given is not None

    @property
    def is_automatic(self) -> bool:
        """True if the values shape it, at least between coded ends."""
        return self.kind is not self.given

    def by_rows(self, rows: NDArray[np.int64], least: int) -> HierarchyChoice:
        """The choice that some of the rows would make, for all the values.

        It stays as it is if the new kind has no place for some value, as for a text
        among numbers. A code that is longer than those of these rows is no obstacle.
        """
        known = self.dictionary.counts == 0  # values of a population alone
        used = self.dictionary.narrow(np.flatnonzero(known | (rows > 0)), rows)
        try:
            kind = HierarchyChoice.of(used, self.given, least).kind
            choice = self if kind == self.kind else replace(self, kind=kind)
            choice.hierarchy  # noqa: B018 - a kind may not have a place for all values
        except InputError:
            return self
        return choice

    def hidden(self) -> HierarchyChoice:
        """The same column, whose values are shown or hidden and never put together."""
        given: HierarchyKind = Suppression()
        if self.coding_of_ends is not None:
            given = replace(self.coding_of_ends, then=given)
        return replace(self, kind=given, given=given)

    @property
    def column(self) -> str:
        """The name of the column."""
        return self.dictionary.column

    @cached_property
    def hierarchy(self) -> Hierarchy:
        """The hierarchy, for the values of the column."""
        from diversa.hierarchies.masking import Masking

        if self.is_automatic and isinstance(self.kind, Masking):
            return mask_codes(self.kind, self.dictionary)
        return self.kind.build(self.dictionary)

    @property
    def coding_of_ends(self) -> Coding | None:
        """The coding of the ends of the scale, if there is one."""
        from diversa.hierarchies.coding import Coding

        return self.kind if isinstance(self.kind, Coding) else None

    def without_coding(self) -> Hierarchy:
        """The hierarchy with a line for every value, as a levels file holds it."""
        if self.coding_of_ends is None:
            return self.hierarchy
        return HierarchyChoice.of(self.dictionary, self.coding_of_ends.then).hierarchy


def mask_codes(kind: Masking, dictionary: Dictionary) -> Hierarchy:
    """A masking by the codes of some rows, for all codes: longer ones become `*`.

    >>> from diversa.hierarchies.masking import Masking
    >>> zips = Dictionary.build("zip", ["13053", "13068", "148501"], [1, 1, 1])
    >>> mask_codes(Masking(length=5, steps=2), zips).labels[1:]
    (('130**', '*'), ('1****', '*'), ('*',))
    """
    from diversa.hierarchies.coverage import plain_text

    sizes = np.array([len(plain_text(value)) for value in dictionary.values], np.int64)
    longer = sizes > (kind.length or sizes.max(initial=0))
    if not longer.any():
        return kind.build(dictionary)
    fitting = np.append(~longer, [True] * (dictionary.size - len(sizes)))
    masked = kind.build(dictionary.narrow(np.flatnonzero(fitting), dictionary.counts))
    columns = np.full((masked.height, len(sizes)), TOP, dtype=object)
    levels = zip(columns, masked.labels[1:], masked.maps[1:], strict=True)
    for column, labels, codes in levels:
        column[~longer] = [labels[code] for code in codes[: (~longer).sum()].tolist()]
    return Hierarchy.from_labels(dictionary, columns.tolist())
