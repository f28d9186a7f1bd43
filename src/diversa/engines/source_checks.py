# SPDX-License-Identifier: Apache-2.0
"""Checks of sources: read options without a meaning for one, and names of columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from diversa.data.read_options import ReadOptions
from diversa.engines.source_files import locate
from diversa.engines.sources import SourceKind, cluster_table, source_of
from diversa.errors import SourceError
from diversa.setting import settings_of

IN_WORDS = {
    "csv": "a text file",
    "parquet": "a Parquet file",
    "json": "a JSON file",
    "excel": "an Excel workbook",
    "statistics": "a file of SPSS, Stata or SAS",
    "frame": "a frame",
    "database": "a table of a database",
    "cluster": "a frame or table of Spark",
    "other": "a source of its own kind",
}
"""The kinds of sources that are read each in its own way."""


def reading_kind(source: object) -> str:
    """Of which kind a source is, for `check_reading`.

    >>> reading_kind("postgresql:///clinic?table=people")
    'database'
    """
    kind, cluster = source_of(source).kind, cluster_table(source)
    if cluster is not None and cluster.is_text:
        return "csv"
    return locate(source).kind if kind is SourceKind.FILES else kind.value


def reading_of_several(options: ReadOptions, sources: Sequence[object]) -> ReadOptions:
    """The read options of several tables; each gets the options that it can use.

    What none of them has a use for is refused.
    """
    kinds = {reading_kind(source): source for source in sources}
    for name in options.explicit_settings:
        if kinds and all(name in options.foreign(kind) for kind in kinds):
            kind, source = next(iter(kinds.items()))
            where = source_of(source).name or IN_WORDS[kind]
            check_reading(kind, options, where=where)
    return replace(options, lenient=True)


def check_reading(kind: str, options: ReadOptions, *, where: str) -> None:
    """Refuse settings of [reading] that were given, yet have no meaning for a source.

    The kind is one of `IN_WORDS`.
    """
    for name in () if options.lenient else options.foreign(kind):
        fitting = " or ".join(
            IN_WORDS[one] for one in settings_of(ReadOptions)[name].sources
        )
        raise SourceError(
            f"{where}: reading.{name} must come with {fitting}, got {IN_WORDS[kind]},"
            " which has no use for it; leave it out"
        )


def check_names(names: Sequence[str], *, where: str) -> None:
    """Refuse columns whose names are not distinct.

    Names that differ only in case would be renamed silently by many engines.
    """
    if not names:
        raise SourceError(f"{where}: must have columns, got none")
    if "" in names:
        raise SourceError(
            f"{where}: every column must have a name, got none for column"
            f" {names.index('') + 1}; name it"
        )
    times = Counter(name.lower() for name in names)
    same = [name for name in names if times[name.lower()] > 1]
    if same:
        listed = ", ".join(f"'{name}'" for name in same[:10])
        raise SourceError(
            f"{where}: column names must differ by more than case, got {listed};"
            " rename columns so that each name occurs once"
        )


def check_same_names(
    names: Sequence[str], wanted: Sequence[str], *, where: str
) -> None:
    """Refuse a file of several that has other columns than the first one."""
    if sorted(names) != sorted(wanted):
        lacking = len(set(wanted) - set(names))
        raise SourceError(
            f"{where}: several files that are one table must have the same columns, got"
            f" {len(names)} of which {len(names) - len(wanted) + lacking} are not in"
            f" the first file, which has {len(wanted)}; give the files one by one"
        )
