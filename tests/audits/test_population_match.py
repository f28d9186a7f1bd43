# SPDX-License-Identifier: Apache-2.0
"""People of a population, matched with the labels of a published table."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import diversa
from diversa.audits.population_match import ColumnMatch
from diversa.data.dictionary import Dictionary
from diversa.errors import BesideError
from diversa.models.verdict import Verdict

RELEASE = pd.DataFrame(
    {"zip": ["130**"] * 4, "age": ["20-39"] * 4, "ill": ["flu", "flu", "hiv", "hiv"]}
)
# Whoever is 25 nearly always has flu, whoever is 35 nearly always hiv.
PEOPLE = pd.DataFrame(
    [("13001", "25", "flu")] * 98
    + [("13001", "25", "hiv")] * 2
    + [("13002", "35", "flu")] * 2
    + [("13002", "35", "hiv")] * 98
    + [("14850", "25", "flu")] * 9,
    columns=["zip", "age", "ill"],
)
GENERAL = PEOPLE.assign(zip=PEOPLE["zip"].str[:3] + "**", age=["20-39"] * len(PEOPLE))
ROLES = {"quasi_identifiers": ["zip", "age"], "sensitive": "ill"}


def believe(group, people):
    """Theorem 3.1: the belief that a person with q has s, for every q and s.

    group: rows of the group by value; people: (q, s) of those who match it.
    """
    beliefs = {}
    for q in {who for who, _ in people}:
        weights = {
            s: Fraction(n)
            * Fraction(
                sum(one == (q, s) for one in people), sum(w == q for w, _ in people)
            )
            / Fraction(sum(v == s for _, v in people), len(people))
            for s, n in group.items()
        }
        if total := sum(weights.values()):  # else the person cannot be in the group
            beliefs |= {(q, s): weight / total for s, weight in weights.items()}
    return beliefs


def inside():
    return [
        ((row.zip, row.age), row.ill)
        for row in PEOPLE.itertuples()
        if row.zip.startswith("130")
    ]


def test_beliefs_are_those_of_the_theorem():
    beliefs = believe({"flu": 2, "hiv": 2}, inside())
    surest = max(beliefs.values())
    assert surest == Fraction(98, 100)
    # positive disclosure: a belief above 1 - delta
    found = diversa.audit(
        RELEASE,
        models=["bayes-positive-disclosure:0.019", "bayes-positive-disclosure:0.5"],
        population=PEOPLE,
        **ROLES,
    )
    assert [one.verdict for one in found.models] == [Verdict.HOLDS, Verdict.FAILS]
    assert found.models[0].attained == pytest.approx(float(1 - surest))


def test_a_population_as_general_as_the_table_does_not_tell_beliefs():
    models = ["bayes-positive-disclosure:0.5", "belief-change:0.1", "k-map:200"]
    found = diversa.audit(RELEASE, models=models, population=GENERAL, **ROLES)
    verdicts = [one.verdict for one in found.models]
    assert verdicts == [Verdict.UNDECIDED, Verdict.UNDECIDED, Verdict.HOLDS]
    assert "with their own values" in str(found.models[0])


def test_boxes_that_overlap_in_a_column():
    table = pd.DataFrame(
        {
            "zip": ["1", "1", "{1, 2}", "{1, 2}"],
            "age": ["[20-29]", "[20-29]", "[30-59]", "[30-59]"],
            "ill": ["a", "b", "a", "b"],
        }
    )
    people = pd.DataFrame(
        {"zip": ["1", "1", "1", "2", "2"], "age": ["21", "29", "40", "40", "25"]}
    )
    found = diversa.audit(table, models=["k-map:2"], population=people, **ROLES)
    assert found.levels["k-map"] == 2
    assert found.holds


def test_who_fits_overlapping_groups_counts_in_each_of_them():
    table = pd.DataFrame(
        {"zip": ["1", "1"], "age": ["[20-29]", "[20-40]"], "ill": ["a", "b"]}
    )
    people = pd.DataFrame({"zip": ["1", "1"], "age": ["21", "35"]})
    asked = ["k-map:1", "k-map:2", "delta-presence:low=0,high=0.9"]
    found = diversa.audit(table, models=asked, population=people, **ROLES)
    one, two, presence = found.models
    assert one.verdict is Verdict.HOLDS
    assert (two.verdict, two.failing_groups) == (Verdict.FAILS, 1)
    assert one.attained == two.attained == found.levels["k-map"] == 1
    assert presence.verdict is Verdict.UNDECIDED
    assert "several groups" in str(presence)
    with pytest.raises(BesideError, match="several groups"):
        diversa.risk(table, quasi_identifiers=["zip", "age"], population=people)


def test_labels_that_cannot_be_read_are_undecided_without_their_hierarchy():
    table = RELEASE.assign(zip="Ithaca")
    people = PEOPLE[PEOPLE["zip"] != "14850"]
    words = {"models": "bayes-positive-disclosure:0.019", "population": people, **ROLES}
    (found,) = diversa.audit(table, **words).models
    assert found.verdict is Verdict.UNDECIDED
    assert "the values that labels of 'zip' stand for" in str(found)
    assert "--hierarchy zip=FILE" in str(found)
    levels = [("13001", "Ithaca", "*"), ("13002", "Ithaca", "*")]
    (found,) = diversa.audit(table, hierarchies={"zip": levels}, **words).models
    assert found.verdict is Verdict.HOLDS


def test_who_is_in_no_group_may_be_behind_the_stars():
    starred = pd.concat(
        [RELEASE, pd.DataFrame({"zip": ["*"], "age": ["*"], "ill": ["flu"]})]
    )
    found = diversa.audit(starred, models="k-map:9", population=PEOPLE, **ROLES)
    assert found.levels["k-map"] == 9
    assert found.holds


def test_a_release_folder_takes_further_models(tmp_path):
    table = pd.DataFrame(
        {"zip": ["13001", "13001", "13002", "13002"], "age": ["25", "25", "35", "35"],
         "ill": ["flu", "hiv", "flu", "hiv"]}
    )  # fmt: skip
    diversa.anonymize(
        table,
        models="k-anonymity:4",
        out=tmp_path / "out",
        method="mondrian",
        labels="tight",
        **ROLES,
    )
    specs = ["bayes-positive-disclosure:0.019", "distinct-l-diversity:2", "k-map:1"]
    found = diversa.audit_release(tmp_path / "out", models=specs, population=PEOPLE)
    assert found.verdict is Verdict.HOLDS
    assert found.audit.models[0].spec == "k-anonymity:4"
    assert len(found.audit.models) == 4
    more = diversa.audit_release(tmp_path / "out", models="distinct-l-diversity:3")
    assert (more.verdict, more.problems) == (Verdict.FAILS, ())
    assert "a further model fails" in more.outcome
    alone = diversa.audit_release(tmp_path / "out", models="belief-change:1")
    assert alone.verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("seed", range(40))
def test_random_releases_by_a_brute_force(seed):
    """Masks, ranges and sets of random people, matched one by one."""
    draw = np.random.default_rng(seed)
    width = int(draw.choice([5, 10, 20]))
    hidden = int(draw.integers(0, 3))

    def labels(zip_code, age):
        low = age // width * width
        shown = zip_code[: 2 - hidden] + "*" * hidden
        return shown or "*", f"{low}-{low + width - 1}"

    people = [
        (
            f"{draw.integers(10, 14)}",
            int(draw.integers(0, 40)),
            str(draw.choice(["a", "b"])),
        )
        for _ in range(60)
    ]
    chosen = [people[place] for place in draw.permutation(60)[:25]]
    table = pd.DataFrame(
        [(*labels(*one[:2]), one[2]) for one in chosen], columns=["zip", "age", "ill"]
    )
    population = pd.DataFrame(people, columns=["zip", "age", "ill"])
    found = diversa.audit(
        table,
        models=["bayes-positive-disclosure:0.1", "k-map:2"],
        population=population,
        **ROLES,
    )
    sizes, surest = [], Fraction(0)
    for (zip_label, age_label), rows in table.groupby(["zip", "age"]):
        there = [
            (one[:2], one[2])
            for one in people
            if labels(*one[:2]) == (zip_label, age_label)
        ]
        sizes.append(len(there))
        beliefs = believe(rows["ill"].value_counts().to_dict(), there)
        surest = max(surest, *beliefs.values())
    assert found.levels["k-map"] == min(sizes)
    assert found.models[0].attained == pytest.approx(float(1 - surest))


def test_a_value_that_is_a_label_is_no_value_of_another():
    labels = Dictionary.build("age", ["20-39", "20-29"], [1, 1])
    values = Dictionary.build("age", ["20-29", "25"], [1, 1])
    column = ColumnMatch.of(labels, values, None)
    place = {text: code for code, text in enumerate(labels.texts)}
    general = column.fits[values.texts.index("20-29")]
    assert np.flatnonzero(general).tolist() == [place["20-29"]]
    assert column.fits[values.texts.index("25")].all()
