# SPDX-License-Identifier: Apache-2.0
"""The report page: made from the manifest, whole in itself, right in a browser."""

from __future__ import annotations

import datetime as dt
import json
import re
import shutil
import subprocess
from dataclasses import replace
from html.parser import HTMLParser

import pandas as pd
import pytest

import diversa
from diversa.data.examples import inpatients
from diversa.record.record import Record
from diversa.record.record_parts import ReportHead
from diversa.report.page import report_page, today
from tight_labels import tight

KNOWN = ["zip", "age", "nationality"]
VOID = {"meta", "br", "link", "img"}
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


class Balanced(HTMLParser):
    """Refuses tags that are not closed in order, and ids that are given twice."""

    def __init__(self):
        super().__init__()
        self.open = []
        self.ids = []

    def handle_starttag(self, tag, attributes):
        self.ids += [value for name, value in attributes if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, _tag, attributes):
        self.ids += [value for name, value in attributes if name == "id"]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture(scope="module", params=["full-domain", "mondrian"])
def folder(request, tmp_path_factory):
    out = tmp_path_factory.mktemp("report") / "release"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "1709164800")
        publish(out, request.param)
    return out


def publish(out, method):
    diversa.anonymize(
        pd.DataFrame(inpatients()),
        out=out,
        quasi_identifiers=KNOWN,
        sensitive="condition",
        models=["k-anonymity:4", "recursive-cl-diversity:c=3,l=3"],
        method=method,
        **tight(method),
    )


@pytest.fixture
def record(folder):
    return Record.read(folder)


@pytest.fixture
def page(folder):
    return (folder / "report.html").read_text()


def body(page):
    return page.split("<body>")[1]


def words(page):
    return " ".join(re.sub(r"<[^>]+>", " ", body(page)).split())


def test_the_record_makes_the_same_file_every_time(page, record):
    assert page == report_page(record, made_on=dt.date(2024, 2, 29))


def test_verdict_comes_first(page):
    assert "It holds: all 2 promised models" in words(page)[:200]


def test_a_failing_model_is_said_first_and_names_are_escaped(record):
    text = json.dumps(record.to_json()).replace('"zip"', '"<script>\\""')
    changed = json.loads(text)
    changed["audit"]["models"][0] |= {"holds": False, "verdict": "fails"}
    page = report_page(Record.from_json(changed))
    assert "It does not hold: 1 of 2 models fail" in words(page)[:200]
    assert "<script>" not in page
    assert page.count("&lt;script&gt;") > 3


def test_levels_are_said_as_strict_as_they_are(page, record):
    if record.method == "full-domain":
        assert "c &gt; 2 at l = 3" in page


def test_before_is_the_table_as_it_was(page, record):
    """All twelve patients of the paper's Figure 1 are unique by their own values."""
    unique = [one.unique_share for one in record.evidence.risk.every]
    assert unique == [1.0, 0.0]
    assert "Singling out Rows whose quasi-identifiers nobody else has 100 % 0 %" in (
        words(page)
    )


def test_sections_come_in_the_order_they_are_read(page):
    heads = re.findall(r"<h2>(.*?)</h2>", body(page))
    assert heads == [
        "What is promised, and what was measured",
        "What regulators ask",
        "Re-identification risk, before and after",
        "Attacks, before and after",
        "How the table was recoded",
        "What is left of the data",
        "What is not promised",
        "How it was made",
        "Signature",
    ]


def test_nothing_comes_from_elsewhere(page):
    outside = re.sub(r'xmlns="http://www.w3.org/2000/svg"|url\(#', "", page)
    assert not re.search(r"https?:|<script|<img|url\(|@import|src=", outside)


def test_tags_are_closed_and_ids_are_one_each(page):
    parser = Balanced()
    parser.feed(page)
    parser.close()
    assert parser.open == []
    assert len(parser.ids) == len(set(parser.ids))


