# SPDX-License-Identifier: Apache-2.0
"""`diversa apply`: later rows on the command line, and what nobody may see of them."""

from __future__ import annotations

import csv
import json
import stat

import pytest

from snapshots import files_of

CANARY = "Canaryville"
"""A city of one person, who is suppressed."""

ROWS = [
    *(("20", "Rome", "flu"), ("21", "Rome", "gout"), ("22", "Pisa", "flu")),
    *(("31", "Bonn", "cold"), ("32", "Bonn", "flu"), ("33", "Bonn", "gout")),
    ("77", CANARY, "cold"),
]
LATER = [("25", "Pisa", "flu")] * 2 + [("38", "Kiel", "flu")] * 3
"""Two people in one group of the first release, three in the other."""

WORDS = [
    *("--qi", "age,city", "--sensitive", "ill", "--model", "k-anonymity:3"),
    *("--hierarchy", "city=city.csv", "--hierarchy", "age=10"),
]


def write(path, rows, header=("age", "city", "ill")):
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])


@pytest.fixture
def first(made_once, folder, diversa):
    return made_once("recoding", lambda: publish_first(folder, diversa))


def publish_first(folder, diversa):
    write(folder / "first.csv", ROWS)
    (folder / "city.csv").write_text(
        f"Rome;Italy\nPisa;Italy\nBonn;Germany\nKiel;Germany\n{CANARY};Nowhere\n"
    )
    done = diversa(
        *("anonymize", "first.csv", *WORDS, "--suppression", "0.2"),
        *("--out", "first", "--recoding", "recoding.json"),
    )
    assert done.code == 0, done.stderr
    return done


def published(folder):
    with (folder / "release.csv").open(encoding="utf-8", newline="") as file:
        return sorted(csv.reader(file))[:-1]  # the header comes last


@pytest.mark.usefixtures("first")
def test_the_file_stays_with_its_owner(folder):
    file = folder / "recoding.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert json.loads(file.read_text())["version"] == 1
    assert "recoding.json" not in [path.name for path in (folder / "first").iterdir()]


def test_a_value_that_the_release_hides_is_in_no_file_of_it(first, folder):
    assert CANARY in (folder / "recoding.json").read_text()
    assert not [
        name
        for name, content in files_of(folder / "first").items()
        if CANARY.encode() in content or b"Nowhere" in content
    ]
    assert CANARY not in first.stdout + first.stderr


@pytest.mark.usefixtures("first")
def test_the_file_must_not_be_inside_the_release(folder, diversa):
    done = diversa(
        *("anonymize", "first.csv", *WORDS, "--suppression", "0.2"),
        *("--out", "new", "--recoding", "new/recoding.json"),
    )
    assert done.code == 2
    assert "recoding: must not be inside the release" in done.stderr
    assert not (folder / "new").exists()


@pytest.mark.usefixtures("first")
def test_it_is_written_only_with_the_release(folder, diversa):
    done = diversa(
        *("anonymize", "first.csv", *WORDS, "--model", "k-anonymity:9"),
        *("--out", "new", "--recoding", "new.json"),
    )
    assert done.code == 1
    assert not (folder / "new.json").exists()


@pytest.mark.usefixtures("first")
def test_the_same_rows_give_the_same_file(folder, diversa):
    (folder / "city.csv").unlink()  # the recoding needs no other file
    done = diversa("apply", "recoding.json", "first.csv", "--out", "again", "--json")
    assert done.code == 0, done.stderr
    again, release = (folder / name / "release.csv" for name in ("again", "first"))
    assert again.read_bytes() == release.read_bytes()
    assert done.json["search"]["algorithm"] == "saved recoding"
    assert diversa("audit", "again").code == 0


@pytest.mark.usefixtures("first")
def test_later_rows_have_the_labels_of_the_first(folder, diversa):
    write(folder / "later.csv", LATER)
    done = diversa(
        *("apply", "recoding.json", "later.csv", "--out", "later"),
        *("--suppression", "0.5"),
    )
    assert done.code == 0, done.stderr
    rows = published(folder / "later")
    assert len(rows) == 3
    assert {tuple(row) for row in rows} == {("30-39", "Germany", "flu")}


