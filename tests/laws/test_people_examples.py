# SPDX-License-Identifier: Apache-2.0
"""The worked examples of groups of people, audited as tables with a person column.

`a:hf b:f` is a person with rows h and f, and one with a row f. Expected values are
those of the specification; the judge of `people_by_hand` gives them too.
"""

from __future__ import annotations

import math
from fractions import Fraction

import pandas as pd
import pytest

import diversa
from diversa.counts.visits import groups_of_people
from diversa.errors import MissingValueError
from diversa.models import FrequencyLDiversity
from people_by_hand import EXAMPLES, NEVER, levels, parse

LOOSE = (
    "k-anonymity:1",
    "frequency-l-diversity:1",
    "distinct-l-diversity:1",
    "recursive-cl-diversity:c=1000,l=2",
    "recursive-cl-diversity:c=1000,l=3",
    "row-share:1",
)
"""Models that hold nearly everywhere, for the levels that they attain."""


def frame_of(*groups):
    """A table of groups; `?` is a missing person or value."""
    rows = [
        (None if who == "?" else who, str(number), None if ill == "?" else ill)
        for number, group in enumerate(groups)
        for who, ill in (parse(group) if isinstance(group, str) else group)
    ]
    return pd.DataFrame(rows, columns=["who", "zip", "ill"])


def audit(*groups, models=LOOSE, **words):
    """The levels of models, and the audit."""
    keywords = {"quasi_identifiers": "zip", "sensitive": "ill", "person": "who"}
    return diversa.audit(frame_of(*groups), models=models, **{**keywords, **words})


def attained(found):
    """The level of each model, as a fraction; NEVER if no bound holds."""
    return [
        NEVER
        if one.attained is None or math.isinf(one.attained)
        else Fraction(one.attained).limit_denominator(1000)
        for one in found.models
    ]


@pytest.mark.parametrize("line", EXAMPLES.strip().splitlines())
def test_a_table_of_one_group_has_the_levels_of_the_specification(line):
    text, *expected = line.split("|")
    rows, people, row_l, l, _, distinct, two, three, share, kept = levels(expected)
    found = audit(text)
    assert (found.rows, found.people) == (rows, people)
    k, frequency, different, *recursive, shares = attained(found)
    assert (k, frequency, different) == (people, l, distinct)
    assert recursive == [two, three]
    by_rows = found.models[1]
    assert Fraction(by_rows.in_rows).limit_denominator(1000) == row_l
    once = {*parse(text)}
    if len(once) < rows:  # somebody has a row twice, which nobody counts
        assert found.models[-1].verdict.value == "undecided"
    else:
        assert shares == share
    profiles = [
        [ill for who, ill in parse(text) if who == one]
        for one in dict.fromkeys(who for who, _ in parse(text))
    ]
    bound = FrequencyLDiversity(2, on="ill").most_kept(
        groups_of_people([profiles], on="ill")
    )
    assert kept <= bound.tolist()[0] <= people


def test_disjoint_groups_merge_and_shared_people_do_not_add_up():
    """Examples 17 to 19."""
    for first, second, people, l in (
        ("a:h b:f", "c:h d:x", 4, 2),
        ("a:h b:f", "a:f b:h", 2, 1),
        ("a:h b:f", "a:h c:f", 3, Fraction(3, 2)),
    ):
        united = audit(f"{first} {second}")
        assert attained(united)[:2] == [people, l]
        apart = audit(first, second, models=LOOSE[:2])
        # Somebody who knows less than a visit looks at the union of groups.
        assert apart.models[1].attained == min(2, l)


def test_missing_values():
    """Example 20."""
    models = ["frequency-l-diversity:1"]
    found = {
        (text, missing): attained(audit(text, models=models, missing=missing))[0]
        for text in ("a:h? b:f c:x", "a:h b:f c:x d:?", "a:? b:?")
        for missing in ("own", "worst")
    }
    assert found["a:h? b:f c:x", "own"] == 3
    assert found["a:h? b:f c:x", "worst"] == Fraction(3, 2)
    assert found["a:h b:f c:x d:?", "worst"] == 2
    assert found["a:? b:?", "worst"] == 1


def test_missing_persons():
    """Example 21."""
    models = ["k-anonymity:1", "frequency-l-diversity:1"]
    worst, own = (
        attained(audit("a:h b:f ?:h", models=models, missing_person=one))
        for one in ("worst", "own")
    )
    assert worst == [2, 1]
    assert own == [3, Fraction(3, 2)]
    with pytest.raises(MissingValueError):
        audit("a:h b:f ?:h", models=models)


def test_models_that_compare_with_the_table():
    """Example 22."""
    models = ["t-closeness:1", "beta-likeness:100", "delta-disclosure:100"]
    found = audit("a:hf b:h c:f", "d:x e:f g:fx", models=models)
    assert attained(found) == [Fraction(1, 4), 1, NEVER]
    ordered = audit(
        "a:hf b:h c:f",
        "d:x e:f g:fx",
        models=["t-closeness:1,distance=ordered,order=f|h|x"],
    )
    assert attained(ordered) == [Fraction(1, 8)]


def test_windows_of_numbers():
    """Example 23."""
    group = (("a", 10), ("a", 50), ("b", 12), ("c", 14), ("d", 90))
    for half, level, rows in ((2, "4/3", "5/3"), (1, "2", None), (20, "4/3", None)):
        found = audit(group, models=[f"window-diversity:l=1,delta={half}"])
        assert attained(found) == [Fraction(level)]
        if rows is not None:
            by_rows = Fraction(found.models[0].in_rows).limit_denominator(1000)
            assert by_rows == Fraction(rows)


def test_a_cap_of_two_rows():
    """Example 24: row l is twice the people's."""
    found = audit("a:hf b:xg c:hx d:fg", models=["frequency-l-diversity:1"])
    assert (attained(found), found.models[0].in_rows) == ([2], 4)


def test_a_person_in_two_groups():
    """Example 26: three quarters, whoever knows both visits."""
    found = audit("a:h b:f", "a:h c:x", models=["k-anonymity:1"])
    assert found.most_groups == 2
    assert found.all_visits == pytest.approx(0.75)


def test_cells_of_two_groups_and_their_union():
    """Example 27."""
    apart = audit("a:h b:h d:h", "a:f b:f c:f", models=LOOSE[:2])
    assert attained(apart)[0] == 3
    union = audit("a:hf b:hf c:f d:h", models=LOOSE[:2])
    assert attained(union) == [4, Fraction(4, 3)]


def test_one_name_of_two_people_raises_the_level():
    """Example 28: so a person column is never guessed."""
    people, names = (
        attained(audit(text, models=LOOSE[:2]))
        for text in ("a:h b:h c:f d:x", "a:hh c:f d:x")
    )
    assert (people, names) == ([4, 2], [3, 3])
