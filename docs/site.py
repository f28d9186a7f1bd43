# SPDX-License-Identifier: Apache-2.0
"""Build the documentation as a site that works offline: `make site`.

The pages are those of `docs/`. What is made from the code is made here: the command
reference from `--help`, the Python reference from docstrings, the notebooks from a run.
Pages are copied into a folder of their own first, where links that lead out of `docs/`
are turned into links to pages of the site.
"""

from __future__ import annotations

import argparse
import inspect
import posixpath
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

import diversa
from diversa.cli.main import COMMANDS, main
from diversa.models import MODELS

ROOT = Path(__file__).parents[1]

OUT = ROOT / "build" / "site"
"""Where the site is built."""

BESIDE = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "benchmarks/README.md": "benchmarks.md",
    "README.md": "index.md",
}
"""Pages that stand outside `docs/`, and what they are called in the site."""

CHAPTERS: Mapping[str, tuple[str, ...]] = {
    "Start": ("tutorial", "tutorial-diversity", "how-it-works", "promise", "studio"),
    "Your table": (
        "guides/inputs",
        "guides/postgresql",
        "guides/spark",
        "guides/large-tables",
        "guides/suggest",
        "guides/identifiers",
        "guides/people",
        "guides/missing-values",
        "guides/several-sensitive",
        "guides/population",
    ),
    "Publish": (
        "guides/methods",
        "guides/labels",
        "guides/buckets",
        "guides/open-table",
        "guides/apply",
        "guides/republication",
        "guides/second-release",
        "guides/linked-tables",
    ),
    "Judge": (
        "guides/report",
        "guides/attacks",
        "guides/risk",
        "guides/utility",
        "guides/gate",
    ),
    "Notebooks": ("notebooks/first-release", "notebooks/*"),
    "Move and extend": ("guides/coming-from", "pycanon", "guides/*"),
    "Reference": (
        "models",
        "hierarchies",
        "settings",
        "manifest",
        "commands",
        "python/*",
    ),
    "Experiments": (
        "experiments/index",
        "experiments/l-diversity",
        "experiments/le-diversity",
        "experiments/delta-l-diversity",
        "experiments/slides",
        "experiments/*",
        "benchmarks",
        "scale",
    ),
    "Project": ("stability", "glossary", "house-words", "contributing", "changelog"),
}
"""What stands where in the site; a star is every page of a folder."""

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
"""A link or an image, with its text."""

FENCE = re.compile(r"^(```.*?^```)$", re.DOTALL | re.MULTILINE)
"""Code, in which nothing is a link."""

WIDTH = 88
"""Columns of the help of a command."""

PYTHON_PAGES: Mapping[str, tuple[str, str]] = {
    "functions": (
        "Functions",
        "What Diversa does for you, each in one call. The words of a plan that they"
        " take (quasi_identifiers, sensitive, models, hierarchies, ...) are"
        " all in [settings](../settings.md); the models in [models](../models.md).",
    ),
    "results": ("Results", "What the functions give back."),
    "settings": ("What functions take", "Roles, hierarchies, options, tables."),
    "errors": ("Errors", "What is raised, and when."),
}
"""The pages of the Python reference: their titles and what they hold."""

RESULTS = (
    "Release",
    "Republished",
    "Record",
    "Evidence",
    "SearchSummary",
    "Audit",
    "Judgement",
    "Verdict",
    "Level",
    "ReleaseAudit",
    "Republication",
    "Attacks",
    "Exposure",
    "Target",
    "TableRisk",
    "Risk",
    "Comparison",
    "Difference",
    "MeasuredRelease",
    "Utility",
    "OpenTable",
    "Proposal",
    "FrontierPoint",
    "LatticeReport",
    "Sweep",
    "SweepPoint",
    "Suggestion",
    "RoleGuess",
    "Variants",
)
"""The classes of what functions give back."""


def build(out: Path) -> Path:
    """Build the site and give its first page; whatever Sphinx warns of is an error."""
    from sphinx.application import Sphinx

    shutil.rmtree(out, ignore_errors=True)
    source = out / "source"
    stage(source)
    app = Sphinx(
        srcdir=source,
        confdir=None,
        outdir=out / "html",
        doctreedir=out / "doctrees",
        buildername="html",
        confoverrides=settings(),
        warningiserror=True,
        keep_going=True,
        status=None,
    )
    app.connect("autodoc-process-docstring", keep_sentence, priority=900)
    app.build()
    if app.statuscode:
        raise SystemExit("site: there are warnings above; mend the pages")
    return out / "html" / "index.html"


TYPE = ":type: "


