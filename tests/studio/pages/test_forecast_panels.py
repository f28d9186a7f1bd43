# SPDX-License-Identifier: Apache-2.0
"""The best release is shown in numbers, beside the table as it is."""

from __future__ import annotations

from diversa.studio.pages.forecast_panels import (
    show_attacks,
    show_levels,
    show_numbers,
)
from diversa.studio.plans import ask, plan_of
from diversa.studio.steps.measure import danger_of_table, forecast
from diversa.studio.tables import search_words


def test_the_forecast_stands_beside_the_table(step, draw):
    plan = plan_of(step)
    was = ask(step, danger_of_table)
    best = ask(step, lambda table: forecast(table, **search_words(plan)))

    def panels():
        show_numbers(best, best.danger, was)
        show_attacks(best.danger, was)
        show_levels(best)

    text = draw(panels)
    assert f"{was.alone:,}" in text
    assert f"{best.suppressed:,}" in text
    assert all(one.attack in text for one in best.danger.exposed)
    for name, level in best.levels.items():
        assert f"{level} of {best.heights[name]}" in text
