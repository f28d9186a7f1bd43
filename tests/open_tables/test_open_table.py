# SPDX-License-Identifier: Apache-2.0
"""An open table answers like the front functions, counts once, and frees its memory."""

from __future__ import annotations

import gc
import json
import weakref

import pandas as pd
import pytest

import diversa
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.errors import InputError, NoSolutionError, PlanError
from diversa.tables.role_cells import count_roles
from swept_table import OPENED, ROLES
from tight_labels import tight


@pytest.mark.parametrize(
    "words",
    [
        {"models": "k-anonymity:4", "suppression": 0.05},
        {
            "models": ["k-anonymity:3", "distinct-l-diversity:2"],
            "method": "mondrian",
            "labels": "tight",
        },
        {"models": "frequency-l-diversity:2", "method": "anatomy", "suppression": 0.2},
        {"models": "k-anonymity:4", "suppression": 0.05, "suppress_by": "star"},
    ],
    ids=lambda words: words.get("method", words.get("suppressed", "full-domain")),
)
def test_open_search_publish_is_anonymize(words, table, patients):
    release = table.publish(table.search(**words))
    alone = diversa.anonymize(patients, **OPENED, **words)
    pd.testing.assert_frame_equal(release.frame, alone.frame)
    assert release.metrics == alone.metrics
    assert release.audit == alone.audit


def test_a_folder_is_the_same_bytes(table, patients, tmp_path):
    words = {"models": "k-anonymity:4", "suppression": 0.05}
    table.publish(table.search(**words), out=tmp_path / "open")
    diversa.anonymize(patients, **OPENED, **words, out=tmp_path / "alone")
    for name in ("release.csv", "manifest.json", "report.html"):
        folders = tmp_path / "open", tmp_path / "alone"
        first, second = ((folder / name).read_bytes() for folder in folders)
        assert first == second


def test_the_table_is_counted_once(patients, monkeypatch):
    counts = []

    def watched(*arguments, **words):
        counts.append(1)
        return count_roles(*arguments, **words)

    monkeypatch.setattr("diversa.tables.table_input.count_roles", watched)
    with diversa.open(patients, **OPENED) as opened:
        opened.frontier("k-anonymity:{}", [2, 3, 4, 5], suppression=0.1)
        for ask in (opened.audit, opened.risk, opened.attack):
            ask()
    assert counts == [1]


def test_every_satisfying_node(table, patients):
    words = {"models": "k-anonymity:10"}
    there = diversa.lattice(patients, **OPENED, **words)
    assert table.lattice(**words).satisfying == there.satisfying


def test_chosen_levels_are_published(table, tmp_path):
    levels = {"zip": 3, "born": 3, "sex": 0}
    words = {"models": "k-anonymity:2", "suppression": 0.05}
    release = table.publish(levels, **words, out=tmp_path / "release")
    assert release.levels == levels
    assert release.search.algorithm == "chosen levels"
    assert diversa.audit_release(tmp_path / "release").holds
    manifest = json.loads((tmp_path / "release" / "manifest.json").read_text())
    assert manifest["levels"] == levels
    assert release.suppressed > 0
    assert release.search.checked == 1  # for the owner: it depends on withheld rows
    assert "checked" not in manifest["search"]


def test_what_the_table_was_opened_with_stays(table):
    with pytest.raises(PlanError) as caught:
        table.search(models="k-anonymity:2", sensitive="zip", missing="own")
    assert "sensitive: must be said when the table is opened" in str(caught.value)
    assert "missing: must be said when the table is opened" in str(caught.value)
    with pytest.raises(PlanError, match="modles: is no keyword of a plan"):
        table.search(modles="k-anonymity:2")
    with pytest.raises(PlanError, match="models must name at least one model"):
        table.search()


def test_a_table_that_is_closed_is_freed(patients):
    opened = diversa.open(patients, **OPENED)
    opened.search(models="k-anonymity:4")
    cells = weakref.ref(next(iter(opened._counted.values())).cells)
    assert cells() is not None
    opened.close()
    opened.close()
    gc.collect()
    assert cells() is None
    assert not opened.is_open
    assert repr(opened).startswith("<OpenTable: closed, rows 200")
    for ask in (opened.audit, opened.risk, opened.attack):
        with pytest.raises(InputError, match="table: is closed; open it again"):
            ask()


def test_a_failed_opening_leaves_nothing_open(patients, monkeypatch):
    closed = []
    first = DuckDBEngine.__exit__
    monkeypatch.setattr(
        DuckDBEngine, "__exit__", lambda self, *a: closed.append(1) or first(self, *a)
    )
    with pytest.raises(InputError, match="nonsense"):
        diversa.open(patients, quasi_identifiers="nonsense")
    assert closed == [1]


def test_it_prints_no_value(table, patients):
    proposal = table.search(models="k-anonymity:4", method="mondrian", labels="tight")
    text = f"{table!r} {proposal!r} {table.frontier('k-anonymity:{}', [3])}"
    values = {str(value) for name in ("zip", "condition") for value in patients[name]}
    assert not any(value in text for value in values)
    assert "rows 200" in text


def test_beliefs_of_a_population_are_counted_when_asked_for(patients):
    """What people of the population have is not read before a model asks for it."""
    words = ROLES | {"quasi_identifiers": ["sex"], "population": patients}
    model = "belief-change:0.9"
    with diversa.open(patients, **words) as opened:
        plain = opened.publish(opened.search(models="k-map:2"))
        release = opened.publish(opened.search(models=model))
    assert plain.audit.holds
    alone = diversa.anonymize(patients, **words, models=model)
    pd.testing.assert_frame_equal(release.frame, alone.frame)


def test_no_release(table):
    with pytest.raises(NoSolutionError, match="k-anonymity:500"):
        table.search(models="k-anonymity:500")


def visits(moving):
    """Forty people with one to four rows; the ward of a person may differ."""
    rows = [
        (f"p{who}", 40 + who % 8, f"w{(who + visit * moving) % 2}", "fhxa"[visit])
        for who in range(40)
        for visit in range(1 + who % 4)
    ]
    return pd.DataFrame(rows, columns=["pid", "age", "ward", "ill"])


@pytest.mark.parametrize("method", ["full-domain", "mondrian", "local-recoding"])
@pytest.mark.parametrize("rows", ["distinct", "all"])
@pytest.mark.parametrize("moving", [False, True])
def test_groups_of_people_are_those_of_the_release(method, rows, moving):
    """What a search foretells is what the audit of the release counts."""
    if moving and method != "full-domain":
        return
    opened = {
        "quasi_identifiers": ["age", "ward"],
        "sensitive": "ill",
        "person": "pid",
        "person_rows": rows,
    }
    words = {"models": "k-anonymity:5", "method": method, **tight(method)}
    with diversa.open(visits(moving), **opened) as table:
        groups = table.groups(table.search(**words))
        before = table.groups()
        swept = table.sweep({"k": [5]}, **words)
        assert table.risk().risk.people == 40
        assert table.attack().people == 40
    release = diversa.anonymize(visits(moving), **opened, **words)
    assert groups.sizes.min() == release.record.audit.smallest
    assert groups.people.total == before.people.total == 40
    assert int(groups.people.rows.sum()) == release.rows_out
    assert swept.points[0].privacy == release.record.audit.smallest
    assert swept.to_json()["counted"] == "people"
