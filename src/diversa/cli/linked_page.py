# SPDX-License-Identifier: Apache-2.0
"""The pages of two linked tables: what was published of both, and their audit."""

from __future__ import annotations

from collections.abc import Sequence

from diversa.cli.audit_page import draw_release_audit
from diversa.cli.page import Page
from diversa.cli.printing import many
from diversa.cli.release_page import draw_release
from diversa.linked.audit import LinkedAudit
from diversa.linked.known_visits import KnownVisits
from diversa.linked.record import LinkedPromise
from diversa.linked.release import LinkedRelease
from diversa.models.linked_privacy import LinkedVerdict


def draw_linked(page: Page, release: LinkedRelease) -> None:
    """Show what was published of both tables, and how it was reached."""
    if release.linked is not None:
        draw_pair(page, release, release.linked)
    elif release.people is not None and release.visits is not None:
        page.say("People and visits are published apart: nobody can join them.")
        page.say("PEOPLE")
        draw_release(page, release.people)
        page.say()
        page.say("VISITS")
        draw_release(page, release.visits)


def draw_pair(page: Page, release: LinkedRelease, linked: LinkedPromise) -> None:
    """Show tables that a pseudonym links."""
    page.verdict("PUBLISHED", promise_in_words(linked), good=True)
    page.say(
        f"Linked by '{linked.pseudonym}', which is random and new in every release; at"
        f" most {many(linked.most_visits, 'visit')} of a person. How many visits a"
        " person has is public."
    )
    draw_verdicts(page, release.verdicts)
    draw_known(page, release.known)
    page.table(
        "Levels of generalization",
        ("attribute", "level"),
        [(name, str(level)) for name, level in linked.levels.items()],
    )
    page.say(
        f"Loss {linked.loss:.4g},"
        f" {'proven optimum' if linked.proven else 'best found'}: {linked.tried:,} of"
        f" {many(linked.nodes, 'node')} counted"
    )
    page.say("Files:")
    for path in release.files:
        page.say(f"  {path}")


def promise_in_words(linked: LinkedPromise) -> str:
    """The people and visits that are published."""
    people = f"{linked.people_out:,} of {linked.people_in:,} people"
    return f"{people}, {linked.visits_out:,} of {many(linked.visits_in, 'visit')}"


def draw_verdicts(page: Page, verdicts: Sequence[LinkedVerdict]) -> None:
    """Show the verdict on each model of linked tables."""
    page.table(
        "Models, measured on the published files",
        ("model", "verdict", "people", "share", "patterns"),
        [
            (
                verdict.model,
                "fails" if verdict.failing else "holds",
                f"k = {verdict.people:,}",
                "" if verdict.share is None else f"l = {verdict.share}",
                f"{verdict.patterns:,}",
            )
            for verdict in verdicts
        ],
    )


def draw_known(page: Page, known: Sequence[KnownVisits]) -> None:
    """Show what is left to guess, by how many visits of a person are known."""
    if not known:
        return
    names = list(known[0].surest)
    page.table(
        "What is left to guess (the models promise nothing of the last line)",
        ("visits known", "people", "alone", *(f"surest {name}" for name in names)),
        [
            (
                "all" if one.visits is None else str(one.visits),
                f"{one.people:,}",
                f"{one.alone:,}",
                *(f"{one.surest[name]:.0%}" for name in names),
            )
            for one in known
        ],
    )


def draw_linked_audit(page: Page, audit: LinkedAudit, *, source: str) -> None:
    """Show whether two tables are what their manifest promises."""
    page.verdict(
        audit.verdict.word, f"{source}: {audit.outcome}", good=audit.verdict.holds
    )
    for line in audit.problems:
        page.say(f"  - {line}")
    if audit.linked is not None:
        page.say(promise_in_words(audit.linked))
        draw_verdicts(page, audit.verdicts)
        draw_known(page, audit.known)
    for name, part in (("people", audit.people), ("visits", audit.visits)):
        if part is not None:
            page.say()
            draw_release_audit(page, f"{source}/{name}", part)
