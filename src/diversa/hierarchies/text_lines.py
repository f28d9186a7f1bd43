# SPDX-License-Identifier: Apache-2.0
"""Small delimited text files: the lines of a levels file or of a tree.

Encoding and delimiter are found from the file; lines keep their number for messages.
Data files are read by an engine, never here.
"""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Iterator
from pathlib import Path

from diversa.errors import HierarchyError, SourceError

DELIMITERS = (";", "\t", ",")
"""In order of preference: labels hold commas far more often than semicolons."""

MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""The byte order mark of each encoding."""


def read_text(path: Path, *, encoding: str | None = None) -> str:
    """Read a text file: a byte order mark decides, then UTF-8, then Latin-1."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SourceError(
            f"{path}: the file cannot be read ({error.strerror}); check the path"
        ) from None
    except ValueError:  # a zero byte
        raise SourceError(f"{str(path)!r}: must be the path of a file") from None
    marked = [name for mark, name in MARKS.items() if content.startswith(mark)]
    if encoding or marked:
        return decode(content, encoding or marked[0], path=path)
    if b"\0" in content:
        raise SourceError(
            f"{path}: must be a text file, got one with zero bytes; unpack it if it is"
            " compressed, or give its encoding"
        )
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def decode(content: bytes, encoding: str, *, path: Path) -> str:
    """Decode with a given encoding; a byte order mark is never part of the text."""
    try:
        return content.decode(encoding).removeprefix("\ufeff")
    except (LookupError, UnicodeError):
        raise SourceError(
            f"{path}: the file must be text in {encoding}; give its encoding"
            " (utf-8, latin-1, utf-16) or leave it out"
        ) from None


def find_delimiter(text: str) -> str:
    """Choose the delimiter that occurs on most lines.

    >>> find_delimiter("1;[0, 5);*")
    ';'
    """
    lines = [line for line in text.splitlines()[:1000] if line.strip()]
    return max(DELIMITERS, key=lambda mark: sum(mark in line for line in lines))


def check_delimiter(delimiter: str | None, *, where: str) -> None:
    """Refuse a delimiter that is not one character."""
    if delimiter is not None and len(delimiter) != 1:
        raise HierarchyError(
            f"{where}: delimiter must be one character, got '{delimiter}';"
            " leave it out to have it found"
        )


def read_lines(
    path: Path, *, delimiter: str | None = None, encoding: str | None = None
) -> Iterator[tuple[int, list[str]]]:
    """Give the fields of each line with its number.

    Fields lose the spaces around them; lines and trailing fields that are empty, which
    spreadsheets write, are left out.
    """
    text = read_text(path, encoding=encoding)
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=delimiter or find_delimiter(text)
    )
    try:
        for line in reader:
            fields = [field.strip() for field in line]
            while fields and not fields[-1]:
                fields.pop()
            if fields:
                yield reader.line_num, fields
    except csv.Error as error:
        raise SourceError(
            f"{path}, line {reader.line_num}: not a delimited text file ({error})"
        ) from None
