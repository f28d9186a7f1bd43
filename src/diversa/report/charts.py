# SPDX-License-Identifier: Apache-2.0
"""The charts of a report: each from plain numbers to a drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from diversa.report.drawing import (
    LETTER,
    LINE,
    WIDTH,
    Scale,
    Sheet,
    breadth,
    even_steps,
    room_beside,
    shorten,
)
from diversa.report.language import format_value, percent, phrase

TOP = 22.0
"""Room for the legend above a chart."""

LEGEND_LINE = 15.0
"""Height of a line of the legend."""

BELOW = 32.0
"""Room for the numbers and the unit below a chart."""

RIGHT = WIDTH - 16
"""Right end of charts."""

LONGEST = 27
"""The most letters of a name beside a chart."""

FEW_PAIRS = 9
"""The most attributes of a matrix with numbers in its fields."""


class Change(NamedTuple):
    """A share before and after, or of one table alone."""

    name: str
    shares: Sequence[float]


def legend(sheet: Sheet, entries: Sequence[tuple[str, str]]) -> None:
    """Draw the legend of colours above a chart, on as many lines as it takes."""
    at, top = 2.0, 4.0
    for kind, words in entries:
        end = at + 13 + breadth(words) * LETTER
        if end > WIDTH:
            at, top, end = 2.0, top + LEGEND_LINE, 2 + end - at
        sheet.rectangle(at, top, 9, 9, kind)
        sheet.text(at + 13, top + 8, words)
        at = end + 12


def share_axis(
    sheet: Sheet, across: Scale, bottom: float, unit: str, *, top: float = TOP
) -> None:
    """Lines and numbers of an axis of shares from left to right."""
    for step in even_steps(across.high):
        place = across(step)
        sheet.line(place, top, place, bottom, "grid")
        sheet.text(place, bottom + 12, percent(step), "muted", anchor="middle")
    middle = (across.start + across.end) / 2
    sheet.text(middle, bottom + 26, unit, "muted", anchor="middle")


def shares_upwards(sheet: Sheet, upwards: Scale, left: float) -> None:
    """Lines and numbers of an axis of shares from the bottom to the top."""
    for step in even_steps(upwards.high, most=4):
        sheet.line(left, upwards(step), RIGHT, upwards(step), "grid")
        sheet.text(left - 6, upwards(step) + 3.5, percent(step), "muted", anchor="end")


def names_beside(sheet: Sheet, names: Sequence[str], left: float) -> None:
    """The name of each line of a chart, before it."""
    for place, name in enumerate(names):
        middle = TOP + (place + 0.5) * LINE
        sheet.text(left - 6, middle + 3.5, name, anchor="end")


def changes(title: str, lines: Sequence[Change], *, unit: str) -> str:
    """Shares before and after as two dots on one line each."""
    if not lines:
        return ""
    names = [shorten(line.name, LONGEST) for line in lines]
    left, bottom = room_beside(names), TOP + LINE * len(lines)
    sheet, across = Sheet(bottom + BELOW), Scale(0, 1, left, RIGHT)
    share_axis(sheet, across, bottom, unit)
    names_beside(sheet, names, left)
    both = any(len(line.shares) > 1 for line in lines)
    for place, line in enumerate(lines):
        y = TOP + (place + 0.5) * LINE
        before, after = across(line.shares[0]), across(line.shares[-1])
        sheet.line(before, y, after, y, "change")
        if both:
            sheet.circle(before, y, "before-ring")
        sheet.circle(after, y, "after" if both else "before")
    if both:
        legend(sheet, [("before", phrase("before")), ("after", phrase("after"))])
    return sheet.svg(title)


class Interval(NamedTuple):
    """A rate among the people of a release and of a control, each with its ends."""

    name: str
    released: tuple[float, float, float]
    control: tuple[float, float, float]


def intervals(title: str, lines: Sequence[Interval], *, unit: str) -> str:
    """Rates with their intervals: two dots on two bars for each line."""
    if not lines:
        return ""
    names = [shorten(line.name, LONGEST) for line in lines]
    left, bottom = room_beside(names), TOP + 1.5 * LINE * len(lines)
    sheet, across = Sheet(bottom + BELOW), Scale(0, 1, left, RIGHT)
    share_axis(sheet, across, bottom, unit)
    for place, (name, line) in enumerate(zip(names, lines, strict=True)):
        middle = TOP + (place + 0.5) * 1.5 * LINE
        sheet.text(left - 6, middle + 3.5, name, anchor="end")
        for kind, y, (low, rate, high) in (
            ("after", middle - 5.5, line.released),
            ("before", middle + 5.5, line.control),
        ):
            wide = max(1.0, across(high) - across(low))
            sheet.rectangle(across(low), y - 2.5, wide, 5, f"{kind} area")
            sheet.circle(across(rate), y, kind)
    released, control = phrase("rehearsal.released"), phrase("rehearsal.others")
    legend(sheet, [("after", released), ("before", control)])
    return sheet.svg(title)


def histogram(
    title: str,
    spans: Sequence[str],
    shares: Mapping[str, Sequence[float]],
    *,
    unit: str,
) -> str:
    """Shares of rows per span as bars, before and after one below the other."""
    thick = 15 / max(1, len(shares))
    left, bottom = room_beside(spans), TOP + LINE * len(spans)
    most = max((share for some in shares.values() for share in some), default=0.0)
    sheet, across = Sheet(bottom + BELOW), Scale(0, most or 1.0, left, RIGHT)
    share_axis(sheet, across, bottom, unit)
    names_beside(sheet, spans, left)
    for turn, (when, some) in enumerate(shares.items()):
        for place, share in enumerate(some):
            y = TOP + place * LINE + 2.5 + turn * thick
            sheet.rectangle(left, y, across(share) - left, thick - 0.8, when)
    if len(shares) > 1:
        legend(sheet, [(when, phrase(when)) for when in shares])
    return sheet.svg(title)


def profile(
    title: str,
    ticks: Sequence[tuple[int, str]],
    before: Sequence[float],
    after: Sequence[float],
) -> str:
    """The distribution of ordered values: before as an area, after as a line."""
    left, bottom = 44.0, 140.0
    across = Scale(0, len(before), left, RIGHT)
    upwards = Scale(0, max([*before, *after], default=1.0) or 1.0, bottom, TOP + 4)
    sheet = Sheet(bottom + 20)
    shares_upwards(sheet, upwards, left)
    floor = [(across(len(before)), bottom), (across(0), bottom)]
    sheet.path([*stairs(before, across, upwards), *floor], "before area")
    sheet.path(stairs(after, across, upwards), "after-line")
    for turn, (place, text) in enumerate(ticks):
        anchor = "start" if turn == 0 else "end" if turn == len(ticks) - 1 else "middle"
        sheet.text(across(place + 0.5), bottom + 13, text, "muted", anchor=anchor)
    legend(sheet, [("before", phrase("before")), ("after", phrase("after"))])
    return sheet.svg(title)


def stairs(
    shares: Sequence[float], across: Scale, upwards: Scale
) -> list[tuple[float, float]]:
    """The upper edge of bars that stand side by side."""
    return [
        (across(place + end), upwards(share))
        for place, share in enumerate(shares)
        for end in (0, 1)
    ]


WIDTHS = ("exact", "narrow", "wider", "wide", "all")
"""Classes of label widths, in the order of the manifest."""


def label_widths(title: str, attributes: Sequence[tuple[str, Sequence[float]]]) -> str:
    """One bar per attribute: the share of rows by width of label."""
    names = [shorten(name, LONGEST) for name, _ in attributes]
    left, bottom = room_beside(names), TOP + LEGEND_LINE + LINE * len(names)
    sheet, across = Sheet(bottom + BELOW), Scale(0, 1, left, RIGHT)
    share_axis(sheet, across, bottom, phrase("share_of_rows"), top=TOP + LEGEND_LINE)
    for line, (_, shares) in enumerate(attributes):
        y, at = TOP + LEGEND_LINE + line * LINE, left
        sheet.text(left - 6, y + 13.5, names[line], anchor="end")
        for width, share in zip(WIDTHS, shares, strict=True):
            wide = across(share) - left
            if wide > 0:
                sheet.rectangle(at, y + 3, wide, LINE - 6, f"width-{width}")
            at += wide
    entries = [
        (f"width-{width}", phrase(f"recoding.width_{width}")) for width in WIDTHS
    ]
    legend(sheet, entries)
    return sheet.svg(title)


def matrix(title: str, names: Sequence[str], values: Sequence[Sequence[float]]) -> str:
    """Numbers between 0 and 1 for every pair of attributes."""
    few = len(names) <= FEW_PAIRS
    short = [shorten(label, 16) for label in names]
    left = room_beside(short)
    side = min(34.0, (RIGHT - left) / max(1, len(names)))
    high = min(side, 24.0) if few else min(side, 12.0)
    bottom = 6 + high * len(names)
    longest = max(map(breadth, short), default=0) * LETTER
    sheet = Sheet(bottom + 14 + longest * (0.72 if few else 1.0))
    for row, line in enumerate(values):
        y = 6 + row * high
        sheet.text(
            left - 6,
            y + high / 2 + 3.5,
            short[row],
            "" if few else "small",
            anchor="end",
        )
        for column, value in enumerate(line):
            x, share = left + column * side, min(1.0, abs(value))
            sheet.rectangle(
                x + 0.6, y + 0.6, side - 1.2, high - 1.2, "after",
                opacity=0.08 + 0.72 * share,
            )  # fmt: skip
            if few:
                number = format_value(round(value, 2))
                sheet.text(
                    x + side / 2, y + high / 2 + 3.5, number, "small", anchor="middle"
                )
    for column, name in enumerate(short):
        x = left + (column + 0.5) * side
        sheet.text_at_angle(x + 3, bottom + 8, name, -40 if few else -90)
    return sheet.svg(title)
