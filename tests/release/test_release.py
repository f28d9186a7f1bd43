# SPDX-License-Identifier: Apache-2.0
"""A release keeps what it says of itself, and nothing of the rows it was made from."""

from __future__ import annotations

import gc
import weakref

import pandas as pd
import pytest

import diversa
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet
from diversa.data.examples import hospital
from tight_labels import tight

METHODS = {
    "full-domain": ["k-anonymity:4"],
    "mondrian": ["k-anonymity:4"],
    "mdav": ["k-anonymity:4"],
    "anatomy": ["frequency-l-diversity:3"],
}


@pytest.fixture(scope="module")
def patients():
    return pd.DataFrame(hospital(rows=300))[["zip", "born", "sex", "condition"]]


@pytest.fixture
def tracked(monkeypatch):
    """Every counted table of a run, without keeping it alive."""
    alive = []
    gc.freeze()  # garbage is looked for among what the run makes
    for kind in (Cells, FrequencySet):
        first = kind.__init__

        def watched(self, *args, first=first, **words):
            first(self, *args, **words)
            alive.append(weakref.ref(self))

        monkeypatch.setattr(kind, "__init__", watched)
    return alive


@pytest.mark.parametrize("to_folder", [False, True])
@pytest.mark.parametrize("method", METHODS)
def test_no_cell_of_the_table_outlives_the_run(
    method, to_folder, patients, tracked, tmp_path
):
    release = diversa.anonymize(
        patients,
        quasi_identifiers=["zip", "born", "sex"],
        sensitive="condition",
        models=METHODS[method],
        method=method,
        **tight(method),
        suppression=0.1,
        out=tmp_path / "release" if to_folder else None,
        evidence=True,
    )
    gc.collect()
    assert len(tracked) > 3
    assert [one for one in tracked if one() is not None] == []
    assert release.evidence is not None
    assert release.audit.holds
