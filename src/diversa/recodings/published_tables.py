# SPDX-License-Identifier: Apache-2.0
"""What is published: one table, or rows and a sensitive table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

Form = TypeVar("Form")
"""A table inside an engine, a frame or the path of a file."""


@dataclass(frozen=True, eq=False)
class PublishedTables(Generic[Form]):
    """The tables of a release in one form."""

    rows: Form = field(repr=False)
    """The published rows."""
    sensitive_table: Form | None = field(default=None, repr=False)
    """The sensitive table, where sensitive values are not published with the rows."""

    @property
    def forms(self) -> tuple[Form, ...]:
        """All of them."""
        return (
            (self.rows,)
            if self.sensitive_table is None
            else (self.rows, self.sensitive_table)
        )
