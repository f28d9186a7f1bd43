# SPDX-License-Identifier: Apache-2.0
"""Every example of the slides as a step: what they say, and what comes out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa

import diversa
from diversa.attacks.bayes_posterior import bayes_posterior
from diversa.counts.groups import Groups
from diversa.counts.population import Population
from diversa.models import parse
from experiments.experiment import Cell, Experiment, Outcome, Settings, Table
from experiments.microdata import Microdata, Steps, minimal_nodes

Row = tuple[str, ...]

COLUMNS = ("zip", "age", "nationality", "condition")
KNOWN, CONDITION = COLUMNS[:3], COLUMNS[3]
HEART, VIRAL, CANCER = "Heart Disease", "Viral Infection", "Cancer"

ANONYMOUS: list[Row] = [
    *(("130**", "<30", "*", illness) for illness in (HEART, HEART, VIRAL, VIRAL)),
    *(("1485*", ">=40", "*", illness) for illness in (CANCER, HEART, VIRAL, VIRAL)),
    *(("130**", "3*", "*", CANCER) for _ in range(4)),
]
"""The 4-anonymous table of the slides."""

DIVERSE: list[Row] = [
    *(("1305*", "<=40", "*", illness) for illness in (HEART, VIRAL, CANCER, CANCER)),
    *(("1485*", ">40", "*", illness) for illness in (CANCER, HEART, VIRAL, VIRAL)),
    *(("1306*", "<=40", "*", illness) for illness in (HEART, VIRAL, CANCER, CANCER)),
]
"""The 3-diverse table of the slides."""

BOB = {"zip": "13053", "age": "31", "nationality": "American"}
UMEKO = {"zip": "13068", "age": "21", "nationality": "Japanese"}

PATIENTS: list[Row] = [
    ("47677", "29", "F", "Ovarian Cancer"),
    ("47602", "22", "F", "Ovarian Cancer"),
    ("47678", "27", "M", "Prostate Cancer"),
    ("47905", "43", "M", "Flu"),
    ("47909", "52", "F", "Heart Disease"),
    ("47906", "47", "M", "Heart Disease"),
]
VOTERS: list[Row] = [
    ("47677", "29", "F"),
    ("47983", "65", "M"),
    ("47677", "22", "F"),
    ("47532", "23", "M"),
    ("46789", "43", "F"),
]
"""The microdata without names, and the voters with whom they are linked."""

SIX: list[Row] = [
    ("1/21/76", "Male", "53715"),
    ("4/13/86", "Female", "53715"),
    ("2/28/76", "Male", "53703"),
    ("1/21/76", "Male", "53703"),
    ("4/13/86", "Female", "53706"),
    ("2/28/76", "Female", "53706"),
]
"""Date of birth, gender and zip code of the table of attributes."""

BLOCK = (("s1", "v1"), ("s1", "v2"), ("s2", "v3"), ("s3", "v3"))
"""The block with two sensitive attributes."""


def run(settings: Settings) -> Outcome:
    """Every step, one line each."""
    del settings
    steps = [*linked(), *anonymous(), *attacked(), *diverse(), *recursive(), *several()]
    rows = [(turn + 1, *step) for turn, step in enumerate(steps)]
    return Outcome(
        "the tables of the slides",
        {"steps": Table(("step", "example", "the slides say", "here"), rows)},
        facts(),
    )


Step = tuple[str, str, str]


def frame(rows: Sequence[Row], names: Sequence[str]) -> pa.Table:
    """Rows as a table."""
    return pa.table(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)))


def linked() -> list[Step]:
    """Re-identification by linking with the voters."""
    names = ("zip", "age", "sex", "disease")
    attacks = diversa.attack(
        frame(PATIENTS, names),
        quasi_identifiers=names[:3],
        sensitive="disease",
        known=frame(VOTERS, names[:3]),
    )
    found = next(exposure for exposure in attacks.found if exposure.name == "linking")
    here = f"{found.exposed} of {found.total} voters is found and alone in the table"
    return [("linking with a voter registration", "Alice is found", here)]


def anonymous() -> list[Step]:
    """k-anonymity: the six patients, and the 4-anonymous table."""
    values = dict(zip(("birth", "gender", "zip"), zip(*SIX, strict=True), strict=True))
    hidden = {
        name: Steps([dict.fromkeys(values[name], "*")]) for name in ("birth", "gender")
    }
    masked = Steps(
        [
            {code: code[:kept] + "*" * (5 - kept) for code in values["zip"]}
            for kept in (4, 3)
        ]
    )
    table = Microdata.of_values(
        {name: np.array(column) for name, column in values.items()},
        {**hidden, "zip": masked},
    )
    nodes = minimal_nodes(table.task(tuple(values), "k-anonymity:2"))
    k = parse("k-anonymity:1").attained(counted(ANONYMOUS))
    return [
        (
            "six patients, 2-anonymous (birth, gender, zip)",
            "key, quasi-identifier, sensitive",
            f"{len(nodes)} ways that cannot be finer: {'; '.join(map(shown, nodes))}",
        ),
        ("the 4-anonymous table", "4-anonymous", f"k = {k:g}"),
    ]


def shown(node: Sequence[int]) -> str:
    """The levels of a node."""
    return " ".join(map(str, node))


def counted(rows: Sequence[Row]) -> Groups:
    """The groups of a published table."""
    groups: dict[Row, dict[object, int]] = {}
    for *known, illness in rows:
        group = groups.setdefault(tuple(known), {})
        group[illness] = group.get(illness, 0) + 1
    return Groups.from_counts(list(groups.values()), on=CONDITION)


def believed(
    rows: Sequence[Row], person: Mapping[str, object], excluded: Sequence[str] = ()
) -> str:
    """What an adversary believes of a person."""
    attacks = diversa.attack(
        frame(rows, COLUMNS),
        quasi_identifiers=KNOWN,
        sensitive=CONDITION,
        target=person,
        exclude=list(excluded),
    )
    target = attacks.target
    beliefs = () if target is None else target.beliefs
    return ", ".join(
        f"{belief.value} {belief.with_facts:.0%}"
        for belief in beliefs
        if belief.with_facts
    )


def attacked() -> list[Step]:
    """Bob and Umeko, in both tables."""
    return [
        ("Bob in the 4-anonymous table", "cancer", believed(ANONYMOUS, BOB)),
        (
            "Umeko in the 4-anonymous table",
            "heart disease or viral infection",
            believed(ANONYMOUS, UMEKO),
        ),
        (
            "the same, heart disease ruled out",
            "viral infection",
            believed(ANONYMOUS, UMEKO, [HEART]),
        ),
        posterior(),
        ("Bob in the 3-diverse table", "cannot be told", believed(DIVERSE, BOB)),
        (
            "Umeko in it, heart disease ruled out",
            "viral infection or cancer",
            believed(DIVERSE, UMEKO, [HEART]),
        ),
    ]


def posterior() -> Step:
    """Theorem 3.1 for Umeko, with a population in which some Japanese are ill."""
    groups = Groups.from_counts([{HEART: 2, VIRAL: 2}], on=CONDITION)
    people: dict[object, dict[object, int]] = {
        "like Umeko": {HEART: 1, VIRAL: 49, CANCER: 50},
        "others": {HEART: 299, VIRAL: 251, CANCER: 350},
    }
    population = Population.from_counts([people], on=CONDITION)
    known = replace(groups, population=population)
    sure = bayes_posterior(known.histogram()).worst
    return (
        "Umeko by Theorem 3.1: 1 of 100 like her has a heart disease, 30 % of all",
        "f(s'|q) = 0, so viral infection",
        f"viral infection {sure:.0%}",
    )


def level(rows: Sequence[Row], spec: str) -> str:
    """The level of a table in words."""
    model = parse(spec)
    return model.describe(model.attained(counted(rows)))


def diverse() -> list[Step]:
    """The levels of diversity of both tables."""
    return [
        (
            f"diversity of the {name} table",
            claim,
            "; ".join(level(rows, spec) for spec in specs),
        )
        for name, claim, rows in (
            ("4-anonymous", "not diverse", ANONYMOUS),
            ("3-diverse", "3-diverse", DIVERSE),
        )
        for specs in (
            (
                "distinct-l-diversity:1",
                "frequency-l-diversity:1",
                "entropy-l-diversity:1",
                "recursive-cl-diversity:c=1,l=3",
            ),
        )
    ]


def recursive() -> list[Step]:
    """The formula of the slides is the one for l = 2, whatever l is."""
    groups = Groups.from_counts([{"a": 5, "b": 3, "c": 1, "d": 1}], on="s")
    each = [
        parse(f"recursive-cl-diversity:c=1,l={l}").attained(groups) for l in (2, 3, 4)
    ]
    return [
        (
            "recursive (c,l), counts 5, 3, 1, 1",
            f"c > {each[0]:g} for every l",
            ", ".join(
                f"c > {c:g} at l = {l}" for l, c in zip((2, 3, 4), each, strict=True)
            ),
        )
    ]


def several() -> list[Step]:
    """Two sensitive attributes that are diverse one by one."""
    rows = frame([("q", *pair) for pair in BLOCK], ("q", "S", "V"))
    models = ["distinct-l-diversity:2,on=S", "distinct-l-diversity:2,on=V"]
    joint = [f"{spec},joint=true" for spec in models]
    audit = diversa.audit(
        rows, quasi_identifiers="q", sensitive=["S", "V"], models=[*models, *joint]
    )
    alone = min(verdict.attained or 0 for verdict in audit.models[:2])
    both = min(verdict.attained or 0 for verdict in audit.models[2:])
    return [
        (
            "two sensitive attributes",
            "3-diverse in each, and one fact gives V away",
            f"{alone:g} in each alone, {both:g} with the other one known",
        )
    ]


def facts() -> dict[str, Cell]:
    """Single numbers of the page."""
    whole = Groups.from_counts([{HEART: 3, VIRAL: 4, CANCER: 5}], on=CONDITION)
    return {
        "most_entropy": parse("entropy-l-diversity:1").attained(whole),
        "bob": believed(ANONYMOUS, BOB),
        "umeko": believed(DIVERSE, UMEKO, [HEART]),
    }


EXPERIMENT = Experiment("slides", "slides", run)
