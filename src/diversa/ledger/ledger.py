# SPDX-License-Identifier: Apache-2.0
"""The ledger: a private file with a line for each release that was published.

A line says when a release was made, where it is, and by which roles and seed; a sketch
says who is in it. There is no value of anybody in it. The secret of the hashes is in
the file, too: whoever has it can test whether a guess was in a table. It stays with the
owner of the data and never goes into a release.
"""

from __future__ import annotations

import base64
import binascii
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated

import numpy as np

from diversa.codec import (
    REQUIRED,
    After,
    As,
    Must,
    from_json,
    json_from_text,
    json_to_text,
    to_json,
)
from diversa.codec.numbers import Rows
from diversa.errors import SourceError, TargetError
from diversa.files.locks import lock
from diversa.files.secret_files import SecretFiles
from diversa.ledger.sketch import KEPT, Hashes, Sketch

FORMAT = 1
"""The form of a ledger file."""

SECRET = 32
"""Bytes of the secret."""

PATIENCE = 10.0
"""Seconds to wait for another run that writes its line."""

WORD = "ledger"
"""The word by which messages name the file."""

ADVICE = (
    "take it from a backup, name another with --ledger, or move it away: then nothing"
    " is known of earlier releases"
)
"""The advice on a file that is no ledger."""


def read_bytes(text: object) -> bytes:
    """Bytes from Base64.

    Raises:
        ValueError: It is no such text.
    """
    if not isinstance(text, str):
        raise ValueError("text")
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("base64") from None


def write_bytes(content: bytes) -> str:
    """Bytes as Base64."""
    return base64.b64encode(content).decode("ascii")


def read_hashes(text: object) -> Hashes:
    """Hashes, ascending and each once, at most as many as a sketch has."""
    hashes = np.frombuffer(read_bytes(text), dtype="<u8").astype(np.uint64)
    if len(hashes) > KEPT or not (hashes[1:] > hashes[:-1]).all():
        raise ValueError("hashes")
    return hashes


def write_hashes(hashes: Hashes) -> str:
    """Hashes as Base64."""
    return write_bytes(hashes.astype("<u8").tobytes())


def read_sketch(content: object) -> Sketch:
    """A sketch from JSON."""
    if not isinstance(content, dict) or {*content} != {"columns", "number", "hashes"}:
        raise ValueError("sketch")
    columns, number = content["columns"], content["number"]
    named = isinstance(columns, list) and all(isinstance(one, str) for one in columns)
    hashes = read_hashes(content["hashes"])
    if not named or type(number) is not int or number < len(hashes):
        raise ValueError("sketch")
    return Sketch(tuple(columns), number, hashes)


def write_sketch(sketch: Sketch) -> dict[str, object]:
    """A sketch as JSON."""
    return {
        "columns": list(sketch.columns),
        "number": sketch.number,
        "hashes": write_hashes(sketch.hashes),
    }


Sketched = Annotated[
    Sketch, As("columns, number and hashes", read_sketch, write_sketch, {})
]
"""A sketch as a ledger writes it."""


def read_secret(text: object) -> bytes:
    """The secret, which has its own length."""
    secret = read_bytes(text)
    if len(secret) != SECRET:
        raise ValueError("secret")
    return secret


Secret = Annotated[bytes, As(f"{SECRET} bytes in Base64", read_secret, write_bytes)]
"""The secret of the hashes."""


@dataclass(frozen=True, eq=False, kw_only=True)
class LedgerLine:
    """A release that was published."""

    id: str
    """A random name of the line."""
    date: str
    """The day."""
    place: str
    """The folder of the release, or the address of its table."""
    name: str
    """The name by which messages call it."""
    files: Annotated[Mapping[str, str], REQUIRED]
    """Name of each table to its SHA-256."""
    method: str
    """The method that made it."""
    labels: str | None = None
    """What its labels span, if each group has a box of its own."""
    sensitive: Annotated[tuple[str, ...], REQUIRED]
    """The sensitive attributes."""
    seed: int
    """The seed."""
    rows: Rows
    """Rows of the table."""
    table: str
    """A keyed hash of all that was counted; the same for the same table."""
    plan: str | None
    """A keyed hash of the plan without its seed; None for one that no file can hold."""
    tuples: Sketched
    """The sketch of the rows, by quasi-identifiers."""
    people: Annotated[tuple[Sketched, ...], REQUIRED] = ()
    """The sketch of the people, by each identifier."""
    replaced: bool = False
    """True if another release has taken its place in its folder."""


@dataclass(frozen=True, eq=False)
class Ledger:
    """All releases that were published."""

    secret: Secret = field(
        default_factory=lambda: secrets.token_bytes(SECRET), repr=False
    )
    """The secret of the hashes."""
    lines: Annotated[tuple[LedgerLine, ...], REQUIRED] = ()
    """The releases, the oldest first."""
    ledger: Annotated[int, REQUIRED, After(""), Must(str(FORMAT), FORMAT.__eq__)] = (
        FORMAT
    )
    """The form of the file."""

    @classmethod
    def read(cls, path: Path) -> Ledger | None:
        """Read a ledger; None where there is no file. Messages never quote it."""
        where = f"{WORD}: '{path}' must be a ledger that diversa wrote"
        if not path.exists():
            return None
        try:
            content = json_from_text(path.read_bytes())
        except (OSError, SourceError):
            raise SourceError(f"{where}, got no JSON in UTF-8; {ADVICE}") from None
        return from_json(cls, content, where=where, advice=ADVICE)

    def write(self, path: Path) -> None:
        """Write the ledger as a whole, readable by its owner only."""
        content = json_to_text(to_json(self)).encode()

        def fill(file: Path) -> None:
            file.write_bytes(content)

        with SecretFiles() as files:
            files.prepare(path, fill).replace()

    def with_line(self, line: LedgerLine, *, replaced: str | None) -> Ledger:
        """The ledger with one more line; the line `replaced` is marked so."""
        lines = [
            replace(one, replaced=True) if one.id == replaced else one
            for one in self.lines
        ]
        return replace(self, lines=(*lines, line))

    def without(self, line: LedgerLine, *, replaced: str | None) -> Ledger:
        """The ledger as it was before a line."""
        return replace(
            self,
            lines=tuple(
                replace(one, replaced=False) if one.id == replaced else one
                for one in self.lines
                if one.id != line.id
            ),
        )


@contextmanager
def hold(path: Path) -> Iterator[None]:
    """Keep other runs from a ledger; wait while one writes its line."""
    end = time.monotonic() + PATIENCE
    with ExitStack() as endings:
        while True:
            try:
                endings.enter_context(lock(path, WORD))
                break
            except TargetError:
                if time.monotonic() > end:
                    raise
            time.sleep(0.02)
        yield
