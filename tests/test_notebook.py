# SPDX-License-Identifier: Apache-2.0
"""Results show themselves in a notebook: escaped, and nothing raw."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

import diversa
from diversa import notebook

CANARY = "<script>canary</script>"
ROLES = {"quasi_identifiers": ["age", "zip"], "sensitive": ["ill"]}


class Tags(HTMLParser):
    """Collects the tags of a page, and complains where they do not match."""

    def __init__(self, page):
        super().__init__()
        self.open, self.seen, self.text = [], set(), []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):  # noqa: ARG002 - the parser hands it over
        self.seen.add(tag)
        if tag != "img":  # it holds nothing, and has no end
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


@pytest.fixture(scope="module")
def table():
    """Eight people, of whom four have an illness that nobody may read."""
    return {
        "name": [f"{CANARY}{number}" for number in range(8)],
        "age": [20, 21, 22, 23, 50, 51, 52, 53],
        "zip": ["13053"] * 4 + ["14853"] * 4,
        "ill": [CANARY, "flu"] * 4,
    }


@pytest.fixture(scope="module")
def frame(table):
    import pandas as pd

    return pd.DataFrame(table)


@pytest.fixture(scope="module")
def release(frame):
    return diversa.anonymize(
        frame,
        identifiers=["name"],
        models=["k-anonymity:4"],
        hierarchies={"age": diversa.Intervals([30]), "zip": diversa.Masking(5)},
        **ROLES,
    )


def result(result):
    page = result._repr_html_()
    assert "canary" not in page
    return Tags(page)


def test_a_release_says_whether_it_holds_and_what_it_lost(release):
    tags = result(release)
    assert "HOLDS" in tags.text
    assert {"k-anonymity:4", "k = 4", "loss"} <= set(tags.text)


def test_an_audit_shows_verdicts_and_levels_but_no_group(frame):
    audit = diversa.audit(frame, models=["k-anonymity:2"], groups=5, **ROLES)
    tags = result(audit)
    assert {"DOES NOT HOLD", "fails", "k = 1"} <= set(tags.text)
    assert "13053" not in "".join(tags.text)


def test_an_audit_without_models_has_no_verdict(frame):
    assert "LEVELS" in result(diversa.audit(frame, **ROLES)).text


def test_attacks_show_whom_they_expose_but_no_belief(frame):
    attacks = diversa.attack(frame, target={"age": "20"}, **ROLES)
    tags = result(attacks)
    assert {"linking", "100 %"} <= set(tags.text)
    assert any(text.startswith("The target matches 1 row") for text in tags.text)


def test_a_risk_shows_attackers_and_columns(frame):
    risk = diversa.risk(frame, quasi_identifiers=["age", "zip"], sampling_fraction=0.5)
    tags = result(risk)
    assert {"prosecutor", "age", "100 %"} <= set(tags.text)
    assert any("Unique in the population" in text for text in tags.text)


def test_a_comparison_shows_both_and_the_difference(tmp_path, frame):
    paths = []
    for name, k in (("a", 2), ("b", 4)):
        folder = tmp_path / name
        diversa.anonymize(
            frame,
            out=folder,
            models=[f"k-anonymity:{k}"],
            hierarchies={
                "age": diversa.Intervals([2, 30]),
                "zip": diversa.Suppression(),
            },
            **ROLES,
        )
        paths.append(folder)
    tags = result(diversa.compare(*paths))
    assert {"Risk of being found", "B is safer"} <= set(tags.text)


def test_an_audit_of_a_release_says_what_is_wrong_with_it(tmp_path, frame):
    folder = tmp_path / "release"
    hierarchies = {"age": diversa.Intervals([30]), "zip": diversa.Masking(5)}
    diversa.anonymize(
        frame, out=folder, models=["k-anonymity:4"], hierarchies=hierarchies, **ROLES
    )
    assert "HOLDS" in result(diversa.audit_release(folder)).text
    rows = (folder / "release.csv").read_text().splitlines(keepends=True)
    (folder / "release.csv").write_text("".join(rows[:-1]))
    assert "DOES NOT HOLD" in result(diversa.audit_release(folder)).text


def test_every_text_is_escaped():
    page = notebook.result(
        notebook.verdict(CANARY, CANARY, tone="holds"),
        notebook.say(CANARY),
        notebook.table(CANARY, [CANARY], [[CANARY]]),
        notebook.bars(CANARY, [CANARY, CANARY], [(CANARY, 3)]),
    )
    assert "script" not in Tags(page).seen


def test_a_table_without_rows_is_not_shown():
    assert notebook.table("title", ["head"], []) == ""


def test_the_longest_bar_is_for_the_greatest_and_nothing_has_none():
    page = notebook.bars("sizes", ("size", "groups"), [("1", 0), ("2", 5), ("3", 10)])
    assert [f"width:{width}em" in page for width in ("0.00", "6.00", "12.00")] == [
        True,
        True,
        True,
    ]


def test_a_sweep_shows_its_picture_and_its_points(frame):
    hierarchies = {"age": diversa.Intervals([2, 30]), "zip": diversa.Suppression()}
    with diversa.open(frame, hierarchies=hierarchies, **ROLES) as table:
        sweep = table.sweep({"k": [2, 4]}, models=["k-anonymity:2"])
    tags = result(sweep)
    assert "img" in tags.seen
    assert {"k", "average risk", "yes"} <= set(tags.text)
