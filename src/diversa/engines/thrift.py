# SPDX-License-Identifier: Apache-2.0
"""Thrift's compact protocol: how the footer and the pages of Parquet are described.

A field is its type and its bytes; a record is its fields by their numbers. Only what
Parquet needs is here, and only writing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Field = tuple[int, bytes]
"""The type of a field, and its content."""

TRUE, FALSE, I32, I64, BINARY, LIST, STRUCT = 1, 2, 5, 6, 8, 9, 12

SHORT = 15
"""Lists of fewer elements say their number in the byte of the type."""


def varint(number: int) -> bytes:
    """A number that is not negative, seven bits a byte, the lowest first.

    >>> varint(5).hex(), varint(300).hex()
    ('05', 'ac02')
    """
    parts = []
    while number > 0x7F:
        parts.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*parts, number])


def zigzag(number: int) -> bytes:
    """A whole number; those near zero are short.

    >>> [zigzag(number).hex() for number in (0, -1, 1, -2)]
    ['00', '01', '02', '03']
    """
    return varint(2 * number if number >= 0 else -2 * number - 1)


def int32(number: int) -> Field:
    """A whole number of 32 bits."""
    return I32, zigzag(number)


def int64(number: int) -> Field:
    """A whole number of 64 bits."""
    return I64, zigzag(number)


def flag(*, is_true: bool) -> Field:
    """A truth value, which is part of its type."""
    return (TRUE if is_true else FALSE), b""


def binary(content: bytes) -> Field:
    """Some bytes."""
    return BINARY, varint(len(content)) + content


def text(content: str) -> Field:
    """A text."""
    return binary(content.encode())


def record(fields: Mapping[int, Field]) -> Field:
    """Fields by their numbers, which must grow.

    >>> record({1: int32(1), 3: text("a")})[1].hex()
    '150228016100'
    """
    content, last = bytearray(), 0
    for number, (kind, inside) in fields.items():
        content.append((number - last) << 4 | kind)
        content += inside
        last = number
    return STRUCT, bytes(content) + b"\0"


def list_field(kind: int, elements: Iterable[Field]) -> Field:
    """Elements of one type.

    >>> list_field(I32, [int32(1), int32(2)])[1].hex()
    '250204'
    """
    inside = [content for _, content in elements]
    size = len(inside)
    if size < SHORT:
        head = bytes([size << 4 | kind])
    else:
        head = bytes([0xF0 | kind]) + varint(size)
    return LIST, head + b"".join(inside)
