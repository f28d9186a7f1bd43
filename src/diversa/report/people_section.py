# SPDX-License-Identifier: Apache-2.0
"""The people of a release in a report: how many look alike, and what rows tell."""

from __future__ import annotations

from collections.abc import Iterator

from diversa.record.people import PeopleRecord
from diversa.record.record import Record
from diversa.report.language import format_value, many, percent, phrase

OF_PEOPLE = ("number_of_rows", "two_rows", "shared_lives", "wrong_ids")
"""Limits of a release that counts people."""


def people_published(record: Record, people: PeopleRecord) -> Iterator[str]:
    """Sentences on the people of a release, and on what the number of rows tells."""
    yield phrase(
        "promise.people_published",
        out=format_value(people.people_out),
        people=many("people", people.people_in),
        rows_out=format_value(record.rows_out),
        rows=many("rows", record.rows_in),
        groups=many("groups", record.groups),
        person=people.person,
    )
    divided = people.most_groups > 1
    smallest = record.least_people
    if smallest is not None:
        yield phrase(
            "promise.alike_in_a_row" if divided else "promise.alike",
            people=many("people", int(smallest)),
            rows=many("rows", people.smallest_rows),
        )
    if not divided:
        yield phrase("promise.in_one_group")
    else:
        groups = many("groups", people.most_groups)
        known = people.all_visits
        yield (
            phrase("promise.in_groups_alone", groups=groups)
            if known is None
            else phrase("promise.in_groups", groups=groups, share=percent(known))
        )
    if people.row_share:
        yield phrase(
            "promise.row_share",
            rows=many("rows", people.most_rows),
            share=percent(people.row_share),
        )
    if people.rows_known is not None:
        yield phrase("promise.rows_known", share=percent(people.rows_known))


def limits_of(record: Record) -> Iterator[str]:
    """The limits of a release that counts people; none where rows are counted."""
    people = record.people
    if people is None:
        return
    yield from (phrase(f"not_promised.{word}") for word in OF_PEOPLE)
    if people.known == "whole-visits" and people.most_groups > 1:
        yield phrase("not_promised.part_of_a_row")
