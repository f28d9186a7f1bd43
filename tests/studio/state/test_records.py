# SPDX-License-Identifier: Apache-2.0
"""Moments come back with their zone, and numbers cannot be guessed."""

from __future__ import annotations

import datetime as dt

from diversa.studio.state.records import Entry, new_number


def test_a_moment_comes_back_in_utc(studio):
    noon = dt.datetime(2026, 5, 1, 12, tzinfo=dt.timezone(dt.timedelta(hours=2)))
    with studio.database.session() as session:
        session.add(Entry(by="ann", what="tried", at=noon))
    with studio.database.session() as session:
        at = session.query(Entry).filter_by(what="tried").one().at
    assert at == noon
    assert at.utcoffset() == dt.timedelta(0)


def test_numbers_are_names_of_folders_too(studio):
    numbers = {new_number() for _ in range(100)}
    assert len(numbers) == 100
    assert all(studio.storage.project(number) for number in numbers)
