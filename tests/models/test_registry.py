# SPDX-License-Identifier: Apache-2.0
"""The registry: what is in it, what an audit reports, what importing it costs."""

from __future__ import annotations

import subprocess
import sys

import pytest

import diversa.models
from diversa.counts.groups import Groups
from diversa.hierarchies import Taxonomy
from diversa.models import MODELS, UNASKED, audited


def test_names():
    assert list(MODELS) == [
        "k-anonymity",
        "distinct-l-diversity",
        "frequency-l-diversity",
        "entropy-l-diversity",
        "recursive-cl-diversity",
        "pd-recursive-cl-diversity",
        "npd-recursive-cl-diversity",
        "alpha-k-anonymity",
        "t-closeness",
        "nt-closeness",
        "beta-likeness",
        "delta-disclosure",
        "epsilon-m-anonymity",
        "window-diversity",
        "delta-l-diversity",
        "multi-level-l-diversity",
        "ke-anonymity",
        "variance-control",
        "le-diversity",
        "subtree-frequency-diversity",
        "delta-presence",
        "k-map",
        "label-safety",
        "row-share",
        "row-frequency",
        "belief-change",
        "rho-breach",
        "bayes-positive-disclosure",
        "bayes-negative-disclosure",
        "ck-safety",
        "skyline-privacy",
        "m-uniqueness",
        "m-invariance",
    ]


def levels_of(groups):
    """What an audit says of groups when no model is named, without on=."""
    return {
        model.spec.replace(",on=s", ""): model.describe(model.attained(groups))
        for model in audited(["s"])
        if model.lacks(groups.sensitive) is None
    }


OF_TEXT = {
    "k-anonymity:1": "k = 4",
    "distinct-l-diversity:1": "distinct l = 2",
    "frequency-l-diversity:1": "frequency l = 2",
    "entropy-l-diversity:1": "entropy l = 2",
    "recursive-cl-diversity:c=1,l=2": "c > 1 at l = 2",
}
OF_NUMBERS = {
    "ke-anonymity:k=1,e=1": "e = 2 at k = 1",
    "variance-control:0": "variance = 1",
}
OF_A_TAXONOMY = {"subtree-frequency-diversity:l=1,e=1": "subtree l = 1.333 at e = 1"}


def test_what_an_audit_reports_of_text(table):
    levels = levels_of(table((2, 1, 1), (2, 2)))
    assert levels.items() >= OF_TEXT.items()
    assert not levels.keys() & (OF_NUMBERS.keys() | OF_A_TAXONOMY.keys())


def test_what_an_audit_reports_of_numbers():
    counts = [{"1": 2, "2.5": 1, "5": 1}, {"1": 2, "3": 2}]
    levels = levels_of(Groups.from_counts(counts, on="s"))
    assert levels.items() >= (OF_TEXT | OF_NUMBERS).items()


def test_what_an_audit_reports_of_a_taxonomy():
    counts = [{"a": 2, "b": 1, "c": 1}, {"a": 2, "c": 2}]
    tree = Taxonomy(tree={"*": {"p": ["a", "b"], "q": ["c"]}})
    levels = levels_of(Groups.from_counts(counts, on="s", taxonomy=tree))
    assert levels.items() >= (OF_TEXT | OF_A_TAXONOMY).items()


def test_every_sensitive_attribute_is_audited():
    assert [model.spec for model in audited(["s", "t"])][:3] == [
        "k-anonymity:1",
        "distinct-l-diversity:1,on=s",
        "distinct-l-diversity:1,on=t",
    ]
    assert [model.name() for model in audited([])] == ["k-anonymity"]


def test_models_that_need_a_population_are_audited_where_there_is_one():
    with_people = {model.spec for model in audited([], given=["population"])}
    assert with_people - {model.spec for model in audited([])} == {
        "delta-presence:low=0,high=1",
        "k-map:1",
    }


@pytest.mark.parametrize(
    "heavy", ["numba", "duckdb", "pandas", "polars", "pyarrow", "rich"]
)
def test_importing_the_models_loads_nothing_heavy(loaded, heavy):
    assert heavy not in loaded


@pytest.fixture(scope="module")
def loaded():
    code = "import sys, diversa.models; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    return {name.partition(".")[0] for name in done.stdout.split()}


def test_a_model_is_imported_when_it_is_asked_for():
    lines = (
        "import sys; from diversa.models import parse; parse('k-anonymity:5');"
        " sys.exit('diversa.models.t_closeness' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", lines], check=False).returncode == 0


def test_an_unknown_attribute_is_an_error():
    with pytest.raises(AttributeError, match="has no attribute 'Nothing'"):
        diversa.models.Nothing  # noqa: B018


@pytest.mark.parametrize("name", UNASKED)
def test_models_that_an_audit_does_not_import_have_no_level_to_report(name):
    assert MODELS[name].audited() == ()