def keep_sentence(*event: Any) -> None:  # noqa: ANN401 - what Sphinx hands over
    """Put a description together again that was cut at its colon, as if it had a type.

    >>> lines = ["mean or median.", "", ":type: What is published"]
    >>> keep_sentence(None, "attribute", "averages", None, None, lines)
    >>> lines[0]
    'What is published: mean or median.'
    """
    _, what, _, _, _, lines = event
    cut = [line for line in lines if line.startswith(TYPE)]
    if what in ("attribute", "property") and cut:
        lines[:] = [line for line in lines if not line.startswith(TYPE)]
        lines[0] = f"{cut[0].removeprefix(TYPE)}: {lines[0]}"


def settings() -> dict[str, Any]:
    """How Sphinx reads the pages and what the site looks like."""
    return {
        "project": "Diversa",
        "version": diversa.__version__,
        "release": diversa.__version__,
        "html_title": f"Diversa {diversa.__version__}",
        "html_theme": "furo",
        "html_css_files": ["site.css"],
        "html_static_path": [str(ROOT / "docs" / "static")],
        "html_show_copyright": False,
        "html_show_search_summary": False,  # it fetches pages, which a disk refuses
        "html_show_sphinx": False,
        "html_copy_source": False,
        "html_show_sourcelink": False,
        "extensions": [
            "myst_parser",
            "sphinx.ext.autodoc",
            "sphinx.ext.napoleon",
            "sphinx_copybutton",
        ],
        "myst_heading_anchors": 4,
        "default_role": "literal",
        "autodoc_typehints": "description",
        "autodoc_typehints_description_target": "documented",
        "autodoc_member_order": "bysource",
        "autodoc_class_signature": "separated",
        "python_use_unqualified_type_names": True,
        "toc_object_entries_show_parents": "hide",
        "copybutton_prompt_text": r">>> |\.\.\. |\$ ",
        "copybutton_prompt_is_regexp": True,
    }


def stage(folder: Path) -> None:
    """Bring every page of the site into one folder."""
    folder.mkdir(parents=True)
    for path, text in pages():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    for image in sorted((ROOT / "docs").rglob("*")):
        if image.suffix in (".svg", ".png", ".webp", ".csv", ".json"):
            target = folder / image.relative_to(ROOT / "docs")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(image, target)
    index = folder / "index.md"
    names = [path.relative_to(folder) for path in sorted(folder.rglob("*.md"))]
    index.write_text(index.read_text("utf-8") + contents(names), encoding="utf-8")


def pages() -> Iterator[tuple[str, str]]:
    """Every page: where it stands in the site, and its text."""
    for path in sorted((ROOT / "docs").rglob("*.md")):
        yield (
            path.relative_to(ROOT / "docs").as_posix(),
            relinked(path.relative_to(ROOT)),
        )
    for name, target in BESIDE.items():
        if target != "index.md":
            yield target, relinked(Path(name))
    for path in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")):
        yield f"notebooks/{path.stem}.md", notebook_page(path)
    yield "commands.md", commands_page()
    yield from python_pages()


def contents(paths: list[Path]) -> str:
    """The chapters of the site; a page that stands in none of them is refused."""
    names = [path.with_suffix("").as_posix() for path in paths]
    left, chapters = [name for name in names if name != "index"], []
    for chapter, patterns in CHAPTERS.items():
        entries = dict.fromkeys(
            name for pattern in patterns for name in left if matches(name, pattern)
        )
        left = [name for name in left if name not in entries]
        lines = "\n".join(entries)
        chapters.append(
            f"\n```{{toctree}}\n:hidden:\n:caption: {chapter}\n\n{lines}\n```\n"
        )
    if left:
        raise SystemExit(f"site: give {', '.join(left)} a chapter in CHAPTERS")
    return "".join(chapters)


def matches(name: str, pattern: str) -> bool:
    """Whether a page is meant by a line of a chapter.

    >>> matches("guides/risk", "guides/*"), matches("scale", "scale")
    (True, True)
    """
    folder = pattern.removesuffix("*")
    return name == pattern or (folder != pattern and name.startswith(folder))


def relinked(page: Path) -> str:
    """The text of a page whose links are those of the site."""
    text = (ROOT / page).read_text(encoding="utf-8")
    parts = FENCE.split(text)
    return "".join(
        part if part.startswith("```") else LINK.sub(lambda m: link(m, page), part)
        for part in parts
    )


