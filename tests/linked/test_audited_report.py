# SPDX-License-Identifier: Apache-2.0
"""The report of linked tables is made again from their files."""

from __future__ import annotations

import pytest

from diversa.errors import InputError
from diversa.linked.audited_report import write_linked_report
from diversa.linked.publish import anonymize_linked
from linked_frames import APART, LINKED, hospital_tables


def test_the_page_is_that_of_the_folder(tmp_path):
    patients, encounters = hospital_tables()
    out = tmp_path / "out"
    anonymize_linked(patients, visits=encounters, out=out, **LINKED)
    page = write_linked_report(out, out=tmp_path / "again.html", language="en")
    text = page.read_text(encoding="utf-8")
    assert text == (out / "report.html").read_text(encoding="utf-8")
    assert "What somebody can learn" in text
    assert "surest diagnosis" in text


def test_problems_come_first(tmp_path):
    patients, encounters = hospital_tables()
    out = tmp_path / "out"
    anonymize_linked(patients, visits=encounters, out=out, **LINKED)
    lines = (out / "visits.csv").read_text(encoding="utf-8").splitlines()
    (out / "visits.csv").write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    page = write_linked_report(out, out=tmp_path / "again.html", title="Clinic")
    text = page.read_text(encoding="utf-8")
    assert "not what its manifest promises" in text
    assert "visits: must have" in text
    assert "<h1>Clinic</h1>" in text


def test_tables_apart_have_a_report_each(tmp_path):
    patients, encounters = hospital_tables()
    out = tmp_path / "out"
    anonymize_linked(patients, visits=encounters, out=out, **APART)
    with pytest.raises(InputError, match="report each of them"):
        write_linked_report(out, out=tmp_path / "again.html")
