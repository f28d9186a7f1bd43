# SPDX-License-Identifier: Apache-2.0
"""Models of a population in releases of boxes, beside a brute force over the file."""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import diversa
from diversa.errors import NoSolutionError, PlanError
from diversa.methods.box_models import components, first_size
from diversa.models import parse
from diversa.models.verdict import Verdict
from examples import TIMES, generator

NAMES = ["age", "town"]
METHODS = [
    {"method": "mondrian", "labels": "tight"},
    {"method": "mondrian", "labels": "region"},
    {"method": "local-recoding", "labels": "tight"},
]


def fits(label, value):
    """Whether a label stands for a value, read here anew."""
    ends = re.fullmatch(r"\[(\d+)-(\d+)\]", label)
    if ends:
        return int(ends[1]) <= int(value) <= int(ends[2])
    if end := re.fullmatch(r"([<>])=(\d+)", label):
        low = end[1] == ">"
        return int(value) >= int(end[2]) if low else int(value) <= int(end[2])
    if label.startswith("not {"):
        return str(value) not in label[5:-1].split(", ")
    return label == "*" or str(value) in label.strip("{}").split(", ")


def tables(turn):
    random = generator(f"people in boxes {turn}")
    size = int(random.integers(30, 80))
    people = pd.DataFrame(
        {
            "age": random.integers(20, 20 + int(random.integers(3, 30)), size),
            "town": random.choice(list("abcd"), size),
            "ill": random.choice(list("xyz"), size),
        }
    )
    chosen = random.choice(size, int(size * random.choice([0.3, 0.5])), replace=False)
    return people.iloc[chosen].reset_index(drop=True), people[NAMES]


def boxes_of(folder, people):
    """The rows of each group, and who of the population fits it."""
    sizes = pd.read_csv(folder / "release.csv", dtype=str).groupby(NAMES).size()
    return {
        box: (
            rows,
            [w for w, p in enumerate(people.to_numpy()) if all(map(fits, box, p))],
        )
        for box, rows in sizes.items()
    }


@pytest.mark.parametrize("words", METHODS, ids=lambda words: "-".join(words.values()))
@pytest.mark.parametrize("beside", [(), ("k-anonymity:2",)])
@pytest.mark.parametrize("k", [3, 6])
def test_enough_people_fit_every_box(words, beside, k, tmp_path):
    for turn in range(2 * TIMES):
        table, people = tables(turn)
        release = diversa.anonymize(
            table,
            quasi_identifiers=NAMES,
            sensitive="ill",
            models=[*beside, f"k-map:{k}"],
            population=people,
            out=tmp_path / "release",
            replace=True,
            **words,
        )
        found = boxes_of(tmp_path / "release", people)
        least = min(len(inside) for _, inside in found.values())
        assert least >= k
        assert release.audit.levels["k-map"] == least
        checked = diversa.audit_release(tmp_path / "release", population=people)
        assert checked.verdict is Verdict.HOLDS
        assert sum(rows for rows, _ in found.values()) == len(table)


@pytest.mark.parametrize("words", METHODS, ids=lambda words: "-".join(words.values()))
def test_boxes_hide_who_is_present(words, tmp_path):
    for turn in range(3 * TIMES):
        table, people = tables(turn)
        diversa.anonymize(
            table,
            quasi_identifiers=NAMES,
            sensitive="ill",
            models=["k-anonymity:2", "delta-presence:low=0,high=0.7"],
            population=people,
            out=tmp_path / "release",
            replace=True,
            **words,
        )
        found = boxes_of(tmp_path / "release", people)
        inside = [who for _, fitting in found.values() for who in fitting]
        assert len(inside) == len(set(inside))  # nobody fits two boxes
        assert all(
            Fraction(rows, len(fitting)) <= Fraction(7, 10)
            for rows, fitting in found.values()
        )
        checked = diversa.audit_release(tmp_path / "release", population=people)
        assert checked.verdict is Verdict.HOLDS


@pytest.mark.parametrize(
    ("words", "models", "match"),
    [
        ({"method": "mdav", "labels": "tight"}, "k-map:3", "averages"),
        ({"method": "mondrian", "labels": "safe"}, "k-map:3", "labels = region"),
        (
            {"method": "mondrian", "labels": "tight", "sets": "ancestor"},
            "k-map:3",
            "ancestor",
        ),
        (
            {"method": "mondrian", "labels": "tight"},
            "delta-presence:low=0.1,high=0.9",
            "full-domain",
        ),
        (
            {"method": "mondrian", "labels": "tight", "suppress_by": "star"},
            "k-map:3",
            "suppress_by",
        ),
    ],
)
def test_what_boxes_cannot_promise_is_refused(words, models, match):
    table, people = tables(0)
    with pytest.raises(PlanError, match=match):
        diversa.anonymize(
            table,
            quasi_identifiers=NAMES,
            sensitive="ill",
            models=["k-anonymity:2", models],
            population=people,
            **words,
        )


def test_a_population_that_is_too_small_has_no_solution():
    table, people = tables(0)
    with pytest.raises(NoSolutionError, match="no boxes satisfy"):
        diversa.anonymize(
            table,
            quasi_identifiers=NAMES,
            sensitive="ill",
            models=["k-anonymity:2", "k-map:1000"],
            population=people,
            method="mondrian",
            labels="tight",
        )


def test_parts_that_are_linked_have_one_number():
    linked = components(5, np.array([4, 3, 1]), np.array([3, 2, 0]))
    assert linked.tolist() == [0, 0, 2, 2, 2]


def test_groups_begin_as_large_as_people_want_on_average():
    models = [parse("k-map:20"), parse("delta-presence:low=0,high=0.5")]
    assert first_size(models, 100, 400) == 5
    assert first_size(models, 100, 100_000) == 2
    assert first_size(models[1:], 100, 400) == 2
