# SPDX-License-Identifier: Apache-2.0
"""The documentation: links lead somewhere, and the site works from the disk."""

from __future__ import annotations

import inspect
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from browser import SWITCHES, require_chromium

ROOT = Path(__file__).parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    ROOT / "benchmarks" / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.MULTILINE)


@pytest.fixture(scope="module")
def site():
    """What `docs/site.py` defines."""
    return runpy.run_path(str(ROOT / "docs" / "site.py"))


def without_code(site, page):
    return site["FENCE"].sub("", page.read_text(encoding="utf-8"))


def anchor(heading):
    """The anchor of a heading, as Markdown renders it."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(site, page):
    for _, _, address in site["LINK"].findall(without_code(site, page)):
        if re.match(r"\w+://|mailto:", address):
            continue
        path, _, place = address.partition("#")
        goal = (page.parent / path).resolve() if path else page
        assert goal.exists(), address
        if place and goal.suffix == ".md":
            headings = map(anchor, HEADING.findall(without_code(site, goal)))
            assert place in set(headings), address


def test_links_of_the_site_stay_in_the_site(site):
    text = site["relinked"](Path("docs/glossary.md"))
    assert "](../" not in text
    assert site["in_site"]("src/diversa/pipeline.py") is None


def test_a_page_without_a_chapter_is_refused(site):
    with pytest.raises(SystemExit, match="give lost a chapter"):
        site["contents"]([Path("index.md"), Path("lost.md")])


def test_every_page_has_a_chapter(site):
    docs = ROOT / "docs"
    assert site["contents"]([page.relative_to(docs) for page in docs.rglob("*.md")])


def test_every_command_and_everything_public_is_described(site):
    import diversa
    from diversa.cli.main import COMMANDS

    commands = site["commands_page"]()
    assert all(f"\n## {name}\n" in commands for name in COMMANDS)
    described = "".join(text for _, text in site["python_pages"]())
    models = {model.__name__ for model in diversa.MODELS.values()}
    for name in set(diversa.__all__) - models:
        thing = getattr(diversa, name)
        if callable(thing):
            assert f"diversa.{name}\n" in described, name


def test_every_result_is_where_the_reference_says(site):
    import diversa

    for name in site["RESULTS"]:
        assert inspect.isclass(getattr(diversa, name)), name


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    """The first page of the site, built as `make site` builds it."""
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, str(ROOT / "docs" / "site.py"), "--out", str(folder)]
    subprocess.run(build, check=True)
    return folder / "html" / "index.html"


@pytest.fixture(scope="module")
def chromium():
    from playwright.sync_api import sync_playwright

    path = require_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=SWITCHES)
        yield browser
        browser.close()


LOOKED_AT = (
    "index",
    "tutorial-diversity",
    "models",
    "commands",
    "python/functions",
    "python/results",
    "guides/methods",
    "experiments/l-diversity",
    "experiments/methods",
    "notebooks/comparison-of-models",
)


@pytest.mark.browser
@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 400])
def test_pages_fit_and_ask_nobody(index, chromium, width, colours):
    context = chromium.new_context(
        viewport={"width": width, "height": 900}, color_scheme=colours
    )
    page, requests, complaints = context.new_page(), [], []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    for name in LOOKED_AT:
        page.goto((index.parent / f"{name}.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    assert {url.split(":")[0] for url in requests} <= {"file", "data"}
    assert complaints == []
    context.close()


@pytest.mark.browser
def test_search_works_from_the_disk(index, chromium):
    page = chromium.new_page()
    page.goto(f"{(index.parent / 'search.html').as_uri()}?q=closeness")
    page.wait_for_selector("#search-results li a")
    results = page.locator("#search-results li a").all_inner_texts()
    assert any("t-closeness" in result for result in results)
    page.close()
