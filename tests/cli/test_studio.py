# SPDX-License-Identifier: Apache-2.0
"""The command `diversa studio` starts a studio, or says what it needs."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import diversa.cli.studio
from diversa.cli.main import main
from diversa.studio import start


@pytest.fixture
def served(monkeypatch):
    calls = []
    monkeypatch.setattr(
        start, "serve", lambda settings, **words: calls.append((settings, words))
    )
    return calls


def test_options_become_settings(served, tmp_path):
    words = ["studio", "--demo", "--no-browser", "--port", "9000"]
    result = CliRunner().invoke(main, [*words, "--folder", str(tmp_path / "s")])
    assert result.exit_code == 0, result.output
    settings, how = served[0]
    assert (settings.port, settings.folder) == (9000, tmp_path / "s")
    assert (how["demo"], how["browser"]) == (True, False)


def test_a_server_has_more_options(served, tmp_path):
    words = ["studio", "--server", "--four-eyes", "--proxied", "--public-name", "a.org"]
    more = ["--allow-paths", str(tmp_path), "--allow-database", "db.org"]
    result = CliRunner().invoke(main, [*words, *more, "--most-upload", "20MB"])
    assert result.exit_code == 0, result.output
    settings, how = served[0]
    assert settings.server
    assert settings.four_eyes
    assert settings.is_secure
    assert (settings.hosts, settings.allowed_databases) == (("a.org",), ("db.org",))
    assert (settings.allowed_paths, settings.upload_bytes) == ((tmp_path,), 20_000_000)
    assert not how["browser"]


@pytest.mark.parametrize("words", [["--four-eyes"], ["--most-upload", "much"]])
def test_options_that_do_not_fit_are_refused(served, words):
    result = CliRunner().invoke(main, ["studio", *words])
    assert result.exit_code == 2
    assert words[0] in result.output
    assert served == []


def test_the_address_is_said(capsys):
    opening = start.Opening("http://127.0.0.1:8765/", "admin", "pass word")
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
