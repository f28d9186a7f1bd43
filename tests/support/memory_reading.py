# SPDX-License-Identifier: Apache-2.0
"""How the memory engine reads files and frames."""

from __future__ import annotations

import datetime as dt
import json
import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from diversa.data.frames import ROW, as_frame
from diversa.engines.source_checks import check_names, check_reading
from diversa.engines.source_files import locate
from diversa.engines.sources import SourceKind, source_of
from diversa.engines.sql_engine import NUMBER
from diversa.engines.text_encoding import decode_chunks, unix_lines
from diversa.engines.text_file import inspect
from diversa.errors import SourceError
from memory_rows import Rows, UnreadableColumnError, arrow_rows, plain_column

UNREADABLE = (
    *(pa.ArrowException, UnreadableColumnError, UnicodeError),
    *(TypeError, ValueError, NotImplementedError),
)


def read_source(source, options, *, ordered):
    """The rows of a path or a frame."""
    if source_of(source).kind is SourceKind.FRAME:
        frame, kind = as_frame(source), "frame"
        where = f"{frame.library} frame"
        check_reading(kind, options, where=where)
        rows = frame_rows(frame)
    else:
        files = locate(source)
        kind = files.kind
        check_reading(kind, options, where=files.name)
        rows = READERS[files.kind](files, options, ordered=ordered)
        where = files.name
    if not rows.lines:
        raise SourceError(f"{where}: must have rows, got none below the column names")
    texts = options.missing_texts(kind)
    return without_texts(rows, texts) if texts else rows


def without_texts(rows, texts):
    """Rows in which values are missing whose texts mean that."""
    numbers = {Decimal(text) for text in texts if NUMBER.fullmatch(text)}

    def read(value):
        if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
            return None if str(value) in texts else value
        return None if Decimal(str(value)) in numbers else value

    lines = [tuple(map(read, line)) for line in rows.lines]
    changed = {
        name
        for line, new in zip(rows.lines, lines, strict=True)
        for name, old, value in zip(rows.names, line, new, strict=True)
        if value is None and old is not None
    }
    return replace(rows, lines=lines, own=rows.own - changed)


def frame_rows(frame):
    check_names(frame.names, where=f"{frame.library} frame")
    columns = read_columns(frame)
    lines = list(zip(*(values for values, _ in columns), strict=True))
    return Rows(
        frame.names,
        tuple(kind for _, kind in columns),
        lines,
        list(range(len(lines))),
        frame.library,
        ordered=True,
        frame=frame,
        own=frozenset(frame.names),
    )


def read_columns(frame):
    """The values and the type of every column."""
    try:
        return some_columns(frame, range(len(frame.names)))
    except UNREADABLE:
        return [read_column(frame, place) for place in range(len(frame.names))]


def read_column(frame, place):
    """The same of one column; says which it is where it cannot be read."""
    try:
        return some_columns(frame, [place])[0]
    except UNREADABLE:
        raise SourceError(
            f"{frame.library} frame: column '{frame.names[place]}' must have a type of"
            " plain values, got one that cannot be read; make it texts or numbers, or"
            " drop it"
        ) from None


def some_columns(frame, places):
    scannable = frame.scannable(places)
    if hasattr(scannable, "to_arrow"):
        scannable = scannable.to_arrow()
    if isinstance(scannable, pa.Table):
        columns = zip(scannable.column_names, scannable.columns, strict=True)
    else:
        columns = ((name, pandas_column(one)) for name, one in scannable.items())
    return [plain_column(column, name) for name, column in columns if name != ROW]


def pandas_column(series):
    if series.dtype == object and {type(v) for v in series.dropna()} != {dt.date}:
        gone = series.isna()
        texts = [None if g else str(v) for v, g in zip(series, gone, strict=True)]
        array = pa.array(texts, pa.string())
    else:
        array = pa.Array.from_pandas(series)
    return array if isinstance(array, pa.ChunkedArray) else pa.chunked_array([array])


def parquet_rows(files, options, *, ordered):
    del options
    try:
        parts = [pq.ParquetFile(path) for path in files.paths]
        names = (*parts[0].schema_arrow.names, *folder_columns(files.paths[0]))
        check_names(names, where=files.name)
        tables = [part.read() for part in parts]
    except (pa.ArrowException, OSError):
        started = files.paths[0].read_bytes().startswith(b"PAR1")
        raise SourceError(
            f"{files.name}: the rows cannot be read; the file may be damaged"
            if started
            else f"{files.name}: must be a Parquet file, got something else"
        ) from None
    whole = [
        arrow_rows(with_folders(table, path), names, "parquet")
        for table, path in zip(tables, files.paths, strict=True)
    ]
    lines = [line for part in whole for line in part.lines]
    numbers = list(range(len(lines)))
    return Rows(names, whole[0].types, lines, numbers, "parquet", ordered)


