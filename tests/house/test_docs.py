# SPDX-License-Identifier: Apache-2.0
"""The docs say what the code says."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

from diversa.hierarchies.declaration import KINDS
from diversa.metrics import OBJECTIVES
from diversa.models import MODELS
from diversa.search.planner import SEARCHES
from diversa.version import __version__

ROOT = Path(__file__).parents[2]
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")


def test_the_pictures_of_methods_are_drawn_by_runs():
    drawn = runpy.run_path(str(ROOT / "docs" / "pictures.py"))
    for method, title in drawn["METHODS"].items():
        file = ROOT / "docs" / "images" / f"method-{method}.svg"
        made = drawn["picture"](method, title)
        assert made == file.read_text(encoding="utf-8"), "run `make docs`"


def test_the_page_of_models_is_made_from_the_docstrings():
    made = runpy.run_path(str(ROOT / "docs" / "definitions.py"))["page"]()
    written = (ROOT / "docs" / "models.md").read_text(encoding="utf-8")
    assert made == written, "run `make docs`"


def test_the_page_and_the_schema_of_the_manifest_are_made_from_the_record():
    made = runpy.run_path(str(ROOT / "docs" / "manifest.py"))
    page = (ROOT / "docs" / "manifest.md").read_text(encoding="utf-8")
    schema = (ROOT / "docs" / "static" / "schema.json").read_text(encoding="utf-8")
    assert made["page"]() == page, "run `make docs`"
    assert made["text"]() == schema, "run `make docs`"


def test_the_guide_shows_every_metric_of_the_registry():
    made = runpy.run_path(str(ROOT / "docs" / "metrics.py"))["page"]()
    written = (ROOT / "docs" / "guides" / "utility.md").read_text(encoding="utf-8")
    assert made == written, "run `make docs`"


def test_the_guide_shows_how_often_suggested_roles_are_right():
    made = runpy.run_path(str(ROOT / "docs" / "suggested_roles.py"))["page"]()
    written = (ROOT / "docs" / "guides" / "suggest.md").read_text(encoding="utf-8")
    assert "| by hand |" in written
    assert made == written, "run `make docs`"


def test_every_path_of_the_glossary_exists():
    paths = re.findall(r"`([a-z_/]+\.py)`", GLOSSARY)
    assert len(paths) > 40
    for path in paths:
        assert (ROOT / "src" / "diversa" / path).is_file(), path


NAMED_PATH = re.compile(r"`((?:[\w.-]+/)+(?:[\w.-]+\.\w+)?)`")
"""A path in a sentence: folders, and perhaps a file."""

USERS_FILES = {"demo/hospital.csv", "room/name.py", "tests/room/test_name.py"}
"""Files of a reader, and names of the kind that is meant."""


def test_every_path_that_docs_name_exists():
    """Below the package, below the checkout, or beside the page."""
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")]
    missing = [
        f"{page.relative_to(ROOT)}: {path}"
        for page in [*pages, ROOT / "benchmarks" / "README.md"]
        for path in NAMED_PATH.findall(page.read_text(encoding="utf-8"))
        if path not in USERS_FILES
        and not path.startswith(("build/", "../", "dist/"))
        and not any(
            (place / path).exists()
            for place in (ROOT / "src" / "diversa", ROOT, page.parent)
        )
    ]
    assert not missing


def test_changelog_and_citation_name_the_version_of_the_package():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    heading = re.search(r"^## (\S+) \((.+)\)$", changelog, re.MULTILINE)
    assert heading is not None
    assert heading[1] == __version__
    assert re.fullmatch(r"in preparation|\d{4}-\d\d-\d\d", heading[2])
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {__version__}\n" in citation


def test_the_glossary_knows_every_model_search_metric_and_hierarchy():
    for name in [*MODELS, *SEARCHES, *OBJECTIVES]:
        assert f"{name.replace('-', '_')}.py" in GLOSSARY, name
    for kind in KINDS.values():
        module = kind.__module__.rpartition(".")[2]
        assert f"{module}.py" in GLOSSARY, module


def test_enough_tests_are_there():
    """A collection that silently loses tests must fail."""
    files = (ROOT / "tests").rglob("test_*.py")
    found = sum(
        len(re.findall(r"^def test_", f.read_text("utf-8"), re.M)) for f in files
    )
    assert found > 400
