# SPDX-License-Identifier: Apache-2.0
"""Files of Stata, SPSS and SAS."""

from __future__ import annotations

import sys

import pandas as pd
import pyreadstat
import pytest

import diversa
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.statistics_file import READERS, read_statistics
from diversa.engines.unpacking import UnpackingLimit
from diversa.errors import SourceError

LIMIT = UnpackingLimit(10**6, SourceError("too large"))

TABLE = pd.DataFrame(
    {
        "zip": ["01305", "01306", "01305"],
        "age": [28.0, None, 31.0],
        "sex": [1.0, 2.0, 2.0],
    }
)
SEX = {"variable_value_labels": {"sex": {1: "male", 2: "female"}}}


def written(path):
    """A file of each kind that pyreadstat writes; SAS has no value labels."""
    if path.suffix == ".dta":
        pyreadstat.write_dta(TABLE, str(path), **SEX)
    elif path.suffix in (".sav", ".zsav"):
        more = {"compress": True} if path.suffix == ".zsav" else {}
        pyreadstat.write_sav(TABLE, str(path), **SEX, **more)
    else:
        pyreadstat.write_xport(TABLE, str(path))
    return path


@pytest.mark.parametrize("suffix", [".dta", ".sav", ".zsav", ".xpt"])
def test_values_and_labels(tmp_path, suffix):
    path = written(tmp_path / f"t{suffix}")
    with DuckDBEngine() as engine:
        table = engine.open(path)
        assert (table.columns, table.rows) == (("zip", "age", "sex"), 3)
        assert engine.values(table, "zip").texts == ("01305", "01306")
        ages = engine.values(table, "age")
        assert ages.values.tolist() == [28, 31]
        assert ages.missing_code is not None
        labels = ["1", "2"] if suffix == ".xpt" else ["female", "male"]
        assert sorted(engine.values(table, "sex").texts) == labels


def test_the_whole_way(tmp_path):
    release = diversa.anonymize(
        written(tmp_path / "t.dta"),
        quasi_identifiers=["zip", "sex"],
        models="k-anonymity:3",
        out=tmp_path / "release",
        evidence=False,
    )
    assert release.withheld == ("age",)
    assert (tmp_path / "release" / "release.csv").is_file()


@pytest.mark.parametrize("suffix", READERS)
def test_what_is_something_else_is_refused(tmp_path, suffix):
    (tmp_path / f"t{suffix}").write_bytes(b"zip,age\nCanary,28\n")
    with pytest.raises(SourceError, match="of Stata, SPSS or SAS") as error:
        read_statistics(tmp_path / f"t{suffix}", LIMIT)
    assert "Canary" not in str(error.value)


def test_it_is_said_which_package_is_needed(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyreadstat", None)
    with pytest.raises(SourceError, match="install the extra stats"):
        read_statistics(tmp_path / "t.dta", LIMIT)
