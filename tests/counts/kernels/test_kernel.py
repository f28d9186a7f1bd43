# SPDX-License-Identifier: Apache-2.0
"""Kernels: as quick and as exact as Numba makes them."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.kernels.kernel import (
    FEW,
    FEWER,
    kernel,
    kernel_beside,
    numbers_in,
    quadratic_kernel,
)
from diversa.counts.kernels.patience import PATIENCE_LEFT
from diversa.version import __version__

PATIENCE = {"compiled": -1.0, "plain": float("inf")}


@pytest.fixture(autouse=True, scope="module")
def form():
    """These tests choose the form of their kernels themselves."""


@pytest.mark.parametrize("seconds", PATIENCE.values(), ids=PATIENCE)
@pytest.mark.parametrize(
    "decorator",
    [kernel, kernel_beside(np.dot), kernel_beside(np.dot, fastmath={"contract"})],
)
def test_a_compiled_function_gives_what_python_gives(monkeypatch, decorator, seconds):
    monkeypatch.setattr(PATIENCE_LEFT, "seconds", seconds)

    def dot(a, b):
        total = 0.0
        for place in range(len(a)):
            total += a[place] * b[place]
        return total

    a, b = np.arange(5.0), np.arange(5.0) / 3
    expected = dot(a, b)
    quick = decorator(dot)
    assert quick(a, b) == pytest.approx(expected)
    assert quick.py_func.__qualname__.endswith(f"-{__version__}")


def counting_calls(form):
    """A kernel whose plain form counts its calls."""
    calls = []

    def plain(numbers):
        calls.append(len(numbers))
        return form(numbers)

    def total(numbers):
        sum_ = 0
        for number in numbers:
            sum_ += number
        return sum_

    return total, plain, calls


def test_a_small_call_is_plain_until_patience_is_over(monkeypatch):
    total, plain, calls = counting_calls(np.sum)
    quick = kernel_beside(plain)(total)
    monkeypatch.setattr(PATIENCE_LEFT, "seconds", PATIENCE_LEFT.spent + 60)
    assert quick(np.arange(4)) == 6
    assert calls == [4]
    monkeypatch.setattr(PATIENCE_LEFT, "seconds", -1.0)
    assert quick(np.arange(5)) == 10
    monkeypatch.setattr(PATIENCE_LEFT, "seconds", PATIENCE_LEFT.spent + 60)
    assert quick(np.arange(6)) == 15
    assert calls == [4], "what is compiled stays compiled"


def test_a_large_call_is_compiled(monkeypatch):
    total, plain, calls = counting_calls(np.sum)
    quick = kernel_beside(plain)(total)
    monkeypatch.setattr(PATIENCE_LEFT, "seconds", PATIENCE_LEFT.spent + 60)
    assert quick(np.ones(1 << 20, dtype=np.int64)) == 1 << 20
    assert calls == []


def test_what_compares_all_with_all_is_compiled_sooner(monkeypatch):
    total, *_ = counting_calls(np.sum)
    quick = quadratic_kernel(total)
    monkeypatch.setattr(PATIENCE_LEFT, "seconds", PATIENCE_LEFT.spent + 60)
    assert quick(np.ones(FEWER, dtype=np.int64)) == FEWER
    assert not quick._is_compiled
    assert quick(np.ones(FEWER + 1, dtype=np.int64)) == FEWER + 1
    assert quick._is_compiled


def test_calls_of_one_size_that_are_not_exact_always_go_the_same_way(monkeypatch):
    total, plain, calls = counting_calls(np.sum)
    quick = kernel_beside(plain, exact=False)(total)
    monkeypatch.setattr(PATIENCE_LEFT, "seconds", 0.0)
    monkeypatch.setattr(PATIENCE_LEFT, "spent", 9.0)
    quick(np.ones(1 << 20, dtype=np.int64))
    quick(np.arange(4))
    assert calls == [4]


def test_numbers_are_counted_inside_tuples_too():
    assert numbers_in((np.ones((2, 3)), 5, (np.ones(4), (np.ones(1),)))) == 11
    assert FEW > 11
