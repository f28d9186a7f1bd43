# SPDX-License-Identifier: Apache-2.0
"""The best release under a plan, in numbers, on the page *privacy*."""

from __future__ import annotations

from nicegui import ui

from diversa.report.adversary_section import for_a_person
from diversa.report.language import ENGLISH, speaking
from diversa.studio.pages.elements import (
    EXPLAINED,
    bars,
    chip,
    colour_line,
    number,
    numbers,
    panel,
    percent,
    say,
    table,
)
from diversa.studio.steps.label_lines import LabelLine
from diversa.studio.steps.measure import Danger, Forecast


def show_numbers(answer: Forecast, now: Danger, was: Danger) -> None:
    """The loss and the danger of the best release."""
    with panel("The best release for this", kind=panel_kind(answer.labels)):
        with numbers():
            number("of the detail is lost", percent(answer.loss), "loss")
            number("rows left out", f"{answer.suppressed:,}", "suppressed")
            number(
                "highest risk of being found",
                percent(now.highest_risk),
                "highest risk",
                percent(was.highest_risk),
            )
            number(
                "average risk",
                percent(now.average_risk, 2),
                "average risk",
                percent(was.average_risk),
            )
            number("alone", f"{now.alone:,}", "alone", f"{was.alone:,}")
            smallest = "smallest group" if now.people is None else "people in a group"
            number(smallest, f"{now.smallest:,}", "smallest", f"{was.smallest:,}")
            show_told(answer.labels)
        show_label_line(answer.labels)
        with ui.row().classes("gap-1"):
            for spec, level in answer.attained.items():
                chip(level or spec, f"{spec}, measured")
        text = f"Answered in {1000 * answer.seconds:.0f} ms. {answer.reached}."
        say(text, "small muted")


def panel_kind(line: LabelLine | None) -> str:
    """The kind of a panel that deserves the colour of its labels."""
    kinds = {"green": "fine", "amber": "doubt", "red": "warning"}
    return "fine" if line is None else kinds[line.colour]


def show_told(line: LabelLine | None) -> None:
    """The number of values that labels tell of single rows, if there are labels."""
    if line is not None and line.told is not None:
        number("values told of single rows", f"{line.told:,}", "told")


def show_label_line(line: LabelLine | None) -> None:
    """What labels tell of single rows, red where they show values of people."""
    if line is not None:
        colour_line(line.colour, line.title, line.words)


def show_attacks(now: Danger, was: Danger) -> None:
    """The people whom each attack exposes, before and after."""
    before = {(one.attack, one.on): percent(one.share) for one in was.exposed}
    with panel("What each attack would still find out"):
        rows = []
        for one in now.exposed:
            name = f"{one.attack}{f' ({one.on})' if one.on else ''}"
            share = before.get((one.attack, one.on), "–")
            with speaking(ENGLISH, of_people=now.people is not None):
                meaning = for_a_person(one)
            rows.append((name, share, percent(one.share), meaning))
        head = ("attack", "before", "after", "what it means for a person")
        meanings = {name: EXPLAINED[name] for name in ("before", "after")}
        table(head, rows, right=(1, 2), meanings=meanings)


def show_levels(answer: Forecast) -> None:
    """The level of each column."""
    if answer.levels is None or answer.heights is None:
        return
    with panel("How coarse each column becomes"):
        bars(
            [
                (
                    name,
                    level / max(1, answer.heights[name]),
                    f"{level} of {answer.heights[name]}",
                )
                for name, level in answer.levels.items()
            ],
            EXPLAINED["coarse"],
        )
