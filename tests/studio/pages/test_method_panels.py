# SPDX-License-Identifier: Apache-2.0
"""A card shows a method, marks the one of the plan, and takes another."""

from __future__ import annotations

from dataclasses import replace

from diversa import make_plan
from diversa.studio.pages.method_panels import CardGrid, is_taken
from diversa.studio.steps.label_lines import LabelLine
from diversa.studio.steps.method_cards import MethodCard

RED = LabelLine("red", "Labels show values of single people", "Read them.", 12)
TIGHT = MethodCard(
    "mondrian",
    "tight",
    {},
    loss=0.125,
    line=RED,
    columns=("zip",),
    example=("[1-2]",),
)
FAILED = MethodCard("mbf", None, {}, failure="it needs a taxonomy\nand more")
PLAN = make_plan(quasi_identifiers="zip", method="full-domain")


async def nothing(card):
    """Take nothing."""


def show_cards(cards, plan, take):
    grid = CardGrid(plan, take)
    for card in cards:
        grid.add(card)
    return grid


def test_cards_stand_in_their_order(draw):
    green = replace(TIGHT, line=replace(RED, colour="green"), loss=0.5)
    best = replace(green, loss=0.25)
    losses = []

    def show():
        grid = show_cards([TIGHT, green, best], PLAN, None)
        assert grid.cards == [best, green, TIGHT]
        for card in grid.grid.default_slot.children:
            words = [one.props.get("aria-label", "") for one in card.descendants()]
            losses.extend(word for word in words if word.startswith("of the detail"))

    draw(show)
    assert [loss.split(": ")[1] for loss in losses] == ["25 %", "50 %", "12.5 %"]


def test_a_card_shows_its_figures_and_can_be_taken(draw):
    text = draw(lambda: show_cards([FAILED, TIGHT], PLAN, nothing))
    for words in ("12.5 %", RED.title, "[1-2]", "Take mondrian, tight"):
        assert words in text
    assert "mbf: it needs a taxonomy" in text


def test_who_may_not_change_the_plan_takes_nothing(draw):
    assert "Take" not in draw(lambda: show_cards([TIGHT], PLAN, None))


def test_the_method_of_the_plan_is_marked(draw):
    taken = make_plan(quasi_identifiers="zip", method="mondrian", labels="tight")
    safe = make_plan(quasi_identifiers="zip", method="mondrian")
    assert [is_taken(TIGHT, plan) for plan in (PLAN, safe, taken)] == [0, 0, 1]
    text = draw(lambda: show_cards([TIGHT], taken, nothing))
    assert "in the plan" in text
    assert "Take mondrian" not in text
