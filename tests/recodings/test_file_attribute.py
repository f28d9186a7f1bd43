# SPDX-License-Identifier: Apache-2.0
"""What a saved recoding knows of values, those that were seen and later ones."""

from __future__ import annotations

import json

import pytest

from diversa.codec import from_json, to_json
from diversa.data.dictionary import Dictionary
from diversa.hierarchies.choice import mask_codes
from diversa.hierarchies.coding import Coding
from diversa.hierarchies.intervals import Intervals
from diversa.hierarchies.masking import Masking
from diversa.hierarchies.rows import Rows
from diversa.recodings.file_attribute import UNSEEN, SavedAttribute

AGES = Dictionary.build("age", [21, 25, 38, None], [1] * 4, kind="number")
PLACES = Rows(
    (("Rome", "Italy", "*"), ("Pisa", "Italy", "*"), ("Bonn", "Germany", "*"))
)


def saved(dictionary, kind, *, rule=True):
    return SavedAttribute.of(dictionary, kind.build(dictionary), kind if rule else None)


def later(*values, kind="number", name="age"):
    return Dictionary.build(name, values, [1] * len(values), kind=kind)


def test_seen_values_keep_their_labels():
    attribute = saved(AGES, Intervals((10, 20)))
    again = attribute.build(AGES)
    assert again.labels == Intervals((10, 20)).build(AGES).labels
    assert again.numbers.tolist() == Intervals((10, 20)).build(AGES).numbers.tolist()


def test_a_later_value_has_its_place_in_the_rule():
    hierarchy = saved(AGES, Intervals((10, 20))).build(later(22, 35, 47))
    assert hierarchy.labels[1] == ("20-29", "30-39", "40-49")


def test_a_value_that_would_change_the_labels_of_others_is_unseen():
    """Halves make every range of whole numbers one of fractions."""
    hierarchy = saved(AGES, Intervals((10, 20))).build(later(22, 22.5, 30))
    assert hierarchy.labels[1] == ("20-29", UNSEEN, "30-39")


def test_a_longer_code_does_not_stretch_the_masks_of_others():
    zips = later("13053", "13068", kind="text", name="zip")
    hierarchy = saved(zips, Masking(keep=3)).build(
        later("13057", "130571", kind="text", name="zip")
    )
    assert hierarchy.labels[1] == ("1305*", UNSEEN)


def test_a_longer_code_that_was_suppressed_leaves_the_rule_to_the_others():
    zips = later("13053", "13068", "148501", kind="text", name="zip")
    rule = Masking(length=5, steps=2)
    attribute = SavedAttribute.of(zips, mask_codes(rule, zips), rule)
    hierarchy = attribute.build(later("13057", "148501", kind="text", name="zip"))
    assert hierarchy.labels[1:] == (("130**", "*"), ("1****", "*"), ("*",))


def test_names_that_no_rule_knows_are_unseen():
    rome = later("Rome", "Bonn", kind="text", name="place")
    attribute = saved(rome, PLACES)
    hierarchy = attribute.build(later("Oslo", "Pisa", kind="text", name="place"))
    assert hierarchy.labels[1:] == ((UNSEEN, "Italy"), ("*",))
    assert attribute.level_labels[1] == {"Italy", "Germany"}


def test_without_a_rule_only_seen_values_are_known():
    hierarchy = saved(AGES, Intervals((10,)), rule=False).build(later(22, 25))
    assert hierarchy.labels[1] == (UNSEEN, "20-29")


def test_coded_ends_stay_coded():
    attribute = saved(AGES, Coding(top=30, then=Intervals((10,))))
    hierarchy = attribute.build(later(25, 38, 99))
    assert hierarchy.labels[0] == (25, ">=30")
    assert hierarchy.numbers.tolist() == [25.0, 25.5]


@pytest.mark.parametrize("kind", [Intervals((10,)), Coding(top=30)])
def test_a_file_holds_all_of_it(kind):
    attribute = saved(AGES, kind)
    text = json.dumps(to_json(attribute), allow_nan=False)
    again = from_json(SavedAttribute, json.loads(text), where="")
    assert again.meanings == attribute.meanings
    assert (again.name, again.kind, again.missing) == ("age", "number", True)
