# SPDX-License-Identifier: Apache-2.0
"""The trial of a draft: it loses what a run loses, and chooses by that."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import diversa
from diversa.data.missing import MissingPolicy
from diversa.errors import InputError
from diversa.suggestions import draft_trial


def people(rows: int, *, unknown: float = 0.0, ill: str = "abcdef") -> pd.DataFrame:
    """A table of ages, zip codes and diseases, of which a share is not known."""
    draw = np.random.default_rng(3)
    ills = draw.choice(list(ill), rows).astype(object)
    ills[draw.random(rows) < unknown] = None
    zips = [f"{number:05}" for number in draw.integers(13000, 13400, rows)]
    return pd.DataFrame(
        {"age": draw.integers(18, 90, rows), "zip": zips, "disease": ills}
    )


def run_loss(frame: pd.DataFrame, plan: diversa.Plan, **words: object) -> float:
    """The loss of a whole run."""
    release = diversa.anonymize(frame, plan, ledger=False, **words)
    return release.metrics["loss"]


def test_the_alternatives_lose_what_runs_lose():
    """Levels are found without chance, so that a run has exactly that loss."""
    frame = people(800)
    found = diversa.suggest(frame)
    losses = {trial.key: trial.loss for trial in found.trial.explanation.trials}
    losses[f'method = "{found.trial.method}"'] = found.trial.explanation.loss
    run = run_loss(frame, found.plan, method="full-domain")
    assert losses['method = "full-domain"'] == pytest.approx(run)


def test_auto_is_proposed_and_levels_are_one_word_away():
    found = diversa.suggest(people(800))
    assert found.plan.search.method == "auto"
    assert 'say method = "full-domain"' in found.to_toml()
    assert f"{found.trial.method} is chosen, because" in found.to_toml()


def test_a_meaning_of_missing_values_is_chosen_by_its_cost():
    """With 40 % missing, few groups are diverse if all of these may share one value."""
    frame = people(800, unknown=0.4, ill="nnnnnnnnnp")
    found = diversa.suggest(frame)
    assert found.plan.privacy.missing is MissingPolicy.OWN
    worst = run_loss(frame, found.plan, missing="worst")
    assert found.trial.explanation.loss < worst - draft_trial.TOO_MUCH
    assert 'any value (missing = "worst")' in found.to_toml()


def test_few_missing_values_may_be_any():
    found = diversa.suggest(people(800, unknown=0.01))
    assert found.plan.privacy.missing is MissingPolicy.WORST
    assert found.trial.loss_of_worst is None


def test_a_large_table_is_tried_on_a_sample(monkeypatch):
    monkeypatch.setattr(draft_trial, "SAMPLE", 300)
    found = diversa.suggest(people(800))
    assert (found.trial.rows, found.trial.rows_of_table) == (300, 800)
    assert "a sample of 300 of 800 rows" in found.to_toml()
    assert found.to_json()["trial"]["is_sample"]


def test_suggestions_can_be_repeated():
    first, second = (diversa.suggest(people(800)).to_toml() for _ in range(2))
    assert first == second


def test_nothing_is_tried_without_time():
    found = diversa.suggest(people(100), explain=0)
    assert found.trial is None
    assert found.to_json()["trial"] is None
    assert found.plan.search.method == "auto"
    with pytest.raises(InputError, match="explain: must be seconds"):
        diversa.suggest(people(100), explain=-1)
