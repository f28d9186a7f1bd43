# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

import diversa
from diversa.errors import PlanError
from diversa.plan.search_section import METHODS, REPUBLICATION, Search, foreign_settings

ROWS = {"a": [1, 1, 2, 2], "s": ["x", "y", "x", "y"]}


def test_a_default_that_is_given_counts_as_given():
    assert Search().explicit_settings == {}
    given = {"seed": 1, "cut": "cheapest"}
    assert Search(**given).explicit_settings == given
    assert [*foreign_settings(Search(cut="cheapest"), "anatomy")]
    assert [*foreign_settings(Search(), "anatomy")] == []


@pytest.mark.parametrize(
    ("settings", "method", "belongs"),
    [
        ({"cut": "median"}, "full-domain", "mondrian or local-recoding"),
        ({"cut": "cheapest"}, "mdav", "mondrian or local-recoding or dealing"),
        ({"relaxed": True}, "local-recoding", "the method mondrian, got"),
        ({"nearby": True}, "mondrian", "anatomy or mbf"),
        ({"numbers": "mean"}, "anatomy", "mondrian or local-recoding"),
        ({"objective": "height"}, "mdav", "the method full-domain, got mdav"),
        ({"algorithm": "samarati"}, REPUBLICATION, "the method full-domain"),
        ({"method": "mondrian"}, REPUBLICATION, "mondrian"),
        ({"label": "a"}, REPUBLICATION, "full-domain"),
    ],
)
def test_settings_of_other_methods(settings, method, belongs):
    (fault,) = foreign_settings(Search(**settings), method)
    (name,) = settings
    assert fault.startswith(f"search.{name}: must come with the method ")
    assert belongs in fault
    assert f"got {method}" in fault


@pytest.mark.parametrize("method", METHODS)
def test_defaults_and_seed_belong_to_every_method(method):
    assert not [*foreign_settings(Search(seed=3, label="a"), method)]


@pytest.mark.parametrize("cut", ["median"])
def test_auto_may_have_the_settings_of_what_it_chooses_among(cut):
    assert not [*foreign_settings(Search(cut=cut, objective="height"), "auto")]
    assert not [*foreign_settings(Search(relaxed=True), "auto")]


def publish(**keywords):
    import pandas as pd

    return diversa.anonymize(
        pd.DataFrame(ROWS), quasi_identifiers="a", sensitive="s", **keywords
    )


def test_a_setting_of_another_method_is_refused():
    with pytest.raises(PlanError, match=r"search\.cut: must come with the method mond"):
        publish(models="k-anonymity:2", cut="median")


def test_auto_takes_the_method_that_has_a_setting():
    release = publish(models="k-anonymity:2", method="auto", objective="height")
    assert release.method == "full-domain"
    assert "only that has search.objective" in release.search.reason


def test_auto_refuses_settings_that_no_method_has_together():
    with pytest.raises(PlanError, match=r"search\.cut: must come with the method mond"):
        publish(models="k-anonymity:2", method="auto", objective="height", cut="median")
