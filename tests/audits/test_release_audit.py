# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import hashlib
import json

import pandas as pd
import pytest

import diversa
from diversa.audits.release_audit import audit_release
from diversa.errors import BesideError, SourceError
from diversa.models.verdict import Verdict
from manifests import whole
from tight_labels import tight

FIGURE_3 = """\
zip,age,condition
1305*,<=40,Heart Disease
1305*,<=40,Viral Infection
1305*,<=40,Cancer
1305*,<=40,Cancer
1485*,>40,Cancer
1485*,>40,Heart Disease
1485*,>40,Viral Infection
1485*,>40,Viral Infection
1306*,<=40,Heart Disease
1306*,<=40,Viral Infection
1306*,<=40,Cancer
1306*,<=40,Cancer
"""
LEVELS = {
    "k-anonymity": 4,
    "distinct-l-diversity": 3,
    "frequency-l-diversity": 2,
    "entropy-l-diversity": 2.82842712474619,
    "recursive-cl-diversity": 1,
}


def manifest_of(text):
    """A manifest for the release of figure 3, with the fingerprint of a text."""
    return whole(
        roles={
            "identifiers": ["name"],
            "quasi_identifiers": ["zip", "age"],
            "sensitive": ["condition"],
        },
        columns=["zip", "age", "condition"],
        promise={
            "models": ["k-anonymity:4", "entropy-l-diversity:2.8,on=condition"],
            "missing": "raise",
            "suppression": "drop",
        },
        rows_out=12,
        audit={"rows": 12, "groups": 3, "levels": LEVELS},
        files={"release.csv": {"sha256": hashlib.sha256(text.encode()).hexdigest()}},
    )


@pytest.fixture
def release(tmp_path):
    """Write a release folder: a table, and a manifest with chosen keys changed."""

    def write(text=FIGURE_3, *, published=None, **changes):
        manifest = manifest_of(text if published is None else published)
        for key, value in changes.items():
            *parents, last = key.split("__")
            place = manifest
            for parent in parents:
                place = place[parent]
            place[last] = value
        (tmp_path / "release.csv").write_text(text, encoding="utf-8")
        (tmp_path / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
        return tmp_path

    return write


def test_a_release_that_is_what_it_says(release):
    found = audit_release(release())
    assert found.problems == ()
    assert found.holds
    assert found.audit.groups == 3
    written = found.to_json()
    assert (written["rows"], written["holds"], written["problems"]) == (12, True, [])
    assert [one["holds"] for one in written["models"]] == [True, True]


def test_a_folder_may_be_named_by_text(release):
    assert audit_release(str(release())).holds


def problems(found):
    assert not found.holds
    assert found.to_json()["holds"] is False
    return "\n".join(found.problems)


def test_a_file_that_was_changed(release):
    # Two groups are swapped: every number stays as it was.
    changed = FIGURE_3.replace("1305", "x").replace("1306", "1305").replace("x", "1306")
    found = audit_release(release(changed, published=FIGURE_3))
    assert found.problems == (
        "release.csv: must have the fingerprint of the manifest, got another one",
    )
    assert not found.holds


def test_a_promise_that_does_not_hold(release):
    found = audit_release(release(promise__models=["k-anonymity:5"]))
    assert "k-anonymity:5 must hold, got 3 groups with 12 rows" in problems(found)
    assert len(found.audit.violating) == 3
    assert len(audit_release(release(), groups=0).audit.violating) == 0


def test_a_lie_about_the_audit_is_found(release):
    found = audit_release(release(audit__levels={**LEVELS, "k-anonymity": 9}))
    assert found.problems == (
        "release.csv: levels must be as in the manifest's audit, got other numbers",
    )
    with pytest.raises(SourceError, match=r"audit\.rows must be a number of rows"):
        audit_release(release(audit={}))


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"rows_in": 16}, "rows_in must be the published, suppressed and dropped rows"),
        ({"suppressed": 3}, "rows_in must be the published, suppressed and dropped"),
        ({"rows_in": 16, "dropped": 4}, "dropped must be 0 where missing values are"),
        ({"groups": 99}, "groups must be as in the manifest's audit"),
    ],
)
def test_numbers_that_contradict_each_other_are_found(release, changes, problem):
    # Fewer suppressed rows than there were would let t-closeness hold.
    changes = {"promise__missing": "raise", **changes}
    assert problem in problems(audit_release(release(**changes)))


