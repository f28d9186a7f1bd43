# SPDX-License-Identifier: Apache-2.0
"""How the table was recoded: levels and lattice, or how wide labels are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from diversa.report import charts
from diversa.report.elements import figures, folded, say, section, table
from diversa.report.language import ENGLISH, SPOKEN, numbered, phrase, written


def recoded(manifest: Mapping[str, Any]) -> str:
    """What was done to the table, in words and as a picture."""
    evidence = manifest.get("evidence", {})
    drawn = [
        (phrase("recoding.sizes"), group_sizes(evidence)),
        *pictures(evidence.get("picture") or {}),
    ]
    return section(
        phrase("recoding.title"),
        say(in_words(manifest)),
        levels(manifest),
        figures(drawn),
        folded(
            phrase("recoding.sizes_as_numbers"),
            sizes_table(manifest["audit"]["group_sizes"]),
        ),
    )


def in_words(manifest: Mapping[str, Any]) -> str:
    """The method, and whether its result is the best there is."""
    search = manifest["search"]
    exact = search["optimality"] != "best found"
    # Why it is so is told by the search itself, which speaks English.
    reason = f" ({search['reason']})" if SPOKEN.get() == ENGLISH else ""
    text = phrase(
        "recoding.exact" if exact else "recoding.best_found",
        method=manifest["method"],
        objective=search["objective"],
        reason=reason,
    )
    if "floor" in search:
        listed = (f"{name} = {level}" for name, level in search["floor"].items())
        text = f"{text} {phrase('recoding.floor', levels=', '.join(listed))}"
    if "nodes" not in search:
        return text
    counted, nodes = written(search["checked"]), written(search["nodes"])
    return f"{text} {phrase('recoding.nodes', checked=counted, nodes=nodes)}"


def levels(manifest: Mapping[str, Any]) -> str:
    """The level of each quasi-identifier, where groups are levels."""
    if "sensitive_table" in manifest:
        return say(phrase("recoding.two_tables"))
    if "levels" not in manifest:
        return say(f"{phrase('recoding.own_labels')} {ends(manifest)}")
    shown = (manifest.get("evidence") or {}).get("levels")
    if shown:
        rows = [[line["attribute"], of_height(line), label_of(line)] for line in shown]
        heads = ("quasi_identifier", "level", "published_as")
        return table([phrase(f"recoding.{head}") for head in heads], rows)
    plain = [[name, level] for name, level in manifest["levels"].items()]
    columns = ("quasi_identifier", "level_zero")
    return table([phrase(f"recoding.{column}") for column in columns], plain)


def ends(manifest: Mapping[str, Any]) -> str:
    """Whether ranges and sets show what few rows have, and what it costs if not.

    What it costs is not told where rows are withheld.
    """
    metrics = manifest["metrics"]
    tight, loss = metrics.get("loss-of-tight-boxes"), metrics.get("loss")
    if tight is not None and loss is not None:
        both = {"tight": numbered(f"{tight:.4g}"), "loss": numbered(f"{loss:.4g}")}
        return phrase("recoding.coded_ends", **both)
    coded = manifest.get("boxes") == "coded"
    return phrase("recoding.coded_ends_alone" if coded else "recoding.tight_ends")


def of_height(line: Mapping[str, Any]) -> str:
    """A level and how many there are, which belong together on a line.

    How many there are is not told where rows are withheld.
    """
    if line["height"] is None:
        return str(line["level"])
    text = phrase("recoding.of", level=line["level"], height=line["height"])
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def label_of(line: Mapping[str, Any]) -> str:
    """What is published on a level: the label that most rows have."""
    if not line["level"]:
        return phrase("recoding.unchanged")
    return phrase("missing") if line["label"] is None else str(line["label"])


def group_sizes(evidence: Mapping[str, Any]) -> str:
    """How many rows are in groups of which size, before and after."""
    bins = evidence.get("group_sizes")
    if not bins:
        return ""
    return charts.histogram(
        phrase("recoding.sizes"),
        [span(size["low"], size["high"]) for size in bins],
        {
            when: [size[when] for size in bins]
            for when in ("before", "after")
            if when in bins[0]
        },
        unit=phrase("share_of_rows"),
    )


def span(low: int, high: int | None) -> str:
    """The sizes of a bin.

    >>> span(1, 1), span(2, 4), span(1000, None)
    ('1', '2 to 4', '1,000 and more')
    """
    if high is None:
        return phrase("span.open", low=written(low))
    if low == high:
        return written(low)
    return phrase("span.closed", low=written(low), high=written(high))


def sizes_table(bins: Sequence[Mapping[str, Any]]) -> str:
    """How many groups have which size."""
    rows = [
        [span(size["low"], size["high"]), size["groups"], size["rows"]] for size in bins
    ]
    heads = ("rows_in_a_group", "groups", "rows")
    return table([phrase(f"recoding.{head}") for head in heads], rows)


def pictures(picture: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The picture of the lattice, or of how wide labels are."""
    if "nodes" in picture:
        dots = [charts.Dot(*shape) for shape in picture["nodes"]]
        if any(dot.kind == "unjudged" for dot in dots):
            return []
        title = phrase("recoding.lattice")
        return [(title, charts.lattice(title, dots))]
    if picture.get("labels"):
        title = phrase("recoding.widths")
        lines = [(line["attribute"], line["shares"]) for line in picture["labels"]]
        return [(title, charts.label_widths(title, lines))]
    return []
