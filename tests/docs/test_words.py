# SPDX-License-Identifier: Apache-2.0
"""Options, keys and plans that the pages name are those of the product."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import click
import pytest

from diversa.cli.main import COMMANDS, main
from diversa.hierarchies import Ready
from diversa.hierarchies.declaration import KINDS
from diversa.plan.column_tables import COLUMN_TABLES
from diversa.plan.settings import SECTIONS, all_settings

ROOT = Path(__file__).parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "SECURITY.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
CALL = re.compile(r"(?<![\w/.])diversa ((?:studio )?[a-z][a-z-]*)\b(.*)")
KEY = re.compile(r"`(?:\[\w+\] )?([a-z_]+) = [^`{]+`")
OTHERS = {"--adult", "sense"}
"""An option of the experiments, and a word of a class in Python."""


def options_of(command: click.Command) -> set[str]:
    """The options of a command, and of the commands below it."""
    own = {
        name
        for parameter in command.params
        for name in (*parameter.opts, *parameter.secondary_opts)
    }
    below = command.commands.values() if isinstance(command, click.Group) else ()
    return {"--help", "--version", *own}.union(*map(options_of, below))


@pytest.fixture(scope="module")
def options():
    """The options of every command, by its name."""
    context = click.Context(main)
    return {name: options_of(main.get_command(context, name)) for name in COMMANDS}


def calls(text: str) -> list[tuple[str, str]]:
    """Every command that blocks of code call, with the words after it."""
    blocks = [body for kind, body in FENCE.findall(text) if kind != "python"]
    lines = "\n".join(blocks).replace("\\\n", " ").splitlines()
    return [found.groups() for line in lines if (found := CALL.search(line))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_option_that_a_page_names_exists(page, options):
    text = page.read_text(encoding="utf-8")
    wrong = []
    for command, words in calls(text):
        known = options[command.split()[0]]
        wrong += [
            f"{command} {word}" for word in OPTION.findall(words) if word not in known
        ]
    every = set().union(*options.values())
    for code in re.findall(r"`([^`\n]+)`", FENCE.sub("", text)):
        wrong += [word for word in OPTION.findall(code) if word not in every | OTHERS]
    assert not wrong


def plan_words() -> set[str]:
    """Every key of a plan, today or before, and of the hierarchies in it."""
    kinds = {field.name for kind in KINDS.values() for field in fields(kind)}
    names = {
        name
        for place in all_settings()
        for name in (place.name, *place.setting.formerly)
    }
    return names | {*COLUMN_TABLES, "kind"} | kinds


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_key_of_a_plan_that_a_page_names_exists(page):
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    assert [key for key in KEY.findall(text) if key not in plan_words() | OTHERS] == []


def unknown_keys(section: str, table: dict) -> set[str]:
    """The keys of a table that no plan has; columns may have any name."""
    if section in SECTIONS:
        return set(table) - {p.name for p in all_settings() if p.section == section}
    if section == "hierarchies":
        return set().union(*(unknown_keys(*line) for line in table.items()))
    if "kind" in table:
        known = {field.name for field in fields(KINDS.get(table["kind"], Ready))}
        return set(table) - known - {"kind"}
    return {section} - {*COLUMN_TABLES}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_plans_that_a_page_shows_have_keys_that_exist(page):
    blocks = FENCE.findall(page.read_text(encoding="utf-8"))
    for text in (body for kind, body in blocks if kind == "toml"):
        tables = tomllib.loads(text)
        tables.pop("project", None)  # pyproject.toml of a reader
        wrong = [unknown_keys(*table) for table in tables.items()]
        assert not set().union(*wrong), text
