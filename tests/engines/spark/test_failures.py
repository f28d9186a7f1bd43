# SPDX-License-Identifier: Apache-2.0
"""What Spark says when it fails: our words, none of its own."""

from __future__ import annotations

import pytest
from py4j.protocol import Py4JError
from pyspark.errors import AnalysisException, PySparkException

from diversa.engines.spark.failures import failure, meaning_of
from diversa.errors import InputError, InternalError, SourceError, TargetError

pytestmark = pytest.mark.spark


class Raised(PySparkException):
    """An error with a condition, as Spark raises it."""

    def __init__(self, condition, message="canary"):
        super().__init__(message)
        self.condition = condition

    def getCondition(self):  # noqa: N802 - the name of PySpark
        return self.condition


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (Raised("TABLE_OR_VIEW_NOT_FOUND"), "no such table"),
        (Raised("PATH_NOT_FOUND"), "no such file"),
        (Raised("INSUFFICIENT_PERMISSIONS_X"), "lacks a privilege"),
        (Raised(None, "canary ExecutorLostFailure canary"), "executors were lost"),
        (Raised(None, "java.lang.OutOfMemoryError: canary"), "more memory"),
        (Raised("X", "canary: No space left on device"), "disk is full"),
        (Py4JError("canary Connection refused"), "cannot be reached"),
        (Py4JError("canary"), "Spark cannot do it; see its log"),
        (Raised("SOMETHING_ELSE"), "(SOMETHING_ELSE)"),
    ],
)
def test_failures_of_the_surroundings_are_told_in_our_words(error, words):
    told = failure(error, where="count", writing=False)
    assert isinstance(told, InputError)
    assert words in str(told)
    assert "canary" not in str(told)


def test_a_place_that_is_taken_is_wrong_as_a_target():
    told = failure(Raised("PATH_ALREADY_EXISTS"), where="out", writing=True)
    assert isinstance(told, TargetError)


def test_lines_that_differ_are_wrong_in_the_source():
    told = failure(Raised("MALFORMED_RECORD_IN_PARSING.X"), where="a", writing=False)
    assert isinstance(told, SourceError)


def test_statements_that_are_wrong_are_our_bug():
    told = failure(Raised("UNRESOLVED_COLUMN.X"), where="count", writing=False)
    assert isinstance(told, InternalError)
    assert "canary" not in str(told)


def test_what_has_no_condition_has_no_meaning():
    error = AnalysisException("canary")
    assert "canary" not in str(failure(error, where="count", writing=False))
    assert meaning_of("", "canary") is None
