# SPDX-License-Identifier: Apache-2.0
"""The 32-node lattice of the worked example on Figure 1 of the l-diversity paper."""

from __future__ import annotations

import pytest

KEYS = {
    "attributes",
    "heights",
    "nodes",
    "checked",
    "satisfying",
    "minimal",
    "best",
    "optimality",
}


@pytest.fixture
def lattice(diversa, figure_1):
    def run(*words):
        return diversa("lattice", figure_1, "--plan", "plan.toml", *words)

    return run


@pytest.mark.parametrize(
    ("model", "minimal"),
    [
        ("k-anonymity:2", [(0, 1, 1), (3, 3, 0)]),
        ("k-anonymity:3", [(1, 2, 1), (2, 1, 1)]),
        ("k-anonymity:4", [(1, 2, 1), (2, 1, 1)]),
        ("distinct-l-diversity:3", [(1, 2, 1)]),
        ("frequency-l-diversity:2", [(1, 2, 1)]),
        ("entropy-l-diversity:2.8", [(1, 2, 1)]),
        ("recursive-cl-diversity:c=3,l=3", [(1, 2, 1)]),
        ("recursive-cl-diversity:c=2,l=3", [(3, 3, 1)]),
    ],
)
def test_minimal_nodes(lattice, model, minimal):
    done = lattice("--model", model, "--json")
    assert done.code == 0
    assert sorted(tuple(one["levels"]) for one in done.json["minimal"]) == minimal


def test_keys(lattice):
    found = lattice("--json").json
    assert found.keys() >= KEYS
    assert found["attributes"] == ["zip", "age", "nationality"]
    assert found["heights"] == [3, 3, 1]
    assert found["nodes"] == 32
    assert found["checked"] > 0
    assert found["optimality"] == "exact"
    assert "failure" not in found


def test_nodes_of_the_worked_example(lattice):
    found = lattice("--json").json
    by_levels = {tuple(one["levels"]): one for one in found["minimal"]}
    figure_2 = by_levels[2, 1, 1]
    assert figure_2["groups"] == 3
    assert figure_2["suppressed"] == 0
    metrics = figure_2["metrics"]
    assert metrics["height"] == 4
    assert metrics["average-group-size"] == 4
    assert metrics["discernibility"] == 48
    assert metrics["precision"] == pytest.approx(1 / 3)
    assert metrics["loss"] == pytest.approx(0.5354, abs=5e-5)
    assert by_levels[1, 2, 1]["metrics"]["loss"] == pytest.approx(0.5421, abs=5e-5)
    assert found["best"] == found["minimal"][0] == figure_2


def test_satisfying_nodes_are_those_above_the_minimal_ones(lattice):
    found = lattice("--model", "entropy-l-diversity:2.8", "--json").json
    assert len(found["satisfying"]) == 6
    assert all(
        zip_ >= 1 and age >= 2 and nat == 1 for zip_, age, nat in found["satisfying"]
    )


def test_no_solution(lattice):
    done = lattice("--model", "entropy-l-diversity:3", "--json")
    assert done.code == 1
    assert done.json["satisfying"] == done.json["minimal"] == []
    assert done.json["best"] is None
    assert "would have to go" in done.json["failure"]


def test_no_solution_for_people(lattice):
    done = lattice("--model", "entropy-l-diversity:3")
    assert done.code == 1
    assert done.stdout.startswith("NO SOLUTION  0 of 32 nodes satisfy the models\n")


def test_no_solution_says_why_as_anonymize_does(lattice, diversa, figure_1):
    asked = ["--model", "k-anonymity:13", "--model", "distinct-l-diversity:3"]
    done = lattice(*asked)
    words = ["--plan", "plan.toml", *asked, "--out", "out"]
    told = diversa("anonymize", figure_1, *words).stderr.splitlines()[1:]
    assert told[0].strip() == (
        "k-anonymity:13: fully generalized the table attains k = 12; 12 rows would have"
        " to go there."
    )
    assert [line.strip() for line in told] == done.stdout.splitlines()[2:4]
    assert "distinct-l-diversity:3" not in done.stdout


def test_page(lattice):
    lines = lattice().stdout.splitlines()
    assert (
        lines[0] == "SATISFIABLE  8 of 32 nodes satisfy the models, 2 of them minimal"
    )
    assert "Levels: zip 0 to 3, age 0 to 3, nationality 0 to 1" in lines
    assert any(line.split()[:5] == ["2", "1", "1", "3", "0"] for line in lines)


def test_objective_is_shown(lattice):
    shown = lattice("--objective", "average-group-size").stdout
    assert "Best by average-group-size" in shown
    assert "average-group-size\n" in shown


def test_a_lattice_too_large_to_list(diversa, folder):
    names = [f"c{number}" for number in range(12)]
    rows = [",".join(str(1000 + place) for _ in names) for place in range(200)]
    (folder / "wide.csv").write_text("\n".join([",".join(names), *rows]))
    words = ["--qi", ",".join(names), "--model", "k-anonymity:2"]
    done = diversa("lattice", "wide.csv", *words)
    assert done.code == 2
    assert "lattice: must have at most" in done.stderr


def test_nothing_is_written(lattice, folder):
    before = sorted(folder.iterdir())
    lattice()
    assert sorted(folder.iterdir()) == before
