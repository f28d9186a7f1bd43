# SPDX-License-Identifier: Apache-2.0
"""The report of two tables that a pseudonym links, made from their manifest alone."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from diversa.linked.known_visits import KnownVisits
from diversa.linked.record import LinkedPromise, LinkedRecord
from diversa.report.elements import about, heading, page, say, section, table
from diversa.report.language import format_value, percent, phrase, speaking
from diversa.report.page import header, signature


def problem_part(problems: Sequence[str]) -> list[str]:
    """The part on problems; nothing without them."""
    if not problems:
        return []
    return [section(phrase("linked.problems"), *map(say, problems))]


def evidence_table(
    known: Sequence[KnownVisits],
) -> tuple[list[str], list[tuple[object, ...]]]:
    """Head and rows of the table of what is left to guess."""
    names = list(known[0].surest) if known else []
    columns = ("known_visits", "people", "risk", "alone")
    head = [phrase(f"linked.{name}") for name in columns]
    head += [phrase("linked.surest", attribute=name) for name in names]
    rows: list[tuple[object, ...]] = [
        (
            phrase("linked.all_visits") if one.visits is None else one.visits,
            one.people,
            percent(1 / one.people) if one.people else "",
            one.alone,
            *(percent(one.surest[name]) for name in names),
        )
        for one in known
    ]
    return head, rows


def linked_page(
    record: LinkedRecord,
    linked: LinkedPromise,
    made_on: dt.date,
    *,
    problems: Sequence[str] = (),
) -> str:
    """Write the report: what is published, what is promised, and what is not.

    Problems that an audit has found come first.
    """
    head = record.report
    with speaking(head.language):
        title = head.title or phrase("linked.title")
        found = [
            (one.model, one.people, one.share or "", one.patterns)
            for one in record.verdicts
        ]
        columns = ("model", "people", "share", "patterns")
        return page(
            title,
            [
                heading(title),
                about(header(head, made_on, record.diversa)),
                *problem_part(problems),
                section(
                    phrase("linked.published"),
                    say(
                        phrase(
                            "linked.counts",
                            people_out=format_value(linked.people_out),
                            people_in=format_value(linked.people_in),
                            visits_out=format_value(linked.visits_out),
                            visits_in=format_value(linked.visits_in),
                            most=linked.most_visits,
                            pseudonym=linked.pseudonym,
                        )
                    ),
                ),
                section(
                    phrase("linked.promise"),
                    say(phrase("linked.promised")),
                    table([phrase(f"linked.{name}") for name in columns], found),
                ),
                section(
                    phrase("linked.evidence"),
                    say(phrase("linked.evidence_lead")),
                    table(*evidence_table(record.known)),
                ),
                section(
                    phrase("linked.generalized"),
                    table(
                        [phrase("linked.attribute"), phrase("linked.level")],
                        list(linked.levels.items()),
                    ),
                ),
                section(phrase("linked.limits"), say(phrase("linked.not_promised"))),
                signature(head),
            ],
        )
