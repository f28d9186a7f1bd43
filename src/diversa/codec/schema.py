# SPDX-License-Identifier: Apache-2.0
"""The JSON Schema of a dataclass, with the docstrings of its fields."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise
from typing import Any

from diversa.codec.hints import form_of
from diversa.codec.objects import Object

DIALECT = "https://json-schema.org/draft/2020-12/schema"
"""The version of JSON Schema."""


def schema_of(kind: type) -> dict[str, Any]:
    """The schema of a dataclass; objects inside it are below `$defs`."""
    form = form_of(kind)
    named: dict[str, Any] = {}
    reference = form.schema(named)
    for part in objects_below(form, {}):
        sentences = {**dict(meanings_of(part.type)), **dict(sentences_of(part.type))}
        properties = named[part.type.__name__]["properties"]
        for name in properties.keys() & sentences.keys():
            properties[name] = {"description": sentences[name], **properties[name]}
    return {"$schema": DIALECT, "title": kind.__name__, **reference, "$defs": named}


def objects_below(form: object, seen: dict[type, Object]) -> Iterator[Object]:
    """All objects inside a form, including itself, each once."""
    if isinstance(form, Object):
        if form.type in seen:
            return
        seen[form.type] = form
        yield form
        parts: list[Any] = [key.form for key in form.keys]
    else:
        held = [getattr(form, name, None) for name in ("form", "member")]
        parts = [
            *(part for part in held if part is not None),
            *getattr(form, "forms", ()),
            *getattr(form, "members", ()),
        ]
    for part in parts:
        yield from objects_below(part, seen)


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
