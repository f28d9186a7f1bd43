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

Found = Mapping[str, Any]
"""A part of the evidence."""


def adversary(manifest: Mapping[str, Any]) -> Iterator[str]:
    """The sections that show the danger, where the manifest has evidence."""
    evidence = manifest.get("evidence")
    if not evidence:
        return
    both = "before" in evidence["risk"]
    when = ", before and after" if both else ""
    known = " 'Before' is the table as it was, without its identifiers." if both else ""
    yield section(
        "What regulators ask",
        say(
            "The three questions of European data protection authorities, answered by"
            f" measurement.{known}",
            lead=True,
        ),
        questions(evidence),
    )
    yield section(f"Re-identification risk{when}", *risk(evidence["risk"]))
    yield section(f"Attacks{when}", *attacks(evidence["attacks"]))


def moments(found: Found) -> list[str]:
    """When something was measured: before and after, or of one table alone."""
    return [when for when in ("before", "after") if when in found]


def heads(found: Found) -> list[str]:
    """The titles of the columns of what was measured."""
    return moments(found) if "before" in found else ["now"]


def questions(evidence: Found) -> str:
    """Singling out, linkability, inference."""
    found = [evidence["risk"][when] for when in moments(evidence["risk"])]
    rows = [
        [
            "Singling out",
            "Rows whose quasi-identifiers nobody else has",
            *(percent(one["unique_share"]) for one in found),
        ],
        [
            "Linkability",
            "Highest chance to link a known person to the right row",
            *(percent(one["prosecutor"]["highest"]) for one in found),
        ],
        *(
            [
                "Inference",
                f"Rows whose group has one value of '{after['on']}' only",
                *(percent(one["share"]) for one in series),
            ]
            for series in together(evidence["attacks"])
            if (after := series[-1])["attack"] == "homogeneity"
        ),
    ]
    return table(["question", "measured as", *heads(evidence["risk"])], rows)


def risk(found: Found) -> Iterator[str]:
    """Prosecutor, journalist and marketer."""
    shares = list(risk_changes([found[when] for when in moments(found)]))
    drawn = charts.changes("risk", "re-identification risk", shares, unit="risk")
    rows = [[share.name, *map(percent, share.shares)] for share in shares]
    numbers = table(["risk", *heads(found)], rows)
    yield figures(
        [("Chance to be re-identified", drawn), ("The same as numbers", numbers)]
    )
    yield uniques(found)
    if not found["after"]["population_known"]:
        yield say(
            "No population was given, so everybody is taken to be in the table: the"
            " risk that a journalist or a marketer poses is at most the prosecutor's.",
            lead=True,
        )


def uniques(found: Found) -> str:
    """Who is unique in the population, where a sampling fraction was stated."""
    known = [found[when]["population_uniques"] for when in moments(found)]
    if any(one is None for one in known):
        return ""
    told = [{each["name"]: each for each in one["estimates"]} for one in known]
    chosen = known[-1]["chosen"]["name"]
    rows = [
        [
            f"{name}, the one to believe" if name == chosen else name,
            *(estimate(one[name]) for one in told),
        ]
        for name in told[-1]
    ]
    people = f"{known[-1]['people']:,} people of the population"
    return part(
        "Unique in the population, estimated",
        say(f"The table is taken to be a random sample of {people}.", lead=True),
        table(["estimator", *heads(found)], rows),
    )


def estimate(one: Found) -> str:
    """How many are unique, or why that is not known."""
    if one["uniques"] is None:
        return str(one["reason"])
    return f"{one['uniques']:,.0f} ({percent(one['share'])})"


def risk_changes(found: Sequence[Found]) -> Iterator[charts.Change]:
    """The risks of a row; of the prosecutor alone where no population is known."""
    yield charts.Change("unique rows", [one["unique_share"] for one in found])
    above = f"rows with risk above {percent(found[-1]['threshold'])}"
    yield charts.Change(above, [one["prosecutor"]["share_above"] for one in found])
    known = ("journalist", "marketer") if found[-1]["population_known"] else ()
    for name in ("prosecutor", *known):
        for word in ("average", "highest"):
            shares = [one[name][word] or 0.0 for one in found]
            yield charts.Change(f"{name}, {word}", shares)


def attacks(found: Found) -> Iterator[str]:
    """Each attack and whom it exposes."""
    series = list(together(found))
    if not series:
        yield say("No sensitive attribute was declared, so there is nothing to infer.")
        return
    shares = [
        charts.Change(title(one[-1]), [each["share"] for each in one]) for one in series
    ]
    drawn = charts.changes("attacks", "attacks", shares, unit="share of rows exposed")
    yield figures([("Rows that an attack exposes", drawn)])
    rows = [
        [title(one[-1]), *(percent(each["share"]) for each in one), one[-1]["words"]]
        for one in series
    ]
    yield table(
        ["attack", *(f"exposed {head}" for head in heads(found)), "in words"], rows
    )
    missing = [[title(one), one["why"]] for one in found["after"]["not_made"]]
    if missing:
        yield folded("Attacks that were not made", table(["attack", "why"], missing))


def together(found: Found) -> Iterator[list[Found]]:
    """Each attack as often as it was measured; it must have been each time."""
    tables = [
        {(one["attack"], one["on"]): one for one in found[when]["attacks"]}
        for when in moments(found)
    ]
    for key in tables[-1]:
        if all(key in one for one in tables):
            yield [one[key] for one in tables]


def title(one: Found) -> str:
    """An attack with the attribute it is on."""
    return f"{one['attack']} ({one['on']})" if one["on"] else str(one["attack"])
