# SPDX-License-Identifier: Apache-2.0
"""Methods: the whole way with each, judged on what was published."""

from __future__ import annotations

import re

import pandas as pd
import pytest

import diversa
from diversa.audits.release_audit import audit_release
from diversa.data.examples import hospital, inpatients
from diversa.errors import NoSolutionError, PlanError, SourceError
from diversa.methods import METHODS
from diversa.plan.sections import METHODS as NAMES

ANY_MODEL = ["auto", "full-domain", "mondrian", "local-recoding"]
"""Methods that take any model that judges group by group."""

KNOWN = ["zip", "born", "sex"]
WORDS = {
    "quasi_identifiers": KNOWN,
    "sensitive": "condition",
    "identifiers": "name",
    "models": ["k-anonymity:5", "entropy-l-diversity:3"],
    "hierarchies": {"born": [5, 10, 20]},
}


OTHER = ("dealing", "anatomy", "mbf")
"""Methods for models of their own."""

GENERAL = [name for name in METHODS if name not in OTHER]
"""Methods for any model that judges group by group."""


@pytest.fixture(scope="module")
def patients():
    return pd.DataFrame(hospital(rows=400)).drop(columns="admitted")


def test_the_plan_knows_every_method():
    assert set(NAMES) == set(METHODS)


@pytest.mark.parametrize("method", ANY_MODEL)
def test_every_group_of_the_release_holds(method, patients):
    release = diversa.anonymize(patients, method=method, **WORDS)
    groups = release.frame.groupby(KNOWN, dropna=False).condition
    assert groups.size().min() >= 5
    assert groups.nunique().min() >= 3  # entropy 3 needs three values
    assert release.audit.groups == groups.ngroups


@pytest.mark.parametrize("method", ["mondrian", "local-recoding"])
def test_every_value_lies_in_its_box(method, patients):
    release = diversa.anonymize(patients, method=method, keep_order=True, **WORDS)
    assert release.rows_out == len(patients)
    for name in KNOWN:
        pairs = zip(patients[name].astype(str), release.frame[name], strict=True)
        assert all(covers(str(label), value) for value, label in pairs)


def covers(label: str, value: str) -> bool:
    """Read a box as a person would."""
    if found := re.fullmatch(r"\[(-?\d+)-(-?\d+)\]", label):
        return int(found[1]) <= int(value) <= int(found[2])
    if label.startswith("{"):
        return value in label.strip("{}").split(", ")
    return label in ("*", value)


def test_local_recoding_loses_less_than_the_lattice(patients):
    loss = {
        method: diversa.anonymize(patients, method=method, **WORDS).metrics["loss"]
        for method in ANY_MODEL
    }
    assert loss["local-recoding"] <= loss["mondrian"] < loss["full-domain"]


def test_auto_says_what_it_chose(patients):
    release = diversa.anonymize(patients, method="auto", **WORDS)
    assert release.method == "local-recoding"
    assert "auto chose local-recoding because" in release.search.reason


def test_the_same_input_gives_the_same_bytes(patients, tmp_path):
    texts = []
    for name in ("first", "second"):
        diversa.anonymize(
            patients.sample(frac=1, random_state=len(name)),
            method="local-recoding",
            out=tmp_path / name,
            **WORDS,
        )
        texts.append((tmp_path / name / "release.csv").read_bytes())
    assert texts[0] == texts[1]


def test_what_cannot_be_met_is_said():
    with pytest.raises(NoSolutionError, match="the whole table attains") as caught:
        diversa.anonymize(
            pd.DataFrame(inpatients()),
            quasi_identifiers=["zip", "age"],
            sensitive="condition",
            models="distinct-l-diversity:4",
            method="mondrian",
        )
    assert "12 of 12 rows" in str(caught.value)
    assert "Cancer" not in str(caught.value)


