# SPDX-License-Identifier: Apache-2.0
"""What tests of pages in a browser wait for."""

from __future__ import annotations

import time


def wait_for_plan(running, word, seconds=60.0):
    """Wait until the plan of a project says what was chosen on its page."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        plans = running.folder.glob("projects/*/plan.toml")
        if any(word in plan.read_text() for plan in plans):
            return
        time.sleep(0.1)
    raise AssertionError(word)
