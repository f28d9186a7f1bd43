# SPDX-License-Identifier: Apache-2.0
"""The sentences of a JSON Schema: the docstrings of fields and properties."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise
from typing import Any


def describe(kind: type, properties: dict[str, Any]) -> dict[str, Any]:
    """The properties of a schema, each with the sentence of its field."""
    sentences = {**dict(meanings_of(kind)), **dict(sentences_of(kind))}
    return {
        name: {"description": sentences[name], **schema}
        if name in sentences
        else schema
        for name, schema in properties.items()
    }


def meanings_of(kind: type) -> Iterator[tuple[str, str]]:
    """The name of each field that is a declared setting, with its meaning."""
    for field in fields(kind):
        meaning = getattr(field.metadata.get("setting"), "meaning", None)
        if meaning is not None:
            yield field.name, meaning


def sentences_of(kind: type) -> Iterator[tuple[str, str]]:
    """The name of each field or property of a class, with its docstring."""
    for owner in reversed(kind.__mro__[:-1]):
        try:
            source = textwrap.dedent(inspect.getsource(owner))
        except (OSError, TypeError):
            continue  # no source is there, as in a notebook
        (tree,) = ast.parse(source).body
        body = getattr(tree, "body", [])
        for line, below in pairwise(body):
            text = getattr(getattr(below, "value", None), "value", None)
            if isinstance(line, ast.AnnAssign) and isinstance(text, str):
                yield getattr(line.target, "id", ""), " ".join(text.split())
        for line in body:
            if isinstance(line, ast.FunctionDef) and ast.get_docstring(line):
                yield line.name, " ".join((ast.get_docstring(line) or "").split())
