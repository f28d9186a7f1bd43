# SPDX-License-Identifier: Apache-2.0
"""While a studio runs, nothing that is logged of an error holds a value."""

from __future__ import annotations

import logging
import sys
import threading
import warnings

import pytest

from diversa.errors import InputError
from diversa.studio.security.quiet_logs import HOOKS, OTHERS, quiet_logs


def fail(error):
    raise error


@pytest.fixture
def quiet():
    with quiet_logs():
        yield


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("kind", [ValueError, InputError, KeyboardInterrupt])
@pytest.mark.parametrize("name", [*OTHERS, "nicegui.child", "new", "diversa.studio.a"])
def test_a_value_in_an_error_is_not_logged(name, kind, caplog):
    logger = logging.getLogger(name)
    try:
        fail(kind("HIV"))
    except kind as error:
        logger.exception("while a page was drawn")
        logger.error(error)
        logger.error("while %s: %s", "drawing", error)
    logger.error("nothing %s", "special", stack_info=True)
    assert "HIV" not in caplog.text
    place = f"{kind.__name__} outside our own code"
    assert caplog.messages == [place, place, f"while drawing: {place}", *NOTHING]


NOTHING = ["nothing special"]


@pytest.mark.usefixtures("quiet")
def test_notes_of_the_library_are_for_the_command_line(caplog):
    logging.getLogger("diversa.engines.text_header").warning("called 'HIV_2' here")
    logging.getLogger("diversa.tables.floor").error("HIV")
    logging.getLogger("diversa.studio.security.door").error("a word of the studio")
    assert caplog.messages == ["a word of the studio"]


@pytest.mark.filterwarnings("default")
@pytest.mark.usefixtures("quiet")
def test_python_prints_no_value(caplog, capfd):
    class Broken:
        def __del__(self):
            raise ValueError("HIV")

    thread = threading.Thread(target=fail, args=(ValueError("HIV"),))
    thread.start()
    thread.join()
    broken = Broken()
    del broken
    sys.excepthook(ValueError, ValueError("HIV"), None)
    warnings.warn("HIV", stacklevel=1)
    assert "HIV" not in caplog.text
    assert "HIV" not in capfd.readouterr().err
    assert caplog.messages == ["ValueError outside our own code"] * 3


def test_afterwards_everything_is_as_before():
    before = [getattr(module, name) for module, name, _ in HOOKS]
    factory, level = logging.getLogRecordFactory(), logging.getLogger("nicegui").level
    with quiet_logs():
        assert logging.getLogRecordFactory() is not factory
    assert logging.getLogRecordFactory() is factory
    assert logging.getLogger("nicegui").level == level
    assert [getattr(module, name) for module, name, _ in HOOKS] == before
    assert logging.getLogger("diversa.engines").level == logging.NOTSET
