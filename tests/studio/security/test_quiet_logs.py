# SPDX-License-Identifier: Apache-2.0
"""An error that nobody caught is logged without what it says."""

from __future__ import annotations

import logging

import pytest

from diversa.errors import InputError
from diversa.studio.security.quiet_logs import LOGGERS, keep_logs_quiet


def fail(error):
    raise error


@pytest.mark.parametrize("name", LOGGERS)
def test_a_value_in_an_error_is_not_logged(name, caplog):
    keep_logs_quiet()
    keep_logs_quiet()
    logger = logging.getLogger(name)
    try:
        fail(ValueError("HIV"))
    except ValueError as error:
        logger.exception("while a page was drawn")
        logger.error(error)
    logger.error("nothing %s", "special")
    assert "HIV" not in caplog.text
    assert caplog.messages[0].startswith("this is our bug: ValueError")
    assert caplog.messages[2:] == ["nothing special"]


def test_our_own_words_are_logged(caplog):
    keep_logs_quiet()
    logging.getLogger("nicegui").error(InputError("plan: must be one"))
    (line,) = caplog.messages
    assert line.startswith("plan: must be one (InputError ")
