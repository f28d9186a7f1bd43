# SPDX-License-Identifier: Apache-2.0
"""Diversa: publish tables about people without giving the people away.

The front functions: `anonymize`, `apply`, `attack`, `audit`, `compare`, `lattice`,
`open`, `republish`, `risk`, `suggest`, `sweep`, `write_report`. What they take and
raise is here too: `ReadOptions`, hierarchies, models, errors. All is loaded when first
used, so that `import diversa` stays light.
"""

from __future__ import annotations

from importlib import import_module

from diversa.version import __version__

# As type checkers know it; to import typing takes as long as the rest of the start.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from diversa.attacks.attack import attack
    from diversa.attacks.homogeneity import expected_homogeneity
    from diversa.attacks.proximity import proximity
    from diversa.attacks.skewness import skewness
    from diversa.audits.audit import audit
    from diversa.audits.release_audit import audit_release
    from diversa.audits.series_audit import m_invariance
    from diversa.comparisons.comparison import compare
    from diversa.counts.cells import Cells
    from diversa.counts.groups import Groups
    from diversa.counts.population import Population
    from diversa.counts.sensitive import Sensitive
    from diversa.data.database_table import DatabaseTable
    from diversa.data.dictionary import Dictionary, Kind
    from diversa.data.examples import hospital, inpatients
    from diversa.data.identifiers import (
        Drop,
        KeyedHash,
        Mask,
        Tokens,
    )
    from diversa.data.missing import MissingPolicy
    from diversa.data.population_source import PeopleSource
    from diversa.data.read_options import ReadOptions
    from diversa.data.roles import Roles
    from diversa.data.write_options import WriteOptions
    from diversa.engines.duckdb.engine import DuckDBEngine
    from diversa.errors import (
        DiversaError,
        HierarchyError,
        InputError,
        InternalError,
        MissingValueError,
        ModelError,
        NoSolutionError,
        PlanError,
        RoleError,
        SourceError,
        TargetError,
    )
    from diversa.hierarchies import (
        Coding,
        Dates,
        Functions,
        Hierarchy,
        Intervals,
        LevelsFile,
        Lookups,
        Masking,
        Rounding,
        Rows,
        Suppression,
        Taxonomy,
        Tree,
    )
    from diversa.later_rows import apply
    from diversa.metrics import METRICS, OBJECTIVES
    from diversa.metrics.metric import Metric
    from diversa.metrics.objective import Objective
    from diversa.metrics.recoded import Recoded
    from diversa.metrics.utility import utility
    from diversa.models import (
        MODELS,
        AlphaKAnonymity,
        BayesNegativeDisclosure,
        BayesPositiveDisclosure,
        BeliefChange,
        BetaLikeness,
        CkSafety,
        DeltaDisclosure,
        DeltaLDiversity,
        DeltaPresence,
        DistinctLDiversity,
        EntropyLDiversity,
        EpsilonMAnonymity,
        FrequencyLDiversity,
        KAnonymity,
        KeAnonymity,
        KMap,
        LeDiversity,
        MInvariance,
        Model,
        MultiLevelLDiversity,
        MUniqueness,
        NpdRecursiveClDiversity,
        NtCloseness,
        PdRecursiveClDiversity,
        RecursiveClDiversity,
        RhoBreach,
        SensitiveModel,
        SkylinePrivacy,
        SubtreeFrequencyDiversity,
        TCloseness,
        VarianceControl,
        WindowDiversity,
    )
    from diversa.models.ground_distance import LineDistance
    from diversa.models.group_numbers import Numbers
    from diversa.models.named_distances import DISTANCES
    from diversa.models.parameters import Param
    from diversa.models.republication import judge_series, series_of
    from diversa.open_table import sweep
    from diversa.pipeline import anonymize, lattice
    from diversa.plan.file import plan_to_toml, read_plan
    from diversa.plan.keywords import make_plan
    from diversa.plan.plan import Plan
    from diversa.report.report import write_report
    from diversa.risks.table_risk import risk
    from diversa.series.republish import republish
    from diversa.suggestions.suggestion import suggest

