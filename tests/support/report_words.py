# SPDX-License-Identifier: Apache-2.0
"""The words of a page, and records small enough to be written by hand."""

from __future__ import annotations

import re
from dataclasses import replace

from diversa.metrics.association import Association
from diversa.metrics.classification_accuracy import Accuracy
from diversa.metrics.count_queries import QueryError
from diversa.metrics.distributions import Distribution
from diversa.metrics.utility import Utility
from diversa.record.attack_record import AttacksRecord, ExposureRecord, NotMade
from diversa.record.audit_record import AuditRecord, Bin, JudgementRecord
from diversa.record.evidence_record import AttackMoments, EvidenceRecord, RiskMoments
from diversa.record.record import Record
from diversa.record.risk import AttackerRisk, Risk
from manifests import whole


def words(page):
    """The text of a page without its tags, unescaped as far as tests need it."""
    text = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    return text.replace("&#x27;", "'").replace("&lt;", "<").replace("&gt;", ">")


def risk(highest, unique, **parts):
    """The risk of a table of 100 rows, with its population not known."""
    attacker = AttackerRisk(highest, highest, 0, 0.0)
    settled = {
        "population_known": False,
        "sample_uniques": round(100 * unique),
        "population_uniques": None,
    }
    return Risk(100, 20, 0.2, attacker, attacker, attacker, **(settled | parts))


def exposure(share, on="ill", attack="homogeneity", words="in words"):
    """What one attack found."""
    return ExposureRecord(attack=attack, on=on, share=share, words=words)


def attacked(share, *more):
    """One attack that was made, or several."""
    return AttacksRecord(
        (exposure(share), *more), (NotMade("linking", None, "needs people"),)
    )


def evidence(**parts):
    """Evidence of a table and its release."""
    settled = {
        "risk": RiskMoments(before=risk(1.0, 0.75), after=risk(0.25, 0.0)),
        "attacks": AttackMoments(before=attacked(0.5), after=attacked(0.125)),
        "group_sizes": (),
        "utility": None,
        "picture": None,
    }
    return EvidenceRecord(**(settled | parts))


ALONE = evidence(
    risk=RiskMoments(after=risk(0.25, 0.0)), attacks=AttackMoments(after=attacked(0.5))
)
"""Evidence of one table."""

UTILITY = Utility(
    metrics={"loss": 0.5, "discernibility": 48, "ambiguity": None},
    loss_by_attribute={"zip": 0.5},
    ncp_by_attribute={"zip": 0.25},
    query_error=QueryError(0.5, 0.25, 1000, 3, 0.05, 1.0, 0),
    accuracy=Accuracy("ill", 0.5, 0.75, 0.25, 120),
    distributions=(
        Distribution("zip", ("13053", "14850"), (0.5, 0.5), (0.375, 0.625)),
    ),
    associations=(Association(("zip", "ill"), "V", 0.5, 0.25),),
)
"""What is left of a table."""


def judged(*, holds=True, spec="k-anonymity:4", attained=4, **parts):
    """What an audit says of one model."""
    settled = {"failing_groups": 0, "failing_rows": 0} | parts
    return JudgementRecord(spec=spec, holds=holds, attained=attained, **settled)


def audited(*, holds=True, **parts):
    """An audit of three groups by one model."""
    settled = {
        "rows": 12,
        "groups": 3,
        "levels": {"k-anonymity": 4},
        "models": (judged(holds=holds),),
        "failing_rows": 4 if holds is False else 0,
        "group_sizes": (Bin(4, 4, 3, 12),),
        "quasi_identifiers": ("zip", "age"),
    }
    return AuditRecord(holds=holds, **(settled | parts))


BASE = Record.from_json(
    whole(promise={"models": ["k-anonymity:4"]}, files={"release.csv": {"sha256": ""}})
)


def record(**parts):
    """A record with that audit; parts of the promise and the search by key."""
    for name in ("promise", "search"):
        if name in parts:
            parts[name] = replace(getattr(BASE, name), **parts[name])
    return replace(BASE, **({"audit": audited()} | parts))
