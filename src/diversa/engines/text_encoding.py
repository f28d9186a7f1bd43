# SPDX-License-Identifier: Apache-2.0
"""The encoding of a text file: found, read piece by piece, and written as UTF-8."""

from __future__ import annotations

import codecs
import logging
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from diversa.errors import SourceError

LOG = logging.getLogger(__name__)
"""Logs an encoding that was found, never a value."""

HEAD = 1 << 18
"""Bytes at the start of a file that are tried first."""

CHUNK = 1 << 22
"""Bytes that are decoded at a time."""

LONGEST_LINE = 1 << 21
"""Bytes that a line may have: DuckDB reads no longer ones."""

TOO_LONG = "a line must be shorter than 2 MB, got a longer one; check the quotes"
"""The reason why a line cannot be read."""

MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""The byte order mark of each encoding; UTF-32 first, its mark begins like UTF-16's."""

UTF8 = ("utf-8", "utf-8-sig", "ascii")
"""Encodings that an engine reads as they are."""

WESTERN = frozenset(
    "äöüßÄÖÜéèêëàâáãåæçíìîïñóòôõøœúùûýÿÉÈÊËÀÂÁÃÅÆÇÍÌÎÏÑÓÒÔÕØŒÚÙÛÝŸšžŠŽ"
    "ðþÐÞ€£§°²³µ·½¼¾«»„“”‘’‚–—…´`¨©®ªº¿¡±×÷\u00a0"
)
"""Characters beyond ASCII that texts of western Europe have."""

WORDS = re.compile(r"[^\W\d_]+")
"""Words."""

MOSTLY = 0.9
"""The share of characters that has to fit an encoding."""

NO_FILES = ("idna", "punycode", "undefined")
"""Codecs of Python for names of machines; no file is written in them."""


def find_encoding(path: Path, encoding: str | None) -> str:
    """The encoding that the user names, or that of the first bytes of the file."""
    if encoding is not None:
        return text_codec(path, encoding)
    with path.open("rb") as file:
        start = file.read(HEAD)
    for mark, marked in MARKS.items():
        if start.startswith(mark):
            return marked
    if b"\0" in start:
        found = utf_16_of(start)
        if found is None:
            raise SourceError(
                f"{path}: must be a text file, got one with zero bytes; if it is UTF-16"
                " without a byte order mark, give the encoding utf-16-le or utf-16-be"
            )
    else:
        found = "utf-8" if is_utf_8(start) or not is_western(start) else "cp1252"
    if found != "utf-8":
        LOG.warning(
            "%s: it is not UTF-8 and was read as %s; give its encoding if letters are"
            " wrong",
            path,
            found,
        )
    return found


