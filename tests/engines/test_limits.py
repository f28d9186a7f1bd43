# SPDX-License-Identifier: Apache-2.0
"""Limits of memory and threads: read in any common way, refused where they are none."""

from __future__ import annotations

import pytest

from diversa.engines import limits
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.limits import (
    MOST_THREADS,
    EngineLimits,
    free_memory,
    read_memory,
    read_threads,
    with_environment,
)
from diversa.errors import InputError


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        ("4GB", "4GB"),
        (" 4 gb ", "4GB"),
        ("1.5G", "1.5GB"),
        ("512MiB", "512MiB"),
        ("64m", "64MB"),
        ("1TB", "1TB"),
        ("32MB", "32MB"),
    ],
)
def test_memory_in_any_common_way(amount, expected):
    assert read_memory(amount) == expected


@pytest.mark.parametrize("amount", ["", "lots", "4", "-1GB", "4GBit", "4 4GB"])
def test_memory_that_is_none(amount):
    with pytest.raises(InputError, match="memory: must be a number and its unit"):
        read_memory(amount)


@pytest.mark.parametrize("amount", ["31MB", "30MiB", "0GB", "900KB"])
def test_too_little_memory(amount):
    with pytest.raises(InputError, match="memory: must be at least 32MB"):
        read_memory(amount)


def test_threads():
    assert [read_threads(number) for number in (1, MOST_THREADS)] == [1, MOST_THREADS]
    for number in (0, -1, MOST_THREADS + 1):
        with pytest.raises(InputError, match=f"threads: must be from 1 .* {number};"):
            read_threads(number)


def test_no_limit_is_no_limit():
    assert not EngineLimits().any
    assert EngineLimits(memory="1GB").any
    assert EngineLimits(threads=1).any


def test_the_environment_limits_what_is_not_limited(monkeypatch):
    monkeypatch.setenv("DIVERSA_MEMORY", "500 mb")
    monkeypatch.setenv("DIVERSA_THREADS", "1")
    assert with_environment(None, None) == EngineLimits("500MB", 1)
    assert with_environment("1GB", 2) == EngineLimits("1GB", 2)
    with DuckDBEngine() as engine:
        ((threads,),) = engine.session.run("SELECT current_setting('threads')")
    assert threads == 1


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("DIVERSA_MEMORY", "much", "DIVERSA_MEMORY: must be a number and its unit"),
        (
            "DIVERSA_THREADS",
            "two",
            "DIVERSA_THREADS: must be a whole number, got 'two'",
        ),
        ("DIVERSA_THREADS", "0", "DIVERSA_THREADS: must be from 1 to"),
        ("DIVERSA_THREADS", "9" * 99, "DIVERSA_THREADS: must be a whole number"),
    ],
)
def test_a_wrong_variable_is_named(monkeypatch, name, value, message):
    monkeypatch.setenv(name, value)
    with pytest.raises(InputError, match=message):
        with_environment(None, None)


def test_an_empty_variable_is_none(monkeypatch):
    monkeypatch.setenv("DIVERSA_MEMORY", "")
    monkeypatch.setenv("DIVERSA_THREADS", "")
    assert with_environment(None, None) == EngineLimits()


def test_a_container_may_have_less_memory_than_the_machine(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "CONTAINER", tmp_path)
    machine = free_memory()
    if machine is None:
        pytest.skip("this system does not say how much memory is free")
    assert machine > 10**6
    (tmp_path / "memory.current").write_text("400000\n")
    (tmp_path / "memory.max").write_text("1000000\n")
    assert free_memory() == 600_000
    (tmp_path / "memory.current").write_text("2000000\n")
    assert free_memory() == 0
    (tmp_path / "memory.max").write_text("max\n")
    assert free_memory() > 10**6