def test_numbers_may_differ_by_rounding(release):
    near = {**LEVELS, "entropy-l-diversity": 2.8284271247461903 * (1 + 1e-14)}
    assert audit_release(release(audit__levels=near)).holds


def test_rows_that_are_gone(release):
    text = FIGURE_3 + "1306*,<=40,Cancer\n"
    found = audit_release(release(text))
    assert "must have 12 rows, got 13" in problems(found)


def test_a_column_that_was_not_declared(release):
    lines = [f"{line},x{place}" for place, line in enumerate(FIGURE_3.splitlines())]
    found = audit_release(release("\n".join(lines) + "\n"))
    assert "columns must be zip, age, condition, got zip, age, condition, x0" in (
        problems(found)
    )
    assert found.audit is not None


def test_columns_in_another_order(release):
    found = audit_release(release(columns=["age", "zip", "condition"]))
    assert "columns must be age, zip, condition, got zip" in problems(found)


def test_a_declared_column_that_is_gone(release):
    lines = [line.split(",", 1)[1] for line in FIGURE_3.splitlines()]
    found = audit_release(release("\n".join(lines) + "\n"))
    assert "got 'zip'" in problems(found)
    assert found.audit is None
    assert found.to_json()["rows"] is None


def test_a_file_that_is_gone(release):
    folder = release()
    (folder / "release.csv").unlink()
    found = audit_release(folder)
    assert found.problems == ("release.csv: must be in the folder, got no such file",)
    assert found.to_json()["levels"] == {}


def test_a_table_that_the_manifest_does_not_know(release):
    folder = release()
    (folder / "raw.csv").write_text("name\nAda\n", encoding="utf-8")
    (folder / "report.html").write_text("", encoding="utf-8")
    found = audit_release(folder)
    assert found.problems == (
        "raw.csv: must be named in the manifest, got a table that is not",
    )


@pytest.mark.parametrize("suppression", ["drop", "star"])
def test_a_group_of_stars_counts_like_any_other(release, suppression):
    text = FIGURE_3 + "*,*,Cancer\n"
    found = audit_release(
        release(
            text, promise__suppression=suppression, promise__models=["k-anonymity:4"]
        )
    )
    assert "got 1 groups with 1 rows" in problems(found)
    assert found.audit.suppressed_rows == 1


@pytest.mark.parametrize("policy", [None, "raise", "drop"])
def test_missing_sensitive_values_that_must_not_be(release, policy):
    text = FIGURE_3.replace(",Heart Disease", ",")
    found = audit_release(release(text, promise__missing=policy))
    assert "3 of 12 rows without one" in problems(found)
    assert found.audit is None


@pytest.mark.parametrize(("policy", "holds"), [("own", True), ("worst", False)])
def test_missing_sensitive_values_by_a_policy(release, policy, holds):
    text = FIGURE_3.replace(",Heart Disease", ",")
    found = audit_release(release(text, promise__missing=policy))
    assert found.holds is holds
    # (2,1) and a row that may be any value: 3 of 4 rows may have the same one.
    assert found.audit.levels["frequency-l-diversity"] == (2 if holds else 4 / 3)


def test_an_empty_text_is_missing_unless_texts_are_compared_exactly(release):
    text = FIGURE_3.replace(",Heart Disease", ',""')
    assert "3 of 12 rows without one" in problems(audit_release(release(text)))
    assert audit_release(release(text, reading={"equality": "exact"})).holds


def test_a_table_that_cannot_be_read(release):
    found = audit_release(release(""))
    assert problems(found).startswith("release.csv: ")
    assert found.audit is None


def test_no_manifest(tmp_path):
    with pytest.raises(SourceError, match=r"release folder with a manifest\.json"):
        audit_release(tmp_path)


