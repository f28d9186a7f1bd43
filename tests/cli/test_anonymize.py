# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import csv
import json
from collections import Counter

import pandas as pd
import pytest

from snapshots import files_of

KEYS = {
    "method",
    "levels",
    "rows_in",
    "rows_out",
    "suppressed",
    "models",
    "metrics",
    "seconds",
    "files",
}


@pytest.fixture
def anonymize(diversa, figure_1):
    def run(*words, out="release"):
        method = [] if "--method" in words else ["--method", "full-domain"]
        target = ["--out", out, "--replace"]
        return diversa("anonymize", figure_1, *target, *method, *words)

    return run


@pytest.fixture
def published(anonymize, made_once):
    """What was said when the release of the plan was published in this folder."""
    return made_once("figure 2", lambda: anonymize("--plan", "plan.toml"))


@pytest.fixture
def told(anonymize, made_once):
    """The same, told in JSON."""
    ran = made_once(
        "figure 2 in JSON", lambda: anonymize("--plan", "plan.toml", "--json")
    )
    return ran.json


def read(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def group_sizes(rows, *columns):
    return Counter(tuple(row[column] for column in columns) for row in rows)


def test_keys(told, folder):
    assert told.keys() >= KEYS
    assert told["method"] == "full-domain"
    assert told["levels"] == {"zip": 2, "age": 1, "nationality": 1}
    assert (told["rows_in"], told["rows_out"], told["suppressed"]) == (12, 12, 0)
    assert told["seconds"].keys() >= {"count", "search", "recode", "audit", "write"}
    (model,) = told["models"]
    assert model == {
        "spec": "k-anonymity:4",
        "verdict": "holds",
        "holds": True,
        "attained": 4,
        "failing_groups": 0,
        "failing_rows": 0,
    }
    assert all((folder / name).is_file() for name in told["files"])


def test_figure_2_is_published(published, folder):
    assert published.code == 0
    rows = read(folder / "release/release.csv")
    assert group_sizes(rows, "zip", "age", "nationality") == {
        ("130**", "<30", "*"): 4,
        ("148**", ">=40", "*"): 4,
        ("130**", "30-39", "*"): 4,
    }
    assert Counter(row["condition"] for row in rows) == {
        "Heart Disease": 3,
        "Viral Infection": 4,
        "Cancer": 5,
    }


def test_words_instead_of_a_plan(anonymize, folder):
    done = anonymize(
        *("--qi", "zip,age", "--sensitive", "condition", "--identifier", "nationality"),
        *("--model", "k-anonymity:4", "--model", "distinct-l-diversity:3"),
        *("--hierarchy", "age=20,40", "--hierarchy", "zip=masking", "--json"),
        "--rows-are-people",
    )
    assert done.code == 0, done.stderr
    assert [one["holds"] for one in done.json["models"]] == [True, True]
    rows = read(folder / "release/release.csv")
    assert set(rows[0]) == {"zip", "age", "condition"}
    assert min(group_sizes(rows, "zip", "age").values()) >= 4


def test_options_take_the_place_of_what_the_plan_says(anonymize):
    words = ["--plan", "plan.toml", "--model", "k-anonymity:12", "--json"]
    found = anonymize(*words, "--qi", "zip,age").json
    assert found["levels"].keys() == {"zip", "age"}
    assert found["models"][0]["spec"] == "k-anonymity:12"
    assert found["models"][0]["attained"] == 12


def test_suppression_as_stars(anonymize, folder):
    words = [
        "--qi",
        "zip",
        "--hierarchy",
        "zip=suppression",
        "--model",
        "k-anonymity:3",
    ]
    limits = ["--suppression", "1/2", "--suppress-by", "star", "--json"]
    found = anonymize(*words, *limits).json
    assert found["rows_out"] == 12
    assert found["suppressed"] == 4
    sizes = group_sizes(read(folder / "release/release.csv"), "zip")
    assert sizes == {("13053",): 4, ("13068",): 4, ("*",): 4}


def test_parquet(anonymize, folder):
    found = anonymize("--plan", "plan.toml", "--format", "parquet", "--json").json
    assert str(found["files"][-1]).endswith(("release.parquet", "report.html"))
    content = (folder / "release/release.parquet").read_bytes()
    assert content[:4] == content[-4:] == b"PAR1"


def test_tokens_stay_outside(anonymize, folder):
    words = ["--plan", "plan.toml", "--qi", "zip,age", "--identifier", "nationality"]
    words += ["--rows-are-people"]
    done = anonymize(*words, "--identifiers-as", "tokens", "--tokens", "secret.csv")
    assert done.code == 0, done.stderr
    tokens = {row["token"]: row["value"] for row in read(folder / "secret.csv")}
    rows = read(folder / "release/release.csv")
    assert Counter(tokens[row["nationality"]] for row in rows)["American"] == 6


def test_identifiers_of_the_plan_are_masked(anonymize, folder):
    text = (folder / "plan.toml").read_text()
    roles = 'identifiers = ["nationality"]\nquasi_identifiers = ["zip", "age"]'
    old = 'quasi_identifiers = ["zip", "age", "nationality"]'
    changed = text.replace(old, roles).replace(
        'nationality = { kind = "suppression" }', ""
    )
    (folder / "plan.toml").write_text(changed)
    words = ("--plan", "plan.toml", "--rows-are-people")
    assert anonymize(*words, "--identifiers-as", "mask").code == 0
    rows = read(folder / "release/release.csv")
    assert {row["nationality"] for row in rows} == {"*****"}


def test_hashed_identifiers_need_a_key(anonymize, monkeypatch, folder):
    words = ["--plan", "plan.toml", "--qi", "zip,age", "--identifier", "nationality"]
    words += ["--rows-are-people"]
    monkeypatch.delenv("DIVERSA_KEY", raising=False)
    done = anonymize(*words, "--identifiers-as", "hash")
    assert done.code == 2
    assert "DIVERSA_KEY" in done.stderr
    monkeypatch.setenv("DIVERSA_KEY", "sixteen bytes at least")
    assert anonymize(*words, "--identifiers-as", "hash").code == 0
    assert "Russian" not in (folder / "release/release.csv").read_text()


@pytest.mark.parametrize("treatment", ["hash", "tokens", "mask"])
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_nothing_is_left_of_a_number_that_is_an_identifier(
    diversa, monkeypatch, folder, treatment, kind
):
    monkeypatch.setenv("DIVERSA_KEY", "sixteen bytes at least")
    numbers = [777067046 + 1_000_003 * place for place in range(12)]
    table = pd.DataFrame(
        {
            "number": numbers,
            "zip": [13050 + place % 2 for place in range(12)],
            "age": [20 + place % 3 for place in range(12)],
            "ill": ["flu", "cold", "burn"] * 4,
        }
    )
    if kind == "parquet":
        table.to_parquet(folder / "people.parquet")
    else:
        table.to_csv(folder / "people.csv", index=False)
    done = diversa(
        *("anonymize", f"people.{kind}", "--identifier", "number", "--qi", "zip,age"),
        *(
            "--sensitive",
            "ill",
            "--model",
            "k-anonymity:2",
            "--method",
            "mondrian",
            "--labels",
            "tight",
        ),
        *("--identifiers-as", treatment, "--out", "people"),
        *(("--tokens", "tokens.csv") if treatment == "tokens" else ()),
    )
    assert done.code == 0, done.stderr
    written = [path for path in (folder / "people").iterdir() if path.is_file()]
    texts = [path.read_bytes().decode("utf-8", "ignore") for path in written]
    if kind == "parquet":
        texts += [
            pd.read_parquet(path).to_csv()
            for path in written
            if path.suffix == ".parquet"
        ]
    for text in [done.stdout, done.stderr, *texts]:
        assert not any(str(number) in text for number in numbers)
        assert not any(f"{number:,}" in text for number in numbers)


def test_mapping(anonymize, folder):
    words = ["--plan", "plan.toml", "--mapping", "mapping.csv"]
    assert anonymize(*words).code == 0
    rows = read(folder / "mapping.csv")
    assert {"attribute": "age", "value": "28", "published": "<30"} in rows


def test_levels_files_of_a_folder(anonymize, folder):
    (folder / "levels").mkdir()
    lines = ["Russian;Europe;*", "American;America;*", "Japanese;Asia;*"]
    text = "\n".join([*lines, "Indian;Asia;*"])
    (folder / "levels" / "inpatients_hierarchy_nationality.csv").write_text(text)
    words = ["--qi", "nationality", "--model", "k-anonymity:2", "--json"]
    found = anonymize(*words, "--hierarchies", "levels").json
    assert found["levels"] == {"nationality": 0}
    stricter = anonymize(*words, "--hierarchies", "levels", "--model", "k-anonymity:3")
    assert stricter.json["levels"] == {"nationality": 2}


def test_a_file_of_another_make(diversa, folder):
    (folder / "odd.txt").write_bytes("Müller;013;5\nWeiß;013;6\n".encode("latin-1"))
    words = ["--no-header", "--delimiter", ";", "--encoding", "latin-1"]
    roles = [
        "--identifier",
        "column1",
        "--qi",
        "column2,column3",
        "--number",
        "column3",
    ]
    done = diversa(
        *("anonymize", "odd.txt", *words, *roles),
        *("--model", "k-anonymity:2", "--out", "release"),
        *("--method", "full-domain"),
    )
    assert done.code == 0, done.stderr
    rows = read(folder / "release/release.csv")
    assert [row["column2"] for row in rows] == ["013", "013"]


@pytest.mark.usefixtures("published")
def test_same_input_gives_the_same_bytes(anonymize, folder):
    anonymize("--plan", "plan.toml", out="again")
    assert files_of(folder / "again") == files_of(folder / "release")


@pytest.mark.parametrize("method", ["mondrian", "local-recoding", "auto"])
def test_other_methods(anonymize, folder, method):
    words = ["--plan", "plan.toml", "--method", method, "--labels", "tight"]
    done = anonymize(*words)
    assert done.code == 0, done.stderr
    assert done.stdout.startswith("PUBLISHED  12 of 12 rows")
    rows = read(folder / "release/release.csv")
    assert min(group_sizes(rows, "zip", "age", "nationality").values()) >= 4
    found = anonymize(*words, "--json").json
    assert found["groups"] == len(group_sizes(rows, "zip", "age", "nationality"))


def test_no_solution(anonymize, folder):
    done = anonymize("--plan", "plan.toml", "--model", "k-anonymity:13", "--json")
    assert done.code == 1
    assert "no generalization satisfies the models" in done.json["error"]
    assert done.json["attained"] == {"k-anonymity:13": 12}
    assert "k-anonymity:13: fully generalized the table attains k = 12" in done.stderr
    assert not (folder / "release").exists()


def test_chosen_levels_are_published(anonymize, told, folder):
    searched = (folder / "release/release.csv").read_bytes()
    levels = ",".join(f"{name}={level}" for name, level in told["levels"].items())
    chosen = anonymize("--plan", "plan.toml", "--levels", levels, "--json").json
    assert chosen["levels"] == told["levels"]
    assert chosen["search"]["algorithm"] == "chosen levels"
    assert (folder / "release/release.csv").read_bytes() == searched


def test_chosen_levels_that_fail_are_refused(anonymize, folder):
    done = anonymize(
        "--plan", "plan.toml", "--levels", "zip=0,age=0,nationality=0", "--json"
    )
    assert done.code == 1
    assert "levels: the models do not hold at these levels" in done.json["error"]
    assert done.json["attained"]["k-anonymity:4"] == 1
    assert not (folder / "release").exists()


@pytest.mark.parametrize("levels", ["zip", "zip=x", "=1", "zip=-1", "zip=1,,age=0"])
def test_levels_that_cannot_be_read(levels, anonymize, folder):
    done = anonymize("--plan", "plan.toml", "--levels", levels)
    assert done.code == 2
    assert "--levels must be a level for each quasi-identifier" in done.stderr
    assert not (folder / "release").exists()


def test_manifest_is_what_was_printed(told, folder):
    manifest = json.loads((folder / "release/manifest.json").read_text("utf-8"))
    assert manifest["levels"] == told["levels"]
    assert manifest["metrics"] == told["metrics"]


def test_an_identifier_that_repeats_is_asked_for(anonymize, folder):
    done = anonymize(
        "--plan", "plan.toml", "--qi", "zip,age", "--identifier", "nationality"
    )
    assert done.code == 2
    assert "'nationality' repeats: 12 rows have 4 different values" in done.stderr
    for answer in ("--person", "--not-the-subject"):
        assert f"{answer} nationality" in done.stderr
    assert "--rows-are-people" in done.stderr
    assert not (folder / "release").exists()


ROLES = ["--qi", "zip,age,nationality", "--sensitive", "condition", "--no-ledger"]
TWICE = [*ROLES[:-1], "--ledger", "mine.json"]


def test_a_second_release_is_warned_of(diversa, figure_1, folder):
    two_tables = ["--method", "anatomy", "--model", "frequency-l-diversity:2"]
    two_tables.append("--no-nearby")
    first = diversa("anonymize", figure_1, *TWICE, *two_tables, "--out", "a")
    assert first.code == 0
    assert "Warning: " not in first.stdout
    words = [
        "anonymize",
        figure_1,
        *TWICE,
        "--method",
        "mondrian",
        "--labels",
        "tight",
        "--model",
    ]
    second = diversa(*words, "k-anonymity:4", "--out", "b", "--json")
    assert second.code == 0
    found = second.json["second_release"]
    assert (found["release"], found["overlap"], found["anyway"]) == ("a", 1.0, False)
    assert (folder / "mine.json").stat().st_mode & 0o077 == 0
    third = diversa(*words, "k-anonymity:3", "--out", "c")
    assert "Warning: 100% of these people, as quasi-identifiers tell," in third.stdout
    anyway = ["--second-release-anyway", "--out", "d"]
    assert diversa(*words, "k-anonymity:6", *anyway).code == 0
    manifest = json.loads((folder / "d" / "manifest.json").read_text())
    assert manifest["second_release"]["anyway"] is True


def test_auto_is_the_method_without_a_plan(diversa, hospital_table):
    words = ["--identifier", "name", "--qi", "zip,born,sex", "--model", "k-anonymity:5"]
    run = diversa("anonymize", hospital_table, *words, "--out", "free", "--json").json
    assert "auto chose" in run["search"]["reason"]
    assert "because" in run["search"]["reason"]
    words += ["--out", "levels", "--json", "--algorithm", "exhaustive"]
    levels = diversa("anonymize", hospital_table, *words).json
    assert levels["method"] == "full-domain"
    assert "only that has search.algorithm" in levels["search"]["reason"]
