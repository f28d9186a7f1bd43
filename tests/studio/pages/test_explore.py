# SPDX-License-Identifier: Apache-2.0
"""The page shows all generalizations, and the best one opened."""

from __future__ import annotations

from diversa.studio.pages.explore import ExplorePage


def test_the_best_generalization_is_open_at_first(step, draw):
    page = ExplorePage(step)
    text = draw(page.draw)
    assert "All generalizations" in text
    assert "All protections hold here: it can be published." in text
    assert page.levels == page.shown
    assert set(page.sliders) == set(page.map.attributes)
