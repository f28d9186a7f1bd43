# SPDX-License-Identifier: Apache-2.0
"""An executor that is killed while it counts or writes: the same release, or none."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[1] / "support" / "spark_faults.py"

CELLS, ROWS = 37 * 60 * 7, 400_000
"""37, 60 and 7 share no factor but 1 with each other: every tuple occurs."""


@pytest.fixture(scope="module")
def told(tmp_path_factory, spark_is_there):
    """What a cluster of two executors tells, one of which is killed twice."""
    del spark_is_there
    folder = tmp_path_factory.mktemp("faults")
    command = [sys.executable, str(PROGRAM), str(folder)]
    done = subprocess.run(
        command, capture_output=True, check=True, text=True, timeout=1200
    )
    return json.loads(done.stdout.splitlines()[-1]) | {"folder": folder}


@pytest.mark.spark
def test_counts_are_right_though_an_executor_was_killed(told):
    assert told["killed while counting"] == 1
    assert told["cells"] == [CELLS, ROWS]


@pytest.mark.spark
def test_a_release_is_the_same_or_there_is_none(told):
    assert told["killed"] == 2
    assert told["before"]["rows"] == ROWS
    lake = sorted(path.name for path in (told["folder"] / "lake").iterdir())
    if "error" in told["after"]:
        assert lake == ["before", "retried"]
        assert not (told["folder"] / "evidence-after").exists()
    else:
        assert told["after"] == told["before"]
        assert lake == ["after", "before", "retried"]


@pytest.mark.spark
def test_tasks_that_are_tried_again_give_the_same_release(told):
    assert told["retried"] == told["before"]
