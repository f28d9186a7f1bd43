# SPDX-License-Identifier: Apache-2.0
"""What libraries log of our errors: their place alone, never a value of a table."""

from __future__ import annotations

import logging

from diversa.studio.explanations import explained, place

LOGGERS = ("nicegui", "asyncio", "uvicorn.error")
"""Who logs errors that nobody caught, with all they say."""


class WithoutValues(logging.Filter):
    """Lets a record say where an error came from, in our own words."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Take the error out of a record; the record itself is kept."""
        error = record.exc_info[1] if record.exc_info else record.msg
        if isinstance(error, BaseException):
            name = type(error).__name__
            record.msg = f"{explained(error)} ({name} {place(error)})"
            record.args = ()
            record.exc_info = record.exc_text = None
        return True


FILTER = WithoutValues()


def keep_logs_quiet() -> None:
    """Let libraries log no more of an error than we would, and nothing less serious."""
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.addFilter(FILTER)
        logger.setLevel(max(logger.level, logging.ERROR))
