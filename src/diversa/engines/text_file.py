# SPDX-License-Identifier: Apache-2.0
"""Text files before an engine reads them: delimiter and column names.

Only the first lines are looked at here; the rows are read by the engine. What an engine
would guess silently (names that occur twice) is settled here. A file without a header
is refused before any name is shown: a person's values would be taken for names.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from diversa.data.read_options import ReadOptions
from diversa.data.write_options import without_apostrophe
from diversa.engines.text_encoding import (
    HEAD,
    LONGEST_LINE,
    UTF8,
    check_line,
    decode_chunks,
    find_encoding,
    unix_lines,
)
from diversa.engines.text_header import check_header, column_names, number_repeats
from diversa.errors import SourceError

DELIMITERS = ("\t", ";", "|", ",")
"""In order of preference where a file fits two: texts hold commas most often."""

LINES = 3
"""The least number of lines that are inspected."""


@dataclass(frozen=True)
class TextFile:
    """The form of a text file, for the engine that reads it."""

    path: Path
    """The file."""
    encoding: str
    """Its encoding."""
    delimiter: str
    """The character between fields."""
    names: tuple[str, ...]
    """The names of its columns."""
    blank: int
    """Empty lines before the first line that is not."""
    trim: bool
    """True to strip blanks around fields."""

    @property
    def utf8(self) -> bool:
        """True if it can be read as it is."""
        return self.encoding in UTF8


def inspect(path: Path, options: ReadOptions) -> TextFile:
    """Find out how a text file is to be read."""
    check_mark("delimiter", options.delimiter, path=path)
    check_mark("quote", options.quote, path=path)
    if not options.quote.isascii():
        raise SourceError(
            f"{path}: quote must be an ASCII character, got {options.quote!r}; most"
            ' files have "'
        )
    encoding = find_encoding(path, options.encoding)
    lines, blank = first_lines(head_of(path, encoding))
    if not lines.strip():
        raise SourceError(f"{path}: must hold a table, got an empty file")
    first = unix_lines(lines).partition("\n")[0]
    check_line(path, blank + 1, len(first))
    delimiter = options.delimiter or find_delimiter(lines, options.quote)
    check_together(options, delimiter, path=path)
    sample = fields(lines, delimiter, options.quote)
    if options.delimiter is not None:
        check_divides(sample, lines, options, path=path)
    trim = blank_follows(sample) if options.trim is None else options.trim
    if options.header is None:
        check_header(path, sample)
    names = column_names(sample[0], header=options.header is not False, trim=trim)
    if options.apostrophes:
        names = tuple(map(without_apostrophe, names))
    names = number_repeats(names, path=path)
    return TextFile(path, encoding, delimiter, names, blank, trim)


def check_mark(option: str, mark: str | None, *, path: Path) -> None:
    """Refuse a delimiter or quote that is not one visible character or a tab."""
    if mark is not None and (len(mark) != 1 or mark in "\r\n\0"):
        raise SourceError(
            f"{path}: {option} must be one character, got {mark!r}; leave it out to"
            " have it found"
        )


def check_together(options: ReadOptions, delimiter: str, *, path: Path) -> None:
    """Refuse equal marks: fields would end in the wrong place."""
    if options.quote == delimiter:
        raise SourceError(
            f"{path}: quote and delimiter must differ, got {delimiter!r} for both; name"
            " another one"
        )
    for mark, what in ((options.quote, "quote"), (delimiter, "delimiter")):
        if any(mark in text for text in options.missing):
            raise SourceError(
                f"{path}: a text that means missing must not hold the {what},"
                f" {mark!r}, got one that does; name another text or another {what}"
            )


def check_divides(
    sample: list[list[str]], lines: str, options: ReadOptions, *, path: Path
) -> None:
    """Refuse a delimiter that leaves lines whole which another one divides evenly."""
    if any(len(line) > 1 for line in sample):
        return
    other = find_delimiter(lines, options.quote)
    counts = {len(line) for line in fields(lines, other, options.quote)}
    if other != options.delimiter and len(counts) == 1 < min(counts):
        raise SourceError(
            f"{path}: delimiter must divide the lines, got {options.delimiter!r}, which"
            f" leaves one column where {other!r} gives {min(counts)}; leave it out to"
            " have it found"
        )


def head_of(path: Path, encoding: str) -> str:
    """The start of a file: some lines, unless they are too long to be read."""
    head = ""
    for piece in decode_chunks(path, encoding, size=HEAD):
        head += piece
        lines = unix_lines(head.lstrip("\ufeff\r\n")).count("\n")
        if lines >= LINES or len(head) > LINES * LONGEST_LINE:
            break
    return head


def first_lines(head: str) -> tuple[str, int]:
    """The first lines without empty ones before them, and how many those are.

    The last line is cut off, for it may not be whole, unless it is the only one.
    """
    head = head.removeprefix("\ufeff")
    text = head.lstrip("\r\n")
    before = unix_lines(head[: len(head) - len(text)])
    end = max(text.rfind("\n"), text.rfind("\r")) + 1
    return text[: end or None], before.count("\n")


def fields(text: str, delimiter: str, quote: str) -> list[list[str]]:
    """The fields of every line that is not empty, up to one with a very long field."""
    lines = list[list[str]]()
    try:
        lines.extend(filter(None, reader(text, delimiter, quote)))
    except csv.Error:
        return lines or [[text]]
    return lines


def reader(text: str, delimiter: str, quote: str) -> Iterator[list[str]]:
    """Reads the fields of one line after the other."""
    lines = io.StringIO(text, newline="")
    return csv.reader(lines, delimiter=delimiter, quotechar=quote)


def is_divided(text: str, delimiter: str, quote: str) -> bool:
    """True if a delimiter divides the first line that is not empty."""
    try:
        return len(next(filter(None, reader(text, delimiter, quote)), ())) > 1
    except csv.Error:
        return False


def find_delimiter(text: str, quote: str) -> str:
    r"""Choose the delimiter that gives most lines as many fields as the first.

    >>> find_delimiter("a;b;c\n1,5;2,5;x\n", '"')
    ';'
    """

    def fit(delimiter: str) -> tuple[float, int]:
        counts = list(map(len, fields(text, delimiter, quote)))
        if counts[0] == 1:  # a later line cannot be read by it
            return 0.0, 0
        return counts.count(counts[0]) / len(counts), counts[0]

    marks = [mark for mark in DELIMITERS if mark != quote]  # Python 3.13 refuses both
    divide = [mark for mark in marks if is_divided(text, mark, quote)]
    if len(divide) < 2:  # every other one leaves the first line whole
        return divide[0] if divide else ","
    best = max(divide, key=fit)
    return best if fit(best)[1] else ","


def blank_follows(sample: list[list[str]]) -> bool:
    """True if every delimiter is followed by a blank.

    >>> blank_follows([["39", " State-gov"], ["50", " Private"]])
    True
    """
    after = [field for line in sample for field in line[1:] if field]
    return bool(after) and all(field.startswith(" ") for field in after)
