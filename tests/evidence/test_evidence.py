# SPDX-License-Identifier: Apache-2.0
"""The evidence of a release agrees with its rows, whatever the method publishes."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

import diversa
from diversa.data.examples import hospital
from diversa.errors import PlanError
from diversa.evidence.evidence import rows_alike
from diversa.hierarchies import Coding, Intervals
from diversa.search.evaluator import Evaluator

KNOWN = ["zip", "born", "sex"]
STYLES = {
    "full-domain": {"method": "full-domain", "suppression": 0.05},
    "mondrian": {"method": "mondrian", "labels": "tight"},
    "median": {"method": "mondrian", "labels": "tight", "cut": "median"},
    "region": {"method": "mondrian", "labels": "region"},
    "ancestor": {"method": "mondrian", "labels": "tight", "sets": "ancestor"},
    "star": {
        "method": "mondrian",
        "labels": "tight",
        "sets": "star",
        "numbers": "star",
    },
    "mean": {"method": "mondrian", "labels": "tight", "numbers": "mean"},
    "local-recoding": {
        "method": "local-recoding",
        "labels": "tight",
        "suppression": 0.05,
    },
    "relaxed": {
        "method": "mondrian",
        "labels": "tight",
        "relaxed": True,
        "cut": "median",
    },
    "mdav": {"method": "mdav", "labels": "tight"},
    "coded": {
        "method": "mondrian",
        "labels": "tight",
        "hierarchies": {"born": Coding(1940, 2000, Intervals((5, 10)))},
    },
    "coded levels": {
        "method": "full-domain",
        "hierarchies": {"born": Coding(1940, 2000, Intervals((5, 10)))},
    },
}


@pytest.fixture(scope="module")
def patients():
    return pd.DataFrame(hospital(rows=300)).drop(columns=["admitted", "name", "ward"])


def anonymize(patients, **words):
    settled = {
        "quasi_identifiers": KNOWN,
        "sensitive": "condition",
        "models": ["k-anonymity:4"],
        "hierarchies": {"born": Intervals((5, 10, 20))},
        "rehearsal": "none",  # see tests/rehearsals
    }
    return diversa.anonymize(
        patients, keep_order=True, evidence=True, **(settled | words)
    )


@pytest.fixture(scope="module")
def released(patients):
    """The release of each style, made once."""
    return cache(lambda style: anonymize(patients, **STYLES[style]))


@pytest.mark.parametrize("style", STYLES)
def test_the_loss_measured_is_the_loss_decided(style, released):
    """Two ways to it: from sides of boxes here, on axes or levels in the search."""
    release = released(style)
    left = release.evidence.utility
    assert left["loss"] == pytest.approx(release.metrics["loss"])
    assert left.suppressed == release.suppressed
    assert left["discernibility"] == pytest.approx(release.metrics["discernibility"])


@pytest.mark.parametrize("style", STYLES)
def test_risk_is_that_of_the_published_rows(style, patients, released):
    release = released(style)
    sizes = release.frame.groupby(KNOWN, dropna=False).size()
    found = release.evidence.risk["after"]
    assert found.prosecutor.highest == pytest.approx(1 / sizes.min())
    assert found.prosecutor.average == pytest.approx(len(sizes) / sizes.sum())
    # Of rows that are withheld nothing is told but how many there are.
    before = patients.loc[release.frame.index].groupby(KNOWN, dropna=False).size()
    assert release.evidence.risk["before"].sample_uniques == (before == 1).sum()


def test_buckets_single_people_out_as_the_table_does(patients):
    """Quasi-identifiers are published as they are, so that risk stays what it was."""
    release = anonymize(patients, method="anatomy", models=["frequency-l-diversity:3"])
    found = release.evidence
    uniques = [found.risk[when].sample_uniques for when in ("before", "after")]
    assert uniques[0] == uniques[1] > 0
    assert found.utility["loss"] == 0
    assert found.attacks["after"]["homogeneity"].exposed == 0


def test_buckets_with_coded_ends_are_measured_as_published(patients):
    release = anonymize(
        patients,
        method="anatomy",
        models=["frequency-l-diversity:3"],
        hierarchies=STYLES["coded"]["hierarchies"],
    )
    sizes = release.frame.groupby(KNOWN, dropna=False).size()
    assert "<1940" in set(release.frame.born)
    found = release.evidence.risk["after"]
    assert found.sample_uniques == (sizes == 1).sum()
    assert found.prosecutor.average == pytest.approx(len(sizes) / sizes.sum())


def test_buckets_are_measured_without_the_tuples_that_are_gone():
    """Of four rows, three with one value, two must go: the last tuples among them."""
    ages = pd.DataFrame({"age": [1, 2, 3, 4], "ill": ["Flu", "HIV", "Flu", "Flu"]})
    for seed in range(4):
        release = diversa.anonymize(
            ages,
            quasi_identifiers="age",
            sensitive="ill",
            models="frequency-l-diversity:2",
            method="anatomy",
            suppression=0.5,
            seed=seed,
            evidence=True,
        )
        assert release.evidence.utility.suppressed == 2
        assert release.evidence.risk["after"].sample_uniques == 2


def test_dealt_groups_share_boxes(patients):
    ages = patients.assign(pay=(patients.index * 37) % 400).drop(columns="condition")
    release = anonymize(
        ages,
        sensitive="pay",
        method="dealing",
        labels="tight",
        models=["epsilon-m-anonymity:20,m=3"],
    )
    sizes = release.frame.groupby(KNOWN, dropna=False).size()
    found = release.evidence.risk["after"]
    assert found.prosecutor.highest == pytest.approx(1 / sizes.min())
    assert release.evidence.utility.groups == release.audit.groups


@pytest.mark.parametrize(
    "style", ["region", "ancestor", "star", "mean", "local-recoding", "mdav", "coded"]
)
def test_a_picture_shows_only_what_is_published(style, patients):
    """Not the values of a suppressed row, nor the extremes that a mean or `*` hides."""
    lonely = {"zip": ["99999"], "born": [1801], "sex": ["F"], "condition": ["Flu"]}
    odd = pd.concat([patients, pd.DataFrame(lonely)], ignore_index=True)
    release = anonymize(odd, **({"suppression": 0.05} | STYLES[style]))
    picture = release.evidence.picture
    lines = () if picture is None else picture.labels
    drawn = [line.attribute for line in lines]
    assert ("born" in drawn) == (style not in ("star", "mean", "mdav"))
    assert "1801" not in str(release.evidence.to_json())
    for line in lines:
        exact = (
            release.frame[line.attribute]
            .map(str)
            .isin(set(odd[line.attribute].map(str)))
        )
        if style == "local-recoding":  # labels are values or spans of them
            assert line.shares[0] == pytest.approx(exact.mean())


def test_a_picture_names_no_rare_category(patients):
    rare = patients.assign(zip=patients.zip.where(patients.index > 3, "99999"))
    release = anonymize(rare, **STYLES["mondrian"])
    assert "99999" in "".join(release.frame.zip)
    assert "99999" not in str(release.evidence.to_json())


def test_coded_ends_are_not_shown(patients, released):
    release = released("coded")
    text = str(release.evidence.to_json())
    raw = set(map(str, patients.born[(patients.born < 1940) | (patients.born >= 2000)]))
    assert raw
    shown = set(re.findall(r"(?<![\d.])\d+(?=[^\d.]|\.0\b)", text))
    assert not raw & shown - {"2000"}


def test_a_label_is_predicted_from_the_release(patients):
    release = anonymize(patients, method="mondrian", labels="tight", label="sex")
    found = release.evidence.utility.measured["accuracy"]
    assert found.label == "sex"
    assert 0 <= found.majority <= 1
    assert found.rows > 50


def test_a_label_must_have_a_role(patients):
    with pytest.raises(PlanError, match=r"search\.label: must be a quasi-identifier"):
        anonymize(patients, method="mondrian", labels="tight", label="sexx")


WHOLE = {"method": "full-domain"}
"""All rows are published."""


def test_a_lattice_is_drawn_as_every_node_says(patients):
    """A node is called minimal only if every node below it is known to fail."""
    drawn = anonymize(patients, **WHOLE).evidence.picture.nodes
    assert {kind for *_, kind in drawn} >= {"fails", "holds", "minimal"}
    every = anonymize(patients, **WHOLE, algorithm="exhaustive").evidence.picture.nodes
    spots = {
        kind: {tuple(spot) for *spot, one in every if one == kind}
        for kind in ("fails", "holds", "minimal")
    }
    spots["holds"] |= spots["minimal"]
    assert all(tuple(spot) in spots[kind] for *spot, kind in drawn if kind in spots)


def test_a_picture_judges_no_node_again(patients, monkeypatch):
    counted, judge = [], Evaluator.judge

    def count(self, frequency_set):
        counted.append(frequency_set.levels)
        return judge(self, frequency_set)

    monkeypatch.setattr(Evaluator, "judge", count)
    release = anonymize(patients, **WHOLE, rehearsal="none")
    assert release.evidence.picture.nodes
    assert len(counted) == release.search.checked


def test_a_lattice_is_not_drawn_where_rows_are_withheld(released):
    """Which nodes hold, and what they lose, depends on every row."""
    release = released("full-domain")
    assert release.suppressed > 0
    assert release.evidence.picture is None


def test_a_frame_is_measured_when_asked(patients, tmp_path):
    """A folder shows evidence in its report, so that it is measured by default."""
    words = {"quasi_identifiers": KNOWN, "models": "k-anonymity:4"}
    assert diversa.anonymize(patients, **words).evidence is None
    assert diversa.anonymize(patients, evidence=True, **words).evidence is not None
    folders = [tmp_path / "measured", tmp_path / "plain"]
    measured = diversa.anonymize(patients, out=folders[0], **words)
    plain = diversa.anonymize(patients, out=folders[1], evidence=False, **words)
    assert measured.evidence is not None
    assert plain.evidence is None
    manifests = [(one / "manifest.json").read_text() for one in folders]
    assert ["evidence" in json.loads(text) for text in manifests] == [True, False]
    assert diversa.audit_release(folders[1]).holds
    diversa.write_report(folders[1], out=tmp_path / "report.html")


FROM_LABELS = ("mondrian", "median", "region", "star", "local-recoding", "coded")


@pytest.mark.parametrize("style", FROM_LABELS)
def test_the_published_labels_say_the_same_as_the_decision(style, patients, released):
    """Another way to it: the file is read as a stranger would, label by label."""
    release = released(style)
    words = {"quasi_identifiers": KNOWN, "sensitive": "condition"}
    frame = release.frame
    read = diversa.compare(frame, frame, original=patients, **words).first.utility
    left = release.evidence.utility
    assert read.suppressed == left.suppressed
    for name in ("zip", "sex") if style == "coded" else KNOWN:
        assert read.measured["gcp"][name] == pytest.approx(left.measured["gcp"][name])
    if style != "coded":
        assert read["loss"] == pytest.approx(left["loss"])
        assert read.measured["query-error"].median == pytest.approx(
            left.measured["query-error"].median
        )


def test_boxes_with_the_same_labels_look_alike():
    draw = np.random.default_rng(0)
    labels = draw.integers(0, 3, (3, 60))
    rows = draw.integers(1, 9, 60)
    sides = [SimpleNamespace(label=line, sizes=np.ones(3)) for line in labels]
    published = SimpleNamespace(boxes=60, sides=sides, box_rows=rows)
    expected = Counter()
    for box, count in zip(labels.T.tolist(), rows.tolist(), strict=True):
        expected[tuple(box)] += count
    stars = SimpleNamespace(**vars(published), star=True, suppressed=7)
    dropped = SimpleNamespace(**vars(published), star=False, suppressed=7)
    assert sorted(rows_alike(dropped)) == sorted(expected.values())
    assert sorted(rows_alike(stars)) == sorted([*expected.values(), 7])


def weighted_risk(rows, names):
    """The journalist's highest risk and the expected matches, by hand."""
    groups = rows.groupby(names, dropna=False)["w"].agg(["size", "sum"])
    return 1 / groups["sum"].min(), (groups["size"] / groups["sum"]).sum()


