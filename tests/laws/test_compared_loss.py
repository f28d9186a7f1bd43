# SPDX-License-Identifier: Apache-2.0
"""A comparison of a release with its original finds the loss that the release gives."""

from __future__ import annotations

import pytest

import diversa
from diversa.hierarchies import Intervals, Rounding, Taxonomy
from diversa.hierarchies.coding import Coding
from examples import TIMES, generator

COLUMNS = ["age", "size", "land", "born", "zip"]

LANDS = {"any": {"islands": ["Cuba", "Malta"], "others": ["Chad", "Peru"]}}

HIERARCHIES = {
    "age": [
        None,
        Intervals((5, 10, 20)),
        Intervals(cuts=((30, 50), (50,))),
        Coding(bottom=25, top=50),
        Rounding((5, 15)),
    ],
    "land": [None, Taxonomy(tree=LANDS)],
    "size": [None, Intervals((1, 2)), Coding(top=2)],
}

PLANS = [
    {"method": "full-domain"},
    {"method": "full-domain", "suppress_by": "star"},
    {"method": "mondrian", "labels": "tight"},
    {"method": "mondrian", "labels": "tight", "suppress_by": "star"},
    {"method": "mondrian", "labels": "region"},
    {"method": "mondrian", "labels": "tight", "sets": "ancestor"},
    {"method": "mondrian", "labels": "tight", "numbers": "median"},
    {"method": "local-recoding", "labels": "tight", "sets": "star", "numbers": "star"},
    {"method": "mdav", "labels": "tight"},
]


def draw_table(rng, path, rows=40):
    lines = [
        (
            rng.integers(20, 60),
            f"{rng.integers(0, 13) / 4}".replace(".", ","),
            rng.choice(["Cuba", "Peru", "Chad", "Malta"]),
            f"{rng.integers(1, 29):02}.{rng.integers(1, 13):02}.{rng.integers(80, 99)}",
            f"130{rng.integers(10, 20)}",
            rng.choice(["a", "b", "c"]),
        )
        for _ in range(rows)
    ]
    lines = [(*line[:3], f"{line[3][:6]}19{line[3][6:]}", *line[4:]) for line in lines]
    text = [";".join([*COLUMNS, "ill"]), *(";".join(map(str, line)) for line in lines)]
    path.write_text("\n".join(text) + "\n")
    return path


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_a_comparison_gives_the_loss_that_the_release_gives(tmp_path, plan):
    for time in range(TIMES):
        rng = generator(f"{plan} {time}")
        source = draw_table(rng, tmp_path / f"people{time}.csv")
        drawn = {
            name: kinds[rng.integers(len(kinds))] for name, kinds in HIERARCHIES.items()
        }
        hierarchies = {name: kind for name, kind in drawn.items() if kind is not None}
        release = diversa.anonymize(
            source,
            quasi_identifiers=COLUMNS,
            sensitive="ill",
            models="distinct-l-diversity:2",
            suppression=float(rng.choice([0, 0.1])),
            hierarchies=hierarchies,
            evidence=False,
            out=tmp_path / f"out{time}",
            **plan,
        )
        out = tmp_path / f"out{time}"
        compared = diversa.compare(out, out, original=source, hierarchies=hierarchies)
        wanted = pytest.approx(release.metrics["loss"], abs=1e-9)
        assert compared.first.metrics["loss"] == wanted