@pytest.mark.parametrize(
    ("model", "said"),
    [  # three conditions, of which Cancer has 2 of 4 rows
        ("frequency-l-diversity:3", ["no partition satisfies", "at least 1 rows"]),
        ("alpha-k-anonymity:alpha=1/4,k=2", ["no partition satisfies", "no removal"]),
        ("entropy-l-diversity:4", ["no partition satisfies", "no removal"]),
        ("m-uniqueness:3", ["no partition was found", "the method anatomy looks"]),
    ],
)
def test_no_more_is_said_than_is_known(model, said):
    """Merging breaks m-uniqueness: that the whole table fails it proves nothing."""
    ill = ["Cancer", "Cancer", "Flu", "HIV"]
    with pytest.raises(NoSolutionError) as caught:
        diversa.anonymize(
            pd.DataFrame({"age": [1, 2, 3, 4], "ill": ill}),
            quasi_identifiers="age",
            sensitive="ill",
            models=model,
            method="local-recoding",
        )
    assert all(one in str(caught.value) for one in said)


@pytest.mark.parametrize("method", GENERAL)
@pytest.mark.parametrize("known", [0, 1])
def test_a_table_of_which_all_rows_are_dropped_is_refused(method, known):
    ill = pd.Series(["Flu"] * known + [None] * (4 - known), dtype=object)
    with pytest.raises(SourceError, match=f"known sensitive value, got {known};"):
        diversa.anonymize(
            pd.DataFrame({"age": [1, 2, 3, 4], "ill": ill}),
            quasi_identifiers="age",
            sensitive="ill",
            models="k-anonymity:1",
            method=method,
            missing="drop",
        )


@pytest.mark.parametrize("method", ANY_MODEL)
def test_the_sign_of_a_zero_tells_nobody_apart(method, tmp_path):
    table = pd.DataFrame({"x": [-0.0, 0.0, 1.5, 1.5], "ill": ["Flu", "HIV"] * 2})
    words = {"quasi_identifiers": "x", "sensitive": "ill", "models": "k-anonymity:2"}
    frame = diversa.anonymize(table, method=method, **words).frame
    assert frame.x.astype(str).value_counts().tolist() == [2, 2]
    diversa.anonymize(table, method=method, out=tmp_path / "out", **words)
    written = pd.read_csv(tmp_path / "out" / "release.csv", dtype=str)
    assert written.x.value_counts().tolist() == [2, 2]


def test_a_model_of_the_whole_is_refused():
    with pytest.raises(PlanError, match="judge every group by itself"):
        diversa.anonymize(
            pd.DataFrame(inpatients()),
            quasi_identifiers=["zip", "age"],
            sensitive="condition",
            models="ck-safety:c=0.9,k=1",
            method="local-recoding",
        )


PAY = [490, 500, 510, 1000, 40, 60, 50, 80, 495, 505, 2000, 45]
NEAR = "epsilon-m-anonymity:epsilon=15,m=2"


@pytest.fixture(scope="module")
def workers():
    ages = [20, 21, 22, 23, 40, 41, 42, 43, 60, 61, 62, 63]
    return pd.DataFrame({"age": ages * 2, "pay": [*PAY, *(one + 3 for one in PAY)]})


def deal(workers, **changes):
    words = {"quasi_identifiers": "age", "sensitive": "pay", "models": NEAR}
    return diversa.anonymize(workers, **{**words, **changes})


def anonymous(group, epsilon=15, m=2):
    """(ε,m)-anonymity by its definition."""
    return all(m * sum(abs(group - x) <= epsilon) <= len(group) for x in group)


def test_auto_deals_where_merging_may_break_a_model(workers, tmp_path):
    release = deal(workers, method="auto", out=tmp_path / "out")
    assert release.method == "dealing"
    assert "auto chose dealing because merging" in release.search.reason
    table = pd.read_csv(tmp_path / "out" / "release.csv")
    assert list(table) == ["age", "pay", "group"]
    assert sorted(table.pay) == sorted(workers.pay)
    groups = table.groupby("group")
    assert all(anonymous(one) for _, one in groups.pay)
    assert (groups.age.nunique() == 1).all()
    assert audit_release(tmp_path / "out").problems == ()
    # A group whose rows do not look alike is more than one.
    path = tmp_path / "out" / "release.csv"
    lines = path.read_text("utf-8").splitlines()
    lines[1] = lines[1].replace(lines[1].split(",")[0], "20")
    path.write_text("\n".join(lines) + "\n", "utf-8")
    problems = audit_release(tmp_path / "out").problems
    assert any("rows of one group must have the same" in one for one in problems)


