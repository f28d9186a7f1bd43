# SPDX-License-Identifier: Apache-2.0
"""The recoding of a table: levels and lattice, or widths of labels."""

from __future__ import annotations

from collections.abc import Sequence

from diversa.recodings.picture import LabelsPicture, LatticePicture, Picture
from diversa.record.audit_record import Bin
from diversa.record.evidence_record import EvidenceRecord, GeneralizedAttribute
from diversa.record.label_record import FEW_GROUPS, LabelRecord
from diversa.record.record import Record
from diversa.report import charts, dot_charts
from diversa.report.elements import figures, fold, say, section, table
from diversa.report.language import (
    ENGLISH,
    SPOKEN,
    format_value,
    localize_number,
    many,
    percent,
    phrase,
)


def recoding_section(record: Record) -> str:
    """The section on the recoding, in words and as a picture."""
    evidence = record.evidence
    drawn = [
        (phrase("recoding.sizes"), group_sizes(evidence)),
        *pictures(None if evidence is None else evidence.picture),
    ]
    return section(
        phrase("recoding.title"),
        say(in_words(record)),
        levels(record),
        "" if record.audit.labels is None else say(label_findings(record.audit.labels)),
        figures(drawn),
        fold(
            phrase("recoding.sizes_as_numbers"),
            sizes_table(record.audit.group_sizes),
        ),
    )


def in_words(record: Record) -> str:
    """The method, and its claim of optimality."""
    search = record.search
    exact = search.optimality != "best found"
    # The search gives its reason in English only.
    reason = f" ({search.reason})" if SPOKEN.get() == ENGLISH else ""
    text = phrase(
        "recoding.exact" if exact else "recoding.best_found",
        method=record.method,
        objective=search.objective,
        reason=reason,
    )
    if search.floor:
        listed = (f"{name} = {level}" for name, level in search.floor.items())
        text = f"{text} {phrase('recoding.floor', levels=', '.join(listed))}"
    if search.nodes is None or search.checked is None:
        return text
    counted, nodes = format_value(search.checked), format_value(search.nodes)
    return f"{text} {phrase('recoding.nodes', checked=counted, nodes=nodes)}"


def levels(record: Record) -> str:
    """The level of each quasi-identifier, if the method has levels."""
    if record.sensitive_table is not None:
        return say(phrase("recoding.two_tables"))
    if record.levels is None:
        return say(f"{phrase('recoding.own_labels')} {ends(record)}")
    shown = None if record.evidence is None else record.evidence.levels
    if shown:
        rows = [[line.attribute, of_height(line), label_of(line)] for line in shown]
        heads = ("quasi_identifier", "level", "published_as")
        return table([phrase(f"recoding.{head}") for head in heads], rows)
    plain = [[name, level] for name, level in record.levels.items()]
    columns = ("quasi_identifier", "level_zero")
    return table([phrase(f"recoding.{column}") for column in columns], plain)


def label_findings(labels: LabelRecord) -> str:
    """The claims of labels on single rows."""
    rows = many("rows", labels.restored_rows)
    return phrase(
        f"labels.{labels.finding}",
        values=format_value(labels.values_of_one_row),
        share=percent(labels.finer_share),
        restored=phrase("labels.restored", rows=rows) if labels.restored_rows else "",
        few=FEW_GROUPS,
    )


def ends(record: Record) -> str:
    """The meaning of the ends of ranges, and the loss due to coded ends.

    The loss is not public if rows are withheld.
    """
    if record.labels in ("safe", "region"):
        return phrase(f"recoding.{record.labels}_labels")
    metrics = record.metrics
    tight, loss = metrics.get("loss-of-tight-boxes"), metrics.get("loss")
    if tight is not None and loss is not None:
        both = {
            "tight": localize_number(f"{tight:.4g}"),
            "loss": localize_number(f"{loss:.4g}"),
        }
        return phrase("recoding.coded_ends", **both)
    coded = record.labels == "tight" or record.boxes == "coded"
    return phrase("recoding.coded_ends_alone" if coded else "recoding.tight_ends")


def of_height(line: GeneralizedAttribute) -> str:
    """A level and the number of levels, on one line.

    The number of levels is not public if rows are withheld.
    """
    if line.height is None:
        return str(line.level)
    text = phrase("recoding.of", level=line.level, height=line.height)
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def label_of(line: GeneralizedAttribute) -> str:
    """The most frequent label of a level."""
    if not line.level:
        return phrase("recoding.unchanged")
    return phrase("missing") if line.label is None else line.label


def group_sizes(evidence: EvidenceRecord | None) -> str:
    """A chart of rows, or people, by size of group, before and after."""
    spans = () if evidence is None else evidence.group_sizes
    if not spans:
        return ""
    before = [size.before for size in spans if size.before is not None]
    after = [size.after for size in spans]
    return charts.histogram(
        phrase("recoding.sizes"),
        [span(size.low, size.high) for size in spans],
        {"before": before, "after": after} if before else {"after": after},
        unit=phrase("recoding.share"),
    )


def span(low: float, high: float | None) -> str:
    """The sizes of a bin.

    >>> span(1, 1), span(2, 4), span(1000, None)
    ('1', '2 to 4', '1,000 and more')
    """
    if high is None:
        return phrase("span.open", low=format_value(low))
    if low == high:
        return format_value(low)
    return phrase("span.closed", low=format_value(low), high=format_value(high))


def sizes_table(bins: Sequence[Bin]) -> str:
    """A table of groups by size."""
    rows = [[span(size.low, size.high), size.groups, size.rows] for size in bins]
    heads = ("rows_in_a_group", "groups", "rows")
    return table([phrase(f"recoding.{head}") for head in heads], rows)


def pictures(picture: Picture | None) -> list[tuple[str, str]]:
    """The picture of the lattice, or of the widths of labels."""
    if isinstance(picture, LatticePicture):
        dots = [dot_charts.Dot(*node) for node in picture.nodes]
        title = phrase("recoding.lattice")
        return [(title, dot_charts.lattice(title, dots))]
    if isinstance(picture, LabelsPicture) and picture.labels:
        title = phrase("recoding.widths")
        lines = [(line.attribute, line.shares) for line in picture.labels]
        return [(title, charts.label_widths(title, lines))]
    return []
