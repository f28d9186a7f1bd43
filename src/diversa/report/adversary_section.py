# SPDX-License-Identifier: Apache-2.0
"""What an adversary could learn, before and after: risk, attacks, the three questions.

The three questions are those that European regulators ask of an anonymized table:
singling out, linkability, inference (Article 29 Working Party, Opinion 05/2014).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from diversa.report import charts
from diversa.report.elements import (
    figures,
    folded,
    part,
    percent,
    say,
    section,
    table,
)

Evidence = Mapping[str, Any]
"""A part of the evidence."""


def adversary(manifest: Mapping[str, Any]) -> Iterator[str]:
    """The sections that show the danger, where the manifest has evidence."""
    evidence = manifest.get("evidence")
    if not evidence:
        return
    both = "before" in evidence["risk"]
    when = ", before and after" if both else ""
    before = " 'Before' is the published rows as they were, without identifiers."
    note = before if both else ""
    yield section(
        "What regulators ask",
        say(
            "The three questions of European data protection authorities, answered by"
            f" measurement.{note}",
            lead=True,
        ),
        questions(evidence),
    )
    yield section(f"Re-identification risk{when}", *risk(evidence["risk"]))
    yield section(f"Attacks{when}", *attacks(evidence["attacks"]))


def moments(measured: Evidence) -> list[str]:
    """When something was measured: before and after, or of one table alone."""
    return [when for when in ("before", "after") if when in measured]


def heads(measured: Evidence) -> list[str]:
    """The titles of the columns of what was measured."""
    return moments(measured) if "before" in measured else ["now"]


def questions(evidence: Evidence) -> str:
    """Singling out, linkability, inference."""
    risks = [evidence["risk"][when] for when in moments(evidence["risk"])]
    rows = [
        [
            "Singling out",
            "Rows whose quasi-identifiers nobody else has",
            *(percent(moment["unique_share"]) for moment in risks),
        ],
        [
            "Linkability",
            "Highest chance to link a known person to the right row",
            *(percent(moment["prosecutor"]["highest"]) for moment in risks),
        ],
        *(
            [
                "Inference",
                f"Rows whose group has one value of '{after['on']}' only",
                *(percent(moment["share"]) for moment in series),
            ]
            for series in together(evidence["attacks"])
            if (after := series[-1])["attack"] == "homogeneity"
        ),
    ]
    return table(["question", "measured as", *heads(evidence["risk"])], rows)


def risk(measured: Evidence) -> Iterator[str]:
    """Prosecutor, journalist and marketer."""
    shares = list(risk_changes([measured[when] for when in moments(measured)]))
    drawn = charts.changes("risk", "re-identification risk", shares, unit="risk")
    rows = [[share.name, *map(percent, share.shares)] for share in shares]
    numbers = table(["risk", *heads(measured)], rows)
    yield figures(
        [("Chance to be re-identified", drawn), ("The same as numbers", numbers)]
    )
    yield uniques(measured)
    if not measured["after"]["population_known"]:
        yield say(
            "No population was given, so everybody is taken to be in the table: the"
            " risk that a journalist or a marketer poses is at most the prosecutor's.",
            lead=True,
        )


def uniques(measured: Evidence) -> str:
    """Who is unique in the population, where a sampling fraction was stated."""
    estimates = [measured[when]["population_uniques"] for when in moments(measured)]
    if any(moment is None for moment in estimates):
        return ""
    by_name = [
        {each["name"]: each for each in moment["estimates"]} for moment in estimates
    ]
    chosen = estimates[-1]["chosen"]["name"]
    rows = [
        [
            f"{name}, the one to believe" if name == chosen else name,
            *(estimate(moment[name]) for moment in by_name),
        ]
        for name in by_name[-1]
    ]
    people = f"{estimates[-1]['people']:,} people of the population"
    return part(
        "Unique in the population, estimated",
        say(f"The table is taken to be a random sample of {people}.", lead=True),
        table(["estimator", *heads(measured)], rows),
    )


def estimate(uniques: Evidence) -> str:
    """How many are unique, or why that is not known."""
    if uniques["uniques"] is None:
        return str(uniques["reason"])
    return f"{uniques['uniques']:,.0f} ({percent(uniques['share'])})"


def risk_changes(risks: Sequence[Evidence]) -> Iterator[charts.Change]:
    """The risks of a row; of the prosecutor alone where no population is known."""
    yield charts.Change("unique rows", [moment["unique_share"] for moment in risks])
    above = f"rows with risk above {percent(risks[-1]['threshold'])}"
    yield charts.Change(
        above, [moment["prosecutor"]["share_above"] for moment in risks]
    )
    others = ("journalist", "marketer") if risks[-1]["population_known"] else ()
    for name in ("prosecutor", *others):
        for word in ("average", "highest"):
            shares = [moment[name][word] or 0.0 for moment in risks]
            yield charts.Change(f"{name}, {word}", shares)


def attacks(measured: Evidence) -> Iterator[str]:
    """Each attack and whom it exposes."""
    series = list(together(measured))
    if not series:
        yield say("No sensitive attribute was declared, so there is nothing to infer.")
        return
    shares = [
        charts.Change(title(attack[-1]), [exposure["share"] for exposure in attack])
        for attack in series
    ]
    drawn = charts.changes("attacks", "attacks", shares, unit="share of rows exposed")
    yield figures([("Rows that an attack exposes", drawn)])
    rows = [
        [
            title(attack[-1]),
            *(percent(exposure["share"]) for exposure in attack),
            attack[-1]["words"],
        ]
        for attack in series
    ]
    yield table(
        ["attack", *(f"exposed {head}" for head in heads(measured)), "in words"], rows
    )
    missing = [
        [title(attack), attack["why"]] for attack in measured["after"]["not_made"]
    ]
    if missing:
        yield folded("Attacks that were not made", table(["attack", "why"], missing))


def together(measured: Evidence) -> Iterator[list[Evidence]]:
    """Each attack as often as it was measured; it must have been each time."""
    tables = [
        {
            (exposures["attack"], exposures["on"]): exposures
            for exposures in measured[when]["attacks"]
        }
        for when in moments(measured)
    ]
    for key in tables[-1]:
        if all(key in exposures for exposures in tables):
            yield [exposures[key] for exposures in tables]


def title(attack: Evidence) -> str:
    """An attack with the attribute it is on."""
    return (
        f"{attack['attack']} ({attack['on']})"
        if attack["on"]
        else str(attack["attack"])
    )
