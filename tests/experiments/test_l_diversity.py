# SPDX-License-Identifier: Apache-2.0
"""The stable facts of the experiments of the l-diversity paper."""

from __future__ import annotations

import pytest

from experiments.l_diversity.running_time import BEST, EVERY, INCOGNITO, MODELS


def test_minimal_6_anonymous_adults_and_the_homogeneity_attack(outcome):
    facts = outcome("homogeneity").facts
    assert facts["occupation_minimal"] == facts["salary_minimal"] == 10
    assert facts["occupation_vulnerable"] == 0
    assert facts["salary_vulnerable"] == 8
    assert facts["salary_safe_c"] == pytest.approx(29.43, abs=5e-3)


def test_what_the_paper_says_of_the_skew_of_adult(outcome):
    facts = outcome("homogeneity").facts
    assert facts["aged_81_to_90"] == 114
    assert facts["aged_31_to_40"] == 12_291
    assert facts["occupations"] == 14
    assert facts["salary_ratio"] == pytest.approx(34_014 / 11_208)
    assert round(facts["smallest_average_at_4"]) == 1028
    assert round(facts["largest_average_at_4"]) == 2261


def test_synthetic_data_is_called_synthetic(outcome):
    assert "synthetic" in outcome("homogeneity").data
    assert "synthetic" in outcome("figure-6").data


@pytest.mark.parametrize("name", ["figure-5", "figure-6"])
def test_every_way_finds_the_same_tables(outcome, name):
    time = outcome(name).tables["time"]
    for model in MODELS:
        incognito = time.where(model=model, search=INCOGNITO).column("satisfying")
        assert len(incognito) == 3
        if every := time.where(model=model, search=EVERY).column("satisfying"):
            assert every == incognito
    best = time.where(search=BEST)
    nodes = zip(best.column("nodes counted"), best.column("nodes"), strict=True)
    assert all(counted < size for counted, size in nodes)


@pytest.mark.parametrize(
    ("name", "sizes"), [("figure-5", [20, 60, 240]), ("figure-6", [48, 96, 480])]
)
def test_lattices_have_the_sizes_of_the_protocol(outcome, name, sizes):
    time = outcome(name).tables["time"]
    assert list(dict.fromkeys(time.column("nodes"))) == sizes


def test_diversity_is_satisfied_by_fewer_nodes_than_anonymity(outcome):
    time = outcome("figure-5").tables["time"].where(search=INCOGNITO)
    anonymity, diversity = (time.where(model=m).column("satisfying") for m in MODELS)
    assert all(few <= many for few, many in zip(diversity, anonymity, strict=True))


def test_figure_7_of_the_whole_table(outcome):
    rows = outcome("figure-7").tables["whole"].rows
    heights = {(model, level): height for model, level, height, *_ in rows}
    assert {height for (_, level), height in heights.items() if level < 8} == {4}
    assert [heights[name, 8] for name, *_ in [*rows][::4]] == [4, 6, 5]
    costs = {(model, level): cost for model, level, *_, cost in rows}
    assert costs["k-anonymity", 8] == 123_542_232
    assert costs["entropy", 8] == 699_994_216
    assert costs["recursive (3,l)", 8] == 218_844_682


def test_figure_7_of_samples(outcome):
    result = outcome("figure-7")
    assert result.facts["recursive_no_worse"] == result.facts["compared"]
    samples = result.tables["samples"]
    for level in (2, 4, 6, 8):
        mean = {
            model: samples.where(
                model=model, metric="discernibility", k_or_l=level
            ).column("mean")[0]
            for model in ("k-anonymity", "entropy", "recursive (3,l)")
        }
        assert mean["k-anonymity"] <= mean["recursive (3,l)"] <= mean["entropy"]
