# SPDX-License-Identifier: Apache-2.0
"""A recoding: the decision of a search, as data that answers for itself.

It holds the fate of every row for the engine (`maps`, `suppressed`, `grouping`), the
published columns and tables (`columns`, `tables`), its picture (`picture`), its
measures (`recode`), and the parts that recode later rows (`saving_obstacle`,
`boxes_for_file`; see `recoding_file`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

import numpy as np

from diversa.array_types import Codes
from diversa.data.dictionary import Dictionary
from diversa.data.identifiers import Drop, Treatment
from diversa.data.roles import Roles
from diversa.engines.engine import Engine
from diversa.engines.row_recoding import ColumnMap, CountedTuples, Grouping
from diversa.engines.table import Table
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.hierarchies.safe_labels import SafeLabels
from diversa.metrics.recoded import Recoded
from diversa.recodings.box_style import BoxStyle
from diversa.recodings.file_attribute import SavedAttribute
from diversa.recodings.file_boxes import SavedBoxes
from diversa.recodings.partition import Partition
from diversa.recodings.picture import Picture
from diversa.tables.count_table import CountTable

Form = TypeVar("Form")
"""A table inside an engine, a frame or the path of a file."""


@dataclass(frozen=True, eq=False)
class PublishedTables(Generic[Form]):
    """The tables of a release in one form: one table, or rows and a sensitive table."""

    rows: Form = field(repr=False)
    """The published rows."""
    sensitive_table: Form | None = field(default=None, repr=False)
    """The sensitive table, where sensitive values are not published with the rows."""

    @property
    def forms(self) -> tuple[Form, ...]:
        """All tables."""
        return (
            (self.rows,)
            if self.sensitive_table is None
            else (self.rows, self.sensitive_table)
        )


class Pictures(Protocol):
    """Pictures of a decision; a recoding chooses one."""

    def lattice(self, levels: Sequence[int]) -> Picture | None:
        """The lattice that was searched, with the published node."""
        ...

    def boxes(self, style: BoxStyle) -> Picture | None:
        """The boxes of the published groups."""
        ...


@dataclass(frozen=True, eq=False, kw_only=True)
class Recoding(ABC):
    """The fate of every row of a table, and the form of its release."""

    dictionaries: tuple[Dictionary, ...] = field(repr=False)
    """The values of each quasi-identifier."""
    hierarchies: tuple[Hierarchy, ...] = field(repr=False)
    """The hierarchy of each quasi-identifier."""
    columns: tuple[str, ...]
    """The columns that leave the engine, in order."""
    star: bool = False
    """True to publish suppressed rows as `*`; False to drop them."""
    identifiers: Mapping[str, Treatment] = field(default_factory=dict, repr=False)
    """Treatment of each identifier."""
    drop_missing: tuple[str, ...] = ()
    """Columns whose rows with a missing value are removed first."""
    group_column: str | None = None
    """Column with the number of the group; None if it is not published."""

    @property
    def maps(self) -> tuple[ColumnMap, ...]:
        """Meaning of the codes of a cell; here those of the lowest levels."""
        return tuple(
            ColumnMap(dictionary, hierarchy.maps[0], hierarchy.labels[0])
            for dictionary, hierarchy in zip(
                self.dictionaries, self.hierarchies, strict=True
            )
        )

    @property
    def suppressed(self) -> Codes:
        """Level codes of suppressed groups; here suppressed rows have no group."""
        return np.empty((0, len(self.dictionaries)), dtype=np.int32)

    @property
    def grouping(self) -> Grouping | None:
        """The group of every cell; None if groups are products of levels."""
        return None

    @property
    def levels(self) -> dict[str, int] | None:
        """The level of each quasi-identifier; None if groups are no levels."""
        return None

    @property
    def row_columns(self) -> tuple[str, ...]:
        """The columns of the published rows."""
        return self.columns

    @property
    def sensitive_table(self) -> tuple[str, str, str] | None:
        """Group, value and count in the sensitive table; None without one."""
        return None

    @property
    def discloses(self) -> tuple[str, ...]:
        """Facts that are disclosed whatever the models, in sentences."""
        return ()

    @property
    def averages(self) -> str | None:
        """The average that replaces the numbers of a group, if any."""
        return None

    @property
    def labels(self) -> str | None:
        """What labels span, as a plan calls it; None without boxes of groups."""
        return None

    @property
    def safe_labels(self) -> SafeLabels | None:
        """The rule of the labels, if they are regions of public trees."""
        return None

    @property
    def has_cells(self) -> bool:
        """True if the decision is about single cells, and so holds all of them."""
        return True

    @property
    def partition_with_trail(self) -> Partition | None:
        """The parts with their ancestors, if a model looks at those."""
        return None

    def tables(self, engine: Engine, recoded: Table) -> PublishedTables[Table]:
        """The published tables of the recoded rows."""
        del engine  # the rows are the only table
        return PublishedTables(recoded)

    def tables_of_counts(
        self, counted: CountTable
    ) -> PublishedTables[CountedTuples] | None:
        """The published tables, from counts; None if rows must be read."""
        del counted
        return None

    @abstractmethod
    def recode(self, counted: CountTable) -> Recoded:
        """The counted table beside its release, for metrics of utility."""

    def picture(self, pictures: Pictures) -> Picture | None:
        """The picture that shows the decision best, if any."""
        del pictures
        return None

    @property
    def saving_obstacle(self) -> str | None:
        """Reason why later rows cannot be recoded like these; None if they can."""
        return None

    def boxes_for_file(self, attributes: Sequence[SavedAttribute]) -> SavedBoxes | None:
        """Boxes for later rows; None if there are levels."""
        del attributes
        return None

    def mapping(self) -> Iterator[tuple[str, str, str]]:
        """Each attribute and value with its label.

        Empty if labels differ from group to group.
        """
        return iter(())


def release_columns(
    columns: tuple[str, ...], roles: Roles, identifiers: Mapping[str, Treatment]
) -> tuple[str, ...]:
    """The columns of the release: those with a role that is published."""
    treated = (
        name
        for name in roles.identifiers
        if not isinstance(identifiers.get(name, Drop()), Drop)
    )
    published = {*roles.columns_to_count, *roles.every_kept, *treated} - {roles.person}
    return tuple(name for name in columns if name in published)
