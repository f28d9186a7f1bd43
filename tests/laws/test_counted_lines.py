# SPDX-License-Identifier: Apache-2.0
"""A table of counts is the table with a row for each of the people that it counts."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import diversa
from diversa.errors import DiversaError
from examples import examples
from memory_engine import MemoryEngine
from tight_labels import tight

NAMES = ["age", "zip", "ill", "pay"]
MODELS = {
    "full-domain": ["k-anonymity:3", "t-closeness:0.4,on=ill", "row-share:2"],
    "mondrian": ["k-anonymity:3", "distinct-l-diversity:2,on=ill"],
    "local-recoding": ["k-anonymity:2", "entropy-l-diversity:3/2,on=ill"],
    "mdav": ["k-anonymity:3"],
    "dealing": ["epsilon-m-anonymity:epsilon=1,m=2,on=pay"],
    "anatomy": ["distinct-l-diversity:2,on=ill", "frequency-l-diversity:2,on=ill"],
    "auto": ["k-anonymity:2", "beta-likeness:2,on=ill"],
}
"""For each method, models that it can promise."""

LINE = st.tuples(
    st.sampled_from([21, 25, 33, 47, 61]),
    st.sampled_from(["13053", "13068", "14850"]),
    st.sampled_from(["flu", "hiv", "gout", None]),
    st.sampled_from([1, 2, 5, 9]),
    st.sampled_from([0, 1, 1, 2, 3, 7]),
)
TABLES = st.lists(LINE, min_size=3, max_size=12)
"""Lines, the last part of which says how many people they are."""


@st.composite
def plans(draw):
    method = draw(st.sampled_from([*MODELS]))
    return {
        "quasi_identifiers": ["age", "zip"],
        "sensitive": ["ill"] if method == "anatomy" else ["ill", "pay"],
        "hierarchies": {"age": [10, 20, 40], "zip": "masking"},
        "models": draw(
            st.lists(st.sampled_from(MODELS[method]), min_size=1, max_size=2)
        ),
        "method": method,
        **tight(method),
        "suppression": draw(st.sampled_from([0, 0.2, 0.5])),
        "suppress_by": draw(st.sampled_from(["drop", "star"])),
        "missing": draw(st.sampled_from(["own", "worst", "drop"])),
        **draw(st.sampled_from([{}, {"keep_anyway": ["ward"]}])),
    }


def frames(lines):
    """The table of counts, and the same with a row for each of its people."""
    counted = pd.DataFrame(lines, columns=[*NAMES, "n"])
    counted.insert(0, "ward", [f"w{place % 3}" for place in range(len(lines))])
    return counted, expand(counted)


def expand(frame):
    """Every line as often as it says."""
    rows = [
        line[:-1] for line in frame.itertuples(index=False) for _ in range(line[-1])
    ]
    return pd.DataFrame(rows, columns=[*frame.columns][:-1])


def publish(frame, folder, **words):
    """The manifest and the tables of a release, or why there is none."""
    try:
        words = {**words, "ledger": False}  # releases of other examples
        release = diversa.anonymize(frame, out=folder, format="csv", **words)
    except DiversaError as error:
        return type(error).__name__, str(error)
    manifest = json.loads((Path(folder) / "manifest.json").read_text("utf-8"))
    tables = {
        file.name: pd.read_csv(file, dtype=str, keep_default_na=False)
        for file in Path(folder).glob("*.csv")
    }
    return manifest, tables, release


def rows_of(frame):
    return Counter(frame.itertuples(index=False, name=None))


@pytest.fixture(scope="module")
def no_pages():
    """Nobody looks at the reports of these releases."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("diversa.release.publish.report_page", lambda *_, **__: "")
        yield


@pytest.mark.usefixtures("no_pages")
@examples(60)
@given(TABLES, plans())
def test_counts_are_published_as_their_people_are(lines, words):
    counted, people = frames(lines)
    assume(len(people) > 0)
    with TemporaryDirectory() as folder:
        one = publish(counted, f"{folder}/counts", count="n", **words)
        other = publish(people, f"{folder}/people", **words)
        if isinstance(one[0], str) or isinstance(other[0], str):
            assert one == other
            return
        (ours, tables, _), (theirs, plain, _) = one, other
        verdict = diversa.audit_release(f"{folder}/counts").verdict
        assert verdict == diversa.audit_release(f"{folder}/people").verdict
        assert verdict != "fails"
        assert verdict == "holds" or ours["suppressed"]  # of whom it depends
    lines = tables.pop("release.csv")
    lines["n"] = lines["n"].astype(int)
    assert (lines["n"] > 0).all()
    assert not lines.drop(columns="n").duplicated().any()
    assert rows_of(expand(lines)) == rows_of(plain.pop("release.csv"))
    assert {name: rows_of(table) for name, table in tables.items()} == {
        name: rows_of(table) for name, table in plain.items()
    }
    assert ours["roles"].pop("count") == ours["columns"].pop() == "n"
    for manifest in (ours, theirs):
        del manifest["fingerprints"], manifest["files"]
    rehearsal = ours["evidence"].get("rehearsal", {"unit": "person"})
    assert rehearsal.pop("unit") == "person"
    assert ours == theirs


ASKED = {"quasi_identifiers": ["age", "zip"], "missing": "own"}


@examples(60)
@given(TABLES)
def test_counts_are_audited_and_attacked_as_their_people_are(lines):
    counted, people = frames(lines)
    assume(len(people) > 1)
    models = ["k-anonymity:3", "entropy-l-diversity:3/2,on=ill"]
    words = {**ASKED, "sensitive": ["ill", "pay"]}
    ours = diversa.audit(counted, count="n", models=models, **words)
    theirs = diversa.audit(people, models=models, **words)
    assert ours.to_json() == theirs.to_json()
    attacks = diversa.attack(counted, count="n", **words)
    assert attacks.to_json() == diversa.attack(people, **words).to_json()
    risk = diversa.risk(counted, count="n", quasi_identifiers=["age", "zip"])
    expected = diversa.risk(people, quasi_identifiers=["age", "zip"])
    assert risk.to_json() == expected.to_json()


@examples(30)
@given(TABLES)
def test_engines_expand_alike(lines):
    counted, people = frames(lines)
    assume(len(people) > 3)
    words = {
        **ASKED,
        "sensitive": "ill",
        "models": "k-anonymity:2",
        "suppression": 0.3,
        "count": "n",
    }
    with MemoryEngine() as memory:
        try:
            theirs = diversa.anonymize(counted, engine=memory, **words).frame
        except DiversaError as error:
            with pytest.raises(type(error)):
                diversa.anonymize(counted, **words)
            return
    ours = diversa.anonymize(counted, **words).frame
    assert rows_of(ours.astype(str)) == rows_of(theirs.astype(str))