def is_utf_8(start: bytes) -> bool:
    """True if the start of a file is UTF-8; its last letter may be cut off."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(start)
    except UnicodeDecodeError:
        return False
    return True


def utf_16_of(start: bytes) -> str | None:
    r"""The UTF-16 without a byte order mark that the start of a file is, if it is one.

    >>> utf_16_of("zip;Köln".encode("utf-16-be")), utf_16_of(b"a\0\0\0b")
    ('utf-16-be', None)
    """
    if len(start) % 2:
        return None
    for name, high, low in (("utf-16-le", 1, 0), ("utf-16-be", 0, 1)):
        highs, lows = start[high::2], start[low::2]
        if highs.count(0) > MOSTLY * len(highs) and 0 not in lows:
            return name
    return None


def is_western(start: bytes) -> bool:
    r"""True if the start of a file is text of western Europe, in cp1252 or latin-1.

    Its letters beyond ASCII stand alone among others; in Greek or Cyrillic text nearly
    all letters of a word are.

    >>> is_western("Müller;Café – 5 €".encode("cp1252"))
    True
    >>> is_western("Иванов;Москва".encode("cp1251")), is_western(b"a\x81b")
    (False, False)
    """
    try:
        text = start.decode("cp1252")
    except UnicodeDecodeError:
        return False
    beyond = [letter for letter in text if ord(letter) > 127]
    known = sum(letter in WESTERN for letter in beyond)
    words = [word for word in WORDS.findall(text) if not word.isascii()]
    plain = sum(letter.isascii() for word in words for letter in word)
    return known > MOSTLY * len(beyond) and 2 * plain > sum(map(len, words))


def text_codec(path: Path, encoding: str) -> str:
    """The name of a codec between bytes and text; Python has others, such as hex."""
    try:
        name = codecs.lookup(encoding).name
        b"a".decode(name, "ignore")  # refused for codecs that give no text
    except (LookupError, UnicodeError, ValueError):
        name = ""
    if not name or name in NO_FILES:
        raise SourceError(
            f"{path}: encoding must be a text encoding that Python knows, got"
            f" '{encoding}'; try utf-8, latin-1, cp1252 or utf-16"
        )
    return name


def decode_chunks(
    path: Path, encoding: str, *, size: int | None = None
) -> Iterator[str]:
    """Decode a file piece by piece; an error says where that fails."""
    decoder = codecs.getincrementaldecoder(encoding)()
    lines = position = 0
    with path.open("rb") as file:
        while True:
            waiting = len(decoder.getstate()[0])
            chunk = file.read(size or CHUNK)
            try:
                text = decoder.decode(chunk, not chunk)
            except UnicodeDecodeError as error:
                good = error.object[: error.start].decode(encoding, "ignore")
                line = 1 + lines + good.count("\n")
                at = position - waiting + error.start
                raise undecodable(path, encoding, byte=at, line=line) from None
            except UnicodeError:  # no byte order mark where one must be
                raise undecodable(
                    path, encoding, byte=position, line=1 + lines
                ) from None
            if not chunk:
                return
            yield text
            lines += text.count("\n")
            position += len(chunk)


def undecodable(path: Path, encoding: str, *, byte: int, line: int) -> SourceError:
    """The error that says where a file stops being text, and what it may be."""
    others = [name for name in ("utf-8", "latin-1", "cp1252") if name != encoding]
    return SourceError(
        f"{path}: must be {encoding} text, got something else at byte {byte} (line"
        f" {line}); give its encoding, for example {', '.join(others)} or utf-16"
    )


def check_text(path: Path, encoding: str) -> None:
    """Refuse a file that is not text to the end, or has a line that nobody can read."""
    length, number = 0, 1
    for text in with_unix_lines(decode_chunks(path, encoding)):
        first, *others = text.split("\n")
        length += len(first)
        for line in others:
            check_line(path, number, length)
            length, number = len(line), number + 1
        check_line(path, number, length)


def check_line(path: Path, number: int, length: int) -> None:
    """Refuse a line that is too long to be read."""
    if length > LONGEST_LINE:
        raise SourceError(f"{path}, line {number}: {TOO_LONG}")


def to_utf8(path: Path, encoding: str, target: Path, *, newlines: bool = False) -> None:
    """Write a text file again as UTF-8.

    `newlines` makes every line end the same, for a file that mixes them.
    """
    pieces = decode_chunks(path, encoding)
    with target.open("w", encoding="utf-8", newline="") as copy:
        copy.writelines(with_unix_lines(pieces) if newlines else pieces)


def with_unix_lines(pieces: Iterable[str]) -> Iterator[str]:
    r"""The pieces of a text with line feeds as line ends.

    >>> "".join(with_unix_lines(["a\r", "\nb\r", "c"]))
    'a\nb\nc'
    """
    held = ""
    for piece in pieces:
        text = held + piece
        # A line end may be cut in two by the end of a piece.
        held = "\r" if text.endswith("\r") else ""
        yield unix_lines(text.removesuffix(held))
    yield unix_lines(held)


def unix_lines(text: str) -> str:
    r"""End every line with a line feed.

    >>> unix_lines("a\r\nb\rc")
    'a\nb\nc'
    """
    return text.replace("\r\n", "\n").replace("\r", "\n")
