# SPDX-License-Identifier: Apache-2.0
"""Releases that count people: undecided by themselves, decided with their original."""

from __future__ import annotations

import json
from fractions import Fraction

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import diversa
from diversa.errors import BesideError
from diversa.models.verdict import Verdict
from people_by_hand import people_l
from people_releases import CONSTANT, forge, forge_rows, publish, visits
from tight_labels import tight

FAILS, HOLDS, UNDECIDED = Verdict.FAILS, Verdict.HOLDS, Verdict.UNDECIDED


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    path = tmp_path_factory.mktemp("visits") / "visits.csv"
    visits().to_csv(path, index=False)
    return path


@pytest.fixture
def folder(table, tmp_path):
    publish(table, tmp_path / "out", models=["k-anonymity:5", "distinct-l-diversity:2"])
    return tmp_path / "out"


def test_the_file_does_not_show_people(folder):
    found = diversa.audit_release(folder)
    assert found.verdict is UNDECIDED
    least = record_of(folder)["audit"]["levels"]["k-anonymity"]
    assert found.notes == (
        f"people: as the publisher says, 60 people in groups of at least {least}; the"
        " file cannot show it",
    )
    assert all(model.verdict is UNDECIDED for model in found.audit.models)
    assert "--table FILE" in found.audit.models[0].reason
    assert found.audit.levels["k-anonymity"] == found.audit.smallest_rows  # of rows


def record_of(folder):
    return json.loads((folder / "manifest.json").read_text())


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"person_rows": "all"},
        {"suppression": 0.1, "models": "k-anonymity:9"},
        {"suppression": 0.1, "models": "k-anonymity:9", "suppress_by": "star"},
        {"quasi_identifiers": [*CONSTANT, "ward"]},
        {
            "quasi_identifiers": [*CONSTANT, "ward"],
            "models": ["k-anonymity:3", "frequency-l-diversity:1.2"],
        },
        {"keep": "ward"},
        {"hierarchies": {}},
        {"models": ["k-anonymity:2", "t-closeness:0.9", "beta-likeness:9"]},
    ],
    ids=str,
)
def test_the_original_decides(table, tmp_path, words):
    release = publish(table, tmp_path / "out", **words)
    found = diversa.audit_release(tmp_path / "out", reference=table)
    assert found.problems == ()
    assert found.verdict is HOLDS
    assert found.audit.levels == release.audit.levels
    assert found.audit.people == release.record.people.people_out
    assert diversa.audit_release(tmp_path / "out").verdict is UNDECIDED


@pytest.mark.parametrize("method", ["mondrian", "local-recoding", "mdav"])
@pytest.mark.parametrize("suppression", [0, 0.1])
def test_the_saved_recoding_places_rows_where_groups_overlap(
    table, tmp_path, method, suppression
):
    saved = tmp_path / "recoding.json"
    words = {
        "method": method,
        **tight(method),
        "suppression": suppression,
        "recoding": saved,
        **({"numbers": "range"} if method == "mdav" else {}),
    }
    release = publish(table, tmp_path / "out", **words)
    alone = diversa.audit_release(tmp_path / "out", reference=table)
    assert alone.verdict in (UNDECIDED, HOLDS)
    if alone.verdict is UNDECIDED:
        assert "--recoding" in alone.audit.models[0].reason
    found = diversa.audit_release(tmp_path / "out", reference=table, recoding=saved)
    assert (found.verdict, found.problems) == (HOLDS, ())
    assert found.audit.levels["k-anonymity"] == release.audit.levels["k-anonymity"]


def test_averages_do_not_place_rows(table, tmp_path):
    publish(table, tmp_path / "out", method="mdav", labels="tight")
    found = diversa.audit_release(tmp_path / "out", reference=table)
    assert found.verdict is UNDECIDED
    assert "averages" in found.audit.models[0].reason


def test_one_row_for_everybody_is_undecided_all_the_same(tmp_path):
    frame = visits().drop_duplicates("who")
    release = publish(frame, tmp_path / "out")
    found = diversa.audit_release(tmp_path / "out")
    assert found.verdict is UNDECIDED
    assert found.audit.levels["k-anonymity"] == release.audit.levels["k-anonymity"]
    decided = diversa.audit_release(tmp_path / "out", reference=frame)
    assert (decided.verdict, decided.audit.people) == (HOLDS, len(frame))


def test_two_tables_with_one_row_for_everybody(tmp_path):
    frame = visits().drop_duplicates("who")
    words = {"method": "anatomy", "models": "distinct-l-diversity:2"}
    publish(frame, tmp_path / "out", **words)
    assert diversa.audit_release(tmp_path / "out").verdict is UNDECIDED
    found = diversa.audit_release(tmp_path / "out", reference=frame)
    assert (found.verdict, found.problems) == (HOLDS, ())


