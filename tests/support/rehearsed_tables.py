# SPDX-License-Identifier: Apache-2.0
"""Small tables to rehearse, and their rows one by one for brute forces."""

from __future__ import annotations

import numpy as np

from diversa.hierarchies import Intervals, Taxonomy
from diversa.plan.keywords import make_plan
from diversa.rehearsals.thirds import draw_thirds
from diversa.rehearsals.trial_release import TrialRelease
from diversa.tables.count_table import count_table
from diversa.tables.table_input import TableInput
from memory_engine import MemoryEngine

COLUMNS = ("age", "town", "sex", "ill")
TOWNS = {"*": {"north": ["A", "B", "C"], "south": ["D", "E"]}}
STYLES = {
    "levels": {"method": "full-domain", "suppression": 0.1},
    "tight": {"method": "mondrian", "labels": "tight"},
    "region": {"method": "mondrian", "labels": "region"},
    "local": {"method": "local-recoding", "labels": "tight"},
}
"""Words of plans for several kinds of labels."""


def rows_of(seed, rows, *, visits=1):
    """Random rows: age, town, sex, illness, and whose they are."""
    random = np.random.default_rng(seed)
    people = [
        (
            int(random.integers(20, 32)),
            str(random.choice(list("ABCDE"), p=[0.4, 0.2, 0.1, 0.2, 0.1])),
            str(random.choice(["f", "m"])),
        )
        for _ in range(rows)
    ]
    listed = []
    for number, person in enumerate(people):
        for _ in range(int(random.integers(1, visits + 1))):
            moved = (person[0] + int(random.integers(0, visits)), *person[1:])
            ill = str(random.choice(["flu", "acne", "cold"]))
            listed.append((*moved, ill, f"p{number}"))
    return listed


def counted_rows(rows, **words):
    """The rows as a counted table, and the plan."""
    person = words.get("person")
    plan = make_plan(
        **{
            "quasi_identifiers": ["age", "town", "sex"],
            "sensitive": "ill",
            "models": "k-anonymity:3",
            "hierarchies": {
                "age": Intervals((2, 4, 8)),
                "town": Taxonomy(tree=TOWNS),
            },
            **words,
        }
    )
    names = (*COLUMNS, "who") if person else COLUMNS
    listed = [row[: len(names)] for row in rows]
    table = TableInput.of_plan((names, listed), plan).open_in(MemoryEngine())
    return count_table(table, plan.bound_models()), plan


def three(counted, seed=0):
    """Thirds of the people of a table."""
    return draw_thirds(counted, np.random.default_rng(seed))


def publish(third, plan):
    """The boxes of the release of a third, and the release."""
    release = TrialRelease.of(third, plan)
    return release.boxes, release.recoded


def raw_people(third):
    """The people of a third, each as the set of tuples of codes that the person has."""
    cells, kinds = third.counted.cells, third.counted.kinds
    names = [one.attribute for one in third.counted.hierarchies]
    lines = np.stack([cells.column(name) for name in names], axis=1).tolist()
    if kinds is None:
        return [
            {tuple(line)}
            for line, rows in zip(lines, cells.counts.tolist(), strict=True)
            for _ in range(rows)
        ]
    return [
        {tuple(lines[cell]) for cell in kinds.cells[start:stop].tolist()}
        for start, stop, people in zip(
            kinds.starts[:-1].tolist(),
            kinds.starts[1:].tolist(),
            kinds.people.tolist(),
            strict=True,
        )
        for _ in range(people)
    ]


def value_sets(boxes):
    """The values of each box, as one set of codes for each column."""
    return [
        tuple(set(side.codes(int(side.label[box])).tolist()) for side in boxes.sides)
        for box in range(len(boxes))
    ]


def fits(person, box):
    """True if a tuple of a person is in a box."""
    return any(
        all(code in values for code, values in zip(one, box, strict=True))
        for one in person
    )


def tried_sets(side, label):
    """The sets of values that are tried in a label, by hand."""
    values = set(side.codes(label).tolist())
    if len(values) < 2:
        return []
    hierarchy, found = side.hierarchy, [{value} for value in values]
    if hierarchy.is_number_line:
        line = sorted(values, key=lambda code: hierarchy.numbers[code])
        for length in (2, 3, -(-len(line) // 4), -(-len(line) // 2)):
            found += [set(line[:length]), set(line[-length:])]
    for level in range(1, hierarchy.height + 1):
        for node in set(hierarchy.maps[level].tolist()):
            below = set(np.flatnonzero(hierarchy.maps[level] == node).tolist())
            found.append(below & values)
    found += [values - one for one in found]
    unique = {frozenset(one) for one in found if one and one != values}
    return sorted(unique, key=sorted)
