# SPDX-License-Identifier: Apache-2.0
"""A signal is heard when the work is done, and not before."""

from __future__ import annotations

import signal

import pytest

from diversa.files.signals import NUMBERS, delay_signals


@pytest.fixture(params=NUMBERS, ids=lambda number: number.name)
def number(request):
    """A signal that interrupts."""
    before = signal.signal(request.param, signal.default_int_handler)
    yield request.param
    signal.signal(request.param, before)


def test_work_is_done_before_a_signal_is_heard(number):
    done = []

    def work():
        with delay_signals():
            with delay_signals():
                signal.raise_signal(number)
                done.append("inner")
            done.append("outer")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["inner", "outer"]
    assert signal.getsignal(number) is signal.default_int_handler


def test_an_error_inside_is_handed_on(number):
    with pytest.raises(OSError, match="full"), delay_signals():
        raise OSError("full")
    assert signal.getsignal(number) is signal.default_int_handler


def test_a_signal_that_is_ignored_stays_ignored(number):
    signal.signal(number, signal.SIG_IGN)
    with delay_signals():
        assert signal.getsignal(number) is signal.SIG_IGN
        signal.raise_signal(number)
