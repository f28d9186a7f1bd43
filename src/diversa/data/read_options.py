# SPDX-License-Identifier: Apache-2.0
"""How a text file is read: its delimiter, encoding, header and missing texts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ReadOptions:
    """How a text file is read; None lets the engine find out.

    Every value of a text file is text, exactly as the file holds it: "013" stays "013".
    """

    delimiter: str | None = None
    """Character between fields; found among `,` `;` tab `|` when None."""
    quote: str = '"'
    """Character around fields that hold delimiters; doubled inside such a field."""
    encoding: str | None = None
    """Any Python codec; a byte order mark decides when None, else UTF-8."""
    header: bool = True
    """Whether the first line names the columns; else column1, column2, ..."""
    missing: tuple[str, ...] = ("",)
    """Texts that stand for a missing value."""
    quoted_missing: bool = True
    """Whether such a text inside quotes is missing too; a release of ours tells an
    empty text (`""`) from a missing value (nothing), so it is read with False."""
    trim: bool | None = None
    """Whether blanks around fields and names are stripped; when None, they are where
    every delimiter of the first lines is followed by one, as in `39, State-gov`."""
