# SPDX-License-Identifier: Apache-2.0
"""Warming up compiles what the methods need, where it is wanted."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import chain
from types import SimpleNamespace

import pytest

from diversa.cli import warm_up
from diversa.counts.kernels import even_counts, incidences, people, rolling
from diversa.counts.kernels.patience import PATIENCE_LEFT
from diversa.methods import METHODS
from diversa.models import parse


@pytest.fixture
def one_run(monkeypatch):
    """The shortest of them, for the others take half a minute."""
    run = warm_up.Run("full-domain", ("entropy-l-diversity:1.5",), 0.02)
    monkeypatch.setattr(warm_up, "ALONGSIDE", ((run,),))
    monkeypatch.setattr(warm_up, "ProcessPoolExecutor", in_this_process)


@contextmanager
def in_this_process(*_):
    yield SimpleNamespace(map=map)


@pytest.mark.usefixtures("one_run")
def test_a_method_is_compiled(diversa):
    seconds = PATIENCE_LEFT.seconds
    done = diversa("warm-up", "--json")
    assert done.code == 0, done.stderr
    assert done.json["methods"] == ["full-domain"]
    assert done.json["seconds"] >= 0
    assert rolling.roll_up._is_compiled
    assert even_counts.most_diverse._is_compiled  # of searches that may suppress rows
    assert PATIENCE_LEFT.seconds == seconds


@pytest.mark.usefixtures("one_run")
def test_it_says_what_was_compiled(diversa, monkeypatch):
    monkeypatch.setattr(warm_up, "run_once", lambda *_: None)
    assert "full-domain" in diversa("warm-up").stdout
    assert diversa("warm-up", "--quiet").stdout == ""


def test_processes_of_their_own_run_side_by_side():
    assert warm_up.compile_all(((), ())) >= 0


def test_what_is_run_are_methods_and_models():
    for run in chain(*warm_up.ALONGSIDE):
        assert run.method in METHODS
        assert all(parse(model).spec for model in run.models)


def test_no_ledger_knows_the_made_up_releases(monkeypatch, tmp_path):
    """They are of the same rows: the second one would be refused."""
    ledger = tmp_path / "ledger.json"
    monkeypatch.setenv("DIVERSA_LEDGER", str(ledger))
    monkeypatch.setattr(warm_up, "ROWS", 300)
    for run in warm_up.PARTITIONS[:2]:
        warm_up.run_once(run)
    assert not ledger.exists()


def test_people_are_counted_by_compiled_code(monkeypatch):
    monkeypatch.setattr(warm_up, "ROWS", 900)
    warm_up.run_once(warm_up.PEOPLE[0])
    assert incidences.number_people._is_compiled
    assert incidences.sets_of_cells._is_compiled
    assert people.join_visits._is_compiled
