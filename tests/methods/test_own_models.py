# SPDX-License-Identifier: Apache-2.0
"""Models of a user's own, passed as objects, through every method and report."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction

import pandas as pd
import pytest

import diversa
from diversa.errors import ModelError, PlanError, SourceError
from diversa.metrics import OBJECTIVES
from diversa.models import MODELS, TCloseness
from diversa.models.named_distances import DISTANCES
from diversa.plan.file import plan_to_toml
from diversa.search.planner import SEARCHES
from tight_labels import tight
from toy_distances import by_length
from toy_metrics import LargestGroup
from toy_models import FarApart, LargestShare, OddSize, ShareOfKinds

KNOWN = ["age", "town"]
TREE = {"any": {"lungs": ["flu", "cold"], "stomach": ["ulcer", "gastritis"]}}
ILLS = ["flu", "ulcer", "cold", "gastritis", "flu", "ulcer"]


@pytest.fixture
def patients():
    """A table of 48 patients; every illness is spread over ages and towns."""
    return pd.DataFrame(
        {
            "age": [20 + row % 16 for row in range(48)],
            "town": ["ABCD"[row // 3 % 4] for row in range(48)],
            "ill": [ILLS[row % 6] for row in range(48)],
            "pay": [row * 7 % 48 for row in range(48)],
        }
    )


def publish(table, model, sensitive="ill", **words):
    return diversa.anonymize(
        table[[*KNOWN, sensitive]],
        quasi_identifiers=KNOWN,
        sensitive=sensitive,
        models=[model],
        **words,
    )


def largest_share(groups):
    """The largest share of a value in a group, counted by hand."""
    return max(max(Counter(group).values()) / len(group) for group in groups)


@pytest.mark.parametrize(
    "method", ["full-domain", "mondrian", "local-recoding", "mdav"]
)
def test_a_model_of_shares_by_every_method_of_one_table(patients, method):
    release = publish(patients, LargestShare(0.5), method=method, **tight(method))
    (verdict,) = release.audit.models
    groups = release.frame.groupby(KNOWN)["ill"].apply(list)
    assert verdict.holds
    assert verdict.attained == largest_share(groups) <= 0.5
    assert len(groups) > 1


def test_a_model_of_shares_in_two_tables(patients):
    words = {"method": "anatomy", "nearby": False}
    release = publish(patients, LargestShare(0.5), **words)
    assert release.audit.models[0].attained == 0.5
    assert release.audit.groups == 24


@pytest.mark.parametrize("method", ["mondrian", "local-recoding", "mdav"])
def test_a_model_of_sizes_that_merging_breaks(patients, method):
    release = publish(patients.head(45), OddSize(3), method=method, **tight(method))
    sizes = release.frame.groupby(KNOWN).size()
    assert release.audit.holds
    assert (sizes % 2 == 1).all()
    assert sizes.min() >= 3


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_every_search(patients, algorithm):
    release = publish(
        patients, LargestShare(0.5), method="full-domain", algorithm=algorithm
    )
    assert release.audit.holds


def test_a_search_that_would_prune_wrongly_is_refused(patients):
    with pytest.raises(PlanError, match="odd-size:3"):
        publish(patients, OddSize(3), method="full-domain", algorithm="incognito")


def test_auto_takes_the_method_that_the_flags_ask_for(patients):
    auto, kinds = {"method": "auto"}, {"hierarchies": {"ill": TREE}}
    boxes = {**auto, "labels": "tight"}
    assert publish(patients, LargestShare(0.5), **boxes).method == "local-recoding"
    assert publish(patients, ShareOfKinds(0.5), **auto, **kinds).method == "mbf"
    assert publish(patients, FarApart(2), "pay", **boxes).method == "dealing"


def test_similar_values_are_kept_apart(patients):
    model = ShareOfKinds(0.5)
    release = publish(patients, model, method="mbf", hierarchies={"ill": TREE})
    assert release.audit.holds
    secrets = release.sensitive_table
    assert secrets["count"].sum() == len(release.frame) == 48
    kinds = {
        "flu": "lungs",
        "cold": "lungs",
        "ulcer": "stomach",
        "gastritis": "stomach",
    }
    kind = secrets["ill"].map(kinds)
    assert (
        not pd.DataFrame({"group": secrets["group"], "kind": kind}).duplicated().any()
    )


@pytest.mark.parametrize(
    ("model", "method", "message"),
    [
        (
            OddSize(3),
            "anatomy",
            "odd-size:3 cannot be promised .it asks that rows look",
        ),
        (LargestShare(0.5), "mbf", "mbf must have a model with e"),
        (LargestShare(0.5), "dealing", "dealing must have a model of proximity"),
    ],
)
def test_a_method_that_is_not_made_for_a_model_says_so(
    patients, model, method, message
):
    with pytest.raises(PlanError, match=message):
        publish(patients, model, method=method, **tight(method))


def test_an_audit_and_an_attack(patients):
    words = {"quasi_identifiers": "town", "sensitive": "ill", "missing": "raise"}
    audit = diversa.audit(patients, models=LargestShare(0.25), **words)
    groups = patients.groupby("town")["ill"].apply(list)
    assert not audit.holds
    assert audit.models[0].attained == pytest.approx(largest_share(groups))
    answer = diversa.attack(patients, models=LargestShare(0.25), **words)
    assert "minimality" in str(answer.to_json())


def test_the_report_of_a_release_explains_the_model(patients, tmp_path):
    publish(patients, LargestShare(0.5), out=tmp_path / "out")
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text("utf-8"))
    (spec,) = manifest["audit"]["own_models"]
    assert spec == "largest-share:0.5,on=ill"
    page = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert spec in page
    assert LargestShare.stops in page
    assert f"{spec} does not stop {LargestShare.misses}." in page


def test_the_report_of_a_table_explains_the_model(patients, tmp_path):
    page = diversa.write_report(
        patients,
        out=tmp_path / "page.html",
        quasi_identifiers=["town"],
        sensitive=["ill"],
        models=[OddSize(3)],
    )
    assert OddSize.stops in page.read_text("utf-8")


def test_a_manifest_of_built_in_models_explains_nothing(patients):
    audit = diversa.audit(patients, quasi_identifiers="town", models="k-anonymity:2")
    assert "own_models" not in audit.to_json()


def test_a_release_is_audited_again_where_the_model_is_known(patients, tmp_path):
    publish(patients, LargestShare(0.5), out=tmp_path / "out")
    with pytest.raises(
        SourceError, match=r"largest-share.*needs that package installed"
    ):
        diversa.audit_release(tmp_path / "out")
    MODELS.add("largest-share", LargestShare)
    try:
        audit = diversa.audit_release(tmp_path / "out")
    finally:
        MODELS.remove("largest-share")
    assert audit.holds


def test_a_plan_with_a_model_that_nobody_can_read_is_not_written(tmp_path):
    words = {"quasi_identifiers": ["age"], "sensitive": ["ill"]}
    plan = diversa.make_plan(models=[LargestShare(0.5)], **words)
    with pytest.raises(ModelError, match="must be registered to be written to a file"):
        plan_to_toml(plan)
    MODELS.add("largest-share", LargestShare)
    try:
        (tmp_path / "plan.toml").write_text(plan_to_toml(plan), encoding="utf-8")
        assert diversa.read_plan(tmp_path / "plan.toml") == plan
    finally:
        MODELS.remove("largest-share")


def test_a_metric_of_ones_own_is_minimized(patients):
    OBJECTIVES.add("largest-group", LargestGroup)
    try:
        release = publish(
            patients,
            LargestShare(0.5),
            method="full-domain",
            objective="largest-group",
            algorithm="exhaustive",
        )
        pruned = publish(
            patients,
            LargestShare(0.5),
            method="full-domain",
            objective="largest-group",
        )
    finally:
        OBJECTIVES.remove("largest-group")
    sizes = release.frame.groupby(KNOWN).size()
    assert release.metrics["largest-group"] == sizes.max()
    assert pruned.metrics["largest-group"] == sizes.max()


def test_a_distance_of_ones_own():
    from diversa.counts.groups import Groups

    DISTANCES.add("by-length", by_length)
    try:
        groups = Groups.from_counts(
            [{"flu": 1, "cold": 1}, {"flu": 2}], on="ill", table={"flu": 1, "cold": 1}
        )
        model = TCloseness(0.1, distance="by-length")
        assert model.measure(groups).floats.tolist() == [0, Fraction(1, 2)]
        assert model.describe(0.5) == "by-length t = 0.5"
        smooth = TCloseness(0.1, distance="smoothed-js", ground="by-length")
        assert smooth.holds(groups).tolist()[0]
    finally:
        DISTANCES.remove("by-length")
    with pytest.raises(ModelError, match="distance must be a known word, got 'by-len"):
        TCloseness(0.1, distance="by-length")


@pytest.mark.parametrize("flag", ["union_closed", "absorbing", "bounded", "stops"])
def test_a_model_that_leaves_something_out(flag):
    body = {
        name: value
        for name, value in vars(OddSize).items()
        if name
        in ("absorbing", "bounded", "stops", "misses", "union_closed", "measure")
        and name != flag
    }
    kind = type("HalfModel", OddSize.__bases__, body)
    with pytest.raises(ModelError, match=f"the class HalfModel must declare {flag}"):
        kind()
