# SPDX-License-Identifier: Apache-2.0
"""Neighbours: people of the table whose sensitive values the adversary knows.

Whoever knows the values of some people of a group takes their rows out of it, and is
surer of the others. The papers call it corruption.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from diversa.attacks.matches import Matches
from diversa.attacks.table_groups import TableGroups, count_with_secrets
from diversa.counts.cells import Cells
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary, as_text
from diversa.data.missing import MissingPolicy
from diversa.errors import InputError, InternalError

Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Neighbours:
    """People whose rows are known, by group and sensitive value."""

    group: Integers = field(repr=False)
    """The group of each line of people; -1 for the group of the target."""
    people: Integers = field(repr=False)
    """People of each line."""
    values: Mapping[str, tuple[object, ...]] = field(repr=False)
    """For each sensitive attribute that is known, the value of each line."""

    cells: Cells | None = field(default=None, repr=False)
    """The quasi-identifiers of each line; None if only values are known."""

    def person(self, line: int) -> Cells:
        """The quasi-identifiers of one line."""
        if self.cells is None:
            raise InternalError("the quasi-identifiers of neighbours must be known")
        dictionaries = [
            Dictionary.build(
                one.column, [(*one.values, None)[code]], [1], hints=one.hints
            )
            for one, code in zip(
                self.cells.dictionaries, self.cells.codes[line].tolist(), strict=True
            )
        ]
        codes = np.zeros((1, len(dictionaries)), dtype=np.int32)
        return Cells(tuple(dictionaries), codes, np.ones(1, dtype=np.int64))

    @property
    def total(self) -> int:
        """All people who are known."""
        return int(self.people.sum())

    def rows(self, attribute: Sensitive, here: Integers) -> dict[tuple[int, int], int]:
        """Known rows by group and value code; `here` are the groups of the target."""
        if attribute.name not in self.values:
            return {}
        codes = codes_of(attribute, self.values[attribute.name])
        if len(here) != 1 and (self.group < 0).any():
            raise InputError(
                "neighbours: must come with their quasi-identifiers where the target"
                f" matches several groups, got values only; it matches {len(here)}"
            )
        known: dict[tuple[int, int], int] = {}
        lines = zip(self.group.tolist(), codes, self.people.tolist(), strict=True)
        for group, code, people in lines:
            place = (int(here[0]) if group < 0 else group, code)
            known[place] = known.get(place, 0) + people
        return known


def codes_of(attribute: Sensitive, values: Sequence[object]) -> list[int]:
    """The codes of values; refuse one that the table lacks, without naming it."""
    code_of: dict[object, int] = {}
    for value in dict.fromkeys(values):
        lost = attribute.dictionary.missing_code
        if value is None and lost is not None:
            code_of[value] = lost
            continue
        found = np.flatnonzero(attribute.mask([as_text(value)]))
        if value is None or not len(found):
            raise InputError(
                f"neighbours: must have values of '{attribute.name}' as the table"
                " writes them, got one that never occurs there"
            )
        code_of[value] = int(found[0])
    return [code_of[value] for value in values]


def find_neighbours(examined: TableGroups, given: object) -> Neighbours | None:
    """The people who are known: values of the target's group, or a table of people.

    Raises:
        InputError: Somebody matches no group, or several.
    """
    secrets = examined.table.roles.sensitive
    if isinstance(given, str):
        given = (given,)
    if isinstance(given, Mapping) and all(name in secrets for name in given):
        return by_values({str(name): as_list(given[name]) for name in given})
    if isinstance(given, Sequence) and not isinstance(given, Path):
        if not given:
            return None
        if len(secrets) != 1:
            raise InputError(
                "neighbours: must be a list for each sensitive attribute where there"
                f" are several, got a list; there are: {', '.join(secrets)}"
            )
        return by_values({secrets[0]: given})
    return None if given is None else read_neighbours(examined, given)


def as_list(values: object) -> Sequence[object]:
    """Values as a sequence; a text is one value."""
    if isinstance(values, Sequence) and not isinstance(values, str):
        return values
    return (values,)


def by_values(values: Mapping[str, Sequence[object]]) -> Neighbours:
    """People of the target's group, by their values of one attribute or several."""
    lines = {len(several) for several in values.values()}
    if len(lines) != 1:
        raise InputError(
            "neighbours: must have as many values of each sensitive attribute, got"
            f" {', '.join(map(str, sorted(lines)))}"
        )
    size = lines.pop()
    return Neighbours(
        np.full(size, -1, dtype=np.int64),
        np.ones(size, dtype=np.int64),
        {name: tuple(several) for name, several in values.items()},
    )


def read_neighbours(examined: TableGroups, given: object) -> Neighbours:
    """Read a table of people with quasi-identifiers and sensitive values."""
    people = count_with_secrets(
        examined.table, given, missing=MissingPolicy.OWN, where="neighbours"
    )
    cells = people.cells
    values = {}
    for name in people.sensitive:
        every = (*cells.dictionary(name).values, None)
        values[name] = tuple(every[code] for code in cells.column(name).tolist())
    if not people.names:
        nowhere = np.full(len(cells.counts), -1, dtype=np.int64)
        return Neighbours(nowhere, cells.counts, values)
    group = only_group(examined.match(cells, where="neighbours"))
    own = [cells.dictionary(name) for name in people.names]
    codes = np.stack([cells.column(name) for name in people.names], axis=1)
    known = Cells(tuple(own), codes, cells.counts)
    return Neighbours(group, cells.counts, values, known)


def only_group(matches: Matches) -> Integers:
    """The only group of each line of people."""
    groups = np.unique(np.stack([matches.person, matches.groups]), axis=1)
    fits = np.bincount(groups[0], minlength=len(matches))
    if (fits != 1).any():
        nobody = int((fits == 0).sum())
        what = "none" if nobody else "several"
        raise InputError(
            "neighbours: must match one group of the table each, got"
            f" {nobody or int((fits > 1).sum())} who match {what}; leave them out, or"
            " say more of them"
        )
    return groups[1][matches.line]
