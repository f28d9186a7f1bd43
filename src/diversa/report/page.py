# SPDX-License-Identifier: Apache-2.0
"""The report of a release, made from its manifest alone.

So it cannot hold what the manifest does not. The verdict comes first, then what an
adversary could learn before and after, how the table was recoded, what an analyst
loses, in plain words what is not promised, and a line to sign.
"""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from diversa.report.adversary_section import adversary
from diversa.report.elements import about, heading, page, say, section, sign, table
from diversa.report.language import ENGLISH, phrase, speaking
from diversa.report.promise_section import not_promised, opening, promised
from diversa.report.recoding_section import recoded
from diversa.report.utility_section import left
from diversa.version import __version__


def report_page(
    manifest: Mapping[str, Any],
    *,
    problems: Sequence[str] = (),
    made_on: dt.date | None = None,
    words: Mapping[str, str] | None = None,
) -> str:
    """Write the report of a release.

    Args:
        manifest: What the manifest says.
        problems: What an audit of the folder found to be otherwise.
        made_on: The day that the page says; none by default.
        words: Title, author and language in place of those of the manifest.
    """
    head = {**manifest.get("report", {}), **(words or {})}
    with speaking(head.get("language", ENGLISH)):
        title = head.get("title") or phrase("page.release")
        return page(
            title,
            [
                heading(title),
                about(header(head, made_on, manifest["diversa"])),
                opening(manifest, problems),
                promised(manifest),
                *adversary(manifest),
                recoded(manifest),
                left(manifest),
                not_promised(manifest),
                made(manifest),
                signature(head),
            ],
        )


def header(
    head: Mapping[str, str], made_on: dt.date | None, version: str = __version__
) -> Iterator[str]:
    """What the report is about, of when and by whom."""
    if head.get("data"):
        yield phrase("page.data", data=head["data"])
    if made_on is not None:
        yield phrase("page.date", date=made_on.isoformat())
    if head.get("author"):
        yield phrase("page.author", author=head["author"])
    yield phrase("page.made_with", version=version)


def signature(head: Mapping[str, str]) -> str:
    """A line to sign."""
    lines = [
        (phrase("page.sign_name"), head.get("author", "")),
        (phrase("page.sign_place"), ""),
        (phrase("page.sign_hand"), ""),
    ]
    lead = say(phrase("page.sign_lead"))
    return section(phrase("page.sign_title"), lead, sign(lines))


def today() -> dt.date:
    """The day that a page is made; SOURCE_DATE_EPOCH says it where it must not vary."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch.isdecimal():
        return dt.datetime.fromtimestamp(int(epoch), tz=dt.UTC).date()
    return dt.datetime.now(tz=dt.UTC).date()


def made(manifest: Mapping[str, Any]) -> str:
    """Roles, plan, versions and fingerprints."""
    roles, prints = manifest["roles"], manifest["fingerprints"]
    none = phrase("made.none_declared")
    withholds = manifest["suppressed"] + manifest["dropped"] > 0
    unprinted = phrase("made.untold" if withholds else "made.frame")
    facts = {
        phrase("made.quasi_identifiers"): ", ".join(roles["quasi_identifiers"]),
        phrase("made.sensitive"): ", ".join(roles["sensitive"]) or none,
        phrase("made.identifiers"): ", ".join(roles["identifiers"]) or none,
        phrase("made.columns"): ", ".join(manifest["columns"]),
        phrase("made.missing"): manifest["promise"]["missing"],
        phrase("made.versions"): ", ".join(
            f"{name} {number}" for name, number in manifest["versions"].items()
        ),
        phrase("made.input"): prints["input"] or unprinted,
        phrase("made.plan"): prints["plan"] or phrase("made.in_python"),
    } | {
        phrase("made.file", name=name): file["sha256"]
        for name, file in manifest["files"].items()
    }
    return section(
        phrase("made.title"), f"<small>{table(['', ''], facts.items())}</small>"
    )
