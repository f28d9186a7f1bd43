# SPDX-License-Identifier: Apache-2.0
"""Every option of every command reaches the work that is done, or is refused.

The front function that a command calls is replaced by one that notes its arguments. An
option must change them, or end the command with the exit code 2.
"""

from __future__ import annotations

import importlib
import re
from dataclasses import replace
from pathlib import Path

import click
import pytest

from diversa.cli.main import COMMANDS, main
from diversa.engines.registry import ENGINES
from diversa.errors import InputError
from diversa.plan.settings import all_settings

ROLES = ("--qi", "zip,age", "--sensitive", "condition")
PLANNED = ("hospital.csv", *ROLES, "--model", "k-anonymity:2")
KEYED = ("--key", "name", "--register", "register.json", "--out", "new")

FRONT = {
    "anonymize": ("diversa.pipeline", "anonymize", (*PLANNED, "--out", "new")),
    "republish": ("diversa.series.republish", "republish", (*PLANNED, *KEYED)),
    "apply": (
        "diversa.later_rows",
        "apply",
        ("recoding.json", "hospital.csv", "--out", "new"),
    ),
    "append": (
        "diversa.series.append",
        "append",
        ("recoding.json", "hospital.csv", "--out", "new", "--register", "rows.json"),
    ),
    "audit": ("diversa.audits.audit", "audit", ("hospital.csv", *ROLES)),
    "attack": ("diversa.attacks.attack", "attack", ("hospital.csv", *ROLES)),
    "risk": ("diversa.risks.table_risk", "risk", ("hospital.csv", "--qi", "zip")),
    "report": ("diversa.report.report", "write_report", ("hospital.csv", *ROLES)),
    "compare": (
        "diversa.comparisons.comparison",
        "compare",
        ("hospital.csv", "hospital.csv", *ROLES),
    ),
    "lattice": ("diversa.pipeline", "lattice", PLANNED),
    "sweep": ("diversa.open_tables.sweep", "sweep", (*PLANNED, "--over", "k=2,3")),
    "hierarchies": (
        "diversa.tables.hierarchy_choice",
        "choose_hierarchies",
        ("hospital.csv", "--qi", "zip,age"),
    ),
    "suggest": ("diversa.suggestions.suggestion", "suggest", ("hospital.csv",)),
}
"""The function that does the work of a command, and a call of the command."""

FOLDERS = {
    "audit folder": ("diversa.audits.release_audit", "audit_release", ("release",)),
    "attack folder": ("diversa.attacks.attack", "attack", ("release",)),
    "report folder": ("diversa.report.report", "write_report", ("release",)),
    "compare folder": (
        "diversa.comparisons.comparison",
        "compare",
        ("release", "release"),
    ),
}
"""The same for commands that take the folder of a release."""

SAMPLES = {
    "--out": "other.html",
    "--format": "parquet",
    "--plan": "plan.toml",
    "--qi": "nationality",
    "--sensitive": "nationality",
    "--identifier": "name",
    "--identifiers-as": "mask",
    "--model": "k-anonymity:7",
    "--hierarchy": "age=5,10",
    "--hierarchies": "levels",
    "--bottom-code": "age=20",
    "--top-code": "age=60",
    "--suppression": "0.1",
    "--suppress-by": "star",
    "--missing": "own",
    "--missing-person": "own",
    "--known-visits": "whole-visits",
    "--person": "name",
    "--sampling-weight": "age",
    "--not-the-subject": "name",
    "--population": "people.csv",
    "--objective": "height",
    "--method": "mondrian",
    "--algorithm": "samarati",
    "--cut": "median",
    "--labels": "region",
    "--epsilon": "2",
    "--secret": "noise.key",
    "--sets": "star",
    "--numbers": "mean",
    "--label": "nationality",
    "--number": "age",
    "--date": "age",
    "--delimiter": ";",
    "--encoding": "latin-1",
    "--missing-text": "?",
    "--tokens": "tokens.csv",
    "--recoding": "recoding.json",
    "--unseen": "suppress",
    "--mapping": "mapping.csv",
    "--memory": "lots",  # refused by whoever looks at it
    "--threads": "0",
    "--register": "other.json",
    "--key": "zip",
    "--reference": "hospital.csv",
    "--original": "hospital.csv",
    "--known": "people.csv",
    "--target": "zip=13053",
    "--width": "condition=2",
    "--release": "earlier.csv",
    "--sampling-fraction": "0.5",
    "--threshold": "0.3",
}
"""A value of each option that takes a text or a number; 7 for the others."""

ONLY_SHOWN = {"--json", "--picture", "--quiet", "--values", "--verbose", "--write"}
"""Options that decide what becomes of the answer, not how it is found."""


class NotedError(InputError):
    """Ends a command once the arguments of its work are known."""


def options_of(command):
    """The options of a command that decide how its answer is found."""
    params = main.get_command(click.Context(main), command).params
    options = [one for one in params if isinstance(one, click.Option)]
    return [one for one in options if one.opts[0] not in ONLY_SHOWN]


def other_than_default(option):
    """The word of an option that may change something: one that is on is taken back."""
    first = option.opts[0]
    places = [place for place in all_settings() if first in place.options]
    defaults = [option.default, *(place.setting.default for place in places)]
    if not option.is_flag or True not in defaults or first.startswith("--no-"):
        return first
    assert option.secondary_opts, f"{first} is on, and cannot be taken back"
    return option.secondary_opts[0]


@pytest.fixture
def noted(monkeypatch, diversa, figure_1):
    """What a command hands to its work: None where it was refused before that."""
    # No cluster is started: to name one is to be refused.
    monkeypatch.setitem(ENGINES, "spark", replace(ENGINES["spark"], package="nowhere"))
    Path("levels").mkdir()
    Path("levels/zip.csv").write_text("13053,1305*,*\n", encoding="utf-8")
    Path("people.csv").write_text("zip,age\n13053,28\n", encoding="utf-8")
    release = Path("release")
    release.mkdir()
    (release / "manifest.json").write_text("{}", encoding="utf-8")

    def call(name, *options):
        module, function, words = {**FRONT, **FOLDERS}[name]
        calls = []

        def note(*arguments, **keywords):
            calls.append(written((arguments, keywords)))
            raise NotedError("noted")

        monkeypatch.setattr(importlib.import_module(module), function, note)
        done = diversa(name.split()[0], *words, *options)
        assert done.code == 2, done.stderr
        return calls[0] if calls else None

    figure_1.rename("hospital.csv")
    return call


def written(arguments):
    """Arguments as text, without the addresses of objects."""
    return re.sub(r" at 0x[0-9a-f]+", "", repr(arguments))


@pytest.mark.parametrize("name", [*FRONT, *FOLDERS])
def test_every_option_is_used_or_refused(noted, name):
    without = noted(name)
    assert without is not None
    options = options_of(name.split()[0])
    dropped = []
    for option in options:
        word = other_than_default(option)
        value = () if option.is_flag else (SAMPLES.get(word, "7"),)
        if noted(name, word, *value) == without:
            dropped.append(word)
    assert options
    assert dropped == []


def test_every_command_that_reads_a_table_is_looked_at():
    others = {"completion", "demo", "engines", "models", "studio", "warm-up"}
    assert {*FRONT} == {*COMMANDS} - others


@pytest.mark.parametrize("name", FRONT)
def test_every_command_that_reads_a_table_can_be_limited(name):
    words = {word for option in options_of(name) for word in option.opts}
    assert {"--memory", "--threads"} <= words