def folder_columns(path: Path):
    """The columns that the folders of a file say, such as `zone=01`."""
    return dict(part.split("=", 1) for part in path.parts[:-1] if "=" in part)


def with_folders(table, path):
    texts = folder_columns(path).values()
    extra = [pa.chunked_array([pa.array([one] * len(table))]) for one in texts]
    columns = [*table.columns, *extra]
    return pa.table(columns, names=[str(place) for place in range(len(columns))])


def json_rows(files, options, *, ordered):
    del options
    text = files.paths[0].read_text(encoding="utf-8")
    try:
        whole = text.lstrip().startswith("[")
        records = json.loads(text) if whole else list(map(json.loads, text.split("\n")))
    except json.JSONDecodeError:
        try:
            records = [json.loads(line) for line in text.split("\n") if line.strip()]
        except json.JSONDecodeError:
            raise SourceError(
                f"{files.name}: must be JSON, got something else; give an array of"
                " records or one record a line"
            ) from None
    names = tuple(dict.fromkeys(name for record in records for name in record))
    if not records:
        return Rows(("none",), (None,), [], [], "json", ordered)
    check_names(names, where=files.name)
    columns = [json_column([record.get(name) for record in records]) for name in names]
    table = pa.table(columns, names=[str(place) for place in range(len(columns))])
    return arrow_rows(table, names, "json", ordered=ordered)


def json_column(values):
    """Numbers, truth values and records as they are, mixed values as texts."""
    types = {type(value) for value in values if value is not None}
    if types <= {int, float} or len(types) == 1:
        return pa.array(values)
    texts = [value if isinstance(value, str | None) else str(value) for value in values]
    return pa.array(texts, pa.string())


def text_rows(files, options, *, ordered):
    path = files.paths[0]
    file = inspect(path, options)
    check_names(file.names, where=str(path))
    text = "".join(decode_chunks(path, file.encoding)).removeprefix("\ufeff")
    records = list(parsed(text, file, options.quote))
    lines = [
        tuple(field_value(text, quoted, file, options) for text, quoted in fields)
        for fields in records[0 if options.header is False else 1 :]
    ]
    types = (pa.string(),) * len(file.names)
    return Rows(file.names, types, lines, list(range(len(lines))), "csv", ordered)


def field_value(text, quoted, file, options):
    """A field as a value: None where it is one of the texts for a missing value."""
    if text in options.missing and (options.quoted_missing or not quoted):
        return None
    if not file.trim:
        return text
    return None if text.strip(" ") in options.missing else text.strip(" ")


def parsed(text, file, quote):
    """The records of a text file: pairs of a field and whether it was quoted."""
    place, line, width = 0, 1, len(file.names)
    while place < len(text):
        if text[place] in "\r\n" and (width > 1 or line <= file.blank):
            place = line_end(text, place)
            line += 1
            continue
        fields, start = [], place
        while True:
            value, quoted, place = field_at(text, place, file.delimiter, quote)
            if value is None:
                raise wrong_line(
                    file,
                    line,
                    "a quoted field must end with a quote, got one that does not;"
                    " double the quotes inside a field",
                )
            fields.append((value, quoted))
            if place >= len(text) or text[place] in "\r\n":
                break
            place += 1
        if len(fields) != width:
            raise wrong_line(
                file,
                line,
                f"must have {width} fields like the first line, got {len(fields)};"
                " check delimiter and quotes",
            )
        yield fields
        place = line_end(text, place)
        line += unix_lines(text[start:place]).count("\n")


def line_end(text, place):
    """The place behind a line end."""
    return place + (2 if text.startswith("\r\n", place) else 1)


def field_at(text, place, delimiter, quote):
    """The field that begins at a place, whether it is quoted, and where it ends."""
    if not text.startswith(quote, place):
        field = re.compile(f"[^{re.escape(delimiter)}\r\n]*").match(text, place)
        return field[0], False, field.end()
    value, end = "", place + 1
    while True:
        closing = text.find(quote, end)
        if closing < 0:
            return None, True, end
        value += text[end:closing]
        end = closing + 1
        if not text.startswith(quote, end):
            break
        value += quote
        end += 1
    closed = end >= len(text) or text[end] in (delimiter, "\r", "\n")
    return (value if closed else None), True, end


def wrong_line(file, line, reason):
    return SourceError(f"{file.path}, line {line}: {reason}")


READERS = {"csv": text_rows, "parquet": parquet_rows, "json": json_rows}
