# SPDX-License-Identifier: Apache-2.0
"""An audit that is given the original or the population says what is true by them.

Random tables are published by several methods. The folder is audited with a table of
people, and with the original; a brute force reads the published file and the tables.
"""

from __future__ import annotations

import csv
import operator
import re
from collections import Counter, defaultdict
from fractions import Fraction

import pytest

import brute_force
import diversa
from diversa.errors import NoSolutionError
from diversa.models import parse
from diversa.models.verdict import Verdict
from examples import generator, so_many
from tight_labels import tight

VALUES = ["1", "2", "3", "9"]
TREE = [[value, "few" if value < "3" else "many", "*"] for value in VALUES]
STARS = ("*", "*")
COMPARE = {">=": operator.ge, ">": operator.gt, "<=": operator.le, "<": operator.lt}

METHODS = {
    "full-domain": "k-anonymity:2",
    "mondrian": "k-anonymity:2",
    "mdav": "k-anonymity:2",
    "dealing": "epsilon-m-anonymity:epsilon=0,m=2",
}

OF_PEOPLE = {
    "k-map:3": lambda _, people: len(people) >= 3,
    "delta-presence:low=0,high=0.7": lambda rows, people: (
        10 * rows.total() <= 7 * len(people)
    ),
    "belief-change:0.4": lambda rows, people: all(
        abs(before - after) <= Fraction(2, 5) for before, after in beliefs(rows, people)
    ),
    "bayes-positive-disclosure:0.2": lambda rows, people: all(
        after <= Fraction(4, 5) for _, after in beliefs(rows, people)
    ),
}
"""Models of a population: the rows of a group by value, and who matches it."""

OF_TABLE = ["t-closeness:0.3", "beta-likeness:1", "delta-disclosure:1"]
"""Models that compare with the original."""


def beliefs(rows, people):
    """Prior and posterior of every value of everyone who may be in a group."""
    alike, of_value = defaultdict(Counter), Counter()
    for *known, value in people:
        alike[tuple(known)][value] += 1
        of_value[value] += 1
    for values in alike.values():
        weight = {s: Fraction(rows[s] * n, of_value[s]) for s, n in values.items()}
        if total := sum(weight.values()):
            for s, n in values.items():
                yield Fraction(n, values.total()), weight[s] / total


def stands_for(label, value):
    """Whether a label of a number or of a letter stands for a value."""
    ends = re.fullmatch(r"\[?(\d+)-(\d+)\]?", label)
    if ends:
        return int(ends[1]) <= int(value) <= int(ends[2])
    end = re.fullmatch(r"([<>]=?)(\d+)", label)
    if end:
        return COMPARE[end[1]](int(value), int(end[2]))
    return label in ("*", value) or value in label.strip("{}").split(", ")


def published(folder):
    """The rows of every group by sensitive value, by the labels of the group."""
    groups = defaultdict(Counter)
    with (folder / "release.csv").open() as file:
        for row in csv.DictReader(file):
            groups[row["age"], row["town"]][row["pay"]] += 1
    return groups


def people_of(groups, people):
    """Who matches each group; None if somebody matches two."""
    matching = defaultdict(list)
    for person in people:
        labels = [
            group
            for group in groups
            if group != STARS and all(map(stands_for, group, person))
        ]
        if len(labels) > 1:
            return None
        matching[labels[0] if labels else STARS].append(person)
    return matching


def fitting_people(groups, people):
    """Who fits the labels of each group; one person may fit several."""
    fitting = {
        group: [person for person in people if all(map(stands_for, group, person))]
        for group in groups
        if group != STARS
    }
    others = [p for p in people if not any(p in some for some in fitting.values())]
    return fitting | {STARS: others}


def draw_rows(draw, number):
    return [
        (str(draw.integers(1, 9)), str(draw.choice([*"xy"])), str(draw.choice(VALUES)))
        for _ in range(number)
    ]


def write(path, rows):
    path.write_text("age,town,pay\n" + "".join(f"{','.join(row)}\n" for row in rows))
    return path


def publish(draw, rows, method, folder):
    source = write(folder.with_suffix(".csv"), rows)
    ways = ["drop"] if method == "dealing" else ["drop", "star"]
    diversa.anonymize(
        source,
        out=folder,
        replace=True,
        quasi_identifiers=["age", "town"],
        sensitive="pay",
        models=METHODS[method],
        method=method,
        **tight(method),
        suppression=float(draw.choice([0, 0.3, 0.6])),
        suppress_by=str(draw.choice(ways)),
        hierarchies={"age": [2, 4], "town": [["x", "*"], ["y", "*"]], "pay": TREE},
        evidence=False,
    )
    return source


@pytest.mark.parametrize("method", METHODS)
def test_verdicts_with_a_population(tmp_path, method):
    draw, said = generator(f"population {method}"), Counter()
    for _ in range(so_many(20)):
        rows = draw_rows(draw, draw.integers(4, 30))
        try:
            publish(draw, rows, method, tmp_path / "release")
        except NoSolutionError:
            continue
        people = rows + draw_rows(draw, draw.integers(0, 40))
        found = diversa.audit_release(
            tmp_path / "release",
            population=write(tmp_path / "people.csv", people),
            models=[*OF_PEOPLE],
        )
        assert not found.problems
        groups = published(tmp_path / "release")
        matching = people_of(groups, people)
        labelled = method in ("full-domain", "mondrian")  # others number or average
        readable = labelled and matching is not None
        fitting = fitting_people(groups, people)
        for spec, judged in zip(OF_PEOPLE, found.audit.models[1:], strict=True):
            said[judged.verdict] += 1
            counts_fits = labelled and not spec.startswith("delta-presence")
            if not (readable or counts_fits):  # averages, numbers, or overlaps
                assert judged.verdict is Verdict.UNDECIDED
                continue
            matched = fitting if counts_fits else matching
            holds = all(
                OF_PEOPLE[spec](counts, matched[group])
                for group, counts in groups.items()
            )
            assert judged.holds is holds, (spec, groups, people)
    if method == "full-domain":
        assert {*said} == {Verdict.HOLDS, Verdict.FAILS}


@pytest.mark.parametrize("method", METHODS)
def test_verdicts_with_the_original(tmp_path, method):
    draw = generator(f"original {method}")
    for _ in range(so_many(20)):
        rows = draw_rows(draw, draw.integers(4, 30))
        try:
            source = publish(draw, rows, method, tmp_path / "release")
        except NoSolutionError:
            continue
        found = diversa.audit_release(
            tmp_path / "release", reference=source, models=OF_TABLE
        )
        assert not found.problems
        everything = [(pay,) for *_, pay in rows]
        groups = groups_to_judge(tmp_path / "release", method)
        for spec, judged in zip(OF_TABLE, found.audit.models[1:], strict=True):
            model = parse(f"{spec},on=pay")
            holds = all(
                brute_force.holds(model, group, ["pay"], everything) for group in groups
            )
            assert judged.holds is holds, (spec, rows)


def groups_to_judge(folder, method):
    """The sensitive values of every group, by its number where it has one."""
    groups = defaultdict(list)
    with (folder / "release.csv").open() as file:
        for row in csv.DictReader(file):
            name = row["group"] if method == "dealing" else (row["age"], row["town"])
            groups[name].append((row["pay"],))
    return [*groups.values()]
