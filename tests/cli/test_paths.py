# SPDX-License-Identifier: Apache-2.0
"""Paths and addresses of tables, as they are typed."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from diversa.cli.paths import FILE, TABLE


@pytest.mark.parametrize("kind", [FILE, TABLE], ids=["file", "table"])
def test_a_zero_byte_is_in_no_path(kind):
    @click.command()
    @click.argument("path", type=kind)
    def show(path):
        click.echo(path)

    done = CliRunner().invoke(show, ["plan\0.toml"])
    assert done.exit_code == 2
    assert "must be a path, got a text with a zero byte" in done.stderr
    assert CliRunner().invoke(show, ["plan.toml"]).output == "plan.toml\n"
