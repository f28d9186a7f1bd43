# SPDX-License-Identifier: Apache-2.0
"""Groups of the original around the published ones."""

from __future__ import annotations

import hashlib
import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import diversa
from diversa.models.verdict import Verdict


def test_published_groups_find_their_place_in_the_original(tmp_path):
    draw = np.random.default_rng(3)
    lines = [
        f"{draw.integers(20, 60)},{draw.choice(['130', '131', '148'])}"
        f",{draw.choice(['a', 'b', 'c'], p=[0.6, 0.3, 0.1])}"
        for _ in range(300)
    ]
    (tmp_path / "people.csv").write_text("age,zip,ill\n" + "\n".join(lines) + "\n")
    words = {
        "quasi_identifiers": ["age", "zip"],
        "sensitive": "ill",
        "hierarchies": {
            "age": {"kind": "intervals", "widths": [5, 10, 20]},
            "zip": {"kind": "masking", "length": 3},
        },
        "models": "nt-closeness:n=40,t=0.12",
        "suppression": 0.3,
    }
    source = tmp_path / "people.csv"
    release = diversa.anonymize(source, out=tmp_path / "out", evidence=False, **words)
    assert release.suppressed > 0
    alone = diversa.audit_release(tmp_path / "out")
    assert alone.problems == ()
    assert alone.verdict is Verdict.UNDECIDED
    (model,) = alone.to_json()["models"]
    assert model["holds"] is alone.to_json()["holds"] is None
    assert (
        model["missing"]
        == f"how the {release.suppressed} suppressed rows were distributed"
    )
    whole = diversa.audit_release(
        tmp_path / "out", reference=source, hierarchies=words["hierarchies"]
    )
    assert (whole.problems, whole.notes) == ((), ())
    assert [one.holds for one in whole.audit.models] == [True]


@pytest.mark.parametrize("method", ["full-domain", "mondrian"])
def test_whole_floats_find_their_place_in_a_text_file(tmp_path, method):
    """A text file holds 48.0, a hierarchy 48.0 as a number."""
    draw = np.random.default_rng(0)
    table = pa.table(
        {
            "age": draw.integers(20, 26, 60).astype(float),
            "town": draw.integers(0, 3, 60).astype(float),
            "ill": draw.permutation(["a", "b", "c"] * 20),
        }
    )
    pq.write_table(table, tmp_path / "people.parquet")
    release = diversa.anonymize(
        tmp_path / "people.parquet",
        quasi_identifiers=["age", "town"],
        sensitive="ill",
        models=["k-anonymity:4", "nt-closeness:n=20,t=0.2"],
        hierarchies={"age": [2, 4]},
        method=method,
        format="csv",
        out=tmp_path / "out",
    )
    assert release.audit.holds


@pytest.mark.parametrize("distance", ["equal", "ordered", "hierarchical"])
def test_a_release_with_rows_that_its_original_lacks(tmp_path, distance):
    rows = [(zip_code, pay) for zip_code in "1234" for pay in (1, 2)]
    folder, original = tmp_path / "release", tmp_path / "table.csv"
    original.write_text("zip,pay\n" + "".join(f"{z},{p}\n" for z, p in [*rows, *rows]))
    trees = {"zip": [[z, "12" if z < "3" else "34", "*"] for z in "1234"]}
    trees["pay"] = [["1", "low", "*"], ["2", "high", "*"]]
    diversa.anonymize(
        original,
        out=folder,
        quasi_identifiers="zip",
        sensitive="pay",
        models="k-anonymity:4",
        hierarchies=trees,
    )
    text = (folder / "release.csv").read_text()
    (folder / "release.csv").write_text(
        text.replace("1,1", "1,2").replace("4,2", "4,1")
    )
    manifest = json.loads((folder / "manifest.json").read_text())
    digest = hashlib.sha256((folder / "release.csv").read_bytes()).hexdigest()
    manifest["files"]["release.csv"]["sha256"] = digest
    (folder / "manifest.json").write_text(json.dumps(manifest))
    found = diversa.audit_release(
        folder,
        reference=original,
        hierarchies=trees,
        models=f"nt-closeness:n=8,t=0.3,distance={distance}",
    )
    # Two groups have rows that were not there: no large group holds all of theirs.
    assert (found.audit.models[1].verdict, found.audit.models[1].failing_groups) == (
        Verdict.FAILS,
        2,
    )
