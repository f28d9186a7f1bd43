# SPDX-License-Identifier: Apache-2.0
"""Moments are generalized in the zone of their column."""

from __future__ import annotations

import csv
import datetime as dt
from zoneinfo import ZoneInfo

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import diversa
from diversa.data.zones import constant_minutes, zone_name

WORDS = {"quasi_identifiers": "t", "sensitive": "s", "models": "k-anonymity:2"}

MOMENTS = ["2024-02-29 23:30", "2024-02-29 23:30", "2024-02-29 22:30"] * 2
"""In Greenwich; in Berlin the first two are in March."""

SOURCES = {
    "pandas": lambda frame: frame,
    "arrow types": lambda frame: frame.astype(
        {"t": pd.ArrowDtype(pa.timestamp("us", frame.t.dt.tz.key))}
    ),
    "polars": pl.from_pandas,
    "pyarrow": pa.Table.from_pandas,
}


def people(zone):
    moments = pd.to_datetime(MOMENTS).tz_localize("UTC").tz_convert(zone)
    return pd.DataFrame({"t": moments, "s": list("ababab")})


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize(
    ("zone", "months"),
    [
        ("Europe/Berlin", {"2024-02", "2024-03"}),
        ("UTC", {"2024-02"}),
        ("America/New_York", {"2024-02"}),
        ("Asia/Kolkata", {"2024-03"}),
    ],
)
def test_months_are_those_of_the_own_zone(source, zone, months):
    frame = SOURCES[source](people(ZoneInfo(zone)))
    release = diversa.anonymize(frame, levels={"t": 2}, **WORDS)
    column = release.frame["t"]
    labels = column.to_pylist() if source == "pyarrow" else list(column)
    assert set(labels) == months


def test_a_parquet_file_notes_its_zone(tmp_path):
    source = tmp_path / "people.parquet"
    people(ZoneInfo("Europe/Berlin")).to_parquet(source)
    diversa.anonymize(
        source, levels={"t": 2}, out=tmp_path / "r", format="csv", **WORDS
    )
    with (tmp_path / "r" / "release.csv").open() as file:
        assert {row["t"] for row in csv.DictReader(file)} == {"2024-02", "2024-03"}
    attacks = diversa.attack(tmp_path / "r", known=source)
    assert attacks["linking"].matched == len(MOMENTS)


def test_a_zone_may_be_a_number_of_hours():
    frame = people(dt.timezone(dt.timedelta(hours=1)))
    release = diversa.anonymize(frame, levels={"t": 1}, **WORDS)
    assert set(release.frame["t"]) == {"2024-03-01", "2024-02-29"}


def test_an_hour_that_comes_twice_is_two():
    """On 2024-10-27 in Berlin 02:30 came at 00:30 and at 01:30 of Greenwich."""
    twice = pd.to_datetime(["2024-10-27 00:30", "2024-10-27 01:30"] * 2)
    moments = twice.tz_localize("UTC").tz_convert("Europe/Berlin")
    frame = pd.DataFrame({"t": moments, "s": list("aabb")})
    release = diversa.anonymize(frame, levels={"t": 0}, **WORDS)
    assert release.audit.groups == 2


def test_names_of_zones():
    assert zone_name(ZoneInfo("Asia/Tokyo")) == "Asia/Tokyo"
    assert zone_name(dt.timezone(dt.timedelta(hours=5, minutes=30))) == "+05:30"
    assert zone_name(None) is None
    assert [constant_minutes(zone) for zone in ("UTC", "+0530", "GMT-02:00")] == [
        0,
        330,
        -120,
    ]
