# SPDX-License-Identifier: Apache-2.0
"""The benchmarks say what they measure, without measuring it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "benchmarks"
PARTS = sorted(
    path.stem
    for path in FOLDER.glob("*.py")
    if re.search(r"^def main\(", path.read_text(), re.MULTILINE)
    and path.stem != "__main__"
)


def run(*words):
    command = [sys.executable, "-m", *words]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )


def test_help_lists_every_benchmark():
    result = run("benchmarks", "--help")
    assert result.returncode == 0
    listed = re.findall(r"^  (\w+)  ", result.stdout, re.MULTILINE)
    assert sorted(listed) == PARTS
    assert "==" not in result.stdout  # none has begun


def test_help_on_one_is_what_it_says_of_itself():
    named, own = run("benchmarks", "scale", "--help"), run("benchmarks.scale", "-h")
    assert (named.returncode, own.returncode) == (0, 0)
    assert own.stdout.startswith("A decision on the counts of 1,000,000,000 rows")
    assert own.stdout.strip() in named.stdout


@pytest.mark.parametrize("word", ["engine", "--recrod"])
def test_what_is_not_there_is_refused(word):
    result = run("benchmarks", word)
    assert result.returncode == 2
    assert f"there is no '{word}'" in result.stderr


@pytest.mark.parametrize("part", PARTS)
def test_each_asks_whether_help_is_wanted(part):
    text = (FOLDER / f"{part}.py").read_text()
    assert "arguments(__doc__)" in text.partition('if __name__ == "__main__":')[2]
