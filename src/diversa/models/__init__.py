# SPDX-License-Identifier: Apache-2.0
"""Privacy models, one definition per file, named as in the papers.

`MODELS` is the registry: spec name to class. `parse` reads a spec string, `audited`
gives what an audit reports when no model is named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING
from functools import lru_cache
from typing import TYPE_CHECKING, Any, get_origin

from diversa.errors import ModelError, nearest
from diversa.models.model import Model, SensitiveModel
from diversa.models.needs import Need
from diversa.models.parameters import declared
from diversa.models.spec import read_arguments, read_list, unescape
from diversa.registry import Imported, Registry

if TYPE_CHECKING:
    from diversa.models.alpha_k_anonymity import AlphaKAnonymity
    from diversa.models.bayes_negative_disclosure import BayesNegativeDisclosure
    from diversa.models.bayes_positive_disclosure import BayesPositiveDisclosure
    from diversa.models.belief_change import BeliefChange
    from diversa.models.beta_likeness import BetaLikeness
    from diversa.models.ck_safety import CkSafety
    from diversa.models.delta_disclosure import DeltaDisclosure
    from diversa.models.delta_l_diversity import DeltaLDiversity
    from diversa.models.delta_presence import DeltaPresence
    from diversa.models.distinct_l_diversity import DistinctLDiversity
    from diversa.models.entropy_l_diversity import EntropyLDiversity
    from diversa.models.epsilon_m_anonymity import EpsilonMAnonymity
    from diversa.models.frequency_l_diversity import FrequencyLDiversity
    from diversa.models.k_anonymity import KAnonymity
    from diversa.models.k_map import KMap
    from diversa.models.ke_anonymity import KeAnonymity
    from diversa.models.le_diversity import LeDiversity
    from diversa.models.m_invariance import MInvariance
    from diversa.models.m_uniqueness import MUniqueness
    from diversa.models.multi_level_l_diversity import MultiLevelLDiversity
    from diversa.models.npd_recursive_cl_diversity import NpdRecursiveClDiversity
    from diversa.models.nt_closeness import NtCloseness
    from diversa.models.pd_recursive_cl_diversity import PdRecursiveClDiversity
    from diversa.models.recursive_cl_diversity import RecursiveClDiversity
    from diversa.models.rho_breach import RhoBreach
    from diversa.models.skyline_privacy import SkylinePrivacy
    from diversa.models.subtree_frequency_diversity import SubtreeFrequencyDiversity
    from diversa.models.t_closeness import TCloseness
    from diversa.models.variance_control import VarianceControl
    from diversa.models.window_diversity import WindowDiversity

__all__ = [
    "MODELS",
    "AlphaKAnonymity",
    "BayesNegativeDisclosure",
    "BayesPositiveDisclosure",
    "BeliefChange",
    "BetaLikeness",
    "CkSafety",
    "DeltaDisclosure",
    "DeltaLDiversity",
    "DeltaPresence",
    "DistinctLDiversity",
    "EntropyLDiversity",
    "EpsilonMAnonymity",
    "FrequencyLDiversity",
    "KAnonymity",
    "KMap",
    "KeAnonymity",
    "LeDiversity",
    "MInvariance",
    "MUniqueness",
    "Model",
    "MultiLevelLDiversity",
    "NpdRecursiveClDiversity",
    "NtCloseness",
    "PdRecursiveClDiversity",
    "RecursiveClDiversity",
    "RhoBreach",
    "SensitiveModel",
    "SkylinePrivacy",
    "SubtreeFrequencyDiversity",
    "TCloseness",
    "VarianceControl",
    "WindowDiversity",
    "audited",
    "check_registered",
    "find_model",
    "is_built_in",
    "parse",
]

BUILT_IN = {
    "k-anonymity": "KAnonymity",
    "distinct-l-diversity": "DistinctLDiversity",
    "frequency-l-diversity": "FrequencyLDiversity",
    "entropy-l-diversity": "EntropyLDiversity",
    "recursive-cl-diversity": "RecursiveClDiversity",
    "pd-recursive-cl-diversity": "PdRecursiveClDiversity",
    "npd-recursive-cl-diversity": "NpdRecursiveClDiversity",
    "alpha-k-anonymity": "AlphaKAnonymity",
    "t-closeness": "TCloseness",
    "nt-closeness": "NtCloseness",
    "beta-likeness": "BetaLikeness",
    "delta-disclosure": "DeltaDisclosure",
    "epsilon-m-anonymity": "EpsilonMAnonymity",
    "window-diversity": "WindowDiversity",
    "delta-l-diversity": "DeltaLDiversity",
    "multi-level-l-diversity": "MultiLevelLDiversity",
    "ke-anonymity": "KeAnonymity",
    "variance-control": "VarianceControl",
    "le-diversity": "LeDiversity",
    "subtree-frequency-diversity": "SubtreeFrequencyDiversity",
    "delta-presence": "DeltaPresence",
    "k-map": "KMap",
    "belief-change": "BeliefChange",
    "rho-breach": "RhoBreach",
    "bayes-positive-disclosure": "BayesPositiveDisclosure",
    "bayes-negative-disclosure": "BayesNegativeDisclosure",
    "ck-safety": "CkSafety",
    "skyline-privacy": "SkylinePrivacy",
    "m-uniqueness": "MUniqueness",
    "m-invariance": "MInvariance",
}
"""The class of each model of Diversa itself, which stands in the file of its name; it
is imported when it is asked for."""

LEVELED = frozenset(
    {
        "k-anonymity",
        "distinct-l-diversity",
        "frequency-l-diversity",
        "entropy-l-diversity",
        "recursive-cl-diversity",
        "alpha-k-anonymity",
        "t-closeness",
        "beta-likeness",
        "delta-disclosure",
        "ke-anonymity",
        "variance-control",
        "subtree-frequency-diversity",
        "delta-presence",
        "k-map",
        "ck-safety",
    }
)
"""Those that have a level when no model is named: an audit imports no other one."""


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


def home(name: str) -> str:
    """The module of a model: the file has its name.

    >>> home("k-anonymity")
    'diversa.models.k_anonymity'
    """
    return f"diversa.models.{name.replace('-', '_')}"


MODELS: Registry[type[Model]] = Registry(
    "diversa.models",
    Imported({name: f"{home(name)}:{kind}" for name, kind in BUILT_IN.items()}),
    accept_model,
)
"""Every model by the name of its spec string; installed packages may add to it."""


def parse(text: str) -> Model:
    """Read a model from its spec string.

    >>> parse("entropy-l-diversity:2.8,on=condition").spec
    'entropy-l-diversity:2.8,on=condition'
    >>> parse("recursive-cl-diversity:4,l=3").spec
    'recursive-cl-diversity:c=4,l=3'
    """
    name, _, rest = text.partition(":")
    model = find_model(name)
    name = model.name()
    arguments = read_arguments(name, rest, list(model.parameters()))
    values: dict[str, str | list[str]] = {}
    for key, default in model.parameters().items():
        kind, param = declared(model)[key]
        if key in arguments:
            listed = get_origin(kind) is tuple
            values[key] = (
                read_list(arguments[key]) if listed else unescape(arguments[key])
            )
        elif default is MISSING:
            raise ModelError(
                f"{name}: {key} must be given, got none; it is the {param.meaning}"
            )
    return model(**values)


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


def audited(
    sensitive: Sequence[str], *, given: Sequence[Need] = ()
) -> tuple[Model, ...]:
    """Give the models whose levels an audit reports when none is named, bound.

    Args:
        sensitive: The sensitive attributes.
        given: What is given beside the table, for models that need it.

    >>> [model.spec for model in audited([])]
    ['k-anonymity:1']
    >>> audited(["ill"])[4].spec
    'recursive-cl-diversity:c=1,l=2,on=ill'
    """
    kinds = tuple(
        MODELS[name] for name in MODELS if name in LEVELED or name not in BUILT_IN
    )
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


HOMES = {kind: name for name, kind in BUILT_IN.items()}
"""The name of each model by its class."""


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a class of a model
    if name not in HOMES:
        raise AttributeError(f"module 'diversa.models' has no attribute '{name}'")
    return MODELS[HOMES[name]]