def test_rows_that_look_alike_are_dealt_into_two_groups():
    """{40, 50, 60, 80} is not (15,2)-anonymous; {40, 60} and {50, 80} are."""
    alike = pd.DataFrame({"age": [30] * 4, "pay": [40, 50, 60, 80]})
    with pytest.raises(NoSolutionError):
        deal(alike, method="mondrian")
    made = deal(alike, method="dealing").frame
    groups = made.groupby("group").pay.apply(sorted)
    assert sorted(groups.tolist()) == [[40, 60], [50, 80]]


@pytest.mark.parametrize(
    "model",
    [
        "epsilon-m-anonymity:epsilon=0.2,m=2,relative=true",
        "delta-l-diversity:delta=7.5,l=2",
    ],
)
def test_other_models_of_proximity_are_dealt_too(workers, model):
    release = deal(workers, method="dealing", models=[model, "k-anonymity:3"])
    assert release.frame.groupby("group").size().min() >= 3
    assert release.audit.holds


def test_the_seed_deals_other_groups(workers):
    one, again, other = (
        deal(workers, method="dealing", seed=seed).frame for seed in (1, 1, 2)
    )
    assert one.equals(again)
    assert not one.equals(other)


def test_a_full_window_is_said_with_the_rows_that_must_go(workers):
    with pytest.raises(NoSolutionError) as caught:
        deal(workers, method="dealing", models="epsilon-m-anonymity:epsilon=2000,m=2")
    message = str(caught.value)
    assert "one holds 24 of 24" in message
    assert "the whole table attains m = 1 at epsilon = 2000" in message
    # All pays lie in one window: no two rows are apart.
    assert "24 rows would have to go" in message


def test_as_few_rows_go_as_must_before_the_others_are_dealt():
    """Of 40 to 43 only one row can stay beside 90: four of six must go."""
    full = pd.DataFrame({"age": range(6), "pay": [40, 41, 42, 43, 40, 90]})
    with pytest.raises(NoSolutionError, match="4 rows would have to go"):
        deal(full, method="dealing")
    made = deal(full, method="dealing", suppression=0.7)
    assert made.suppressed == 4
    assert len(made.frame) == made.rows_out == 2
    assert anonymous(made.frame.pay)


@pytest.mark.parametrize("boxes", ["tight", "region"])
def test_sets_that_read_alike_are_told_apart_by_number(boxes):
    """{40, 60} and {50, 80} hold, but not in one group of `{x, y, z}`."""
    table = pd.DataFrame({"place": ["x", "y, z", "x, y", "z"], "pay": [40, 60, 50, 80]})
    tree = {"any": {"one": ["x", "y, z"], "two": ["x, y", "z"]}}
    release = diversa.anonymize(
        table,
        quasi_identifiers="place",
        sensitive="pay",
        models=NEAR,
        method="mondrian",
        boxes=boxes,
        hierarchies={"place": {"kind": "taxonomy", "tree": tree}},
    )
    assert set(release.frame.place) == {"{x, y, z}"}
    groups = release.frame.groupby("group").pay.apply(sorted)
    assert sorted(groups.tolist()) == [[40, 60], [50, 80]]


@pytest.mark.parametrize("method", ["mondrian", "local-recoding", "dealing"])
def test_the_loss_is_that_of_the_published_ranges_of_one_column(method):
    """Of one column the positions on its axis must not be sorted under the search."""
    ages = [1, 1, 2, 2, 3, 3, 1000]
    table = pd.DataFrame({"age": ages, "pay": [40, 90, 40, 90, 40, 90, 140]})
    release = deal(table, method=method)
    ranges = [re.findall(r"\d+", str(one)) for one in release.frame.age]
    widths = [(int(one[-1]) - int(one[0])) / 999 for one in ranges]
    assert release.metrics["loss"] == pytest.approx(sum(widths) / 7)


