# SPDX-License-Identifier: Apache-2.0
"""The report of a release, made from its manifest alone.

So it cannot hold what the manifest does not. The verdict comes first, then what an
adversary could learn before and after, how the table was recoded, what an analyst
loses, and in plain words what is not promised.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from diversa.report.adversary_section import adversary
from diversa.report.elements import page, section, table
from diversa.report.promise_section import not_promised, opening, promised
from diversa.report.recoding_section import recoded
from diversa.report.utility_section import left

REPORT = "report.html"
"""Name of the report in a release folder."""


def report_page(manifest: Mapping[str, Any], *, problems: Sequence[str] = ()) -> str:
    """Write the report of a release.

    Args:
        manifest: What the manifest says.
        problems: What an audit of the folder found to be otherwise.
    """
    return page(
        "Diversa release report",
        [
            "<h1>Release report</h1>",
            opening(manifest, problems),
            promised(manifest),
            *adversary(manifest),
            recoded(manifest),
            left(manifest),
            not_promised(manifest),
            made(manifest),
        ],
    )


def made(manifest: Mapping[str, Any]) -> str:
    """Roles, plan, versions and fingerprints."""
    roles, prints = manifest["roles"], manifest["fingerprints"]
    facts = {
        "quasi-identifiers": ", ".join(roles["quasi_identifiers"]),
        "sensitive": ", ".join(roles["sensitive"]) or "none declared",
        "identifiers": ", ".join(roles["identifiers"]) or "none declared",
        "columns published": ", ".join(manifest["columns"]),
        "missing sensitive values": manifest["promise"]["missing"],
        "versions": ", ".join(f"{k} {v}" for k, v in manifest["versions"].items()),
        "input, SHA-256": prints["input"] or "a frame",
        "plan, SHA-256": prints["plan"] or "made in Python",
    } | {f"{name}, SHA-256": file["sha256"] for name, file in manifest["files"].items()}
    return section(
        "How it was made", f"<small>{table(['', ''], facts.items())}</small>"
    )
