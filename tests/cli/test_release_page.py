# SPDX-License-Identifier: Apache-2.0
"""What people read of a release that was published."""

from __future__ import annotations

import pytest

ROLES = ["--qi", "zip", "--hierarchy", "zip=suppression", "--model", "k-anonymity:3"]


@pytest.fixture
def shown(diversa, figure_1):
    """The lines that a command shows that publishes Figure 1."""

    def run(*words):
        done = diversa("anonymize", figure_1, "--out", "release", "--replace", *words)
        assert done.code == 0, done.stderr
        return done.stdout.splitlines()

    return run


def test_page(shown):
    lines = shown("--plan", "plan.toml")
    assert lines[0] == "PUBLISHED  12 of 12 rows in 3 groups"
    assert any(line.split() == ["nationality", "1", "of", "1", "*"] for line in lines)
    assert any(line.split() == ["k-anonymity:4", "k", "=", "4"] for line in lines)
    assert lines[-4:] == [
        "Files:",
        "  release/manifest.json",
        "  release/release.csv",
        "  release/report.html",
    ]
    assert "".join(lines).isascii()


def test_suppressed_rows_are_told(shown):
    lines = shown(*ROLES, "--suppression", "0.5")
    assert "4 rows (33.3 %) suppressed: dropped" in lines


def test_withheld_and_kept_columns_are_told(shown):
    lines = shown(*ROLES, "--suppression", "0.5", "--keep-anyway", "age")
    assert any(line.startswith("Withheld: nationality, condition (") for line in lines)
    assert "Kept, published as they are: age" in lines


def test_the_floor_of_a_search_is_told(shown):
    lines = shown("--plan", "plan.toml", "--floor", "zip=1")
    assert any("searched from this floor upwards: zip=1" in line for line in lines)
