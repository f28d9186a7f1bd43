# SPDX-License-Identifier: Apache-2.0
"""The report of a release as one HTML page: no script, no network, prints well.

It is made from the manifest alone, so it cannot hold what the manifest does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from diversa.models import parse

REPORT = "report.html"
"""Name of the report in a release folder."""

STYLE = """\
:root { color-scheme: light dark; --line: #8884; --good: #18794e; --bar: #3b82a0; }
@media (prefers-color-scheme: dark) { :root { --good: #4cc38a; --bar: #6fb6d0; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto;
       padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: 0; } h2 { font-size: 1.15rem; margin-top: 2rem; }
.verdict { font-size: 1.2rem; font-weight: 600; color: var(--good); }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .8rem .3rem 0; vertical-align: top;
         border-bottom: 1px solid var(--line); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.bar { background: var(--bar); height: .8rem; min-width: 1px; border-radius: 2px; }
small, code { overflow-wrap: anywhere; }
@media print { body { margin: 0; max-width: none; } h2 { break-after: avoid; } }
"""

NOT_PROMISED = (
    "Columns without a role stay with their rows. If somebody may know one of them, it"
    " is a quasi-identifier and must be declared as one.",
    "The models hold for this release alone. Several releases of one table can be"
    " intersected.",
    "Somebody who knows the algorithm may learn from the fact that it had to"
    " generalize (the minimality attack).",
    "Each row counts as one person.",
)
"""What every report says, whatever the models."""


def report_page(manifest: Mapping[str, Any]) -> str:
    """Write the report of a release from its manifest."""
    rows_in, rows_out = manifest["rows_in"], manifest["rows_out"]
    parts = [
        "<h1>Release report</h1>",
        f'<p class="verdict">{verdict(manifest)}</p>',
        f"<p>{rows_out:,} of {rows_in:,} rows are published in"
        f" {manifest['audit']['groups']:,} groups;"
        f" {manifest['suppressed']:,} rows are suppressed.</p>",
        section("What is promised, and what was measured", promised(manifest)),
        section("How the table was generalized", generalized(manifest)),
        section("Group sizes", group_sizes(manifest["audit"]["group_sizes"])),
        section("What is left of the data", metrics(manifest["metrics"])),
        section("What is not promised", items(not_promised(manifest))),
        section("How it was made", made(manifest)),
    ]
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Diversa release report</title>\n<style>\n{STYLE}</style>\n"
        f"<body>\n{chr(10).join(parts)}\n</body>\n</html>\n"
    )


def verdict(manifest: Mapping[str, Any]) -> str:
    """The first line: does it hold."""
    found = manifest["audit"]["models"]
    holding = sum(one["holds"] for one in found)
    if holding == len(found):
        return f"It holds: all {holding} promised models, in every published group."
    return f"It does not hold: {len(found) - holding} of {len(found)} models fail."


def section(title: str, body: str) -> str:
    """A heading with what stands under it."""
    return f"<h2>{escape(title)}</h2>\n{body}"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table; numbers stand right."""
    lines = [list(row) for row in rows]
    numeric = [
        all(isinstance(line[place], int | float) for line in lines)
        for place in range(len(head))
    ]
    top = "".join(
        cell("th", name, right) for name, right in zip(head, numeric, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(
            cell("td", one, right) for one, right in zip(line, numeric, strict=True)
        )
        + "</tr>"
        for line in lines
    )
    return f"<table><tr>{top}</tr>{body}</table>"


def cell(tag: str, value: object, right: object) -> str:
    """One cell; numbers with thousands separated and at most four digits after."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    text = f"{value:,.4f}".rstrip("0").rstrip(".") if number else escape(str(value))
    return f"<{tag}{' class=number' if right else ''}>{text}</{tag}>"


def promised(manifest: Mapping[str, Any]) -> str:
    """Each model with what the published file attains."""
    return table(
        ["model", "attained", "holds", "stops", "does not stop"],
        [
            [
                one["spec"],
                attained(one),
                "yes" if one["holds"] else "no",
                parse(one["spec"]).stops,
                parse(one["spec"]).misses,
            ]
            for one in manifest["audit"]["models"]
        ],
    )


def attained(one: Mapping[str, Any]) -> str:
    """The attained level in words."""
    level = float("inf") if one["attained"] is None else float(one["attained"])
    return parse(one["spec"]).describe(level)


def generalized(manifest: Mapping[str, Any]) -> str:
    """The level of each quasi-identifier, or that every group has a box of its own."""
    if "levels" not in manifest:
        return (
            "<p>Every group is published with the ranges and sets of its own values"
            f" ({escape(manifest['method'])}).</p>"
        )
    rows = [[name, level] for name, level in manifest["levels"].items()]
    return table(["quasi-identifier", "level (0 is unchanged)"], rows)


def group_sizes(bins: Sequence[Mapping[str, Any]]) -> str:
    """How many groups have which size, with bars."""
    most = max((one["groups"] for one in bins), default=1)
    lines = "".join(
        f"<tr><td class=number>{span(one)}</td><td class=number>{one['groups']:,}</td>"
        f'<td style="width:60%"><div class="bar"'
        f' style="width:{100 * one["groups"] / most:.1f}%"></div></td></tr>'
        for one in bins
    )
    head = "<th class=number>rows in a group</th><th class=number>groups</th><th></th>"
    return f"<table><tr>{head}</tr>{lines}</table>"


def span(one: Mapping[str, Any]) -> str:
    """The sizes of a bin."""
    low, high = f"{one['low']:,}", f"{one['high']:,}"
    return low if low == high else f"{low} to {high}"


def metrics(found: Mapping[str, float]) -> str:
    """The utility metrics."""
    return table(["metric", "value"], list(found.items()))


def not_promised(manifest: Mapping[str, Any]) -> list[str]:
    """What the models leave open, and what every release leaves open."""
    misses = [
        f"{one['spec']} does not stop {parse(one['spec']).misses}."
        for one in manifest["audit"]["models"]
    ]
    return [*misses, *NOT_PROMISED]


def items(texts: Iterable[str]) -> str:
    """A list."""
    return f"<ul>{''.join(f'<li>{escape(one)}</li>' for one in texts)}</ul>"


def counted(search: Mapping[str, Any]) -> str:
    """How much of the lattice was looked at, where one was searched."""
    if "nodes" not in search:
        return ""
    return f"; {search['checked']:,} of {search['nodes']:,} nodes were counted"


def made(manifest: Mapping[str, Any]) -> str:
    """Search, versions and fingerprints."""
    search = manifest["search"]
    facts = {
        "search": f"{search['algorithm']}, {search['optimality']} by"
        f" {search['objective']}: {search['reason']}{counted(search)}",
        "quasi-identifiers": ", ".join(manifest["roles"]["quasi_identifiers"]),
        "sensitive": ", ".join(manifest["roles"]["sensitive"]) or "none declared",
        "identifiers": ", ".join(manifest["roles"]["identifiers"]) or "none declared",
        "versions": ", ".join(f"{k} {v}" for k, v in manifest["versions"].items()),
        "input, SHA-256": manifest["fingerprints"]["input"] or "a frame",
        "plan, SHA-256": manifest["fingerprints"]["plan"] or "made in Python",
    } | {f"{name}, SHA-256": one["sha256"] for name, one in manifest["files"].items()}
    return f"<small>{table(['', ''], facts.items())}</small>"
