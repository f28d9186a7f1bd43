# SPDX-License-Identifier: Apache-2.0
"""The attack as a command, on Figure 2 of the l-diversity paper."""

from __future__ import annotations

import json

import pytest

from manifests import whole

QUASI = ["zip", "age", "nationality"]
ROLES = ["--qi", ",".join(QUASI), "--sensitive", "condition"]
UMEKO = ["--target", "zip=13068", "--target", "age=21"]


def test_json(diversa, figure_2):
    done = diversa("attack", figure_2, *ROLES, "--known", "people.csv", "--json")
    assert done.code == 0
    found = {one["attack"]: one for one in done.json["attacks"]}
    assert (done.json["rows"], done.json["groups"]) == (12, 3)
    assert found["homogeneity"]["exposed"] == 4
    assert found["linking"]["certain"] == {"condition": 1}
    assert found["linking"]["matched"] == 2
    assert "Canary" not in done.stdout
    assert "Bob" not in done.stdout
    assert {one["attack"] for one in done.json["not_made"]} >= {"presence", "proximity"}


def test_a_target_is_told_its_values(diversa, figure_2):
    words = ["attack", figure_2, *ROLES, *UMEKO, "--exclude", "canary heart"]
    beliefs = diversa(*words, "--json").json["target"]["beliefs"]
    assert beliefs[0]["value"] == "Canary Virus"
    assert (beliefs[0]["posterior"], beliefs[0]["with_facts"]) == (1 / 2, 1)
    page = diversa(*words).stdout
    assert "known by zip, age, matches 4 rows in 1 group" in page
    assert "sensitive values: asked for by --target" in page
    assert any(
        line.split()[-3:] == ["0.3333", "0.5", "1"] for line in page.splitlines()
    )


@pytest.fixture
def release(figure_2, folder):
    """A folder with the manifest of Figure 2, with what an attack reads."""
    (folder / "release").mkdir()
    figure_2.rename(folder / "release" / "release.csv")
    manifest = whole(
        roles={"quasi_identifiers": QUASI, "sensitive": ["condition"]},
        columns=[*QUASI, "condition"],
        promise={"models": ["k-anonymity:4"], "missing": None},
        rows_out=12,
        files={"release.csv": {"sha256": ""}},
    )
    (folder / "release" / "manifest.json").write_text(json.dumps(manifest))
    return folder / "release"


def test_release_folder(diversa, release):
    words = ["attack", release, "--known", "people.csv", *UMEKO]
    found = diversa(*words, "--exclude", "condition=Canary Heart", "--json").json
    (linking,) = [one for one in found["attacks"] if one["attack"] == "linking"]
    assert (linking["matched"], linking["alone"], linking["worst"]) == (2, 0, 1 / 4)
    # The other person's rows are all of one condition: it is certain.
    assert (linking["exposed"], linking["certain"]) == (1, {"condition": 1})
    assert found["target"]["beliefs"][0]["with_facts"] == 1


def test_a_folder_says_its_columns_itself(diversa, release):
    done = diversa("attack", release, *ROLES)
    assert done.code == 2
    assert "leave the columns to its manifest" in done.stderr


def test_numbers_and_widths(diversa, folder):
    (folder / "t.csv").write_text("zip,pay\n1,490\n1,500\n1,510\n1,1000\n")
    words = ["attack", "t.csv", "--qi", "zip", "--sensitive", "pay"]
    found = diversa(*words, "--width", "pay=20", "--json").json["attacks"]
    assert [one["worst"] for one in found if one["attack"] == "proximity"] == [3 / 4]


def test_a_population_and_a_taxonomy(diversa, folder):
    (folder / "t.csv").write_text("zip,ill\n1*,flu\n1*,asthma\n2*,ulcer\n")
    (folder / "all.csv").write_text("zip,n\n1*,4\n2*,1\n3*,7\n")
    (folder / "ill.csv").write_text("flu;lungs;*\nasthma;lungs;*\nulcer;stomach;*\n")
    words = ["--population", "all.csv", "--population-count", "n"]
    words += ["--hierarchy", "ill=ill.csv", "--ratio", "3.5"]
    roles = ["--qi", "zip", "--sensitive", "ill", "--json"]
    done = diversa("attack", "t.csv", *roles, *words)
    found = {one["attack"]: one for one in done.json["attacks"]}
    assert (found["presence"]["worst"], found["presence"]["absent"]) == (1, 7)
    assert found["similarity"]["exposed"] == 3
    assert (found["skewness"]["worst"], found["skewness"]["exposed"]) == (3, 0)
    leaves = diversa("attack", "t.csv", *roles, *words, "--height", 0).json["attacks"]
    assert [o["exposed"] for o in leaves if o["attack"] == "similarity"] == [1]


