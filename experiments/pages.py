# SPDX-License-Identifier: Apache-2.0
"""Pages: a template in Markdown, filled with what runs have found.

In a template stand `{{experiment.fact}}`, `{{experiment.fact:.2f}}` or
`{{experiment.fact:%}}` for a number, `{{table experiment.name}}` for a table,
`{{chart experiment.name}}` for a drawing and `{{made experiment}}` for version, seed
and data. What the papers say stands in the template itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from experiments.experiment import Cell, Experiment
from experiments.records import Record, read_record

PLACE = re.compile(
    r"\{\{(?:(table|chart|made) )?([\w-]+)(?:\.([\w-]+))?(?::([^}]+))?\}\}"
)
"""Where something is filled in."""

TEMPLATES = Path(__file__).parent
"""Where the templates stand, one in the folder of each paper."""

DATA, PICTURES = "data", "pictures"
"""The folders beside the pages."""


def write_page(out: Path, page: str, experiments: Mapping[str, Experiment]) -> None:
    """Write a page and its pictures from what is kept of the last runs."""
    pictures = out / PICTURES
    pictures.mkdir(parents=True, exist_ok=True)
    for experiment in experiments.values():
        record = read_record(out / DATA, experiment)
        if experiment.page != page or record is None:
            continue
        for name, svg in experiment.draw(record.tables).items():
            file = pictures / f"{experiment.name}-{name}.svg"
            file.write_text(svg, encoding="utf-8")
    text = fill(template(page), out, experiments)
    (out / f"{page}.md").write_text(text, encoding="utf-8")


def template(page: str) -> str:
    """The template of a page."""
    file = TEMPLATES / page.replace("-", "_") / "page.md"
    return file.read_text(encoding="utf-8")


def fill(text: str, out: Path, experiments: Mapping[str, Experiment]) -> str:
    """Fill a template."""
    records: dict[str, Record | None] = {}

    def filled(place: re.Match[str]) -> str:
        kind, name, part, form = place.groups()
        if name not in experiments:
            raise ValueError(f"{place[0]}: must name an experiment, got {name!r}")
        if name not in records:
            records[name] = read_record(out / DATA, experiments[name])
        record = records[name]
        if record is None:
            return "*(not run)*"
        return SHOWN[kind or "fact"](record, name, part, form or "")

    return PLACE.sub(filled, text)


def show_fact(record: Record, name: str, part: str, form: str) -> str:
    """A number or a word."""
    if part not in record.facts:
        raise ValueError(f"{name}.{part}: must be a fact; there are {[*record.facts]}")
    return written(record.facts[part], form)


def show_table(record: Record, name: str, part: str, form: str) -> str:
    """A table in Markdown, with a link to its data; `form` may name columns."""
    if part not in record.tables:
        raise ValueError(
            f"{name}.{part}: must be a table; there are {[*record.tables]}"
        )
    table = record.tables[part]
    names = [column.strip() for column in form.split("|")] if form else table.columns
    columns = [table.column(column) for column in names]
    lines = ["| " + " | ".join(names) + " |"]
    lines.append("|" + "|".join(rule(column) for column in columns) + "|")
    lines += [
        "| " + " | ".join(written(cell) for cell in row) + " |"
        for row in zip(*columns, strict=True)
    ]
    return "\n".join(lines) + f"\n\n[data as CSV]({DATA}/{name}-{part}.csv)"


def rule(column: list[Cell]) -> str:
    """The line below the head of a column; numbers stand right."""
    numeric = all(cell is None or isinstance(cell, int | float) for cell in column)
    return "---:" if numeric else "---"


def show_chart(record: Record, name: str, part: str, form: str) -> str:
    """A drawing; `form` says what it shows."""
    del record
    return f"![{form or part}]({PICTURES}/{name}-{part}.svg)"


def show_made(record: Record, name: str, part: str, form: str) -> str:
    """Version, seed and data of a run."""
    del name, part, form
    made = record.made
    small = " **A trial run on little data.**" if made["small"] else ""
    return (
        f"*Made with Diversa {made['version']}, seed {made['seed']}, on {made['date']};"
        f" {made['data']}; {made['processor seconds']:,} s of processor time.*{small}"
    )


SHOWN = {
    "fact": show_fact,
    "table": show_table,
    "chart": show_chart,
    "made": show_made,
}
"""How each kind of place is filled."""


def written(cell: Cell, form: str = "") -> str:
    """A cell in words.

    >>> written(12345), written(0.123456), written(1234.56), written(None)
    ('12,345', '0.1235', '1,235', '')
    >>> written(0.125, ".1%"), written("yes"), written(2.0)
    ('12.5%', 'yes', '2')
    """
    if cell is None:
        return ""
    if form:
        return format(cell, form)
    if isinstance(cell, str):
        return cell.replace("|", "\\|")
    if isinstance(cell, int):
        return f"{cell:,}"
    if cell == int(cell) or abs(cell) >= 1000:
        return f"{cell:,.0f}"
    return f"{cell:.4g}"


def pages_of(experiments: Mapping[str, Experiment]) -> list[str]:
    """The pages, in the order of the experiments."""
    return list(dict.fromkeys(experiment.page for experiment in experiments.values()))
