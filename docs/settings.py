# SPDX-License-Identifier: Apache-2.0
"""Write docs/settings.md from the declared settings: there is no second text."""

from __future__ import annotations

import sys
from pathlib import Path

from diversa.engines.source_checks import IN_WORDS
from diversa.plan.column_tables import COLUMN_TABLES
from diversa.plan.file import toml
from diversa.plan.search_section import METHODS
from diversa.plan.settings import SECTIONS, Place, all_settings

ENVIRONMENT = """\
## Environment variables

| variable | what it says |
|---|---|
| `DIVERSA_MEMORY` | the most memory for rows, such as `4GB`, without `--memory` |
| `DIVERSA_THREADS` | the number of threads, without `--threads` |
| `DIVERSA_CACHE` | the folder for compiled code; else the package's or the user's |
| `DIVERSA_KEY` | the key of hashed [identifiers](guides/identifiers.md) |
| `DIVERSA_LEDGER` | the [ledger](guides/second-release.md), or `none` to keep none |
| `DIVERSA_DEBUG` | `1` shows the traceback of a bug; it may hold values |
| `TMPDIR` | the folder for temporary files, which may hold raw values |
| `NO_COLOR` | no colours |
"""

PAGE = Path(__file__).parent / "settings.md"

HEAD = """\
# Settings

Made from the declarations by `make docs`. A setting is a key of a plan file, a keyword
of `anonymize`, `lattice` and `make_plan` in Python (those of [reading] are keywords of
`ReadOptions`), and an option of the command line. One that belongs to some methods, or
to some kinds of sources, is refused with any other; so is one that repeats the default.
"""

TITLES = {
    "roles": "Who is who",
    "people": "Whose the rows are",
    "linked": "A second table, of visits",
    "privacy": "What must hold",
    "search": "How a release is looked for",
    "report": "What the report says of itself",
    "reading": "How a source is read",
    "writing": "How a release is written",
}
"""What each section is about."""


def row(place: Place) -> str:
    """The line of a setting."""
    setting = place.setting
    words = [f"`{word}`: {meaning}" for word, meaning in setting.choices.items()]
    values = "; ".join(words) or setting.kind.noun
    if setting.low is not None:
        values = f"{values}, at least {setting.low}"
    cells = [
        f"`{place.name}`",
        f"`{place.options[0]}`",
        meaning_of(place),
        values,
        default_of(place),
        belongs_to(place),
    ]
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def belongs_to(place: Place) -> str:
    """The methods, or the kinds of sources, that a setting belongs to."""
    setting = place.setting
    if setting.sources:
        return ", ".join(IN_WORDS[kind] for kind in setting.sources)
    methods = [name for name in setting.methods if name in METHODS]
    everywhere = not methods or set(methods) == set(METHODS)
    return "every one" if everywhere else ", ".join(methods)


def meaning_of(place: Place) -> str:
    """What it says; and its keyword in Python, where that is another word."""
    meaning = place.setting.meaning
    if place.keyword == place.name:
        return meaning
    return f"{meaning} `{place.keyword}=` in Python."


def default_of(place: Place) -> str:
    """The default as a plan file would have it."""
    default = place.setting.default
    if default is None or default == ():
        return "none"
    return f"`{toml(place.setting.kind.write(default, None))}`"


def section(name: str) -> str:
    """The settings of a section."""
    rows = "\n".join(row(place) for place in all_settings() if place.section == name)
    belong = "sources" if name == "reading" else "methods"
    head = f"| key, keyword | option | what it says | values | default | {belong} |"
    return f"## [{name}]: {TITLES[name]}\n\n{head}\n|---|---|---|---|---|---|\n{rows}\n"


def page() -> str:
    """The whole page."""
    tables = "\n".join(
        f"| `[{name}]` | {table.meaning} |" for name, table in COLUMN_TABLES.items()
    )
    columns = (
        f"## A line for each column\n\n| table | what it says |\n|---|---|\n{tables}\n"
    )
    return "\n".join(
        [HEAD, *(section(name) for name in SECTIONS), columns, ENVIRONMENT]
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE}\n")
