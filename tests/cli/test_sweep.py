# SPDX-License-Identifier: Apache-2.0
"""A sweep on the command line: Figure 1 of the l-diversity paper, 12 rows."""

from __future__ import annotations

import csv
import json

import pytest


@pytest.fixture
def sweep(diversa, figure_1):
    def run(*words):
        return diversa("sweep", figure_1, "--plan", "plan.toml", *words)

    return run


def test_the_best_of_every_k(sweep):
    """Worked example: k = 3 and 4 are reached at (2, 1, 1), with groups of 4."""
    done = sweep("--over", "k=3..4,13", "--json")
    assert done.code == 0
    assert done.json["over"] == ["k"]
    points = done.json["points"]
    assert [point["settings"]["k"] for point in points] == [3, 4, 13]
    for point in points[:2]:
        assert list(point["levels"].values()) == [2, 1, 1]
        assert (point["privacy"], point["groups"]) == (4, 3)
        assert point["loss"] == pytest.approx(0.5354, abs=5e-5)
    assert points[2]["loss"] is None
    assert "k-anonymity:13" in points[2]["failure"]


def test_files(sweep, folder):
    done = sweep(
        *("--over", "k=2..4", "--over", "suppression=0,0.25"),
        *("--out", "sweep.csv", "--picture", "sweep.svg"),
    )
    assert done.code == 0
    assert "Wrote sweep.csv" in done.stdout
    with (folder / "sweep.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert [(line["k"], line["suppression"]) for line in lines] == [
        (k, share) for k in "234" for share in ("0", "0.25")
    ]
    assert (folder / "sweep.svg").read_text().startswith("<svg xmlns=")
    sweep("--over", "k=2..4", "--out", "sweep.json")
    assert len(json.loads((folder / "sweep.json").read_text())["points"]) == 3


def test_page(sweep):
    lines = sweep("--over", "k=3..5").stdout.splitlines()
    assert lines[0] == "SWEPT  3 releases for 3 values, 3 values on the Pareto frontier"
    assert any(line.split()[:2] == ["3", "4"] for line in lines)


def test_no_release_at_all(sweep):
    done = sweep("--over", "k=13,14")
    assert done.code == 1
    assert done.stdout.startswith("NO SOLUTION  0 releases for 2 values")


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--over", "l=2"), "'l' must be a parameter"),
        (("--over", "k=2", "--over", "k=3"), "each name must be given once"),
        (("--over", "k=2", "--out", "sweep.xls"), "must end with .csv or .json"),
        (("--over", "k=zwei"), "must be a number"),
        ((), "Missing option '--over'"),
    ],
)
def test_wrong_use(sweep, folder, words, fault):
    before = sorted(folder.iterdir())
    done = sweep(*words)
    assert done.code == 2
    assert fault in done.stderr
    assert sorted(folder.iterdir()) == before
