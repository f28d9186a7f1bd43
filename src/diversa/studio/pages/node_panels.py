# SPDX-License-Identifier: Apache-2.0
"""The panels of one generalization, on the page *explore*."""

from __future__ import annotations

from diversa.studio.pages.elements import (
    EXPLAINED,
    bars,
    number,
    numbers,
    panel,
    percent,
    say,
    table,
)
from diversa.studio.steps.explore import NodeView


def show_figures(view: NodeView) -> None:
    """The numbers of a generalization."""
    with numbers():
        number("of the detail is lost", percent(view.loss), "loss")
        number("rows left out", f"{view.suppressed:,}", "suppressed")
        number("groups", f"{view.groups:,}", "groups")
        smallest = "smallest group" if view.units == "rows" else "people in a group"
        number(smallest, f"{view.smallest:,}", "smallest")


def show_details(view: NodeView) -> None:
    """Some rows, the loss of each column, and the sizes of groups."""
    with panel("How rows would read"):
        table(view.columns, view.sample)
        say("Only rows of groups in which the protections hold.", "small muted")
    with panel("What each column loses"):
        bars(
            [
                (name, loss, percent(loss))
                for name, loss in view.loss_by_attribute.items()
            ],
            EXPLAINED["column loss"],
        )
    with panel("How large groups are"):
        bars(
            [
                (f"{sizes} {view.units}", share, percent(share))
                for sizes, share in view.sizes.items()
            ],
            EXPLAINED["group sizes"],
        )


def verdict_sentence(view: NodeView) -> str:
    """A sentence that says if a generalization can be published."""
    if view.is_valid:
        return "All protections hold here: it can be published."
    worst = max(view.failing, key=lambda spec: view.failing[spec])
    return (
        f"It cannot be published: {worst} fails for {view.failing[worst]:,}"
        f" {view.units}, and at most {view.limit:,} may be left out."
    )
