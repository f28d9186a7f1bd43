# SPDX-License-Identifier: Apache-2.0
"""Where everybody has one row, counting people changes only what is said of them.

And where nobody has more than so many rows, what rows promise bounds what people do.
"""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import diversa
from diversa.errors import DiversaError
from examples import examples
from tight_labels import tight

HIERARCHIES = {"age": [10, 20, 40], "zip": "masking"}
METHODS = (
    "full-domain",
    "mondrian",
    "local-recoding",
    "mdav",
    "dealing",
    "anatomy",
    "auto",
)
MODELS = (
    "k-anonymity:2",
    "k-anonymity:3",
    "frequency-l-diversity:3/2,on=ill",
    "distinct-l-diversity:2,on=ill",
    "recursive-cl-diversity:c=3,l=2,on=ill",
    "entropy-l-diversity:3/2,on=ill",
    "alpha-k-anonymity:alpha=3/4,k=2,on=ill",
    "t-closeness:0.4,on=ill",
    "t-closeness:0.4,on=pay",
    "beta-likeness:2,on=ill",
    "delta-disclosure:2,on=ill",
    "window-diversity:delta=1,l=3/2,on=pay",
    "epsilon-m-anonymity:epsilon=1,m=2,on=pay",
    "ck-safety:c=0.9,k=1,on=ill",
    "variance-control:0.5,on=pay",
    "row-share:2",
    "row-frequency:3/2,on=ill",
)
ROW = st.tuples(
    st.sampled_from([21, 25, 33, 47, 61]),
    st.sampled_from(["13053", "13068", "14850"]),
    st.sampled_from(["flu", "hiv", "gout", None]),
    st.sampled_from([1, 2, 5, 9]),
)


@pytest.fixture(scope="module")
def no_pages():
    """Nobody looks at the reports of these releases."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("diversa.release.publish.report_page", lambda *_, **__: "")
        yield


@st.composite
def plans(draw):
    """The words of a plan, of which people are no part."""
    method = draw(st.sampled_from(METHODS))
    return {
        "quasi_identifiers": ["age", "zip"],
        "sensitive": ["ill", "pay"],
        "hierarchies": HIERARCHIES,
        "models": draw(st.lists(st.sampled_from(MODELS), min_size=1, max_size=2)),
        "method": method,
        **tight(method),
        "suppression": draw(st.sampled_from([0, 0.2, 0.5])),
        "suppress_by": draw(st.sampled_from(["drop", "star"])),
        "missing": draw(st.sampled_from(["own", "worst", "drop"])),
    }


def publish(frame, folder, **words):
    """The files of a release, or why there is none; no run sees the one before."""
    try:
        diversa.anonymize(frame, out=folder, ledger=False, **words)
    except DiversaError as error:
        return type(error).__name__, str(error)
    files = {file.name: file.read_bytes() for file in Path(folder).iterdir()}
    return json.loads(files.pop("manifest.json")), files


@pytest.mark.usefixtures("no_pages")
@examples(60)
@given(
    st.lists(ROW, min_size=4, max_size=14),
    plans(),
    st.fixed_dictionaries(
        {
            "person_rows": st.sampled_from(["distinct", "all", 1, 3]),
            "known_visits": st.sampled_from(["any", "whole-visits"]),
        }
    ),
    st.booleans(),
)
def test_one_row_each_is_published_as_rows_are(rows, words, people, is_lost):
    frame = pd.DataFrame(rows, columns=["age", "zip", "ill", "pay"])
    who = [f"p{number}" for number in range(len(rows))]
    if is_lost:
        who[0] = who[-1] = None
        people = {**people, "missing_person": "own"}
    with TemporaryDirectory() as folder:
        alone = publish(frame, f"{folder}/rows", **words)
        whose = publish(
            frame.assign(who=who), f"{folder}/people", person="who", **words, **people
        )
    if isinstance(alone[0], str) or isinstance(whose[0], str):
        assume(not str(whose[1]).startswith("people.rows: must be distinct"))
        assert alone == whose
        return
    (by_rows, files), (by_people, same) = alone, whose
    assert files == same
    told = by_people.pop("people")
    assert told["people_out"] == by_people["rows_out"]
    assert by_people["roles"].pop("person") == told["person"] == "who"
    units = [
        one["evidence"]["rehearsal"].pop("unit", None) for one in (by_rows, by_people)
    ]
    assert units == [None, "person"]
    assert by_people.pop("fingerprints") != by_rows.pop("fingerprints")  # of the plan
    assert by_people == by_rows


VISIT = st.tuples(
    st.integers(0, 5), st.sampled_from([21, 47]), st.sampled_from("vwxyz")
)


@examples(60)
@given(st.lists(VISIT, min_size=4, max_size=24), st.integers(1, 3), st.integers(0, 1))
def test_what_rows_promise_bounds_what_people_do(visits, most, level):
    """The cap theorem: N > m (k - 1) has k people; row frequency m l is people's l."""
    frame = pd.DataFrame(visits, columns=["who", "age", "ill"])
    assume(frame["who"].nunique() > 1)
    release = diversa.anonymize(
        frame,
        person="who",
        quasi_identifiers="age",
        sensitive="ill",
        hierarchies={"age": [50]},
        models="k-anonymity:1",
        person_rows=most,
        levels={"age": level},
    )
    levels = release.audit.levels
    groups = release.frame.groupby("age", observed=True)["ill"]
    rows = min(len(group) for _, group in groups)
    share = min(
        Fraction(len(group), max(Counter(group).values())) for _, group in groups
    )
    assert levels["k-anonymity"] >= -(-rows // most)
    assert levels["frequency-l-diversity"] * most >= float(share) - 1e-9