@pytest.mark.parametrize(
    "text", [b"{", b"\xff\xfe", b"[" * 100_000, b"[]", b"3", b"{}", b"null"]
)
def test_a_manifest_that_is_none(release, text):
    folder = release()
    (folder / "manifest.json").write_bytes(text)
    with pytest.raises(SourceError, match=r"manifest\.json"):
        audit_release(folder)


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"roles": 3}, "roles must be an object"),
        ({"roles__sensitive": "condition"}, "roles.sensitive"),
        ({"columns": [1]}, "columns"),
        ({"promise__models": []}, "promise.models"),
        ({"promise__models": ["k-anonimity:3"]}, "did you mean 'k-anonymity'"),
        ({"promise__models": ["distinct-l-diversity:2,on=x"]}, "got 'x'"),
        ({"promise__missing": "maybe"}, "promise.missing"),
        ({"promise__missing": []}, "promise.missing"),
        ({"rows_out": "12"}, "rows_out"),
        ({"rows_out": True}, "rows_out"),
        ({"audit": None}, "audit"),
        ({"files": {}}, "files"),
        ({"files": {"release.csv": "x"}}, "files"),
        ({"files": {"../release.csv": {"sha256": "x"}}}, "files"),
        ({"files": {"/etc/release": {"sha256": "x"}}}, "files"),
        ({"files": {"..\\release.csv": {"sha256": "x"}}}, "files"),
    ],
)
def test_a_manifest_with_wrong_keys(release, changes, key):
    with pytest.raises(SourceError, match=key):
        audit_release(release(**changes))


def test_every_fault_of_a_manifest_is_named(release):
    with pytest.raises(SourceError) as caught:
        audit_release(release(rows_out=None, columns=None))
    assert "columns must be" in str(caught.value)
    assert "rows_out must be" in str(caught.value)


KINDS = {"flu": "lungs", "cold": "lungs", "hiv": "blood", "hepatitis": "blood"}
ILL = pd.DataFrame({"zip": [*"abcd"], "ill": ["flu", "hiv", "cold", "hepatitis"]})


@pytest.fixture
def kinds(tmp_path):
    """The taxonomy of the sensitive values, as a file beside the release."""
    path = tmp_path / "kinds.csv"
    path.write_text("".join(f"{ill},{kind}\n" for ill, kind in KINDS.items()))
    return path


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize(
    ("model", "method"),
    [
        ("le-diversity:l=2,e=1", "local-recoding"),
        ("le-diversity:l=2,e=1", "anatomy"),
        ("le-diversity:l=2,e=1", "mbf"),
        ("subtree-frequency-diversity:l=2,e=1", "local-recoding"),
        ("t-closeness:0.4,distance=hierarchical", "mondrian"),
        ("t-closeness:0.4,distance=smoothed-js,ground=hierarchical", "mondrian"),
        ("nt-closeness:n=4,t=0.4,distance=hierarchical", "full-domain"),
    ],
)
def test_a_release_is_not_blamed_for_a_taxonomy_that_is_not_given(
    tmp_path, kinds, model, method, suffix
):
    folder, trees = tmp_path / "release", {"ill": str(kinds)}
    diversa.anonymize(
        ILL,
        quasi_identifiers="zip",
        sensitive="ill",
        models=model,
        method=method,
        **tight(method),
        hierarchies=trees,
        out=folder,
        format=suffix,
        taxonomies="none",
    )
    assert audit_release(folder, hierarchies=trees).holds
    alone = audit_release(folder)
    assert (alone.verdict, alone.problems) == (Verdict.UNDECIDED, ())
    (said,) = alone.to_json()["models"]
    assert said["missing"] == "the taxonomy of 'ill'"
    assert "--hierarchy ill=FILE" in said["needs"]
    kinds.write_text("flu,lungs\ncold,lungs\n")  # a taxonomy of another table
    with pytest.raises(BesideError, match="hierarchy of 'ill': 2 of 4 values"):
        audit_release(folder, hierarchies=trees)


def test_a_release_is_not_blamed_for_the_table_of_another(release):
    other = pd.DataFrame({"condition": ["Flu", "Flu"]})
    with pytest.raises(BesideError, match="original table: must have every value"):
        audit_release(release(), reference=other)
    with pytest.raises(BesideError, match="got 'condition'"):
        audit_release(release(), reference=other.rename(columns={"condition": "x"}))


def test_a_changed_file_is_told_whatever_is_not_given(release):
    found = audit_release(
        release(
            FIGURE_3 + "1306*,<=40,Cancer\n",
            published=FIGURE_3,
            promise__models=["k-map:2", "le-diversity:l=2,e=1,on=condition"],
        )
    )
    assert "must have the fingerprint of the manifest" in problems(found)
    assert found.verdict is Verdict.FAILS
    assert [model["verdict"] for model in found.to_json()["models"]] == [
        "undecided",
        "fails",  # a value stands twice in a group, whatever is near it
    ]
