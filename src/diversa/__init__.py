# SPDX-License-Identifier: Apache-2.0
"""Diversa: publish tables about people without giving the people away.

The front functions: `anonymize`, `attack`, `audit`, `lattice`, `open`, `republish`,
`suggest`. They are loaded when first used, so that `import diversa` stays light.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from diversa.version import __version__

if TYPE_CHECKING:
    from diversa.attacks.attack import attack
    from diversa.audits.audit import audit
    from diversa.audits.release_audit import audit_release
    from diversa.audits.series_audit import m_invariance
    from diversa.comparisons.comparison import compare
    from diversa.later_rows import apply
    from diversa.pipeline import anonymize, lattice
    from diversa.plan.file import read_plan
    from diversa.plan.keywords import make_plan
    from diversa.plan.plan import Plan
    from diversa.report.report import write_report
    from diversa.risks.table_risk import risk
    from diversa.series.republish import republish
    from diversa.suggestions.suggestion import suggest

__all__ = [
    "Plan",
    "__version__",
    "anonymize",
    "apply",
    "attack",
    "audit",
    "audit_release",
    "compare",
    "lattice",
    "m_invariance",
    "make_plan",
    "open",
    "read_plan",
    "republish",
    "risk",
    "suggest",
    "write_report",
]

_HOMES = {
    "Plan": "diversa.plan.plan",
    "anonymize": "diversa.pipeline",
    "apply": "diversa.later_rows",
    "attack": "diversa.attacks.attack",
    "audit": "diversa.audits.audit",
    "audit_release": "diversa.audits.release_audit",
    "compare": "diversa.comparisons.comparison",
    "lattice": "diversa.pipeline",
    "m_invariance": "diversa.audits.series_audit",
    "make_plan": "diversa.plan.keywords",
    "open": "diversa.open_table",
    "read_plan": "diversa.plan.file",
    "republish": "diversa.series.republish",
    "risk": "diversa.risks.table_risk",
    "suggest": "diversa.suggestions.suggestion",
    "write_report": "diversa.report.report",
}

_OWN_NAMES = {"open": "open_table"}
"""What a function is called at home, where its short name is a word of Python."""


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the module holds
    if name not in _HOMES:
        raise AttributeError(f"module 'diversa' has no attribute '{name}'")
    return getattr(import_module(_HOMES[name]), _OWN_NAMES.get(name, name))


def __dir__() -> list[str]:
    return __all__
