# SPDX-License-Identifier: Apache-2.0
"""The options of `diversa studio` become the settings of a studio."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

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
