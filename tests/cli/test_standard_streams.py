# SPDX-License-Identifier: Apache-2.0
"""`-`: a table from standard input, and a release to standard output."""

from __future__ import annotations

import gzip
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from diversa.cli.main import main
from diversa.cli.standard_streams import NAME, source_name
from diversa.data.database_table import DatabaseTable

TABLE = "zip,age,ill\n" + "13053,28,flu\n13068,29,cold\n" * 4
ROLES = ["--qi", "zip,age", "--sensitive", "ill"]


def run(*words, table=TABLE):
    return CliRunner().invoke(main, [*words], input=table)


@pytest.fixture
def spills(tmp_path, monkeypatch):
    """Where temporary files go."""
    folder = tmp_path / "spills"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.mark.parametrize("command", ["audit", "risk", "lattice", "hierarchies"])
def test_a_table_is_read_from_standard_input(command, spills):
    roles = ROLES if command in ("audit", "lattice") else ROLES[:2]
    models = ["--model", "k-anonymity:2"] if command == "lattice" else []
    done = run(command, "-", *roles, *models)
    assert done.exit_code == 0, done.stderr
    assert not list(spills.iterdir())


def test_what_comes_in_may_be_compressed():
    done = run("audit", "-", *ROLES, table=gzip.compress(TABLE.encode()))
    assert done.exit_code == 0, done.stderr


def test_a_suggested_plan_says_standard_input_again():
    done = run("suggest", "-")
    assert done.exit_code == 0, done.stderr
    assert "diversa anonymize - --plan plan.toml" in done.stdout


def test_a_release_goes_to_standard_output_and_all_else_to_standard_error(spills):
    model = ["--model", "k-anonymity:4", "--out", "-"]
    done = run("anonymize", "-", *ROLES, *model)
    assert done.exit_code == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "zip,age,ill"
    assert len(lines) == 9
    assert "PUBLISHED" in done.stderr
    assert "Files" not in done.stderr
    assert not list(spills.iterdir())
    assert not Path("-").exists()


def test_nothing_goes_out_where_no_release_holds():
    done = run("anonymize", "-", *ROLES, "--model", "k-anonymity:9", "--out", "-")
    assert (done.exit_code, done.stdout) == (1, "")


def test_two_tables_need_a_folder():
    model = ["--model", "distinct-l-diversity:2", "--method", "anatomy", "--out", "-"]
    done = run("anonymize", "-", *ROLES, *model)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "must be one table" in done.stderr


def test_json_needs_a_folder():
    model = ["--model", "k-anonymity:2", "--out", "-", "--json"]
    done = run("anonymize", "-", *ROLES, *model)
    assert done.exit_code == 2
    assert "--json must come with a folder" in done.stderr


def test_the_copy_is_named_in_messages():
    done = run("audit", "-", *ROLES, table="")
    assert done.exit_code == 2
    assert f"{NAME}: must hold a table" in done.stderr
    assert source_name(Path("/tmp/x") / NAME) == "-"
    assert source_name(Path("people.csv")) == "people.csv"


def test_a_command_names_the_user_of_a_database_and_no_password():
    table = DatabaseTable.at("postgresql://ann:canary@h/clinic?table=people")
    assert source_name(table) == "postgresql://ann@h/clinic?table=people"
