# SPDX-License-Identifier: Apache-2.0
"""Roles: which columns name people, which may be known of them, which are secret.

A column without a role is withheld: nobody has said what it gives away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from diversa.codec import ALWAYS, REQUIRED
from diversa.data.column_names import list_columns, nearest_column
from diversa.errors import RoleError
from diversa.setting import Section, setting, settings_of
from diversa.setting_kind import COLUMN, COLUMNS

Names = str | int | Sequence[str | int]
"""One column, or several; a number is the name of a column of a frame."""


@dataclass(frozen=True)
class Roles(Section, name="roles"):
    """The role of every column that has one; the others are not published.

    Example:
        >>> roles = Roles(quasi_identifiers=("zip", "age"), sensitive=("condition",))
        >>> roles.others(("zip", "age", "ward", "condition"))
        ('ward',)
    """

    identifiers: Annotated[tuple[str, ...], REQUIRED] = setting(
        COLUMNS,
        "Identifiers: columns that name a person. They are dropped, unless another"
        " treatment is chosen.",
        default=(),
        options=("--identifier", "--identifiers"),
    )
    quasi_identifiers: Annotated[tuple[str, ...], REQUIRED] = setting(
        COLUMNS,
        "Quasi-identifiers: columns that others may know of a person, such as"
        " zip,age,sex.",
        default=(),
        options=("--qi", "--quasi-identifiers"),
    )
    sensitive: Annotated[tuple[str, ...], REQUIRED] = setting(
        COLUMNS, "Sensitive attributes: columns that must stay secret.", default=()
    )
    kept: Annotated[tuple[str, ...], ALWAYS] = setting(
        COLUMNS,
        "Kept columns: published unchanged, because nobody can know them of a person."
        " Other columns without a role are withheld.",
        default=(),
        options=("--keep",),
        keyword="keep",
    )
    keep_anyway: Annotated[tuple[str, ...], ALWAYS] = setting(
        COLUMNS,
        "Columns to keep although their values single people out or reveal a sensitive"
        " value; the report shows the risk.",
        default=(),
    )
    person: str | None = setting(
        COLUMN,
        "The column that says who a row is about, where a person has several rows."
        " Models then count people; the column is withheld.",
        default=None,
    )
    weight: str | None = setting(
        COLUMN,
        "The column of sampling weights, which say how many people of the population a"
        " row stands for. Risks are estimated by it; it is withheld unless it is kept.",
        default=None,
        options=("--sampling-weight",),
    )
    count: str | None = setting(
        COLUMN,
        "The column that says how many people a line stands for, where the table has"
        " counts instead of people. The release has counts, too, in the same column.",
        default=None,
    )

    def check(self, columns: Sequence[str]) -> None:
        """Refuse roles that do not fit the columns of a table, naming every fault."""
        faults = [*self._unknown(columns), *self._repeats()]
        if not self.quasi_identifiers:
            faults.append(
                "roles.quasi_identifiers: must name at least one column, got none;"
                f" there are: {list_columns(columns)}"
            )
        if faults:
            raise RoleError("\n".join(faults))

    @property
    def columns_to_count(self) -> tuple[str, ...]:
        """The columns that are counted: quasi-identifiers, then sensitive ones."""
        return (*self.quasi_identifiers, *self.sensitive)

    @property
    def every_kept(self) -> tuple[str, ...]:
        """The columns that are published as they are, whatever their values."""
        return tuple(dict.fromkeys((*self.kept, *self.keep_anyway)))

    def others(self, columns: Sequence[str]) -> tuple[str, ...]:
        """The columns without a role, which are withheld."""
        taken = set(self.every)
        return tuple(name for name in columns if name not in taken)

    @property
    def every(self) -> tuple[str, ...]:
        """The columns that have a role, whichever it is."""
        names = (name for role in settings_of(Roles) for name in self.columns_of(role))
        return tuple(dict.fromkeys(names))

    def columns_of(self, role: str) -> tuple[str, ...]:
        """The columns that have a role.

        >>> roles = Roles(quasi_identifiers=("zip", "age"), person="patient")
        >>> roles.columns_of("quasi_identifiers"), roles.columns_of("person")
        (('zip', 'age'), ('patient',))
        """
        names: tuple[str, ...] | str | None = getattr(self, role)
        if names is None:
            return ()
        return (names,) if isinstance(names, str) else names

    def _unknown(self, columns: Sequence[str]) -> list[str]:
        return [
            f"roles.{role}: must be a column, got '{name}';"
            f" {nearest_column(name, columns)}"
            for role in settings_of(Roles)
            for name in self.columns_of(role)
            if name not in columns
        ]

    def _repeats(self) -> list[str]:
        places: dict[str, list[str]] = {}
        for role in settings_of(Roles):
            for name, times in Counter(self.columns_of(role)).items():
                if role == "keep_anyway" and name in self.kept:
                    continue  # both say that it is kept
                if role == "person" and name in self.identifiers:
                    continue  # it says who, and it names them
                if role == "weight" and name in self.every_kept:
                    continue  # it is published, too
                places.setdefault(name, []).extend([role] * times)
        return [
            f"roles: a column must have one role, got '{name}' in"
            f" {' and '.join(listed)}; keep one"
            for name, listed in places.items()
            if len(listed) > 1
        ]


def column_names(names: Names) -> tuple[str, ...]:
    """The names of columns; a text is one name.

    >>> column_names("zip"), column_names(["zip", "age"])
    (('zip',), ('zip', 'age'))
    """
    if isinstance(names, str | int):
        return (str(names),)
    return tuple(map(str, names))
