# SPDX-License-Identifier: Apache-2.0
"""Uploaded files: their kinds, and what is refused of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

from diversa.engines.file_kinds import find_kind, start_of
from diversa.engines.unpacking import UnpackingLimit, packing_of, unpack_chunks
from diversa.errors import SourceError

KINDS = {
    ".csv": "csv",
    ".tsv": "csv",
    ".txt": "csv",
    ".parquet": "parquet",
    ".json": "json",
    ".jsonl": "json",
    ".ndjson": "json",
}
"""The endings of files that may be uploaded, and the format of each."""

CHUNK = 1 << 20
"""Bytes that are read at a time."""


def valid_ending(name: str) -> str:
    """The ending of a file that may be uploaded."""
    ending = Path(name).suffix.lower()
    if ending not in KINDS:
        endings = ", ".join(KINDS)
        raise SourceError(
            f"upload: must end with one of {endings}, got another kind of file; save"
            " the table as CSV, Parquet or JSON"
        )
    return ending


def write_bounded(
    write: Callable[[bytes], object], chunks: Iterable[bytes], *, limit: int
) -> None:
    """Write chunks until there are too many bytes."""
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > limit:
            raise too_large(f"at most {limit:,} bytes")
        write(chunk)
    if not size:
        raise SourceError("upload: must hold a table, got an empty file")


class TooLargeError(SourceError):
    """An upload is larger than it may be."""


def too_large(most: str) -> TooLargeError:
    """The error for an upload that is larger than it may be."""
    return TooLargeError(
        f"upload: must be {most}, got more; ask who runs the studio, or use the command"
        " line"
    )


def check_upload(file: Path, ending: str, *, limit: int) -> None:
    """Refuse an upload that is not what its name says, or unpacks to too much."""
    check_content(file, ending)
    check_unpacked(file, limit=limit)


def check_unpacked(file: Path, *, limit: int) -> None:
    """Refuse an upload that unpacks to more than it may have."""
    most = UnpackingLimit(limit, too_large(f"at most {limit:,} bytes unpacked"))
    start = start_of(file)
    if start.startswith(b"PAR1"):
        check_parquet(file, most)
    elif packing := packing_of(start):
        for _ in unpack_chunks(file, packing, most):
            pass


def check_parquet(file: Path, limit: UnpackingLimit) -> None:
    """Refuse an uploaded Parquet file that unpacks to too much."""
    # Imported here: the studio starts without an engine.
    from diversa.engines.duckdb.parquet_size import check_size
    from diversa.engines.duckdb.session import DuckDBSession, guard

    with (
        closing(DuckDBSession(memory_limit=None, threads=1)) as session,
        guard("upload"),
    ):
        check_size(file, session.run, limit)


def check_content(file: Path, ending: str) -> None:
    """Refuse a file that is not what its name says."""
    with file.open("rb") as stream:
        is_parquet = stream.read(4) == b"PAR1"
    find_kind(file)  # refuses archives, pictures, programs
    if is_parquet != (KINDS[ending] == "parquet"):
        raise SourceError(
            f"upload: a file that ends with {ending} must be {KINDS[ending]}, got"
            " something else; save the table again"
        )
