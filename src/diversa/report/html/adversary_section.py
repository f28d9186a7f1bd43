# SPDX-License-Identifier: Apache-2.0
"""What an adversary could learn, before and after: risk, attacks, the three questions.

The three questions are those that European regulators ask of an anonymized table:
singling out, linkability, inference (Article 29 Working Party, Opinion 05/2014).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from diversa.report.html import charts
from diversa.report.html.elements import (
    figures,
    folded,
    percent,
    say,
    section,
    table,
)

Found = Mapping[str, Any]
"""A part of the evidence."""


def adversary(manifest: Mapping[str, Any]) -> Iterator[str]:
    """The sections that show the danger, where the manifest has evidence."""
    evidence = manifest.get("evidence")
    if not evidence:
        return
    yield section(
        "What regulators ask",
        say(
            "The three questions of European data protection authorities, answered by"
            " measurement. 'Before' is the table as it was, without its identifiers.",
            lead=True,
        ),
        questions(evidence),
    )
    yield section("Re-identification risk, before and after", *risk(evidence["risk"]))
    yield section("Attacks, before and after", *attacks(evidence["attacks"]))


def questions(evidence: Found) -> str:
    """Singling out, linkability, inference."""
    before, after = evidence["risk"]["before"], evidence["risk"]["after"]
    rows = [
        [
            "Singling out",
            "Rows whose quasi-identifiers nobody else has",
            percent(before["unique_share"]),
            percent(after["unique_share"]),
        ],
        [
            "Linkability",
            "Highest chance to link a known person to the right row",
            percent(before["prosecutor"]["highest"]),
            percent(after["prosecutor"]["highest"]),
        ],
        *inference(evidence["attacks"]),
    ]
    return table(["question", "measured as", "before", "after"], rows)


def inference(found: Found) -> Iterator[list[str]]:
    """What groups tell of sensitive values, attribute by attribute."""
    for before, after in paired(found):
        if before["attack"] == "homogeneity":
            yield [
                "Inference",
                f"Rows whose group has one value of '{before['on']}' only",
                percent(before["share"]),
                percent(after["share"]),
            ]


def risk(found: Found) -> Iterator[str]:
    """Prosecutor, journalist and marketer."""
    shares = list(risk_changes(found["before"], found["after"]))
    drawn = charts.changes("risk", "risk before and after", shares, unit="risk")
    rows = [[one.name, percent(one.before), percent(one.after)] for one in shares]
    numbers = table(["risk", "before", "after"], rows)
    yield figures(
        [("Chance to be re-identified", drawn), ("The same as numbers", numbers)]
    )
    if not found["after"]["population_known"]:
        yield say(
            "No population was given, so everybody is taken to be in the table: the"
            " risk that a journalist or a marketer poses is at most the prosecutor's.",
            lead=True,
        )


def risk_changes(before: Found, after: Found) -> Iterator[charts.Change]:
    """The risks of a row that were measured before and after."""
    yield charts.Change("unique rows", before["unique_share"], after["unique_share"])
    above = f"rows with risk above {percent(after['threshold'])}"
    shares = (one["prosecutor"]["share_above"] for one in (before, after))
    yield charts.Change(above, *shares)
    for name, one, other in adversaries(before, after):
        for word in ("average", "highest"):
            yield charts.Change(f"{name}, {word}", one[word] or 0, other[word] or 0)


def adversaries(before: Found, after: Found) -> Iterator[tuple[str, Found, Found]]:
    """Each adversary whose risk is known: without a population, the prosecutor."""
    known = ("journalist", "marketer") if after["population_known"] else ()
    for name in ("prosecutor", *known):
        yield name, before[name], after[name]


def attacks(found: Found) -> Iterator[str]:
    """Each attack: whom it exposes before, and after."""
    pairs = list(paired(found))
    shares = [
        charts.Change(title(one), one["share"], other["share"]) for one, other in pairs
    ]
    drawn = charts.changes(
        "attacks", "attacks before and after", shares, unit="share of rows exposed"
    )
    yield figures([("Rows that an attack exposes", drawn)])
    rows = [
        [
            title(one),
            percent(one["share"]),
            percent(other["share"]),
            other["words"],
        ]
        for one, other in pairs
    ]
    head = ("attack", "exposed before", "after", "after, in words")
    yield table(head, rows)
    missing = [[title(one), one["why"]] for one in found["after"]["not_made"]]
    if missing:
        yield folded("Attacks that were not made", table(["attack", "why"], missing))


def paired(found: Found) -> Iterator[tuple[Found, Found]]:
    """Each attack that was made before and after, as a pair."""
    after = {(one["attack"], one["on"]): one for one in found["after"]["attacks"]}
    for one in found["before"]["attacks"]:
        other = after.get((one["attack"], one["on"]))
        if other is not None:
            yield one, other


def title(one: Found) -> str:
    """An attack with the attribute it is on."""
    return f"{one['attack']} ({one['on']})" if one["on"] else str(one["attack"])