__all__ = [
    "DISTANCES",
    "METRICS",
    "MODELS",
    "OBJECTIVES",
    "AlphaKAnonymity",
    "BayesNegativeDisclosure",
    "BayesPositiveDisclosure",
    "BeliefChange",
    "BetaLikeness",
    "Cells",
    "CkSafety",
    "Coding",
    "DatabaseTable",
    "Dates",
    "DeltaDisclosure",
    "DeltaLDiversity",
    "DeltaPresence",
    "Dictionary",
    "DistinctLDiversity",
    "DiversaError",
    "Drop",
    "DuckDBEngine",
    "EntropyLDiversity",
    "EpsilonMAnonymity",
    "FrequencyLDiversity",
    "Functions",
    "Groups",
    "Hierarchy",
    "HierarchyError",
    "InputError",
    "InternalError",
    "Intervals",
    "KAnonymity",
    "KMap",
    "KeAnonymity",
    "KeyedHash",
    "Kind",
    "LeDiversity",
    "LevelsFile",
    "LineDistance",
    "Lookups",
    "MInvariance",
    "MUniqueness",
    "Mask",
    "Masking",
    "Metric",
    "MissingPolicy",
    "MissingValueError",
    "Model",
    "ModelError",
    "MultiLevelLDiversity",
    "NoSolutionError",
    "NpdRecursiveClDiversity",
    "NtCloseness",
    "Numbers",
    "Objective",
    "Param",
    "PdRecursiveClDiversity",
    "PeopleSource",
    "Plan",
    "PlanError",
    "Population",
    "ReadOptions",
    "Recoded",
    "RecursiveClDiversity",
    "RhoBreach",
    "RoleError",
    "Roles",
    "Rounding",
    "Rows",
    "Sensitive",
    "SensitiveModel",
    "SkylinePrivacy",
    "SourceError",
    "SubtreeFrequencyDiversity",
    "Suppression",
    "TCloseness",
    "TargetError",
    "Taxonomy",
    "Tokens",
    "Tree",
    "VarianceControl",
    "WindowDiversity",
    "WriteOptions",
    "__version__",
    "anonymize",
    "apply",
    "attack",
    "audit",
    "audit_release",
    "compare",
    "expected_homogeneity",
    "hospital",
    "inpatients",
    "judge_series",
    "lattice",
    "m_invariance",
    "make_plan",
    "open",
    "plan_to_toml",
    "proximity",
    "read_plan",
    "republish",
    "risk",
    "series_of",
    "skewness",
    "suggest",
    "sweep",
    "utility",
    "write_report",
]

_HOLDS = {
    "diversa.attacks.attack": ("attack",),
    "diversa.attacks.homogeneity": ("expected_homogeneity",),
    "diversa.attacks.proximity": ("proximity",),
    "diversa.attacks.skewness": ("skewness",),
    "diversa.audits.audit": ("audit",),
    "diversa.audits.release_audit": ("audit_release",),
    "diversa.audits.series_audit": ("m_invariance",),
    "diversa.comparisons.comparison": ("compare",),
    "diversa.counts.cells": ("Cells",),
    "diversa.counts.groups": ("Groups",),
    "diversa.counts.population": ("Population",),
    "diversa.counts.sensitive": ("Sensitive",),
    "diversa.data.dictionary": (
        "Dictionary",
        "Kind",
    ),
    "diversa.data.examples": (
        "hospital",
        "inpatients",
    ),
    "diversa.data.identifiers": (
        "Drop",
        "KeyedHash",
        "Mask",
        "Tokens",
    ),
    "diversa.data.missing": ("MissingPolicy",),
    "diversa.data.population_source": ("PeopleSource",),
    "diversa.data.read_options": ("ReadOptions",),
    "diversa.data.roles": ("Roles",),
    "diversa.data.write_options": ("WriteOptions",),
    "diversa.data.database_table": ("DatabaseTable",),
    "diversa.engines.duckdb.engine": ("DuckDBEngine",),
    "diversa.errors": (
        "DiversaError",
        "HierarchyError",
        "InputError",
        "InternalError",
        "MissingValueError",
        "ModelError",
        "NoSolutionError",
        "PlanError",
        "RoleError",
        "SourceError",
        "TargetError",
    ),
    "diversa.hierarchies": (
        "Coding",
        "Dates",
        "Functions",
        "Hierarchy",
        "Intervals",
        "LevelsFile",
        "Lookups",
        "Masking",
        "Rounding",
        "Rows",
        "Suppression",
        "Taxonomy",
        "Tree",
    ),
    "diversa.later_rows": ("apply",),
    "diversa.metrics": (
        "METRICS",
        "OBJECTIVES",
    ),
    "diversa.metrics.metric": ("Metric",),
    "diversa.metrics.objective": ("Objective",),
    "diversa.metrics.recoded": ("Recoded",),
    "diversa.metrics.utility": ("utility",),
    "diversa.models": (
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
        "MODELS",
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
    ),
    "diversa.models.ground_distance": ("LineDistance",),
    "diversa.models.group_numbers": ("Numbers",),
    "diversa.models.named_distances": ("DISTANCES",),
    "diversa.models.parameters": ("Param",),
    "diversa.models.republication": (
        "judge_series",
        "series_of",
    ),
    "diversa.open_table": ("open", "sweep"),
    "diversa.pipeline": (
        "anonymize",
        "lattice",
    ),
    "diversa.plan.file": (
        "plan_to_toml",
        "read_plan",
    ),
    "diversa.plan.keywords": ("make_plan",),
    "diversa.plan.plan": ("Plan",),
    "diversa.report.report": ("write_report",),
    "diversa.risks.table_risk": ("risk",),
    "diversa.series.republish": ("republish",),
    "diversa.suggestions.suggestion": ("suggest",),
}
"""What is public of each module."""

_HOMES = {name: module for module, names in _HOLDS.items() for name in names}

_OWN_NAMES = {"open": "open_table"}
"""What a function is called at home, where its short name is a word of Python."""


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the module holds
    if name not in _HOMES:
        raise AttributeError(f"module 'diversa' has no attribute '{name}'")
    return getattr(import_module(_HOMES[name]), _OWN_NAMES.get(name, name))


def __dir__() -> list[str]:
    return __all__
