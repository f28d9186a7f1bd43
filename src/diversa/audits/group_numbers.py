# SPDX-License-Identifier: Apache-2.0
"""Releases that publish the number of the group: what must be true of their tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from diversa.engines.engine import Engine, Table
from diversa.errors import SourceError
from diversa.recodings.buckets import unfit
from diversa.recodings.recoding import PublishedTables
from diversa.release.promise import Promise
from diversa.release.reading import READING


def open_tables(
    engine: Engine, rows: Table, directory: Path, promise: Promise
) -> PublishedTables[Table]:
    """The rows of a release with its sensitive table, if it promises one."""
    if not promise.secret:
        return PublishedTables(rows)
    if promise.secret[:2] != (promise.group, *promise.roles.sensitive):
        raise SourceError(
            "the sensitive table must have the published group and the sensitive"
            f" attribute, got {', '.join(promise.secret[:2])}"
        )
    path = directory / promise.secret_file
    if not path.is_file():
        raise SourceError("the sensitive table must be in the folder, got none")
    return PublishedTables(rows, engine.open(path, options=READING))


def divided_groups(engine: Engine, rows: Table, promise: Promise) -> Iterator[str]:
    """Find what would tell the rows of one published group apart, and models of that.

    With a sensitive table rows are told apart by design, so that no sensitive attribute
    may be with them, and no model may be promised that asks that they look alike.
    """
    name = promise.data_file
    if promise.secret:
        for secret in promise.roles.sensitive:
            if secret in rows.columns:
                yield f"{name}: must not have the sensitive column '{secret}'"
        for model in promise.models:
            if (why := unfit(model)) is not None:
                yield f"{name}: {model.spec} cannot hold with a sensitive table: {why}"
    elif promise.group is not None:
        columns = (promise.group, *promise.roles.quasi_identifiers)
        known = [engine.values(rows, column) for column in columns]
        boxes = len(engine.count(rows, known).counts)
        if boxes != known[0].size:
            yield (
                f"{name}: rows of one group must have the same quasi-identifiers, got"
                f" {known[0].size} groups with {boxes} different ones"
            )
