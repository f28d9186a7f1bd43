# SPDX-License-Identifier: Apache-2.0
"""A real browser for tests that look at pages: Debian's chromium."""

from __future__ import annotations

import os
import shutil

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
"""The program; None where it is not there."""

SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
"""It runs as whoever tests, and asks nobody."""


def require_chromium():
    """The path of the browser; where there is none tests are skipped, but not in CI."""
    if CHROMIUM is None and os.environ.get("CI"):
        pytest.fail("CI must have chromium")
    if CHROMIUM is None:
        pytest.skip("needs the browser chromium (Debian: apt-get install chromium)")
    return CHROMIUM
