# SPDX-License-Identifier: Apache-2.0
"""A new release and an earlier one of the ledger, put together."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from diversa.attacks.composition import Composition
from diversa.attacks.matches import Matches
from diversa.attacks.several_releases import Roster, compose_groups
from diversa.attacks.table_groups import TableGroups, group_table
from diversa.counts.cells import Cells
from diversa.errors import InputError
from diversa.ledger.footprint import PeopleOverlap
from diversa.ledger.ledger import LedgerLine
from diversa.ledger.second_release import SecondRelease
from diversa.record.reading import as_published
from diversa.record.record import Record
from diversa.tables.table_input import TableInput


def compare_with(
    line: LedgerLine,
    overlap: PeopleOverlap,
    new: TableGroups,
    cells: Cells,
    *,
    same_table: bool,
) -> SecondRelease:
    """Put a new release beside an earlier one, for the people of the table."""
    try:
        old = read_release(line, new.table)
        roster = Roster(cells, "people of the table")
        names = [one for one in line.sensitive if one in new.table.roles.sensitive]
        found = [compose_groups([old, new], roster, name) for name in names]
        counted = [one.exposed for one in found if isinstance(one, Composition)]
        followed = [one.followed for one in found if isinstance(one, Composition)]
        matches = [one.match(cells, where="table") for one in (old, new)]
    except InputError as error:
        return SecondRelease(line, overlap, None, str(error).splitlines()[0])
    if not any(followed):
        why = "the labels of the earlier release could not be read"
        return SecondRelease(line, overlap, None, why)
    coarser, finer = nesting(*matches) if same_table else (False, False)
    return SecondRelease(
        line, overlap, max(counted, default=0), is_coarser=coarser, is_finer=finer
    )


def read_release(line: LedgerLine, table: TableInput) -> TableGroups:
    """Count an earlier release, if its folder still has it."""
    folder = Path(line.place)
    if not line.files or not folder.is_dir():
        raise InputError("it is not in its folder any more")
    record = Record.read(folder)
    if any(record.files.get(name) != mark for name, mark in line.files.items()):
        raise InputError("another release is in its folder")
    old = TableInput(folder, hierarchies=table.hierarchies, engine=table.engine)
    return group_table(as_published(old))


def nesting(old: Matches, new: Matches) -> tuple[bool, bool]:
    """Whether the new groups are unions of the old ones, and whether parts of them."""
    both = [np.diff(one.starts)[one.line] for one in (old, new)]
    if not np.array_equal(both[0], both[1]) or (both[0] > 1).any():
        return False, False
    some = both[0] == 1
    group = [one.groups[one.starts[one.line[some]]] for one in (old, new)]
    pairs = np.unique(np.stack(group), axis=1).shape[1]
    return pairs == len(np.unique(group[0])), pairs == len(np.unique(group[1]))
