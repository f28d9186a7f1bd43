# SPDX-License-Identifier: Apache-2.0
"""How the table was recoded: levels and lattice, or the boxes of a partition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from diversa.report import charts
from diversa.report.elements import figures, folded, say, section, table


def recoded(manifest: Mapping[str, Any]) -> str:
    """What was done to the table, in words and as a picture."""
    evidence = manifest.get("evidence", {})
    drawn = [
        ("Rows by the size of their group", group_sizes(evidence)),
        *pictures(evidence.get("picture") or {}),
    ]
    return section(
        "How the table was recoded",
        say(in_words(manifest)),
        levels(manifest),
        figures(drawn),
        folded("Group sizes as numbers", sizes_table(manifest["audit"]["group_sizes"])),
    )


def in_words(manifest: Mapping[str, Any]) -> str:
    """The method, and whether its result is the best there is."""
    search = manifest["search"]
    counted = (
        f" {search['checked']:,} of {search['nodes']:,} nodes were counted."
        if "nodes" in search
        else ""
    )
    return (
        f"Method {manifest['method']}: {search['optimality']} by {search['objective']}"
        f" ({search['reason']}).{counted}"
    )


def levels(manifest: Mapping[str, Any]) -> str:
    """The level of each quasi-identifier, where groups are levels."""
    if "sensitive_table" in manifest:
        return say(
            "Quasi-identifiers are published as they are; sensitive values are in a"
            " table of their own, with the number of rows that have them in each group."
        )
    if "levels" not in manifest:
        return say(
            "Every group is published with labels of its own: ranges and sets of"
            " values, or a mean, a median, a common ancestor or * where asked for."
        )
    rows = [[name, level] for name, level in manifest["levels"].items()]
    return table(["quasi-identifier", "level (0 is unchanged)"], rows)


def group_sizes(evidence: Mapping[str, Any]) -> str:
    """How many rows are in groups of which size, before and after."""
    bins = evidence.get("group_sizes")
    if not bins:
        return ""
    return charts.histogram(
        "sizes",
        "rows by the size of their group, before and after",
        [span(size["low"], size["high"]) for size in bins],
        {
            when: [size[when] for size in bins]
            for when in ("before", "after")
            if when in bins[0]
        },
        unit="share of rows",
    )


def span(low: int, high: int | None) -> str:
    """The sizes of a bin.

    >>> span(1, 1), span(2, 4), span(1000, None)
    ('1', '2 to 4', '1,000 and more')
    """
    if high is None:
        return f"{low:,} and more"
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def sizes_table(bins: Sequence[Mapping[str, Any]]) -> str:
    """How many groups have which size."""
    rows = [
        [span(size["low"], size["high"]), size["groups"], size["rows"]] for size in bins
    ]
    return table(["rows in a group", "groups", "rows"], rows)


def pictures(picture: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The picture of the lattice or of the partition."""
    if "nodes" in picture:
        dots = [charts.Dot(*shape) for shape in picture["nodes"]]
        drawn = charts.lattice("lattice", "the lattice", dots)
        return [("Every generalization by its loss", drawn)]
    if "boxes" in picture:
        across, upwards = picture["across"], picture["upwards"]
        drawn = charts.boxes(
            "boxes",
            f"boxes of groups on {across['attribute']} and {upwards['attribute']}",
            [charts.Box(*shape) for shape in picture["boxes"]],
            across=(across["attribute"], across["ticks"]),
            upwards=(upwards["attribute"], upwards["ticks"]),
        )
        title = f"{len(picture['boxes']):,} of {picture['groups']:,} groups"
        return [(f"The partition, {title}", drawn)]
    return []
