# SPDX-License-Identifier: Apache-2.0
"""Models and gaps in the words of a page."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import diversa
from diversa.audits import people_behind
from diversa.audits.audit import NOT_SAID
from diversa.audits.population_match import (
    AMBIGUOUS,
    AVERAGED,
    GENERALIZED,
    unread_gap,
)
from diversa.audits.row_places import OVERLAP
from diversa.models.needs import (
    ALIKE,
    AROUND,
    NOT_COUNTED,
    NOT_GIVEN,
    no_rows,
    no_tree,
)
from diversa.plan.sections import LANGUAGES
from diversa.report.language import speaking, texts_of
from diversa.report.model_words import gap_words, lacking
from report_words import judged

GAPS = {
    **NOT_GIVEN,
    "around": AROUND,
    "taxonomy": no_tree("zip {1}' of"),
    "suppressed": no_rows(1234),
    "generalized": GENERALIZED,
    "overlap": AMBIGUOUS,
    "averages": AVERAGED,
    "labels": unread_gap("zip"),
    "persons": NOT_SAID,
    "not_shown": people_behind.NOT_SHOWN,
    "inside": people_behind.INSIDE,
    "capped": people_behind.CAPPED,
    "other_draw": people_behind.OTHER_DRAW,
    "other_table": people_behind.OTHER_TABLE,
    "not_counted": NOT_COUNTED,
    "unnamed": people_behind.UNNAMED,
    "placed": OVERLAP,
    "alike": ALIKE,
    "behind": people_behind.AVERAGED,
}
"""Every gap that an audit may find, by its key in the languages."""


@pytest.mark.parametrize("name", GAPS)
def test_every_gap_has_words_in_every_language(name):
    gap, said = GAPS[name], set()
    for code in LANGUAGES:
        with speaking(code):
            said.add(gap_words(gap.missing, gap.needs))
    assert (gap.missing, gap.needs) in said
    assert len(said) == len(LANGUAGES)
    assert f"gaps.{name}.missing" in texts_of("en")


def test_the_values_of_a_gap_stand_in_its_translation():
    with speaking("de"):
        assert "„zip“" in gap_words(unread_gap("zip").missing, "")[0]
        assert "1.234" in gap_words(no_rows(1234).missing, "")[0]


def test_an_undecided_model_names_the_missing_fact():
    gap = no_tree("ill")
    own = judged(holds=None, missing=gap.missing, needs=gap.needs)
    assert [*lacking([own])] == [f"{own.spec}: {gap}."]
    with speaking("fr"):
        (french,) = lacking([own])
    assert french.startswith(
        f"{own.spec} est indécis, car il manque : la taxonomie de « ill »."
    )


def test_an_unknown_gap_stays_as_the_manifest_says_it():
    own = judged(holds=None, missing="the weather", needs="wait")
    assert [*lacking([own])] == [f"{own.spec}: it depends on the weather; wait."]
    bare = judged(holds=None)
    assert [*lacking([bare])] == [
        f"{bare.spec} depends on something that was not given."
    ]


def gaps_of_the_source():
    """The missing fact of every `Gap(...)` of the source, with 7 for its values."""
    for path in sorted(Path(diversa.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Gap":
                parts = getattr(node.args[0], "values", [node.args[0]])
                texts = (p.value if isinstance(p, ast.Constant) else "7" for p in parts)
                yield "".join(texts)


def test_no_gap_of_the_source_lacks_its_translation():
    missing = [*dict.fromkeys(gaps_of_the_source())]
    assert len(missing) == len(GAPS)
    for code in LANGUAGES:
        with speaking(code):
            said = [gap_words(text, "")[0] for text in missing]
        assert [one == text for one, text in zip(said, missing, strict=True)] == [
            code == "en"
        ] * len(missing)