def test_fewer_than_k_rows_fail_whoever_they_are(folder):
    forge_rows(folder, lambda rows: rows.groupby(CONSTANT).head(4))
    found = diversa.audit_release(folder)
    assert found.audit.models[0].verdict is FAILS


def test_one_value_in_a_group_fails_whoever_has_it(folder):
    forge_rows(folder, lambda rows: rows.assign(ill="v"))
    found = diversa.audit_release(folder)
    assert [model.verdict for model in found.audit.models] == [UNDECIDED, FAILS]


def test_rows_that_were_doubled_are_found(folder, table):
    forge_rows(folder, lambda rows: pd.concat([rows, rows.head(3)]))
    found = diversa.audit_release(folder, reference=table)
    assert found.verdict is FAILS
    assert any("3 that are not among them" in line for line in found.problems)


def test_rows_that_were_taken_away_are_found(folder, table):
    forge_rows(folder, lambda rows: rows.iloc[:-2])
    found = diversa.audit_release(folder, reference=table)
    assert any("2 too few" in line for line in found.problems)


def test_a_value_that_was_changed_is_found(folder, table):
    def change(rows):
        rows.loc[0, "ill"] = next(v for v in "vwxyz" if v != rows.loc[0, "ill"])
        return rows

    forge_rows(folder, change)
    found = diversa.audit_release(folder, reference=table)
    assert any("1 that are not among them, and 1 too few" in p for p in found.problems)


def test_a_promise_of_rows_as_people_is_found(table, tmp_path):
    """Groups of five rows that are fewer people, sold as five people."""
    out = tmp_path / "out"
    release = publish(table, out, models="k-anonymity:1", levels={"age": 1, "zip": 0})
    people = int(release.audit.levels["k-anonymity"])
    claimed = release.record.people.smallest_rows
    assert people < claimed
    forge(out, promise={"models": [f"k-anonymity:{claimed}"]})
    assert diversa.audit_release(out).audit.models[0].verdict is UNDECIDED
    found = diversa.audit_release(out, reference=table)
    assert found.audit.models[0].verdict is FAILS
    assert any(f"k-anonymity:{claimed} must hold" in line for line in found.problems)


@pytest.mark.parametrize(
    ("changes", "alone"),
    [
        ({"people": {"people_out": 10_000}}, True),
        ({"people": {"people_in": 1}}, True),
        ({"people": {"smallest_rows": 1}}, True),
        ({"people": {"most_groups": 999}}, True),
        ({"audit": {"people": 3}}, True),
        ({"people": {"people_in": 61}}, False),
        ({"people": {"people_out": 59}, "audit": {"people": 59}}, False),
        ({"people": {"rows": "all"}}, False),
        ({"people": None}, True),
    ],
    ids=str,
)
def test_a_manifest_that_claims_other_people_is_found(folder, table, changes, alone):
    forge(folder, **changes)
    assert (diversa.audit_release(folder).verdict is FAILS) is alone
    assert diversa.audit_release(folder, reference=table).verdict is FAILS


def test_a_level_in_people_that_is_too_good_is_found(folder, table):
    levels = {**record_of(folder)["audit"]["levels"], "k-anonymity": 6}
    forge(folder, audit={"levels": levels})
    assert diversa.audit_release(folder).verdict is UNDECIDED
    assert diversa.audit_release(folder, reference=table).verdict is FAILS


def test_at_most_so_many_rows_are_some_of_the_original(table, tmp_path):
    folder = tmp_path / "out"
    publish(table, folder, person_rows=2)
    found = diversa.audit_release(folder, reference=table)
    assert (found.verdict, found.problems) == (UNDECIDED, ())
    assert "which rows of a person" in found.audit.models[0].reason
    forge(folder, people={"rows": "1"})  # more rows than people
    assert diversa.audit_release(folder, reference=table).verdict is FAILS


def test_the_seed_draws_the_rows_again(table, tmp_path):
    folder = tmp_path / "out"
    release = publish(table, folder, person_rows=2, seed=5)
    assert diversa.audit_release(folder, reference=table).verdict is UNDECIDED
    found = diversa.audit_release(folder, reference=table, seed=5)
    assert (found.verdict, found.problems) == (HOLDS, ())
    assert found.audit.levels == release.audit.levels
    assert found.audit.people == release.record.people.people_out
    other = diversa.audit_release(folder, reference=table, seed=6)
    assert (other.verdict, other.problems) == (UNDECIDED, ())
    assert "this seed draws others" in other.audit.models[0].reason


def test_a_seed_does_not_hide_forged_rows(table, tmp_path):
    folder = tmp_path / "out"
    publish(table, folder, person_rows=2, seed=5)
    forge_rows(folder, lambda rows: rows.assign(ill="v"))
    assert diversa.audit_release(folder, reference=table, seed=5).verdict is FAILS