@pytest.mark.usefixtures("first")
def test_a_model_that_fails_is_no_release(folder, diversa):
    write(folder / "later.csv", LATER)
    done = diversa("apply", "recoding.json", "later.csv", "--out", "later")
    assert done.code == 1
    assert "2 rows are in groups where one fails" in done.stderr
    assert not (folder / "later").exists()


@pytest.mark.usefixtures("first")
def test_values_never_seen_are_counted_and_not_named(folder, diversa):
    write(folder / "later.csv", [*LATER[2:], ("38", "Unseenville", "flu")])
    words = ["apply", "recoding.json", "later.csv", "--out", "later"]
    done = diversa(*words)
    assert done.code == 2
    assert "column 'city'" in done.stderr
    assert "1 others in 1 rows" in done.stderr
    assert "suppress these rows (--unseen suppress)" in done.stderr
    assert "Unseenville" not in done.stderr + done.stdout
    assert not (folder / "later").exists()
    done = diversa(*words, "--unseen", "suppress", "--json")
    assert done.code == 0, done.stderr
    assert (done.json["rows_out"], done.json["suppressed"]) == (3, 1)
    assert not [
        name
        for name, content in files_of(folder / "later").items()
        if b"Unseenville" in content
    ]


@pytest.mark.usefixtures("first")
def test_a_column_that_is_published_must_be_there(folder, diversa):
    write(folder / "later.csv", [("38", "Kiel")] * 3, header=("age", "city"))
    done = diversa("apply", "recoding.json", "later.csv", "--out", "later")
    assert done.code == 2
    assert "'ill'" in done.stderr


@pytest.mark.usefixtures("first")
def test_columns_that_came_later_are_not_published(folder, diversa):
    header = ("age", "city", "ill", "phone")
    write(folder / "later.csv", [("38", "Kiel", "flu", "555")] * 3, header=header)
    done = diversa("apply", "recoding.json", "later.csv", "--out", "later")
    assert done.code == 0, done.stderr
    assert "phone" not in (folder / "later" / "release.csv").read_text()


@pytest.mark.parametrize(
    "text",
    [
        "not JSON",
        "{}",
        "[]",
        '{"format": "diversa recoding", "version": 2}',
        '{"format": "diversa recoding", "version": 1}',
    ],
)
@pytest.mark.usefixtures("first")
def test_another_file_is_no_recoding(folder, diversa, text):
    (folder / "other.json").write_text(text)
    done = diversa("apply", "other.json", "first.csv", "--out", "later")
    assert done.code == 2
    assert "must be a recoding that Diversa saved" in done.stderr


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--method", "anatomy"], "put together from the rows at hand"),
        (
            ["--method", "mdav", "--labels", "tight", "--hierarchy", "age=10"],
            "a mean is one of the rows",
        ),
        (
            [
                "--method",
                "mondrian",
                "--labels",
                "tight",
                "--relaxed",
                "--cut",
                "median",
            ],
            "cannot be saved",
        ),
    ],
)
def test_what_means_nothing_for_other_rows_is_not_saved(folder, diversa, words, why):
    rows = [(str(20 + place // 9), "Rome", "abc"[place % 3]) for place in range(12)]
    write(folder / "t.csv", rows)
    model = "distinct-l-diversity:2" if "anatomy" in words else "k-anonymity:3"
    done = diversa(
        *("anonymize", "t.csv", "--qi", "age,city", "--sensitive", "ill"),
        *("--model", model, "--number", "age", *words),
        *("--out", "new", "--recoding", "new.json"),
    )
    assert done.code == 2, done.stdout
    assert why in done.stderr
    assert not (folder / "new").exists()


@pytest.mark.usefixtures("first")
def test_an_unknown_choice_is_refused(diversa):
    words = ["--out", "later", "--unseen", "keep"]
    done = diversa("apply", "recoding.json", "first.csv", *words)
    assert done.code == 2
    assert "unseen: must be one of refuse, suppress, got 'keep'" in done.stderr
