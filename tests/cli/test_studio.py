# SPDX-License-Identifier: Apache-2.0
"""The command `diversa studio` starts a studio, or says what it needs."""

from __future__ import annotations

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


def test_what_is_lacking_is_named(monkeypatch):
    monkeypatch.setattr(diversa.cli.studio, "find_spec", {}.get)
    result = CliRunner().invoke(main, ["studio"])
    assert result.exit_code == 2
    assert "pip install 'diversa[studio]'" in result.output
