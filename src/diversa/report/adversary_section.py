# SPDX-License-Identifier: Apache-2.0
"""What an adversary could learn, before and after: risk, attacks, the three questions.

The three questions are those that European regulators ask of an anonymized table:
singling out, linkability, inference (Article 29 Working Party, Opinion 05/2014).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from diversa.report import charts
from diversa.report.elements import figures, folded, part, say, section, table
from diversa.report.language import (
    ENGLISH,
    SPOKEN,
    own_phrase,
    percent,
    phrase,
    written,
)

Evidence = Mapping[str, Any]
"""A part of the evidence."""


def adversary(manifest: Mapping[str, Any]) -> Iterator[str]:
    """The sections that show the danger, where the manifest has evidence."""
    evidence = manifest.get("evidence")
    if not evidence:
        return
    both = "before" in evidence["risk"]
    when = phrase("adversary.before_and_after") if both else ""
    note = f" {phrase('adversary.before_note')}" if both else ""
    yield section(
        phrase("adversary.regulators"),
        say(phrase("adversary.questions") + note, lead=True),
        questions(evidence),
    )
    yield section(phrase("adversary.risk") + when, *risk(evidence["risk"]))
    yield section(phrase("adversary.attacks") + when, *attacks(evidence["attacks"]))


def moments(measured: Evidence) -> list[str]:
    """When something was measured: before and after, or of one table alone."""
    return [when for when in ("before", "after") if when in measured]


def heads(measured: Evidence) -> list[str]:
    """The titles of the columns of what was measured."""
    if "before" not in measured:
        return [phrase("now")]
    return [phrase(when) for when in moments(measured)]


def questions(evidence: Evidence) -> str:
    """Singling out, linkability, inference."""
    risks = [evidence["risk"][when] for when in moments(evidence["risk"])]
    rows = [
        [
            phrase("adversary.singling_out"),
            phrase("adversary.unique"),
            *(percent(moment["unique_share"]) for moment in risks),
        ],
        [
            phrase("adversary.linkability"),
            phrase("adversary.link"),
            *(percent(moment["prosecutor"]["highest"]) for moment in risks),
        ],
        *(
            [
                phrase("adversary.inference"),
                phrase("adversary.one_value", on=after["on"]),
                *(percent(moment["share"]) for moment in series),
            ]
            for series in together(evidence["attacks"])
            if (after := series[-1])["attack"] == "homogeneity"
        ),
    ]
    columns = [phrase("adversary.question"), phrase("adversary.measured_as")]
    return table([*columns, *heads(evidence["risk"])], rows)


def risk(measured: Evidence) -> Iterator[str]:
    """Prosecutor, journalist and marketer."""
    shares = list(risk_changes([measured[when] for when in moments(measured)]))
    drawn = charts.changes(
        phrase("adversary.chance"), shares, unit=phrase("adversary.risk_unit")
    )
    rows = [[share.name, *map(percent, share.shares)] for share in shares]
    numbers = table([phrase("adversary.risk_unit"), *heads(measured)], rows)
    yield figures(
        [
            (phrase("adversary.chance"), drawn),
            (phrase("adversary.same_numbers"), numbers),
        ]
    )
    yield uniques(measured)
    if not measured["after"]["population_known"]:
        yield say(phrase("adversary.no_population"), lead=True)


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
            phrase("adversary.believed", name=name) if name == chosen else name,
            *(estimate(moment[name]) for moment in by_name),
        ]
        for name in by_name[-1]
    ]
    people = written(estimates[-1]["people"])
    return part(
        phrase("adversary.population_uniques"),
        say(phrase("adversary.sample", people=people), lead=True),
        table([phrase("adversary.estimator"), *heads(measured)], rows),
    )


def estimate(uniques: Evidence) -> str:
    """How many are unique, or why that is not known."""
    if uniques["uniques"] is None:
        english = SPOKEN.get() == ENGLISH
        return str(uniques["reason"]) if english else phrase("adversary.not_known")
    return f"{written(round(uniques['uniques']))} ({percent(uniques['share'])})"


def risk_changes(risks: Sequence[Evidence]) -> Iterator[charts.Change]:
    """The risks of a row; of the prosecutor alone where no population is known."""
    unique = [moment["unique_share"] for moment in risks]
    yield charts.Change(phrase("adversary.unique_rows"), unique)
    above = phrase("adversary.above", risk=percent(risks[-1]["threshold"]))
    yield charts.Change(
        above, [moment["prosecutor"]["share_above"] for moment in risks]
    )
    others = ("journalist", "marketer") if risks[-1]["population_known"] else ()
    for name in ("prosecutor", *others):
        for word in ("average", "highest"):
            shares = [moment[name][word] or 0.0 for moment in risks]
            yield charts.Change(phrase(f"adversary.{name}_{word}"), shares)


def attacks(measured: Evidence) -> Iterator[str]:
    """Each attack, whom it exposes, and what that means for a person."""
    series = list(together(measured))
    if not series:
        yield say(phrase("adversary.nothing_to_infer"))
        return
    single = len({attack[-1]["on"] for attack in series} - {None}) == 1
    shares = [
        charts.Change(
            title(attack[-1], short=single), [exposure["share"] for exposure in attack]
        )
        for attack in series
    ]
    drawn = charts.changes(
        phrase("adversary.exposed_rows"), shares, unit=phrase("adversary.share_exposed")
    )
    yield figures([(phrase("adversary.exposed_rows"), drawn)])
    rows = [
        [
            title(attack[-1]),
            *(percent(exposure["share"]) for exposure in attack),
            for_a_person(attack[-1]),
        ]
        for attack in series
    ]
    exposed = [phrase("adversary.exposed", when=head) for head in heads(measured)]
    columns = [phrase("adversary.attack"), *exposed, phrase("adversary.meaning")]
    yield table(columns, rows)
    missing = [[title(attack), why(attack)] for attack in measured["after"]["not_made"]]
    if missing:
        columns = [phrase("adversary.attack"), phrase("adversary.why")]
        yield folded(phrase("adversary.not_made"), table(columns, missing))


def for_a_person(attack: Evidence) -> str:
    """What the number of an attack means for a person in the table."""
    key = attack["attack"].replace(" ", "-")
    share = percent(attack["share"])
    at = "nobody" if attack["share"] == 0 else "somebody"
    return own_phrase(
        f"attacks.{key}.{at}", attack["words"], share=share, on=attack["on"]
    )


def why(attack: Evidence) -> str:
    """Why an attack was not made."""
    if SPOKEN.get() == ENGLISH:
        return str(attack["why"])
    key = attack["attack"].replace(" ", "-")
    return own_phrase(f"attacks.{key}.lacks", phrase("adversary.lacks"))


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


def title(attack: Evidence, *, short: bool = False) -> str:
    """An attack with the attribute it is on, unless there is one only."""
    key = attack["attack"].replace(" ", "-")
    name = own_phrase(f"attacks.{key}.name", str(attack["attack"]))
    return f"{name} ({attack['on']})" if attack["on"] and not short else name
