# SPDX-License-Identifier: Apache-2.0
"""Publish by REST, from the order to the download."""

from __future__ import annotations

import csv
import io

import pytest


@pytest.fixture(scope="module")
def address(api, hospital_project, local_app):
    """The address of a release."""
    where = f"projects/{hospital_project}"
    job = api.post(f"{where}/publish")
    assert job.status_code == 202
    local_app.state.studio.jobs.wait(job.json()["id"])
    ended = api.get(f"{where}/jobs/{job.json()['id']}").json()
    assert ended["state"] == "done", ended
    assert api.get(f"{where}/jobs").json() == [ended]
    return f"{where}/releases/{ended['release']}"


def test_a_release_is_seen_and_downloaded(api, address):
    shown = api.get(address).json()
    assert (shown["number"], shown["state"]) == (1, "approved")
    assert api.get(f"{address}/evidence").json()["rows_in"] == 1000
    table = api.get(f"{address}/table")
    assert len(list(csv.DictReader(io.StringIO(table.text)))) == 1000
    assert "attachment" in table.headers["content-disposition"]
    parquet = api.get(f"{address}/table", params={"format": "parquet"})
    assert parquet.content.startswith(b"PAR1")


def test_a_report_runs_nothing(api, address):
    report = api.get(f"{address}/report")
    assert "<html" in report.text
    assert "sandbox" in report.headers["content-security-policy"]


def test_two_releases_can_be_compared(api, address):
    release = address.rpartition("/")[2]
    both = {"first": release, "second": release}
    compared = api.get(f"{address.rpartition('/releases')[0]}/compare", params=both)
    assert compared.json()["words"]


def test_an_ended_job_cannot_be_cancelled_any_more(api, address):
    where = address.rpartition("/releases")[0]
    job = api.get(f"{where}/jobs").json()[0]
    assert api.delete(f"{where}/jobs/{job['id']}").json()["state"] == "done"


def test_a_release_is_withdrawn(api, address):
    decided = api.post(f"{address}/decision", json={"verdict": "approved"})
    assert decided.status_code == 422  # it needs no approval
    gone = api.post(f"{address}/withdrawal", json={"reason": "a mistake"}).json()
    assert gone["state"] == "withdrawn"
    assert api.get(f"{address}/table").status_code == 403
