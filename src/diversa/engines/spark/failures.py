# SPDX-License-Identifier: Apache-2.0
"""Errors of Spark in our words, without the rows that it quotes.

Its messages hold values, plans and paths of machines; so only the name of a failure is
read (its condition), and whether some fixed words stand in the message. What that means
is said in words of ours.
"""

from __future__ import annotations

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException

from diversa.errors import (
    DiversaError,
    InputError,
    InternalError,
    SourceError,
    TargetError,
)

MEANINGS = {
    "TABLE_OR_VIEW_NOT_FOUND": "there is no such table; check catalog, schema and name",
    "TABLE_OR_VIEW_ALREADY_EXISTS": "there is a table of this name already, which is"
    " not replaced unasked; name another one, or replace it",
    "SCHEMA_NOT_FOUND": "there is no such schema; make it first",
    "PATH_NOT_FOUND": "there is no such file; check the path, which every executor must"
    " see",
    "PATH_ALREADY_EXISTS": "there is something already, which is not replaced unasked;"
    " name another place",
    "UNABLE_TO_INFER_SCHEMA": "must be a file or a folder of CSV or Parquet files",
    "INSUFFICIENT_PERMISSIONS": "this user lacks a privilege; ask for SELECT on the"
    " source and CREATE in the place of the release",
    "MALFORMED_RECORD_IN_PARSING": "every line must have as many fields as the first"
    " one; check delimiter and quotes",
    "UNSUPPORTED_TIME_TYPE": "has a column of times of day, which Spark cannot read;"
    " make it a column of texts",
    "PARQUET_TYPE": "has a column of a type that Spark cannot read; make it a column of"
    " texts",
    "CAST_OVERFLOW": "a number does not fit the type that Spark has for it",
    "NUMERIC_VALUE_OUT_OF_RANGE": "a number does not fit the type that Spark has for"
    " it",
    "FAILED_READ_FILE": "a file cannot be read; check that every executor sees it and"
    " that it did not change",
    "_LEGACY_ERROR_TEMP_2173": "there is no Hive in this session; use a table of its"
    " own catalog",
}
"""The meaning of errors by their condition or by its first words."""

WORDS = {
    "Malformed records are detected": MEANINGS["MALFORMED_RECORD_IN_PARSING"],
    "MALFORMED_RECORD_IN_PARSING": MEANINGS["MALFORMED_RECORD_IN_PARSING"],
    "ExecutorLostFailure": "executors were lost again and again; look at their memory"
    " and their machines, and try again",
    "MetadataFetchFailed": "executors were lost while they worked; try again",
    "FetchFailed": "executors were lost while they worked; try again",
    "OutOfMemoryError": "the work needs more memory than Spark has; give it more"
    " (--memory 8GB, or spark.driver.memory and spark.executor.memory)",
    "spark.driver.maxResultSize": "the counts need more memory than the driver may use;"
    " raise spark.driver.maxResultSize",
    "No space left on device": "a disk is full; free space for temporary files"
    " (spark.local.dir) and for the release",
    "AccessControlException": "this user may not read or write there; check"
    " permissions",
    "AccessDeniedException": "this user may not read or write there; check permissions",
    "Permission denied": "this user may not read or write there; check permissions",
    "FileNotFoundException": "a file is not there; check the path, which every executor"
    " must see",
    "Connection refused": "Spark cannot be reached; check the address of the master",
    "All masters are unresponsive": "the cluster cannot be reached; check the address"
    " of the master",
    "SparkContext was shut down": "the Spark session was stopped; start another one",
    "stopped SparkContext": "the Spark session was stopped; start another one",
    "cancelled": "the work was cancelled; try again",
}
"""The meaning of errors by words of their messages."""

OURS = ("PARSE_", "UNRESOLVED_", "AMBIGUOUS_", "DATATYPE_MISMATCH", "INTERNAL_ERROR")
"""The first words of the conditions of errors that are bugs of ours."""

Failed = PySparkException | Py4JError
"""Every error of Spark."""


def failure(error: Exception, *, where: str, writing: bool) -> DiversaError:
    """The error of Diversa for an error of Spark."""
    condition = condition_of(error)
    meaning = meaning_of(condition, str(error))
    if meaning is not None:
        kind = TargetError if writing else InputError
        return (SourceError if meaning == UNEVEN else kind)(f"{where}: {meaning}")
    if condition.startswith(OURS):
        return InternalError(f"{where}: {type(error).__name__} ({condition})")
    told = f" ({condition})" if condition else ""
    kind = TargetError if writing else InputError
    return kind(f"{where}: Spark cannot do it{told}; see its log")


UNEVEN = MEANINGS["MALFORMED_RECORD_IN_PARSING"]
"""The message for a text file whose lines have different numbers of fields."""


def condition_of(error: Exception) -> str:
    """The name of a failure; nothing where it has none."""
    if not isinstance(error, PySparkException):
        return ""
    try:
        return error.getCondition() or ""
    except (Py4JError, AttributeError, AssertionError):  # Java is gone
        return ""


def meaning_of(condition: str, message: str) -> str | None:
    """The meaning of an error by its condition, else by words of its message.

    >>> meaning_of("TABLE_OR_VIEW_NOT_FOUND", "")
    'there is no such table; check catalog, schema and name'
    """
    named = (text for start, text in MEANINGS.items() if condition.startswith(start))
    told = (text for words, text in WORDS.items() if words in message)
    return next(named, None) or next(told, None)