def link(found: re.Match[str], page: Path) -> str:
    """A link as the site needs it; what is not in the site is text alone."""
    image, text, address = found.groups()
    path, _, anchor = address.partition("#")
    if "://" in address or not path:
        return found[0]
    here, goal = in_site(page.as_posix()), in_site(beside(page, path))
    if goal is None or here is None:
        return text
    way = posixpath.relpath(goal, posixpath.dirname(here) or ".")
    return f"{image}[{text}]({way}{'#' if anchor else ''}{anchor})"


def beside(page: Path, path: str) -> str:
    """The path in the project of what a page links to.

    >>> beside(Path("docs/guides/risk.md"), "../promise.md")
    'docs/promise.md'
    """
    return posixpath.normpath(posixpath.join(page.parent.as_posix(), path))


def in_site(path: str) -> str | None:
    """Where a file of the project stands in the site; None where it does not.

    >>> in_site("docs/promise.md"), in_site("CHANGELOG.md"), in_site("src/x.py")
    ('promise.md', 'changelog.md', None)
    """
    if path in BESIDE:
        return BESIDE[path]
    if not path.startswith("docs/") or not (ROOT / path).is_file():
        return None
    return path.removeprefix("docs/").replace(".ipynb", ".md")


def commands_page() -> str:
    """The command reference: the help of every command."""
    sections = [
        f"## {name}\n\n```text\n{help_of(name)}\n```\n" for name in ("", *COMMANDS)
    ]
    sections[0] = sections[0].replace("## \n", "## diversa\n")
    head = "# Commands\n\nWhat `diversa COMMAND --help` shows.\n\n"
    return head + "\n".join(sections)


def help_of(name: str) -> str:
    """The help of a command, or of all of them."""
    context = click.Context(main, info_name="diversa", max_content_width=WIDTH)
    command: click.Command | None = main
    if name:
        command = main.get_command(context, name)
        context = click.Context(
            command, parent=context, info_name=name, max_content_width=WIDTH
        )
    return command.get_help(context)


def python_pages() -> Iterator[tuple[str, str]]:
    """The pages of the Python reference."""
    for page, (title, what) in PYTHON_PAGES.items():
        text = f"# {title}\n\n{what}\n\n"
        yield f"python/{page}.md", text + "\n".join(map(described, of_page(page)))


def of_page(page: str) -> list[str]:
    """What a page of the Python reference describes, by full names."""
    if page == "results":
        return [f"diversa.{name}" for name in RESULTS]
    elsewhere = {*RESULTS, *(model.__name__ for model in MODELS.values())}
    public = [name for name in diversa.__all__ if name not in elsewhere]
    return [
        f"diversa.{name}" for name in public if page_of(getattr(diversa, name)) == page
    ]


def page_of(thing: object) -> str | None:
    """The page on which something public stands; constants stand on none."""
    if inspect.isfunction(thing):
        return "functions"
    if not inspect.isclass(thing):
        return None
    return "errors" if issubclass(thing, Exception) else "settings"


def described(name: str) -> str:
    """The directive by which Sphinx takes a description from the docstring."""
    thing = name.rpartition(".")[2]
    kind = "autofunction" if not thing[0].isupper() else "autoclass"
    members = "\n   :members:" if kind == "autoclass" else ""
    return f"```{{eval-rst}}\n.. {kind}:: {name}{members}\n```\n"


def notebook_page(path: Path) -> str:
    """A notebook as a page: its texts, its code, and what the code shows."""
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    execute(notebook)
    parts = [part for cell in notebook.cells for part in cell_parts(cell)]
    download = f"\nThe notebook itself is `docs/notebooks/{path.name}`.\n"
    return "\n\n".join(parts) + "\n" + download


def execute(notebook: Any) -> None:  # noqa: ANN401 - it has no type of its own
    """Run a notebook in a folder that is thrown away."""
    import tempfile

    from nbclient import NotebookClient

    with tempfile.TemporaryDirectory() as folder:
        NotebookClient(
            notebook, timeout=300, resources={"metadata": {"path": folder}}
        ).execute()


def cell_parts(cell: Any) -> Iterator[str]:  # noqa: ANN401 - it has no type of its own
    """The parts of a page that a cell becomes."""
    if cell.cell_type == "markdown":
        yield cell.source
        return
    yield f"```python\n{cell.source}\n```"
    for output in cell.get("outputs", ()):
        data = output.get("data", {})
        if "text/html" in data:
            yield f"```{{raw}} html\n{data['text/html']}\n```"
        elif text := output.get("text") or data.get("text/plain"):
            yield f"```text\n{text.rstrip()}\n```"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Build the documentation as a site.")
    parser.add_argument("--out", type=Path, default=OUT, help="where it is built")
    options = parser.parse_args()
    first = build(options.out)
    click.echo(f"open {first}")