@pytest.mark.parametrize("ward", [[], ["ward"]])
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("most_rows", 1),
        ("row_share", 0.01),
        ("rows_known", 0.02),
        ("all_visits", 0.03),
        ("most_groups", 3),
    ],
)
def test_what_numbers_of_rows_tell_is_counted_again(table, tmp_path, ward, name, value):
    folder = tmp_path / "out"
    publish(table, folder, quasi_identifiers=[*CONSTANT, *ward])
    assert diversa.audit_release(folder, reference=table).problems == ()
    said = record_of(folder)["people"]
    if said.get(name) == value:
        value += 1
    forge(folder, people={name: value})
    problems = diversa.audit_release(folder, reference=table).problems
    assert any(f"people.{name} must be as counted" in line for line in problems)


@pytest.mark.parametrize("name", ["most_rows", "row_share", "rows_known"])
@pytest.mark.parametrize(
    "words",
    [
        pytest.param({"person_rows": "all"}, id="all"),
        pytest.param(
            {"person_rows": "all", "quasi_identifiers": [*CONSTANT, "ward"]}, id="wards"
        ),
        pytest.param({"person_rows": 2, "seed": 5}, id="drawn"),
        pytest.param({"keep": "ward"}, id="kept"),
        pytest.param({"keep": "ward", "person_rows": "all"}, id="all, kept"),
    ],
)
def test_rows_that_look_alike_are_counted_again(table, tmp_path, words, name):
    folder, seed = tmp_path / "out", {"seed": 5} if "seed" in words else {}
    publish(table, folder, **words)
    found = diversa.audit_release(folder, reference=table, **seed)
    assert (found.verdict, found.problems) == (HOLDS, ())
    forge(folder, people={name: 0.01 if name != "most_rows" else 9})
    problems = diversa.audit_release(folder, reference=table, **seed).problems
    assert any(f"people.{name} must be as counted" in line for line in problems)


def test_another_table_is_not_asked_for_again(folder):
    found = diversa.audit_release(folder, reference=visits(seed=4))
    reason = found.audit.models[0].reason
    assert "the table that was given has other rows" in reason
    assert "--table" not in reason
    assert "--reference" not in "".join(found.problems)


@pytest.mark.parametrize("rows", ["all", "distinct"])
def test_rows_without_a_person_are_people(rows, tmp_path):
    frame = visits()
    frame.loc[::7, "who"] = None
    publish(frame, tmp_path / "out", missing_person="own", person_rows=rows)
    found = diversa.audit_release(tmp_path / "out", reference=frame)
    assert (found.verdict, found.problems) == (HOLDS, ())


def test_another_table_is_not_the_original(folder):
    other = visits(seed=4)
    assert diversa.audit_release(folder, reference=other).verdict is FAILS
    with pytest.raises(BesideError, match=r"table: must be the one .* the columns who"):
        diversa.audit_release(folder, reference=other.drop(columns="who"))


PEOPLE = st.lists(
    st.tuples(
        st.sampled_from("1234"),
        st.lists(st.sampled_from("hfx"), min_size=1, max_size=3),
    ),
    min_size=2,
    max_size=8,
)


@settings(max_examples=12)
@given(
    PEOPLE, st.integers(0, 1), st.integers(2, 3), st.sampled_from([Fraction(3, 2), 2])
)
def test_verdicts_are_those_of_a_count_by_hand(tmp_path_factory, people, level, k, l):
    frame = pd.DataFrame(
        [
            (f"p{number}", ward, ill)
            for number, (ward, values) in enumerate(people)
            for ill in values
        ],
        columns=["who", "ward", "ill"],
    )
    out = tmp_path_factory.mktemp("law") / "out"
    wards = [[w, pair, "*"] for w, pair in zip("1234", "AABB", strict=True)]
    words = {"quasi_identifiers": "ward", "hierarchies": {"ward": wards}}
    chosen = {"models": "k-anonymity:1", "levels": {"ward": level}, **words}
    publish(frame, out, **chosen)
    found = diversa.audit_release(
        out,
        reference=frame,
        models=[f"k-anonymity:{k}", f"frequency-l-diversity:{l}"],
        hierarchies=words["hierarchies"],
    )
    label = {w: row[level] for w, row in zip("1234", wards, strict=True)}
    groups = [
        tuple(zip(part["who"], part["ill"], strict=True))
        for _, part in frame.groupby(frame["ward"].map(label))
    ]
    assert found.problems == ()
    assert [model.holds for model in found.audit.models] == [
        True,
        min(len({who for who, _ in group}) for group in groups) >= k,
        min(map(people_l, groups)) >= l,
    ]
