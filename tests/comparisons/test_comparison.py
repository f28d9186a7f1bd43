# SPDX-License-Identifier: Apache-2.0
"""Two releases side by side: Figures 2 and 3 of the l-diversity paper."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from compared_figures import NAMES, compare, frame
from diversa.errors import InputError, RoleError
from tight_labels import tight


def test_the_answer_as_json(figures):
    answer = figures.to_json()
    assert answer["first"]["groups"] == answer["second"]["groups"] == 3
    assert {one["section"] for one in answer["differences"]} == {
        "risk",
        "levels",
        "utility",
        "loss",
    }
    assert "Cancer" not in str(answer)


def test_a_table_is_like_itself():
    same = compare(frame((2, 1, 1)), frame((2, 1, 1)), original=frame())
    assert {one.better for one in same.differences} == {None}
    assert "equally safe" in same.words[0]
    assert "keep the same" in same.words[1]


def test_without_the_original_only_the_files_speak():
    comparison = compare(frame((2, 1, 1)), frame((1, 2, 1)))
    assert comparison.of("utility") == []
    assert comparison.words[1] == "Nothing is known of both; name the original table"


def test_tables_with_other_columns_are_refused():
    with pytest.raises(RoleError, match="quasi_identifiers: must be named"):
        diversa.compare(frame(), frame(), sensitive="condition")
    with pytest.raises(RoleError, match="nation"):
        diversa.compare(
            frame().drop(columns="nationality"),
            frame(),
            quasi_identifiers=NAMES,
            sensitive="condition",
        )


def test_a_comparison_is_printed_in_a_few_lines(figures):
    first, second, *words = str(figures).splitlines()
    assert first.startswith("A: ")
    assert second.startswith("B: ")
    assert tuple(line.strip() for line in words) == figures.words


@pytest.mark.parametrize("method", ["full-domain", "mondrian", "anatomy"])
def test_releases_are_compared_like_their_folders(tmp_path, method):
    """As they come back, in a frame, in a folder, and by the folder alone."""
    table = pd.DataFrame(diversa.hospital(rows=120))[["zip", "sex", "condition"]]
    words = {"quasi_identifiers": ["zip", "sex"], "sensitive": "condition"}
    words |= {"suppression": 0.3, "method": method, **tight(method)}
    words |= {"rehearsal": "none"}
    if method == "anatomy":  # sums of halves are the same in any order
        words |= {"nearby": False}
    models = ["distinct-l-diversity:2", "distinct-l-diversity:3"]
    paths = [tmp_path / "fine", tmp_path / "coarse"]
    frames = [
        diversa.anonymize(table, models=model, evidence=True, **words)
        for model in models
    ]
    folders = [
        diversa.anonymize(table, models=model, out=path, **words)
        for model, path in zip(models, paths, strict=True)
    ]
    shown = [
        diversa.compare(*pair, original=table).to_json()
        for pair in (frames, folders, paths)
    ]
    for answer in shown:
        for name in ("first", "second"):
            del answer[name]["name"]
    assert shown[0] == shown[1] == shown[2]


def test_a_release_is_attacked_and_measured_like_its_folder(tmp_path):
    table = pd.DataFrame(diversa.hospital(rows=120))[["zip", "sex", "condition"]]
    words = {"quasi_identifiers": ["zip", "sex"], "sensitive": "condition"}
    words |= {"models": "k-anonymity:3", "suppression": 0.3}
    frame, folder = (
        diversa.anonymize(table, **words, **out)
        for out in ({}, {"out": tmp_path / "r"})
    )
    for function in (diversa.attack, diversa.risk):
        answers = [function(one).to_json() for one in (frame, folder, tmp_path / "r")]
        assert answers[0] == answers[1] == answers[2]
    assert diversa.audit_release(folder).holds
    with pytest.raises(InputError, match="must be a release in a folder"):
        diversa.audit_release(frame)


def visits():
    """Forty people with one to four rows."""
    rows = [
        (f"p{who}", 40 + who % 8, "fhxa"[(who + visit) % 4])
        for who in range(40)
        for visit in range(1 + who % 4)
    ]
    return pd.DataFrame(rows, columns=["pid", "age", "ill"])


WORDS_OF_VISITS = {"quasi_identifiers": "age", "sensitive": "ill"}


def test_releases_that_count_people_are_compared_by_people(tmp_path):
    table = visits()
    for k in (5, 10):
        diversa.anonymize(
            table,
            person="pid",
            models=f"k-anonymity:{k}",
            out=tmp_path / f"k{k}",
            **WORDS_OF_VISITS,
        )
    found = diversa.compare(tmp_path / "k5", tmp_path / "k10")
    risk = {line.name: line for line in found.of("risk")}
    assert "unique people" in risk
    assert (risk["highest risk"].first, risk["highest risk"].second) == (0.2, 0.1)
    assert "does not say whose a row is" in found.first.note
    assert found.to_json()["first"]["people"] == 40
    both = diversa.compare(tmp_path / "k5", tmp_path / "k10", original=table)
    levels = {line.name: line for line in both.of("levels")}
    assert levels["k-anonymity"].first == 5
    assert (both.first.note, both.first.audit.counted) == ("", "people")


def test_rows_are_not_compared_with_people():
    table = visits()
    ours, theirs = (
        diversa.anonymize(
            table, models="k-anonymity:5", evidence=True, **WORDS_OF_VISITS, **words
        )
        for words in ({"person": "pid"}, {"rows_are_people": True})
    )
    found = diversa.compare(ours, theirs)
    k = {line.name: line for line in found.of("levels")}
    assert k["k-anonymity (people)"].second is None
    assert k["k-anonymity (rows)"].first is None
    assert {line.words for line in found.of("risk")} == {"not known of both"}


def test_what_both_make_certain_when_published_together():
    """Groups {1, 2} and {1, 3} have HIV in common."""
    first = pd.DataFrame({"q": ["{1, 2}"] * 2, "s": ["flu", "HIV"]})
    second = pd.DataFrame({"q": ["{1, 3}"] * 2, "s": ["HIV", "cancer"]})
    words = {"quasi_identifiers": "q", "sensitive": "s"}
    found = diversa.compare(first, second, **words)
    assert "whoever is in both groups of 1 pairs certain" in found.words[2]
    (together,) = found.to_json()["together"]
    assert (together["attack"], together["pairs"], together["most"]) == (
        "composition",
        1,
        2,
    )
    assert "HIV" not in str(found.to_json())


def test_with_the_original_the_people_of_both_are_counted():
    same = compare(frame((2, 1, 1)), frame((2, 1, 1)), original=frame())
    assert same.together[0].exposed == 0
    assert same.words[2] == (
        "Published together they make 0 of 12 people certain whom none gives away alone"
    )


def test_bare_tables_are_compared_in_people():
    """Two rows of one person are one who is alone; two of two people are not."""
    alone = pd.DataFrame({"who": [*"aabb"], "zip": [*"1122"], "ill": [*"xyxy"]})
    mixed = alone.assign(zip=[*"1212"])
    words = {"quasi_identifiers": "zip", "sensitive": "ill"}
    found = diversa.compare(alone, mixed, person="who", **words)
    assert found.first.audit.levels["k-anonymity"] == 1
    assert found.second.audit.levels["k-anonymity"] == 2
    rows = diversa.compare(alone, mixed, **words)
    assert rows.first.audit.levels["k-anonymity"] == 2
    whole = diversa.compare(alone, mixed, person="who", original=alone, **words)
    plain = diversa.compare(alone, mixed, original=alone, **words)
    assert whole.first.metrics == plain.first.metrics
