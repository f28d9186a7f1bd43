# SPDX-License-Identifier: Apache-2.0
"""The list of built-in models: one line for each, and nothing else to write."""

from __future__ import annotations

import inspect
import pkgutil
from importlib import import_module
from pathlib import Path

import diversa
import diversa.models
from diversa.models import MODELS, Model, built_in

LINES = Path(built_in.__file__).read_text(encoding="utf-8").splitlines()


def test_every_model_has_one_line():
    imports = [line for line in LINES if line.startswith("from ")]
    assert len(imports) == len(MODELS.built_in)
    for line, name in zip(imports, MODELS.built_in, strict=True):
        file, kind = name.replace("-", "_"), MODELS[name].__name__
        assert line == f"from diversa.models.{file} import {kind} as {kind}"


def test_no_model_is_left_out():
    """A file with the class of its name is a model, and is in the list."""
    files = [file.name for file in pkgutil.iter_modules(diversa.models.__path__)]
    models = {
        file.replace("_", "-")
        for file in files
        for kind in vars(import_module(f"diversa.models.{file}")).values()
        if inspect.isclass(kind)
        and issubclass(kind, Model)
        and not inspect.isabstract(kind)
        and kind.name() == file.replace("_", "-")
    }
    assert models == set(MODELS.built_in)


def test_a_model_is_named_nowhere_else():
    """The line in `built_in` is all that the two surfaces need."""
    surfaces = (diversa, diversa.models, import_module("diversa.public"))
    for surface in surfaces:
        text = Path(surface.__file__).read_text(encoding="utf-8")
        assert not [kind for kind in MODELS.values() if kind.__name__ in text]
    for kind in MODELS.built_in.values():
        assert getattr(diversa, kind.__name__) is kind
        assert getattr(diversa.models, kind.__name__) is kind
        assert kind.__name__ in diversa.__all__