def test_a_series_of_releases(diversa, folder):
    (folder / "old.csv").write_text("key,zip,ill\nBob,*,flu\nAlice,*,asthma\n")
    (folder / "new.csv").write_text("key,zip,ill\nBob,*,flu\nCarl,*,cancer\n")
    words = ["attack", "new.csv", "--qi", "zip", "--sensitive", "ill"]
    done = diversa(*words, "--release", "old.csv", "--key", "key")
    assert done.code == 0
    assert "and one for 1 whom no release alone gives away" in done.stdout


def target_of(diversa, *words):
    return diversa("attack", "t.csv", *words, "--json").json["target"]


SECRET = ["--qi", "age", "--sensitive", "s", "--target", "age=35"]


def test_alice_within_20(diversa, folder):
    lines = [f"30-39,{pay}" for pay in (490, 500, 510, 1000)]
    (folder / "t.csv").write_text("\n".join(["age,s", *lines]))
    (found,) = target_of(diversa, *SECRET, "--width", "s=20")["intervals"]
    assert (found["low"], found["high"], found["exact"]) == ("490", "510", "3/4")
    shown = diversa("attack", "t.csv", *SECRET, "--width", "s=20").stdout
    assert "0.75 = 3/4" in shown


def test_tom_and_his_stomach(diversa, folder):
    ills = ["gastric ulcer", "dyspepsia", "gastritis"]
    (folder / "t.csv").write_text("\n".join(["age,s", *(f"30-39,{s}" for s in ills)]))
    tree = [*(f"{ill},stomach,any" for ill in ills), "flu,lungs,any"]
    (folder / "tree.csv").write_text("\n".join(tree))
    words = [*SECRET, "--hierarchy", "s=tree.csv"]
    kinds = target_of(diversa, *words)["kinds"]
    assert [(one["kind"], one["exact"]) for one in kinds] == [("stomach", "1")]
    assert "stomach" in diversa("attack", "t.csv", *words).stdout


def test_umeko_by_a_population(diversa, folder):
    table = ["<30,heart", "<30,heart", "<30,viral", "<30,viral", ">=40,cancer"]
    (folder / "t.csv").write_text("\n".join(["age,s", *table]))
    hers = ["21,heart,1", "21,viral,49", "21,cancer,50"]
    label = ["25,heart,299", "25,viral,251", "25,cancer,350", "50,cancer,9"]
    (folder / "all.csv").write_text("\n".join(["age,s,n", *hers, *label]))
    words = ["--qi", "age", "--sensitive", "s", "--target", "age=21"]
    words += ["--population", "all.csv", "--population-count", "n"]

    def exact(*more):
        beliefs = target_of(diversa, *words, *more)["beliefs"]
        return {one["value"]: one["exact"] for one in beliefs if one["with_facts"]}

    assert exact() == {"viral": "49/50", "heart": "1/50"}
    assert exact("--exclude", "viral") == {"heart": "1"}
    assert exact("--neighbour", "viral") == {"viral": "49/51", "heart": "2/51"}
    (folder / "known.csv").write_text("age,s\n24,viral\n")
    assert exact("--neighbours", "known.csv") == exact("--neighbour", "viral")
    shown = diversa("attack", "t.csv", *words).stdout
    assert "100 people of the population are like the target." in shown


