# SPDX-License-Identifier: Apache-2.0
"""The cards of methods that are tried side by side; one click takes one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import cast

from nicegui import ui

from diversa.plan.plan import Plan
from diversa.studio.pages.elements import (
    chip,
    number,
    numbers,
    panel,
    percent,
    say,
    table,
)
from diversa.studio.pages.forecast_panels import (
    panel_kind,
    show_label_line,
    show_told,
)
from diversa.studio.pages.texts import aria_label
from diversa.studio.steps.method_cards import MethodCard, in_order

TakeCard = Callable[[MethodCard], Awaitable[None]]
"""Lets the plan have the method of a card."""


class CardGrid:
    """Cards that come one by one, each at the place that it deserves.

    A card that is shown stays, so that it can be taken while others are tried.
    """

    def __init__(self, plan: Plan, take: TakeCard | None) -> None:
        self.plan, self.take = plan, take
        self.cards: list[MethodCard] = []
        self.grid = ui.element("div").classes("grid-cards")
        self.others = ui.expansion("Methods without a release").classes("w-full")
        self.others.props("dense").set_visibility(False)

    def add(self, card: MethodCard) -> None:
        """Show a card, or the reason why there is no release."""
        if card.failure is not None:
            self.others.set_visibility(True)
            with self.others:
                reason = card.failure.partition("\n")[0]
                say(f"{card.title}: {reason}", "small muted")
            return
        self.cards = [*in_order([*self.cards, card])]
        with self.grid:
            shown = show_card(card, self.plan, self.take)
        shown.move(target_index=self.cards.index(card))


def show_card(card: MethodCard, plan: Plan, take: TakeCard | None) -> ui.column:
    """A method with its figures, what its labels tell, and an example row."""
    with panel(card.title, kind=panel_kind(card.line)) as shown:
        with numbers():
            number("of the detail is lost", percent(card.loss), "loss")
            number("rows left out", f"{card.suppressed:,}", "suppressed")
            number("smallest group", f"{card.smallest:,}", "smallest")
            show_told(card.line)
        show_label_line(card.line)
        if card.example:
            say("A row would read:", "small muted")
            table(card.columns, [card.example])
        ui.space()
        if is_taken(card, plan):
            with ui.row():
                chip("in the plan", "The plan has this method")
        elif take is not None:
            button = ui.button("Take this one", on_click=partial(take, card))
            aria_label(button.props("outline"), f"Take {card.title}")
            button.classes("self-start")
    return cast(ui.column, shown)


def is_taken(card: MethodCard, plan: Plan) -> bool:
    """True if the plan has the method of a card, with its labels."""
    search = plan.search
    same = card.labels is None or search.labels == card.labels
    return search.method == card.method and same
