# SPDX-License-Identifier: Apache-2.0
"""Warming up compiles what the methods need, where it is wanted."""

from __future__ import annotations

import pytest

from diversa.cli import warm_up
from diversa.counts.kernels import keeping, rolling
from diversa.counts.kernels.compiled import PATIENCE_LEFT
from diversa.methods import METHODS


@pytest.fixture
def one_method(monkeypatch):
    """The shortest of them, for the others take half a minute."""
    monkeypatch.setattr(
        warm_up, "METHODS", {"full-domain": ("entropy-l-diversity:1.5",)}
    )


@pytest.mark.usefixtures("one_method")
def test_a_method_is_compiled(diversa):
    seconds = PATIENCE_LEFT.seconds
    done = diversa("warm-up", "--json")
    assert done.code == 0, done.stderr
    assert done.json["methods"] == ["full-domain"]
    assert done.json["seconds"] >= 0
    assert rolling.roll_up._is_compiled
    assert keeping.most_diverse._is_compiled  # of searches that may suppress rows
    assert PATIENCE_LEFT.seconds == seconds


@pytest.mark.usefixtures("one_method")
def test_it_says_what_was_compiled(diversa):
    assert "full-domain" in diversa("warm-up").stdout
    assert diversa("warm-up", "--quiet").stdout == ""


def test_what_is_run_are_methods():
    assert {*warm_up.METHODS} <= {*METHODS}