BAD = {
    "a neighbour without a target": (
        [*ROLES, "--neighbour", "x"],
        "must come with target",
    ),
    "neighbours in two ways": (
        [*ROLES, *UMEKO, "--neighbour", "x", "--neighbours", "other.csv"],
        "not both",
    ),
    "neighbours of other columns": (
        [*ROLES, *UMEKO, "--neighbours", "other.csv"],
        "must have a sensitive column",
    ),
    "no such column": (["--qi", "zipp"], "did you mean 'zip'?"),
    "a target without a value": ([*ROLES, "--target", "zip"], "column=value"),
    "a target named twice": ([*ROLES, *UMEKO, *UMEKO], "once for each column"),
    "a fact without a target": ([*ROLES, "--exclude", "x"], "must come with target"),
    "a fact that never occurs": (
        [*ROLES, *UMEKO, "--exclude", "Measles"],
        "got one that never occurs there",
    ),
    "no people": ([*ROLES, "--known", "nobody.csv"], "nobody.csv"),
    "people of other columns": ([*ROLES, "--known", "other.csv"], "there are: name"),
    "a width of no number": ([*ROLES, "--width", "condition=x"], "must be a number"),
    "a key alone": ([*ROLES, "--key", "zip"], "must come with releases"),
    "a model that is none": ([*ROLES, "--model", "k-anonimity:2"], "did you mean"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input(diversa, figure_2, folder, case):
    (folder / "other.csv").write_text("name\nBob\n")
    words, message = BAD[case]
    done = diversa("attack", figure_2, *words)
    assert done.code == 2
    assert message in done.stderr
    assert "Canary" not in done.stdout + done.stderr
    assert diversa("attack", figure_2, *words, "--json").json["error"]


@pytest.fixture
def visits(folder):
    """Ann has two illnesses, and all three people of the ward have the flu."""
    rows = "who,ward,ill\nann,1,flu\nann,1,cold\nbob,1,flu\neve,1,flu\neve,1,hiv\n"
    path = folder / "visits.csv"
    path.write_text(rows + "dan,2,cold\nkim,2,hiv\n")
    return path


VISITS = ["--qi", "ward", "--sensitive", "ill"]


def test_people_are_attacked_and_not_rows(diversa, visits):
    done = diversa("attack", visits, *VISITS, "--person", "who", "--json").json
    found = {one["attack"]: one for one in done["attacks"]}
    assert (done["people"], done["rows"]) == (5, 7)
    same = found["homogeneity"]
    assert (same["unit"], same["exposed"], same["total"]) == ("person", 3, 5)
    rows = diversa("attack", visits, *VISITS, "--json").json
    assert {one["attack"]: one for one in rows["attacks"]}["homogeneity"][
        "exposed"
    ] == 0
    page = diversa("attack", visits, *VISITS, "--person", "who", "--groups", "2").stdout
    assert "7 rows of 5 people in 2 groups" in page
    assert "3 people" in page
    assert not {"ann", "bob", "eve", "dan", "kim"} & set(page.split())


def test_a_target_is_one_of_the_people(diversa, visits):
    words = ["attack", visits, *VISITS, "--person", "who", "--target", "ward=1"]
    done = diversa(*words, "--exclude", "cold", "--json").json["target"]
    beliefs = {one["value"]: one for one in done["beliefs"]}
    assert done["rows"] == 3
    assert (beliefs["flu"]["posterior"], beliefs["hiv"]["with_facts"]) == (1, 1 / 2)
    assert "matches 3 people in 1 group" in diversa(*words).stdout


def test_known_people_are_linked_with_people(diversa, visits, folder):
    (folder / "known.csv").write_text("ward\n1\n2\n")
    words = ["attack", visits, *VISITS, "--person", "who", "--known", "known.csv"]
    done = diversa(*words, "--json").json
    linked = {one["attack"]: one for one in done["attacks"]}["linking"]
    assert linked["average"] == pytest.approx((1 / 3 + 1 / 2) / 2)
    assert linked["in_people"] is True
    assert "the right person is named" in linked["words"]


def test_the_folder_of_a_release_says_what_its_record_says(diversa, visits, folder):
    out = folder / "out"
    diversa(
        *["anonymize", visits, *VISITS, "--person", "who"],
        *["--model", "k-anonymity:2", "--out", out],
    )
    done = diversa("attack", out, "--json").json
    assert "does not say whose a row is" in done["note"]
    recorded = {one["attack"]: one for one in done["recorded"]}
    assert recorded["homogeneity"]["unit"] == "person"
    page = diversa("attack", out).stdout
    assert "Attacks on people, by the record of the release" in page


def test_people_in_several_groups_cannot_be_linked_by_sums(diversa, folder):
    rows = "who,ward,age,ill\na,1,40,h\na,2,40,f\nb,1,40,f\nc,2,40,h\n"
    (folder / "v.csv").write_text(rows)
    (folder / "known.csv").write_text("age\n40\n")
    words = ["--qi", "ward,age", "--sensitive", "ill", "--person", "who"]
    done = diversa("attack", "v.csv", *words, "--known", "known.csv", "--json").json
    why = {one["attack"]: one["why"] for one in done["not_made"]}
    assert "people who are in several of them" in why["linking"]
