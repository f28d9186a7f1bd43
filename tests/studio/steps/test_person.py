# SPDX-License-Identifier: Apache-2.0
"""What is learnt of a person, held against rows and against attacks on a release."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.errors import InputError
from diversa.studio.steps.person import PersonView, learn, somebody, values_of
from tight_labels import tight

NAMES = ["zip", "born", "sex"]


WORDS = {"models": ["k-anonymity:3", "distinct-l-diversity:2"], "suppression": 0.05}


def known_of(patients, place, names=NAMES):
    return {name: str(patients[name].iloc[place]) for name in names}


def test_somebody_who_stands_out_is_in_the_table(table):
    people = [somebody(table, number) for number in range(4)]
    assert len({tuple(known.items()) for known in people}) > 1
    for known in people:
        assert list(known) == NAMES
        assert learn(table, known).rows_before >= 1


@pytest.mark.parametrize("names", [NAMES, ["born"], ["zip", "sex"]])
@pytest.mark.parametrize("place", [0, 7, 100])
def test_before_is_what_the_rows_say(table, patients, place, names):
    known = known_of(patients, place, names)
    fits = patients[
        (patients[names].astype(str) == [known[name] for name in names]).all(axis=1)
    ]
    learnt = learn(table, known)
    assert learnt.rows_before == len(fits)
    shares = fits.condition.value_counts(normalize=True)
    (beliefs,) = learnt.beliefs
    for belief in beliefs.values:
        assert belief.before == pytest.approx(shares.get(belief.value, 0))
        assert belief.prior == pytest.approx(
            (patients.condition == belief.value).mean()
        )
        assert belief.after is None


@pytest.mark.parametrize("method", ["full-domain", "mondrian"])
@pytest.mark.parametrize("place", [3, 50])
def test_after_is_what_an_attack_on_the_release_says(table, patients, method, place):
    proposal = table.search(**WORDS, method=method, **tight(method))
    known = known_of(patients, place)
    learnt = learn(table, known, proposal)
    frame = table.publish(proposal).frame
    kinds = {"hierarchies": {"born": table.plan.hierarchies["born"]}}
    target = diversa.attack(
        frame, quasi_identifiers=NAMES, sensitive="condition", target=known,
        **(kinds if method == "full-domain" else {}),
    ).target  # fmt: skip
    assert learnt.rows_after == target.rows
    assert learnt.groups_after == target.groups
    posterior = {belief.value: belief.posterior for belief in target.beliefs}
    for belief in learnt.beliefs[0].values:
        assert (belief.after or 0) == pytest.approx(posterior.get(belief.value, 0))


def test_facts_rule_values_out(table, patients):
    known = known_of(patients, 0, ["sex"])
    first = learn(table, known).beliefs[0].values[0]
    ruled = learn(table, known, facts={"condition": [first.value]}).beliefs[0].values
    left = {belief.value: belief.before for belief in ruled}
    assert left[first.value] == 0
    assert sum(left.values()) == pytest.approx(1)
    with pytest.raises(InputError, match="sensitive column"):
        learn(table, known, facts={"sex": ["f"]})


def test_what_cannot_be_asked(table):
    with pytest.raises(InputError, match="must be known by quasi-identifiers"):
        learn(table, {"condition": "flu"})
    with pytest.raises(InputError, match="nobody in the table has it"):
        learn(table, {"zip": "00000"})


def test_sentences(table, patients):
    alone = patients.groupby(NAMES).size()
    person = dict(zip(NAMES, map(str, alone.index[alone.argmin()]), strict=True))
    proposal = table.search(models="k-anonymity:3")
    told = learn(table, person, proposal)
    assert isinstance(told, PersonView)
    assert "exactly one row fits" in told.words[0]
    assert "may be the person's" in told.words[1]
    assert "100% certain before" in told.words[2]


def test_values_to_choose_from(table, patients):
    values = values_of(table)
    assert set(values) == {*NAMES, "condition"}
    assert set(values["condition"]) == set(patients.condition)


TREE = {"any": {"lungs": ["flu", "cough"], "stomach": ["ulcer", "gastritis"]}}
ILLS = pd.DataFrame(
    {
        "age": [31, 32, 33, 41, 42, 43],
        "ill": ["ulcer", "gastritis", "flu", "flu", "cough", "ulcer"],
        "pay": [490, 500, 1000, 510, 990, 2000],
    }
)


def test_kinds_and_intervals_before_and_after():
    table = diversa.open(
        ILLS,
        quasi_identifiers="age",
        sensitive=["ill", "pay"],
        hierarchies={"ill": TREE, "age": [10]},
    )
    proposal = table.search(models="k-anonymity:3")
    learnt = {one.on: one for one in learn(table, {"age": "31"}, proposal).beliefs}
    (kind,) = learnt["ill"].wider
    assert (kind.words, kind.before, kind.after) == (
        "stomach (height 1)",
        1,
        pytest.approx(2 / 3),
    )
    (interval,) = learnt["pay"].wider
    assert (interval.words, interval.before) == ("from 490 to 500", 1)
    assert interval.after == pytest.approx(2 / 3)
    fact = learn(table, {"age": "31"}, proposal, {"ill": ("flu",)})
    assert fact.beliefs[0].wider[0].after == 1


def test_kinds_without_a_release():
    table = diversa.open(
        ILLS, quasi_identifiers="age", sensitive="ill", hierarchies={"ill": TREE}
    )
    (belief,) = learn(table, {"age": "41"}).beliefs
    assert [(one.words, one.before, one.after) for one in belief.wider] == [
        ("lungs (height 1)", 1, None)
    ]
