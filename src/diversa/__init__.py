# SPDX-License-Identifier: Apache-2.0
"""Diversa: publish tables about people without giving the people away.

The front functions: `anonymize`, `attack`, `audit`, `lattice`, `republish`,
`suggest`. They are loaded when first used, so that `import diversa` stays light.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from diversa.version import __version__

if TYPE_CHECKING:
    from diversa.pipeline import anonymize, lattice
    from diversa.plan import Plan
    from diversa.plan_file import read_plan
    from diversa.plan_words import make_plan
    from diversa.report.attack import attack
    from diversa.report.audit import audit
    from diversa.report.comparison import compare
    from diversa.report.release_audit import audit_release
    from diversa.report.reporting import write_report
    from diversa.report.series import m_invariance
    from diversa.report.table_risk import risk
    from diversa.republication import republish
    from diversa.suggestion import suggest

__all__ = [
    "Plan",
    "__version__",
    "anonymize",
    "attack",
    "audit",
    "audit_release",
    "compare",
    "lattice",
    "m_invariance",
    "make_plan",
    "read_plan",
    "republish",
    "risk",
    "suggest",
    "write_report",
]

_HOMES = {
    "Plan": "diversa.plan",
    "anonymize": "diversa.pipeline",
    "attack": "diversa.report.attack",
    "audit": "diversa.report.audit",
    "audit_release": "diversa.report.release_audit",
    "compare": "diversa.report.comparison",
    "lattice": "diversa.pipeline",
    "m_invariance": "diversa.report.series",
    "make_plan": "diversa.plan_words",
    "read_plan": "diversa.plan_file",
    "republish": "diversa.republication",
    "risk": "diversa.report.table_risk",
    "suggest": "diversa.suggestion",
    "write_report": "diversa.report.reporting",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the module holds
    if name not in _HOMES:
        raise AttributeError(f"module 'diversa' has no attribute '{name}'")
    return getattr(import_module(_HOMES[name]), name)
