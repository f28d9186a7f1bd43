# SPDX-License-Identifier: Apache-2.0
"""`diversa compare`: releases side by side."""

from __future__ import annotations

import json

import pytest

from diversa.data.examples import CONDITIONS, HOSPITAL_PLAN, hospital, write_csv
from diversa.pipeline import anonymize
from tight_labels import tight


@pytest.fixture(scope="module")
def releases(tmp_path_factory):
    """A table of a hospital, published in two ways."""
    folder = tmp_path_factory.mktemp("compared")
    table = write_csv(hospital(rows=150), folder / "hospital.csv")
    plan = folder / "plan.toml"
    plan.write_text(HOSPITAL_PLAN, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:  # nobody looks at the pages here
        patch.setattr("diversa.release.publish.report_page", lambda *_, **__: "")
        for method in ("full-domain", "mondrian"):
            words = {"method": method, **tight(method)}
            anonymize(table, plan, out=folder / method, **words)
    return folder


def test_two_releases(diversa, releases):
    done = diversa("compare", releases / "full-domain", releases / "mondrian")
    assert done.code == 0
    for text in (
        "(full-domain): ",
        "(mondrian): ",
        "Risk of being found",
        "Levels attained",
        "What is left of the data",
        "B keeps more",
        "--original",
    ):
        assert text in done.stdout


def test_the_original_gives_the_losses_of_the_manifests(diversa, releases):
    """What the files show is what the searches counted on the cells."""
    table = releases / "hospital.csv"
    both = ("full-domain", "mondrian")
    done = diversa(
        "compare", *(releases / one for one in both), "--original", table, "--json"
    )
    assert done.code == 0
    found = {
        one["name"]: one for one in done.json["differences"] if one["section"] != "loss"
    }
    for side, method in zip(("first", "second"), both, strict=True):
        manifest = json.loads((releases / method / "manifest.json").read_text("utf-8"))
        for name in ("discernibility", "average-group-size"):
            assert found[name][side] == pytest.approx(manifest["metrics"][name])
        assert done.json[side]["utility"]["rows"] == 150
        assert done.json[side]["utility"]["suppressed"] == manifest["suppressed"]
    manifest = json.loads((releases / "mondrian/manifest.json").read_text("utf-8"))
    assert found["loss"]["second"] == pytest.approx(manifest["metrics"]["loss"])
    assert found["query-error-median"]["first"] > 0
    for value in CONDITIONS:
        assert value not in done.stdout


def test_tables_need_their_columns(diversa, releases):
    tables = [releases / one / "release.csv" for one in ("full-domain", "mondrian")]
    done = diversa("compare", *tables)
    assert done.code == 2
    assert "--qi: must be named" in done.stderr
    columns = ("--qi", "zip,born,sex,admitted", "--sensitive", "condition")
    done = diversa("compare", *tables, *columns, "--json")
    assert done.code == 0
    assert done.json["first"]["method"] is None
    assert done.json["differences"][0]["words"] == "A is safer"


def test_bad_input(diversa, releases):
    folder = releases / "full-domain"
    for words, said in (
        ((folder, releases / "nowhere"), "nowhere"),
        ((folder, releases), "manifest.json"),
        ((folder, folder, "--threshold", "2"), "threshold: must be from 0 to 1"),
        ((folder, folder, "--sampling-fraction", "0"), "--sampling-fraction: must be"),
        ((folder, folder, "--original", releases / "plan.toml"), "plan.toml"),
    ):
        done = diversa("compare", *words)
        assert done.code == 2, said
        assert said in done.stderr


def test_a_file_that_is_not_there(diversa):
    done = diversa("compare", "nothere", "nothing.csv")
    assert done.code == 2
    assert "nothere: there is no such file" in done.stderr
