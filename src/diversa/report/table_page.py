# SPDX-License-Identifier: Apache-2.0
"""The report on any table: its levels, its risk and its exposure to attacks."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from diversa.models.verdict import Verdict
from diversa.record.audit_record import AuditRecord
from diversa.record.evidence_record import EvidenceRecord
from diversa.record.record_parts import ReportHead
from diversa.report.adversary_section import adversary
from diversa.report.elements import (
    about,
    cards,
    figures,
    fold,
    heading,
    page,
    section,
    table,
    verdict,
)
from diversa.report.language import (
    MarkedText,
    format_value,
    many,
    percent,
    phrase,
    speaking,
)
from diversa.report.model_words import lacking
from diversa.report.page import header
from diversa.report.promise_section import not_promised, promises
from diversa.report.recoding_section import group_sizes, label_findings, sizes_table
from diversa.report.utility_section import utility_section


def table_page(
    audit: AuditRecord,
    evidence: EvidenceRecord,
    *,
    made_on: dt.date | None = None,
    head: ReportHead | None = None,
    rows_before: int | None = None,
    person: str | None = None,
) -> str:
    """Write the report on a table from its audit and its evidence.

    `rows_before` are the rows of the original that the page compares with; `person` is
    the column that says whose a row is, where people are counted.
    """
    head = head or ReportHead()
    gone = 0 if rows_before is None else max(0, rows_before - audit.rows)
    with speaking(head.language, of_people=audit.people is not None):
        title = head.title or phrase("page.table")
        return page(
            title,
            [
                heading(title),
                about(header(head, made_on)),
                opening(audit, gone, person),
                promises(audit) if audit.models else "",
                *adversary(evidence),
                levels(audit),
                section(
                    phrase("table_page.groups"),
                    figures([(phrase("recoding.sizes"), group_sizes(evidence))]),
                    fold(
                        phrase("recoding.sizes_as_numbers"),
                        sizes_table(audit.group_sizes),
                    ),
                ),
                "" if evidence.utility is None else utility_section(evidence.utility),
                not_promised(audit, person=person),
            ],
        )


def opening(audit: AuditRecord, gone: int = 0, person: str | None = None) -> str:
    """The verdict and a few numbers."""
    models = audit.models
    verdicts = [model.verdict for model in models]
    kind = Verdict.worst(verdicts) if models else None
    first = phrase("table_page.no_model")
    if kind is not None:
        number = verdicts.count(kind)
        first = phrase(f"table_page.{kind.value}", number=number, models=len(models))
    lines: list[str | MarkedText] = [*lacking(models), *facts(audit, person)]
    if gone:
        lines.append(
            MarkedText(phrase("table_page.keep", rows=many("rows", gone)), "no")
        )
    return verdict(first, lines, kind=kind) + cards(numbers(audit))


def facts(audit: AuditRecord, person: str | None) -> Iterator[str]:
    """Sentences on the counted rows, and on those for which a model fails."""
    yield phrase(
        "table_page.counted" if audit.people is None else "table_page.counted_people",
        rows=many("rows", audit.rows),
        people=many("people", audit.people or 0),
        groups=many("groups", audit.groups),
        columns=", ".join(audit.quasi_identifiers),
        person=person,
    )
    if audit.labels is not None and audit.labels.finding != "single":
        yield label_findings(audit.labels)
    if audit.ignored_rows:
        yield phrase("table_page.ignored", rows=many("rows", audit.ignored_rows))
    if audit.equality == "exact":
        yield phrase("equality.exact")
    if audit.variants:
        columns = ", ".join(found.column for found in audit.variants)
        yield phrase("equality.variants", columns=columns)
    if audit.failing_rows:
        yield phrase("table_page.fails_for", rows=many("rows", audit.failing_rows))


def numbers(audit: AuditRecord) -> Iterator[tuple[str, str]]:
    """The numbers that people ask for first."""
    least = audit.smallest
    if audit.people is not None:
        yield format_value(audit.people), phrase("cards.people")
    yield format_value(audit.rows), phrase("cards.rows")
    yield format_value(audit.groups), phrase("cards.groups")
    yield format_value(least), phrase("cards.smallest_people")
    if least:
        yield percent(1 / least), phrase("cards.highest")


def levels(audit: AuditRecord) -> str:
    """The attained level of every model."""
    rows = [[name, level] for name, level in audit.levels.items()]
    heads = [phrase("table_page.model"), phrase("table_page.level")]
    return section(phrase("table_page.attains"), table(heads, rows))
