# SPDX-License-Identifier: Apache-2.0
"""The report of two tables that a pseudonym links, made from their manifest alone."""

from __future__ import annotations

import datetime as dt

from diversa.linked.record import LinkedPromise, LinkedRecord
from diversa.report.elements import about, heading, page, say, section, table
from diversa.report.language import phrase, speaking
from diversa.report.page import header, signature


def linked_page(record: LinkedRecord, linked: LinkedPromise, made_on: dt.date) -> str:
    """Write the report: what is published, what is promised, and what is not."""
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
                section(
                    phrase("linked.published"),
                    say(
                        phrase(
                            "linked.counts",
                            people_out=linked.people_out,
                            people_in=linked.people_in,
                            visits_out=linked.visits_out,
                            visits_in=linked.visits_in,
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
