# SPDX-License-Identifier: Apache-2.0
"""Engines: where the rows live. The same verbs for every engine.

What all engines share:

- `engine.py`: the verbs (`Engine`), a table inside an engine; `row_recoding.py`: a
  recoding as engines carry it out.
- `registry.py`: the engines by name, and which of them opens a source.
- `sources.py`, `source_files.py`, `file_kinds.py`, `source_checks.py`: sources, their
  files, and the faults of both; `text_file.py`, `text_encoding.py`: the form of a text
  file;
  `unpacking.py`: compressed files, and the most that they may unpack to; `targets.py`:
  the files and frames that a table becomes.
- `table_target.py`: a release as tables of a database or a cluster.
- `limits.py`: what an engine may use of the machine.
- `sql.py`: the SQL text; `dialect.py`, `remote_dialect.py`: the words and types in
  which databases differ; `lookup.py`: codes of values; `packing.py`: codes of many
  columns as few numbers.
- `sql_counter.py`, `sql_engine.py`: the verbs that are the same in every engine that
  speaks SQL, those that count and those that make a release; `sql_session.py`: what
  they ask of a database; `remote_engine.py`: what PostgreSQL and Spark share.
- `local_tuples.py`: counted tuples that came to this process; `frame_counts.py`: those
  of small pandas frames, which are counted faster than an engine starts;
  `recoder.py`: a recoding as one SELECT; `repeater.py`: counted tuples as one;
  `pseudonyms.py`: what is published of identifiers.
- `parquet_file.py`: counted tuples as a Parquet file, without making their rows;
  `parquet_types.py`, `parquet_encodings.py`, `thrift.py`: types, numbers and records of
  that format.

Every backend has a folder of its own, with the same file names in each:

- `engine.py`: the verbs; `counter.py`: those that count, where there are many ways.
- `session.py`: the statements, and the small tables that they need; `connection.py`,
  `launch.py`: how it begins; `copy_format.py`: how values go in.
- `dialect.py`: its words of SQL and its types.
- `reading.py`: how a source becomes a table; `scans.py`: what stands behind FROM.
- `tuple_sorter.py`: counted tuples in order, where a database keeps the order of rows;
  `row_codes.py`: rows as codes, where it sorts these faster.
- `publishing.py`, `release_places.py`: a release as tables of it, where it keeps any;
  `java.py`: the Java that Spark needs.
- `failures.py`: its errors, without the rows that they quote.

Nothing outside a backend's folder knows its dialect.
"""
