# SPDX-License-Identifier: Apache-2.0
"""Privacy models, one definition per file, named as in the papers.

`MODELS` is the registry: spec name to class. `parse` reads a spec string, `audited`
gives the models of which an audit reports the level when no model is named.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from diversa.errors import ModelError, nearest
from diversa.models.model import Model as Model
from diversa.models.model_value import spec_name
from diversa.models.needs import Need
from diversa.models.sensitive_model import SensitiveModel as SensitiveModel
from diversa.registry import LazyImports, Registry, imports_of

if TYPE_CHECKING:
    from diversa.models.built_in import *  # noqa: F403
else:
    __all__ = list(imports_of("diversa.models.built_in"))
    __all__ += ["MODELS", "Model", "SensitiveModel", "audited", "check_registered"]
    __all__ += ["find_model", "is_built_in", "parse"]


def accept_model(name: str, thing: object) -> type[Model]:
    """Take a class as a model; refuse what is none, or has another name."""
    if not (isinstance(thing, type) and issubclass(thing, Model)):
        raise ModelError(
            f"model: '{name}' must be a subclass of Model, got {thing!r}; derive it"
            " from diversa.models.Model or SensitiveModel"
        )
    if thing.name() != name:
        raise ModelError(
            f"model: the class {thing.__name__} must be registered by the name"
            f" {thing.name()}, got '{name}'; rename the entry point or the class"
        )
    thing.check_declared()
    return thing


MODELS: Registry[type[Model]] = Registry(
    "diversa.models",
    LazyImports(
        {
            spec_name(kind): home
            for kind, home in imports_of("diversa.models.built_in").items()
        }
    ),
    accept_model,
)
"""Every model by the name of its spec string; installed packages may add to it."""

OF_LINKED_TABLES = ("km-anonymity", "lkc-privacy")
"""Models of two tables (`models.linked_privacy`), which are not in the registry."""


def parse(text: str) -> Model:
    """Read a model from its spec string.

    >>> parse("entropy-l-diversity:2.8,on=condition").spec
    'entropy-l-diversity:2.8,on=condition'
    >>> parse("recursive-cl-diversity:4,l=3").spec
    'recursive-cl-diversity:c=4,l=3'
    """
    name, _, rest = text.partition(":")
    return find_model(name).read(rest)


def models_from(models: str | Model | Sequence[str | Model]) -> tuple[Model, ...]:
    """Models from what users give: one or several, each a model or its spec string.

    >>> [model.spec for model in models_from(["k-anonymity:5", parse("k-anonymity:2")])]
    ['k-anonymity:5', 'k-anonymity:2']
    """
    several = (models,) if isinstance(models, str | Model) else tuple(models)
    return tuple(parse(model) if isinstance(model, str) else model for model in several)


def find_model(name: str) -> type[Model]:
    """Look a model up by its name."""
    wanted = name.strip()
    begun = wanted.partition("=")[0]
    if begun in MODELS and begun != wanted:  # what follows may be a sensitive value
        raise ModelError(
            f"model: a colon must follow the name {begun}, got '='; write"
            f" {begun}:{next(iter(MODELS[begun].parameters()))}=…"
        )
    if wanted in OF_LINKED_TABLES:
        raise ModelError(
            f"model: '{wanted}' is for linked tables, got it for one; name it as a"
            " linked model (--linked-model, linked.models)"
        )
    if wanted not in MODELS:
        raise ModelError(
            f"model: name must be a known one, got '{wanted}';"
            f" {nearest(wanted, list(MODELS))}"
        )
    return MODELS[wanted]


def is_built_in(model: Model) -> bool:
    """Tell whether a model is one of Diversa itself."""
    return MODELS.built_in.get(model.name()) is type(model)


def check_registered(model: Model) -> None:
    """Refuse a model whose spec string would not be read back as the same model."""
    name = model.name()
    if name not in MODELS or MODELS[name] is not type(model):
        raise ModelError(
            f"{model.spec}: a model must be registered to be written to a file, got the"
            f" class {type(model).__name__}, which is not; declare an entry point of"
            " diversa.models, see docs/guides/your-own-model.md"
        )


UNASKED = (
    *("pd-recursive-cl-diversity", "npd-recursive-cl-diversity", "nt-closeness"),
    *("epsilon-m-anonymity", "window-diversity", "delta-l-diversity", "le-diversity"),
    *("multi-level-l-diversity", "belief-change", "rho-breach", "skyline-privacy"),
    *("bayes-positive-disclosure", "bayes-negative-disclosure"),
    *("m-uniqueness", "m-invariance", "label-safety"),
)
"""Models that an audit need not import to know that it reports no level of theirs."""


def audited(
    sensitive: Sequence[str], *, given: Sequence[Need] = ()
) -> tuple[Model, ...]:
    """Give the models whose levels an audit reports when none is named, bound.

    Models with a need are left out unless it is `given`.

    >>> [model.spec for model in audited([])]
    ['k-anonymity:1']
    >>> audited(["ill"])[4].spec
    'recursive-cl-diversity:c=1,l=2,on=ill'
    """
    kinds = tuple(MODELS[name] for name in MODELS if name not in UNASKED)
    return bind_audited(kinds, tuple(sensitive), frozenset(given))


@lru_cache(maxsize=64)
def bind_audited(
    kinds: tuple[type[Model], ...], sensitive: tuple[str, ...], given: frozenset[Need]
) -> tuple[Model, ...]:
    """Make these models once: they are values, and never change."""
    measurable = [kind for kind in kinds if given.issuperset(kind.needs)]
    unbound = [model for kind in measurable for model in kind.audited()]
    return tuple(
        bound
        for model in unbound
        if sensitive or not isinstance(model, SensitiveModel)
        for bound in model.bind(sensitive)
    )


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a class of a model
    if name.startswith("_") or spec_name(name) not in MODELS.built_in:
        raise AttributeError(f"module 'diversa.models' has no attribute '{name}'")
    return MODELS[spec_name(name)]
