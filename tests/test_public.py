# SPDX-License-Identifier: Apache-2.0
"""The public names: each stands in one line, and is the same at home."""

from __future__ import annotations

from importlib import import_module

import diversa
import diversa.public
from diversa.models import built_in
from diversa.registry import imports_of


def names_in(module):
    return {name for name in vars(module) if not name.startswith("__")}


def test_the_names_that_are_read_are_those_that_the_lists_import():
    assert set(imports_of("diversa.public")) == names_in(diversa.public)
    assert set(imports_of("diversa.models.built_in")) == names_in(built_in)
    assert set(diversa.__all__) == {
        *names_in(diversa.public),
        *names_in(built_in),
        "__version__",
    }


def test_what_is_public_is_the_same_at_home():
    homes = imports_of("diversa.public") | imports_of("diversa.models.built_in")
    assert homes["open"] == "diversa.open_tables.open_table:open"
    for name, home in homes.items():
        module, _, own = home.partition(":")
        assert getattr(diversa, name) is getattr(import_module(module), own)
        assert name == own, "type checkers take another name for a private one"
