# SPDX-License-Identifier: Apache-2.0
"""Options for reading a source: delimiter, encoding, missing texts, marks, dates.

Some settings belong to some kinds of sources: a Parquet file has no delimiter. A
setting that is given for another kind is refused (`engines.sources.check_reading`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from diversa.data.sizes import SIZE
from diversa.setting import Section, setting, settings_of
from diversa.setting_kind import FLAG, TEXT, TEXTS, WORD

if TYPE_CHECKING:
    from diversa.data.spelling import Hints


DELIMITED = ("csv",)
"""Sources that are delimited text."""

SHEETS = ("excel",)
"""Sources with several sheets."""

TYPELESS = (*DELIMITED, *SHEETS)
"""Sources whose fields are texts with no type."""

WITHOUT_MISSING_TEXTS = ("statistics",)
"""Sources with types that write a missing text as an empty one."""


@dataclass(frozen=True)
class ReadOptions(Section, name="reading"):
    """Options for reading a source; None lets the engine find out.

    Every value of a text file is text, exactly as the file holds it: "013" stays "013".
    """

    delimiter: str | None = setting(
        TEXT,
        "Character between fields; found among , ; tab and | by default.",
        default=None,
        metavar="CHARACTER",
        sources=DELIMITED,
    )
    quote: str = setting(
        TEXT,
        "Character around fields that hold delimiters; it is doubled inside such"
        " fields.",
        default='"',
        metavar="CHARACTER",
        sources=DELIMITED,
    )
    encoding: str | None = setting(
        TEXT,
        "The encoding of a text file, such as latin-1; by default that of its byte"
        " order mark, else UTF-8.",
        default=None,
        metavar="NAME",
        sources=DELIMITED,
    )
    header: bool | None = setting(
        FLAG,
        "The first line names the columns, or else they are column1, column2, ... By"
        " default it does, and a first line that looks like a row is refused.",
        default=None,
        options=("--header", "--no-header"),
        sources=TYPELESS,
    )
    missing: tuple[str, ...] = setting(
        TEXTS,
        "Texts that stand for a missing value, such as ? or NA. An empty text in a text"
        " file is missing anyway.",
        default=("",),
        options=("--missing-text",),
    )
    sheet: str | None = setting(
        TEXT,
        "The sheet of an Excel workbook; the first one by default.",
        default=None,
        metavar="NAME",
        sources=SHEETS,
    )
    most_unpacked: str | None = setting(
        SIZE,
        "The most that a compressed file, workbook or Parquet file may unpack to, such"
        " as 20GB; by default 100 times its size, and at least 1GB.",
        default=None,
    )
    # A release of ours tells an empty text ("") from a missing value (nothing).
    quoted_missing: bool = setting(
        FLAG,
        "A text that stands for a missing value does so in quotes, too.",
        default=True,
        sources=DELIMITED,
    )
    trim: bool | None = setting(
        FLAG,
        "Remove blanks around fields and names; by default if a blank follows every"
        " delimiter in the first lines, as in `39, State-gov`.",
        default=None,
        sources=TYPELESS,
    )
    apostrophes: bool = setting(
        FLAG,
        "The file was written with spreadsheet_safe: an apostrophe before =, +, -, @, a"
        " tab or a carriage return is not part of the value.",
        default=False,
        sources=TYPELESS,
    )

    decimal: Literal["auto", ".", ","] = setting(
        WORD,
        "The decimal mark of numbers.",
        default="auto",
        choices={"auto": "found in the values", ".": "1,234.5", ",": "1.234,5"},
        metavar="MARK",
    )
    dates: Literal["auto", "day-first", "month-first"] = setting(
        WORD,
        "What 03/04/2024 means.",
        default="auto",
        choices={
            "auto": "found in other dates of the column",
            "day-first": "the third of April",
            "month-first": "the fourth of March",
        },
        metavar="ORDER",
    )

    equality: Literal["meaning", "exact"] = setting(
        WORD,
        "When two sensitive values are the same one.",
        default="meaning",
        choices={
            "meaning": "case, blanks and Unicode form do not matter, numbers are"
            " compared by value, empty texts are missing",
            "exact": "only if they are written alike, letter by letter",
        },
        metavar="WORD",
    )

    lenient: bool = field(default=False, kw_only=True, compare=False, repr=False)
    """Ignore options that a source does not have, instead of refusing them."""

    def foreign(self, kind: str) -> tuple[str, ...]:
        """The settings that were given, yet belong to other kinds of sources."""
        settings = settings_of(ReadOptions)
        return tuple(
            name
            for name in self.explicit_settings
            if settings[name].sources and kind not in settings[name].sources
        )

    @property
    def shared(self) -> ReadOptions:
        """The options that hold for other tables of the same plan too.

        Delimiter, encoding and the like are those of one file.
        """
        settings = settings_of(ReadOptions)
        return self.without(name for name in settings if settings[name].sources)

    def missing_texts(self, kind: str) -> tuple[str, ...]:
        """The texts that mean missing among the values that a source was opened with.

        Text files and sheets are read with them. An empty text of a source that knows
        missing texts is one only where that is said.
        """
        if kind in TYPELESS:
            return ()
        knows_missing = kind not in WITHOUT_MISSING_TEXTS
        is_said = "missing" in self.explicit_settings
        return () if knows_missing and not is_said else self.missing

    @property
    def by_meaning(self) -> bool:
        """True if sensitive values with the same meaning are one value."""
        return self.equality == "meaning"

    def with_hints(self, hints: Hints) -> ReadOptions:
        """The same with other words on how numbers and dates are written."""
        words: dict[str, Any] = {
            "decimal": hints.decimal or "auto",
            "dates": hints.dates or "auto",
        }
        return replace(self, **words)

    @property
    def hints(self) -> Hints:
        """The options on the spelling of numbers and dates."""
        # Imported here: the help of the command line is made without NumPy.
        from diversa.data.spelling import Hints

        return Hints(
            None if self.decimal == "auto" else self.decimal,
            None if self.dates == "auto" else self.dates,
        )