def test_dealing_suppresses_outliers_too_within_the_limit():
    """Age 1000 makes a group wide. With three pays too many, no room is left for it."""
    ages, pays = [1, 1, 2, 2, 3, 3, 1000], [40, 90, 40, 90, 40, 90, 140]
    table = pd.DataFrame({"age": ages, "pay": pays})
    made = deal(table, method="dealing", suppression=0.5)
    assert made.suppressed == 1
    assert "1000" not in "".join(made.frame.age.astype(str))
    assert all(anonymous(one) for _, one in made.frame.groupby("group").pay)
    fuller = pd.DataFrame({"age": [*ages, 1, 2, 3, 1], "pay": [*pays, 40, 40, 40, 40]})
    assert deal(fuller, method="dealing", suppression="3/11").suppressed == 3


@pytest.mark.parametrize("method", ["mondrian", "local-recoding"])
def test_window_diversity_needs_no_dealing(workers, method):
    release = deal(workers, method=method, models="window-diversity:delta=7.5,l=2")
    for _, pay in release.frame.groupby("age").pay:
        assert all(2 * sum((pay >= x) & (pay <= x + 15)) <= len(pay) for x in pay)


def test_dealing_without_a_model_of_proximity_is_refused(workers):
    with pytest.raises(PlanError, match="dealing must have a model of proximity"):
        deal(workers, method="dealing", models="k-anonymity:2")


MISSING_STYLES = [
    {"method": "local-recoding"},
    {"method": "mondrian", "cut": "median"},
    {"method": "mondrian", "boxes": "region"},
    {"method": "mondrian", "numbers": "star"},
    {"method": "mondrian", "numbers": "median"},
    {"method": "mdav"},
]


@pytest.mark.parametrize("words", MISSING_STYLES, ids=str)
def test_numbers_of_which_some_are_missing_stay_numbers(words):
    ages = [None if place % 9 == 0 else str(18 + place * 7 % 60) for place in range(90)]
    table = pd.DataFrame({"age": ages, "ill": ["a", "b", "c"] * 30})
    release = diversa.anonymize(
        table,
        quasi_identifiers="age",
        sensitive="ill",
        models="k-anonymity:4",
        keep_order=True,
        evidence=True,
        **words,
    )
    labels = release.frame.age.where(release.frame.age.notna(), None).astype(object)
    sizes = labels.map(str).value_counts()
    assert sizes.min() >= 4
    assert release.evidence.utility.loss == pytest.approx(release.metrics["loss"])
    if words.get("numbers", "range") == "range" and words["method"] != "mdav":
        assert any(str(label).startswith("[") for label in labels)
        assert all(map(covers_or_missing, ages, labels))


def covers_or_missing(age, label) -> bool:
    """Read a range that says that some values are missing."""
    label = "missing" if pd.isna(label) else str(label)
    whole = label.removeprefix("{").removesuffix(", missing}")
    if age is None:
        return label in ("missing", "*") or label.endswith(", missing}")
    return covers(whole, age)


def test_a_range_with_missing_values_is_read_again():
    """Everybody is found in the group that says his age may be missing."""
    ages = ["20", "21", "60", None, "61", None]
    table = pd.DataFrame({"age": ages, "ill": list("abcabc")})
    release = diversa.anonymize(
        table,
        quasi_identifiers="age",
        sensitive="ill",
        models="k-anonymity:2",
        method="mondrian",
    )
    wide = release.frame.assign(age=["[20-21]"] * 2 + ["{[60-61], missing}"] * 4)
    found = diversa.attack(wide, quasi_identifiers="age", sensitive="ill", known=table)
    assert found["linking"].matched == 6