def test_no_sensitive_value_is_in_it(folder):
    for name in ("report.html", "manifest.json"):
        text = (folder / name).read_text()
        assert not any(value in text for value in set(inpatients()["condition"]))


def test_it_is_small(folder):
    assert (folder / "report.html").stat().st_size < 1_500_000


def test_there_is_a_drawing_for_every_figure(page):
    drawn = page.count("<svg")
    assert drawn >= 6
    assert page.count('role="img" aria-label=') == drawn
    assert page.count("<figure>") == drawn + 1  # the numbers beside the risk


def test_a_day_can_be_fixed(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1709164800")
    assert today() == dt.date(2024, 2, 29)
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    assert today() >= dt.date(2024, 2, 29)


def test_it_says_what_it_is_about_and_can_be_signed(record):
    head = ReportHead("a.csv", "Admissions <2024>", "B. Author")
    page = report_page(replace(record, report=head), made_on=dt.date(2024, 2, 29))
    assert "<title>Admissions &lt;2024&gt;</title>" in page
    text = words(page)
    assert text.startswith("Admissions &lt;2024&gt; Data set: a.csv Date: 2024-02-29")
    assert "Author: B. Author" in text
    assert f"Made with Diversa {record.diversa}" in text
    assert text.endswith("B. Author Name Place and date Signature")
    assert "Author:" not in words(report_page(record))


PROBE = """<script>
const outside = (inner, outer) => inner.left < outer.left - 1
  || inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1;
const cut = [...document.querySelectorAll("svg text")].filter(text => outside(
  text.getBoundingClientRect(), text.ownerSVGElement.getBoundingClientRect()));
const wide = document.documentElement.scrollWidth > window.innerWidth;
document.title = wide ? "too wide" : cut.length ? "cut: " + cut[0].textContent : "fits";
</script></body>"""
"""Says in the title of a page whether it fits, and whether all labels are seen."""


def shown(page, width, tmp_path):
    """The title that a browser gives a page, and what it complains of."""
    probe = tmp_path / "probe.html"
    unfolded = page.replace("<details>", "<details open>")
    probe.write_text(unfolded.replace("</body>", PROBE), encoding="utf-8")
    seen = subprocess.run(
        [
            CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
            "--enable-logging=stderr", f"--window-size={width},900",
            f"--user-data-dir={tmp_path / 'profile'}", probe.as_uri(),
        ],
        capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip
    title = re.search(r"<title>(.*?)</title>", seen.stdout)
    return title.group(1), "CONSOLE" in seen.stderr


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="needs the browser chromium")
@pytest.mark.parametrize("width", [1200, 400])
def test_a_browser_shows_it_without_complaint(folder, width, tmp_path):
    """No message on the console, nothing wider than the window, no label cut off."""
    page = (folder / "report.html").read_text()
    assert shown(page, width, tmp_path) == ("fits", False)


@pytest.fixture(scope="module")
def wide_record():
    """A release with 25 quasi-identifiers, some of which have long names."""
    names = [f"attribute with a long name {n}" if n % 5 else f"q{n}" for n in range(25)]
    table = pd.DataFrame(
        {name: [(row * (place + 3)) % (place + 2) for row in range(120)]
         for place, name in enumerate(names)}
    )  # fmt: skip
    table["ill"] = [f"d{row % 4}" for row in range(120)]
    release = diversa.anonymize(
        table,
        quasi_identifiers=names,
        sensitive="ill",
        models="k-anonymity:4",
        method="mondrian",
        labels="tight",
        evidence=True,
    )
    return release.manifest(table, {})


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="needs the browser chromium")
@pytest.mark.parametrize(("width", "language"), [(400, "de"), (1200, "fr")])
def test_many_attributes_fit_too(wide_record, width, language, tmp_path):
    page = report_page(wide_record, head=ReportHead(language=language))
    assert shown(page, width, tmp_path) == ("fits", False)
