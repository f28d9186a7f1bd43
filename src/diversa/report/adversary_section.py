# SPDX-License-Identifier: Apache-2.0
"""The adversary's part of a report: risk, attacks and three questions.

The three questions are those that European regulators ask of an anonymized table:
singling out, linkability, inference (Article 29 Working Party, Opinion 05/2014).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from diversa.record.attack_record import ExposureRecord, NotMade
from diversa.record.evidence_record import AttackMoments, EvidenceRecord, RiskMoments
from diversa.record.risk import Estimate, Risk
from diversa.report import charts
from diversa.report.elements import figures, fold, part, say, section, table
from diversa.report.language import (
    ENGLISH,
    SPOKEN,
    format_value,
    own_phrase,
    percent,
    phrase,
)
from diversa.report.rehearsal_section import rehearsed, why_left_out


def adversary(evidence: EvidenceRecord | None) -> Iterator[str]:
    """The sections on risk and attacks; none without evidence."""
    if evidence is None:
        return
    both = evidence.risk.before is not None
    when = phrase("adversary.before_and_after") if both else ""
    yield section(phrase("adversary.regulators"), *regulators(evidence))
    yield section(phrase("adversary.risk") + when, *risk(evidence.risk))
    yield section(phrase("adversary.attacks") + when, *attacks(evidence.attacks))


def regulators(evidence: EvidenceRecord) -> Iterator[str]:
    """Answers to regulators: by a rehearsal, or else by the groups of the release."""
    rehearsal = evidence.rehearsal
    if rehearsal is not None and rehearsal.left_out is None:
        yield from rehearsed(evidence, rehearsal)
        return
    lead = [phrase("adversary.by_groups")]
    if evidence.risk.before is not None:
        lead.append(phrase("adversary.before_note"))
    if rehearsal is not None:
        lead.append(why_left_out(rehearsal))
    yield say(" ".join(lead), lead=True)
    yield questions(evidence)


def heads(measured: RiskMoments | AttackMoments) -> list[str]:
    """The titles of the columns: before and after, or of one table alone."""
    if measured.before is None:
        return [phrase("now")]
    return [phrase("before"), phrase("after")]


def questions(evidence: EvidenceRecord) -> str:
    """Singling out, linkability, inference, by the groups of the release alone."""
    risks = evidence.risk.every
    rows = [
        [
            phrase("adversary.singling_out"),
            phrase("adversary.unique"),
            *(percent(moment.unique_share) for moment in risks),
        ],
        [
            phrase("adversary.linkability"),
            phrase("adversary.link"),
            *(percent(moment.prosecutor.highest or 0.0) for moment in risks),
        ],
        *(
            [
                phrase("adversary.inference"),
                phrase("adversary.one_value", on=after.on),
                *(percent(moment.share) for moment in series),
            ]
            for series in together(evidence.attacks)
            if (after := series[-1]).attack == "homogeneity"
        ),
    ]
    columns = [phrase("adversary.question"), phrase("adversary.measured_as")]
    return table([*columns, *heads(evidence.risk)], rows)


def risk(measured: RiskMoments) -> Iterator[str]:
    """Prosecutor, journalist and marketer."""
    shares = list(risk_changes(measured.every))
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
    estimate = measured.after.population_estimate
    if estimate is not None:
        people = format_value(round(estimate.people))
        expected = format_value(round(estimate.expected, 1))
        text = phrase("adversary.weights", people=people, rows=expected)
        yield say(text, lead=True)
    if not measured.after.knows_people:
        yield say(phrase("adversary.no_population"), lead=True)


def uniques(measured: RiskMoments) -> str:
    """People unique in the population; empty without a sampling fraction."""
    found = [moment.population_uniques for moment in measured.every]
    estimates = [moment for moment in found if moment is not None]
    if len(estimates) < len(found):
        return ""
    by_name = [{each.name: each for each in moment.estimates} for moment in estimates]
    chosen = estimates[-1].chosen.name
    rows = [
        [
            phrase("adversary.believed", name=name) if name == chosen else name,
            *(estimate(moment[name]) for moment in by_name),
        ]
        for name in by_name[-1]
    ]
    people = format_value(estimates[-1].people)
    return part(
        phrase("adversary.population_uniques"),
        say(phrase("adversary.sample", people=people), lead=True),
        table([phrase("adversary.estimator"), *heads(measured)], rows),
    )


def estimate(found: Estimate) -> str:
    """The number of unique people, or the reason why it is unknown."""
    if found.uniques is None or found.share is None:
        english = SPOKEN.get() == ENGLISH
        return found.reason if english else phrase("adversary.not_known")
    return f"{format_value(round(found.uniques))} ({percent(found.share)})"


def risk_changes(risks: Sequence[Risk]) -> Iterator[charts.Change]:
    """The risks of a row; of the prosecutor alone where no population is known."""
    unique = [moment.unique_share for moment in risks]
    yield charts.Change(phrase("adversary.unique_rows"), unique)
    above = phrase("adversary.above", risk=percent(risks[-1].threshold))
    yield charts.Change(above, [moment.prosecutor.share_above for moment in risks])
    for name in risks[-1].attackers:
        found = [moment.every_attacker[name] for moment in risks]
        average = [attacker.average or 0.0 for attacker in found]
        highest = [attacker.highest or 0.0 for attacker in found]
        yield charts.Change(phrase(f"adversary.{name}_average"), average)
        yield charts.Change(phrase(f"adversary.{name}_highest"), highest)


def attacks(measured: AttackMoments) -> Iterator[str]:
    """Each attack with its share of exposed rows and its meaning for a person."""
    series = list(together(measured))
    if not series:
        yield say(phrase("adversary.nothing_to_infer"))
        return
    single = len({attack[-1].on for attack in series} - {None}) == 1
    shares = [
        charts.Change(
            title(attack[-1], short=single), [exposure.share for exposure in attack]
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
            *(percent(exposure.share) for exposure in attack),
            for_a_person(attack[-1]),
        ]
        for attack in series
    ]
    exposed = [phrase("adversary.exposed", when=head) for head in heads(measured)]
    columns = [phrase("adversary.attack"), *exposed, phrase("adversary.meaning")]
    yield table(columns, rows)
    missing = [[title(attack), why(attack)] for attack in measured.after.not_made]
    if missing:
        columns = [phrase("adversary.attack"), phrase("adversary.why")]
        yield fold(phrase("adversary.not_made"), table(columns, missing))


def for_a_person(exposure: ExposureRecord) -> str:
    """The meaning of an attack's result for a person in the table."""
    key = exposure.attack.replace(" ", "-")
    share = percent(exposure.share)
    at = "nobody" if exposure.share == 0 else "somebody"
    return own_phrase(
        f"attacks.{key}.{at}", exposure.words, share=share, on=exposure.on
    )


def why(attack: NotMade) -> str:
    """The reason why an attack was not made."""
    if SPOKEN.get() == ENGLISH:
        return attack.why
    key = attack.attack.replace(" ", "-")
    return own_phrase(f"attacks.{key}.lacks", phrase("adversary.lacks"))


def together(measured: AttackMoments) -> Iterator[list[ExposureRecord]]:
    """The results of each attack that was made before and after."""
    tables = [
        {(exposure.attack, exposure.on): exposure for exposure in moment.attacks}
        for moment in measured.every
    ]
    for key in tables[-1]:
        if all(key in exposures for exposures in tables):
            yield [exposures[key] for exposures in tables]


def title(made: ExposureRecord | NotMade, *, short: bool = False) -> str:
    """The name of an attack, with its attribute unless `short`."""
    key = made.attack.replace(" ", "-")
    name = own_phrase(f"attacks.{key}.name", made.attack)
    return f"{name} ({made.on})" if made.on and not short else name
