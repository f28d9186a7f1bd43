# SPDX-License-Identifier: Apache-2.0
"""Every command that the README and the docs show is run, in order, as a reader would.

The output that a page shows below a command must come. Python blocks are doctests. A
command ends with `# exit N` when it is meant to fail.
"""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from diversa.cli.main import main
from diversa.search.deadline import Deadline

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


SAME = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Command(NamedTuple):
    """A command that a page shows."""

    line: str
    output: str
    """The lines below it; `...` stands for any others, and none for all."""


def commands(page: Path) -> list[Command]:
    blocks = re.findall(r"```console\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    shown = [part for block in blocks for part in re.split(r"^\$ ", block, flags=re.M)]
    lines = [part.partition("\n") for part in shown if part]
    return [Command(line, output) for line, _, output in lines]


def run(command: str, output: str = "") -> None:
    shown, _, expected = command.partition("# exit ")
    words = shlex.split(shown)
    target = None
    if ">" in words:
        place = words.index(">")
        target, words = Path(words[place + 1]), words[:place]
    assert words[0] == "diversa", command
    done = CliRunner().invoke(main, words[1:])
    if target is not None:
        target.write_text(done.stdout, encoding="utf-8")
    assert "Traceback" not in done.stderr
    assert done.exit_code == int(expected or 0), f"{command}\n{done.stderr}"
    if output:
        same = doctest.OutputChecker().check_output(output, done.output, SAME)
        assert same, f"{command}\n{output}\n{done.output}"


@pytest.fixture(autouse=True)
def short_seconds(monkeypatch):
    """A search that is given a second has a fiftieth of it: pages tell no result."""
    used = Deadline.seconds_used.fget
    monkeypatch.setattr(
        Deadline, "seconds_used", property(lambda self: 50 * used(self))
    )


DEMO = "diversa demo --out demo"
"""How most pages begin."""


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """The folder that this command makes, once for all pages."""
    place = tmp_path_factory.mktemp("demo")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        run(DEMO)
    return place / "demo"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_of_the_page_run(page, demo, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for command, output in commands(page):
        if command == DEMO:
            shutil.copytree(demo, "demo")
        else:
            run(command, output)


def test_the_readme_shows_commands():
    assert len(commands(ROOT / "README.md")) > 5


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        assert (page.parent / link).exists(), link


def test_the_first_page_leads_to_every_page_and_guide():
    index = (ROOT / "docs" / "index.md").read_text("utf-8")
    pages = [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "guides").glob("*.md")]
    names = {str(page.relative_to(ROOT / "docs")) for page in pages} - {"index.md"}
    assert not [name for name in names if f"]({name})" not in index]


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 150
