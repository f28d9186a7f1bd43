# SPDX-License-Identifier: Apache-2.0
"""Attacks on everybody are shown beside their control."""

from __future__ import annotations

from diversa.studio.pages.attack_panels import AttackPanels, show_correlation
from diversa.studio.steps.attacks import CorrelationView, Finding, Guess


def test_the_attacks_are_rehearsed_on_the_page(step, draw):
    async def panels():
        shown = AttackPanels(step, await step.plan())
        shown.draw()
        await shown.run()

    text = draw(panels)
    assert "Singling out" in text
    assert "other people" in text
    assert "are released by the plan" in text


def test_guesses_stand_beside_promise_and_control(draw):
    finding = Finding("red", "Guessing ill: more is guessed", "By what goes with what.")
    guesses = (Guess("promised", 0.5), Guess("learner", 0.791), Guess("oracle", None))
    text = draw(lambda: show_correlation(CorrelationView(finding, guesses)))
    assert "79.1 %" in text
    assert "promised" in text
    assert "oracle" not in text  # nobody measured it