WEIGHED = ["full-domain", "mondrian", "local-recoding", "mdav", "star rows", "anatomy"]


@pytest.mark.parametrize("style", WEIGHED)
def test_weights_are_added_up_over_published_rows(patients, style):
    rng = np.random.default_rng(7)
    weighted = patients.assign(w=rng.integers(4, 400, len(patients)) / 4)
    words = STYLES.get(style) or {
        "star rows": {"suppression": 0.2, "suppress_by": "star"},
        "anatomy": {"method": "anatomy", "models": "distinct-l-diversity:2"},
    }.get(style)
    release = diversa.anonymize(
        weighted,
        **{"models": "k-anonymity:3", "suppression": 0.05, **words},
        quasi_identifiers=KNOWN,
        sensitive="condition",
        weight="w",
        keep_anyway="w",  # so that it can be counted by hand
        evidence=True,
    )
    highest, expected = weighted_risk(release.frame, KNOWN)
    after = release.evidence.risk["after"]
    assert after.rows == len(release.frame)
    assert after.journalist.highest == pytest.approx(highest)
    assert after.population_estimate.expected == pytest.approx(expected)
    assert after.population_estimate.people == pytest.approx(release.frame["w"].sum())
    before = release.evidence.risk["before"]
    if not release.suppressed:
        assert before.journalist.highest == pytest.approx(
            weighted_risk(weighted, KNOWN)[0]
        )
    elif style != "star rows":
        people = release.frame["w"].sum()
        assert before.population_estimate.people == pytest.approx(people)
    assert diversa.risk(release).risk.journalist.highest == pytest.approx(highest)


def test_weights_are_withheld_and_change_nothing_else(patients):
    weighted = patients.assign(w=3.5)
    words = {
        "quasi_identifiers": KNOWN,
        "sensitive": "condition",
        "models": "k-anonymity:3",
        "evidence": True,
    }
    plain = diversa.anonymize(weighted, **words)
    release = diversa.anonymize(weighted, **words, weight="w")
    pd.testing.assert_frame_equal(plain.frame, release.frame)
    assert "w" not in release.frame
    found, usual = release.evidence.risk["after"], plain.evidence.risk["after"]
    assert found.prosecutor == usual.prosecutor
    assert found.journalist.highest == pytest.approx(usual.prosecutor.highest / 3.5)
    written, usual = release.evidence.to_json(), plain.evidence.to_json()
    assert {**written, "risk": None} == {**usual, "risk": None}
    for beside in ({"person": "age"}, {"population": weighted}):
        with pytest.raises(PlanError, match=r"roles.weight: must be left out beside"):
            diversa.anonymize(weighted.assign(age=1), **words, weight="w", **beside)
