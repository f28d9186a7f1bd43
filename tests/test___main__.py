# SPDX-License-Identifier: Apache-2.0
"""`python -m diversa` is the program."""

from __future__ import annotations

import subprocess
import sys

from diversa.version import __version__


def test_the_package_runs_as_the_program():
    command = [sys.executable, "-m", "diversa", "--version"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert shown == f"diversa, version {__version__}\n"
