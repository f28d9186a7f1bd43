# SPDX-License-Identifier: Apache-2.0
"""The registry: what is in it, what an audit reports, what importing it costs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from diversa.models import MODELS, audited


def test_names():
    assert list(MODELS) == [
        "k-anonymity",
        "distinct-l-diversity",
        "frequency-l-diversity",
        "entropy-l-diversity",
        "recursive-cl-diversity",
        "pd-recursive-cl-diversity",
        "npd-recursive-cl-diversity",
    ]


def test_what_an_audit_reports_when_no_model_is_named(table):
    groups = table((2, 1, 1), (2, 2))
    levels = {
        model.name(): model.describe(model.attained(groups)) for model in audited(["s"])
    }
    assert levels == {
        "k-anonymity": "k = 4",
        "distinct-l-diversity": "distinct l = 2",
        "frequency-l-diversity": "frequency l = 2",
        "entropy-l-diversity": "entropy l = 2",
        "recursive-cl-diversity": "c > 1 at l = 2",
    }


def test_every_sensitive_attribute_is_audited():
    assert [model.spec for model in audited(["s", "t"])][:3] == [
        "k-anonymity:1",
        "distinct-l-diversity:1,on=s",
        "distinct-l-diversity:1,on=t",
    ]
    assert [model.name() for model in audited([])] == ["k-anonymity"]


@pytest.mark.parametrize(
    "heavy", ["numba", "duckdb", "pandas", "polars", "pyarrow", "rich"]
)
def test_importing_the_models_loads_nothing_heavy(loaded, heavy):
    assert heavy not in loaded


@pytest.fixture(scope="module")
def loaded():
    code = "import sys, diversa.models; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    return {name.partition(".")[0] for name in done.stdout.split()}
