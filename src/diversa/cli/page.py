# SPDX-License-Identifier: Apache-2.0
"""A page for people on standard output: lines, tables and bars, drawn with rich.

On a terminal it has colours and fits the width; in a pipe or a file it is plain ASCII
but for what the table itself says, and no line is folded.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

import click
from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from diversa.cli.printing import many, number, printable
from diversa.cli.talk import is_quiet
from diversa.record.audit_record import Bin

WIDE = 1000
"""Columns of a page that is not on a terminal."""

BAR = 24
"""Columns of the longest bar."""

VERDICTS = {"holds": "green", "fails": "red", "undecided": "yellow"}
"""Words that stand out in a table."""


class Page:
    """Draws one part after the other."""

    def __init__(self, *, on_error: bool = False) -> None:
        """Begin a page; on standard error where standard output has a table."""
        self._on_error = on_error
        self.on_terminal = (sys.stderr if on_error else sys.stdout).isatty()
        self._console = Console(
            stderr=on_error,
            width=None if self.on_terminal else WIDE,
            highlight=False,
            markup=False,
            emoji=False,
        )
        unicode = self._console.encoding.startswith("utf")
        self._lines = self.on_terminal and unicode
        self._begun = False

    def draw(self, part: RenderableType) -> None:
        """Draw a part, without blanks at the ends of lines."""
        self._begun = True
        if is_quiet():
            return
        with self._console.capture() as drawn:
            self._console.print(part)
        lines = [line.rstrip() for line in drawn.get().splitlines()]
        click.echo("\n".join(lines), err=self._on_error)

    def say(self, text: str = "", *, style: str = "") -> None:
        """Write a line."""
        self.draw(Text(printable(text), style=style))

    def verdict(self, word: str, text: str, *, good: bool | None) -> None:
        """Write the first line: a coloured word (yellow for None), and a sentence."""
        style = {True: "bold green", False: "bold red", None: "bold yellow"}[good]
        self.draw(Text.assemble((word, style), "  ", printable(text)))

    def table(
        self,
        title: str,
        headings: Sequence[str],
        rows: Iterable[Sequence[str]],
        *,
        right: Iterable[str] = (),
        whole: Iterable[str] = (),
    ) -> None:
        """Draw a table; the columns of `whole` are not folded on a narrow terminal."""
        table = Table(
            box=box.SIMPLE_HEAD if self._lines else None,
            show_edge=False,
            pad_edge=False,
            padding=(0, 2, 0, 0) if not self._lines else (0, 1),
            header_style="bold",
        )
        for heading in headings:
            table.add_column(
                printable(heading),
                justify="right" if heading in right else "left",
                no_wrap=heading in whole,
                overflow="fold",
            )
        for row in rows:
            table.add_row(
                *(Text(printable(cell), VERDICTS.get(cell, "")) for cell in row)
            )
        if self._begun:
            self.say()
        self.say(title, style="bold")
        self.draw(table)

    def bars(self, title: str, heading: str, bins: Sequence[Bin]) -> None:
        """Draw how many groups lie in each bin."""
        block = "█" if self._lines else "#"
        most = max((interval.groups for interval in bins), default=1)
        self.table(
            title,
            (heading, "groups", "rows", ""),
            [
                (
                    span(interval),
                    number(interval.groups),
                    number(interval.rows),
                    block * max(1, round(BAR * interval.groups / most)),
                )
                for interval in bins
            ],
            right=(heading, "groups", "rows"),
        )


def span(interval: Bin) -> str:
    """Write the ends of a bin.

    >>> span(Bin(2, 2, 1, 2)), span(Bin(2, 5, 1, 2))
    ('2', '2 to 5')
    """
    low, high = number(interval.low), number(interval.high)
    return low if low == high else f"{low} to {high}"


def share(part: int, whole: int) -> str:
    """Write a number of rows with its share of all rows.

    >>> share(20, 1000)
    '20 rows (2 %)'
    """
    percent = f"{100 * part / whole:.3g}" if whole else "0"
    return f"{many(part, 'row')} ({percent} %)"
