# SPDX-License-Identifier: Apache-2.0
"""The command `diversa studio` starts a studio, or says what it needs."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import diversa.cli.studio
from diversa.cli.main import main
from diversa.errors import InputError
from diversa.studio import start
from diversa.studio.security.log_ins import log_in
from diversa.studio.security.users import make_first_user
from diversa.studio.settings import Settings
from diversa.studio.studio import Studio


@pytest.fixture
def served(monkeypatch):
    calls = []
    monkeypatch.setattr(
        start, "serve", lambda settings, **words: calls.append((settings, words))
    )
    return calls


def test_the_address_is_said(capsys):
    opening = start.StartNotice("http://127.0.0.1:8765/", "admin", "pass word")
    diversa.cli.studio.say_in_words(opening)
    assert "pass word" in capsys.readouterr().out
    diversa.cli.studio.say_as_json(opening)
    said = json.loads(capsys.readouterr().out)
    assert said["address"] == opening.address
    assert said["password"] == "pass word"


def test_what_is_lacking_is_named(monkeypatch):
    monkeypatch.setattr(diversa.cli.studio, "find_spec", {}.get)
    result = CliRunner().invoke(main, ["studio"])
    assert result.exit_code == 2
    assert "pip install 'diversa[studio]'" in result.output


@pytest.fixture
def team(tmp_path):
    """The folder of a server that is running, with a user."""
    settings = Settings(tmp_path / "team", server=True)
    with Studio.start(settings) as studio:
        yield studio, make_first_user(studio)


def run_studio(*words):
    return CliRunner().invoke(main, ["studio", *map(str, words)])


def test_a_user_is_unlocked_while_the_server_runs(team):
    studio, password = team
    for _ in range(studio.settings.free_tries):
        studio.tries.begin("", "admin")
    with pytest.raises(InputError, match="too many tries"):
        log_in(studio, "admin", password)
    result = run_studio("unlock", "admin", "--folder", studio.settings.folder)
    assert (result.exit_code, result.output) == (0, "admin may log in at once.\n")
    assert log_in(studio, "admin", password)


def test_a_password_is_reset_while_the_server_runs(team):
    studio, before = team
    words = ("reset", "admin", "--folder", studio.settings.folder)
    result = run_studio(*words, "--json")
    assert result.exit_code == 0, result.output
    said = json.loads(result.output)
    assert log_in(studio, "admin", said["password"])
    with pytest.raises(InputError, match="wrong"):
        log_in(studio, "admin", before)
    assert "Password: " in run_studio(*words).output


@pytest.mark.parametrize("command", ["unlock", "reset"])
def test_who_is_not_there_is_told(team, tmp_path, command):
    studio, _ = team
    result = run_studio(command, "admn", "--folder", studio.settings.folder)
    assert result.exit_code == 2
    assert "got 'admn'; did you mean 'admin'?" in result.output
    nowhere = run_studio(command, "admin", "--folder", tmp_path / "nowhere")
    assert nowhere.exit_code == 2
    assert "folder: must be that of a studio" in nowhere.output
    assert not (tmp_path / "nowhere").exists()


def test_options_before_a_command_are_refused(served, team):
    studio, _ = team
    result = run_studio("--folder", studio.settings.folder, "unlock", "admin")
    assert result.exit_code == 2
    assert "--folder: must come after 'unlock'" in result.output
    assert served == []
