# SPDX-License-Identifier: Apache-2.0
"""The report of a release, made from its manifest alone.

So it shows nothing that the manifest does not. It has the verdict, the adversary's
gains, the recoding, the analyst's losses, the limits of the promise, and a line to
sign.
"""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Iterator, Sequence

from diversa.record.record import Record
from diversa.record.record_parts import ReportHead
from diversa.report.adversary_section import adversary
from diversa.report.elements import about, heading, page, say, section, sign, table
from diversa.report.language import phrase, speaking
from diversa.report.people_section import limits_of
from diversa.report.promise_section import disclosures, not_promised, opening, promises
from diversa.report.recoding_section import recoding_section
from diversa.report.utility_section import release_utility
from diversa.version import __version__


def report_page(
    record: Record,
    *,
    problems: Sequence[str] = (),
    made_on: dt.date | None = None,
    head: ReportHead | None = None,
    by_record: bool = False,
) -> str:
    """Write the report of a release, with the problems that an audit of it found.

    `head` takes the place of that of the record. `by_record` says that people could not
    be counted anew.
    """
    head = head or record.report
    of_people, of_counts = record.people is not None, record.roles.count is not None
    with speaking(head.language, of_people=of_people, of_counts=of_counts):
        title = head.title or phrase("page.release")
        return page(
            title,
            [
                heading(title),
                about(header(head, made_on, record.diversa)),
                opening(record, problems, by_record=by_record),
                promises(record.audit, record.people),
                *adversary(record.evidence),
                recoding_section(record),
                release_utility(record),
                not_promised(
                    record.audit,
                    disclosures(record),
                    limits_of(record),
                    person=record.roles.person,
                ),
                provenance(record),
                signature(head),
            ],
        )


def header(
    head: ReportHead, made_on: dt.date | None, version: str = __version__
) -> Iterator[str]:
    """Facts about the report: data set, date, author and version."""
    if head.data:
        yield phrase("page.data", data=head.data)
    if made_on is not None:
        yield phrase("page.date", date=made_on.isoformat())
    if head.author:
        yield phrase("page.author", author=head.author)
    yield phrase("page.made_with", version=version)


def signature(head: ReportHead) -> str:
    """A line to sign."""
    lines = [
        (phrase("page.sign_name"), head.author),
        (phrase("page.sign_place"), ""),
        (phrase("page.sign_hand"), ""),
    ]
    lead = say(phrase("page.sign_lead"))
    return section(phrase("page.sign_title"), lead, sign(lines))


def today() -> dt.date:
    """The date of a page: today, or that of SOURCE_DATE_EPOCH."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch.isdecimal():
        return dt.datetime.fromtimestamp(int(epoch), tz=dt.UTC).date()
    return dt.datetime.now(tz=dt.UTC).date()


def provenance(record: Record) -> str:
    """Roles, plan, versions and fingerprints."""
    roles, prints = record.roles, record.fingerprints
    none = phrase("made.none_declared")
    unprinted = phrase("made.untold" if record.withholds else "made.frame")
    facts = {
        phrase("made.quasi_identifiers"): ", ".join(roles.quasi_identifiers),
        phrase("made.sensitive"): ", ".join(roles.sensitive) or none,
        phrase("made.identifiers"): ", ".join(roles.identifiers) or none,
        **{
            phrase(f"made.{role}"): name
            for role in ("person", "count")
            for name in roles.columns_of(role)
        },
        phrase("made.columns"): ", ".join(record.columns),
        phrase("made.missing"): record.promise.missing,
        phrase("made.versions"): ", ".join(
            f"{name} {number}" for name, number in record.versions.items()
        ),
        phrase("made.input"): prints.input or unprinted,
        phrase("made.plan"): prints.plan or phrase("made.in_python"),
    } | {
        phrase("made.file", name=name): sha256 for name, sha256 in record.files.items()
    }
    return section(
        phrase("made.title"), f"<small>{table(['', ''], facts.items())}</small>"
    )
