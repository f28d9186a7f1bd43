# SPDX-License-Identifier: Apache-2.0
"""Whoever uses a model asks for its flags and verbs, never for its class.

A module outside `models/` may make a model of a named class, as a search makes the
condition of its cuts and an attack the measure of its harm. What it must not do is to
ask whether a model is of that class: a user's own model would then be left out.
`compat/` and `cli/` speak of named models to people, and may.
"""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

import pytest

import diversa
from diversa.models import MODELS, Model
from diversa.models.belief_model import BeliefModel
from diversa.models.closeness import ClosenessModel
from diversa.models.comparison import DistributionModel
from diversa.models.e_similarity import SemanticModel
from diversa.models.npd_recursive_cl_diversity import NegativeDisclosure
from diversa.models.numeric_model import NumericModel
from diversa.models.search_verbs import SearchVerbs

SOURCE = Path(diversa.__file__).parent
SHAPES = (
    BeliefModel,
    ClosenessModel,
    DistributionModel,
    NegativeDisclosure,
    NumericModel,
    SemanticModel,
)
CONCRETE = {model.__name__ for model in (*MODELS.values(), *SHAPES)}
NAMED = re.compile("|".join(sorted(CONCRETE)))
"""Only a module in which one of them stands is taken apart: that takes long."""
ALLOWED = {"models", "compat", "cli", "__init__.py"}
"""Rooms that may name models; the front of the package lists all that it offers."""
MODULES = sorted(
    path
    for path in SOURCE.rglob("*.py")
    if path.relative_to(SOURCE).parts[0] not in ALLOWED
)


def asked_for(text: str) -> set[str]:
    """The classes of models that a module imports and uses for more than to make one.

    >>> made = "from diversa.models import KAnonymity\\nKAnonymity(5)"
    >>> asked_for(made), asked_for(made + "\\nisinstance(model, KAnonymity)")
    (set(), {'KAnonymity'})
    """
    if "diversa.models" not in text or not NAMED.search(text):
        return set()
    tree = ast.parse(text)
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        and (node.module or "").startswith("diversa.models")
        for alias in node.names
        if alias.name in CONCRETE
    }
    made = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id in imported and id(node) not in made
    }


def test_no_module_asks_for_the_class_of_a_model():
    """Who wants to know declares a flag or a verb of models instead."""
    asked = {path: asked_for(path.read_text(encoding="utf-8")) for path in MODULES}
    assert {path: names for path, names in asked.items() if names} == {}


@pytest.mark.parametrize(
    "use",
    [
        "isinstance(model, KAnonymity)",
        "type(model) is KAnonymity",
        "names = {KAnonymity: 'k'}",
        "def size(model: KAnonymity): ...",
    ],
)
def test_asking_is_seen(use):
    head = "from diversa.models.k_anonymity import KAnonymity\n"
    assert asked_for(head + use) == {"KAnonymity"}
    assert asked_for(f"{head}KAnonymity(5)") == set()


def test_no_module_looks_a_class_up_by_its_name():
    for path in MODULES:
        assert not named_in(path.read_text(encoding="utf-8")), path


def named_in(text: str) -> set[object]:
    """The classes of models whose names stand in a module as texts."""
    if not NAMED.search(text):
        return set()
    nodes = ast.walk(ast.parse(text))
    words = {node.value for node in nodes if isinstance(node, ast.Constant)}
    return words & CONCRETE


def test_looking_up_is_seen():
    assert named_in("kind = getattr(models, 'KAnonymity')") == {"KAnonymity"}
    assert named_in("kind = KAnonymity") == set()


@pytest.mark.parametrize("kind", [Model, SearchVerbs])
def test_every_flag_and_verb_of_a_model_is_explained(kind):
    source = inspect.getsource(kind)
    body = ast.parse(source).body[0].body
    for flag, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(flag, ast.AnnAssign):
            assert isinstance(after, ast.Expr), ast.unparse(flag)
        if isinstance(flag, ast.FunctionDef) and not flag.name.startswith("_"):
            assert ast.get_docstring(flag), flag.name
