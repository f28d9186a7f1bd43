# SPDX-License-Identifier: Apache-2.0
"""Plans that are nearly plans: read, and carried out where they can be."""

from __future__ import annotations

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.plan.file import plan_from_tables, plan_from_toml
from diversa.plan.settings import all_settings
from fuzzed import CANARY, JSON, NASTY, cases, changed_bytes, changed_json, run

TABLE = pd.DataFrame(
    {
        "zip": ["13053", "13068", "13053", "14850"] * 3,
        "age": [str(20 + number % 4) for number in range(12)],
        "ill": [f"{CANARY}-{number % 3}" for number in range(12)],
        "ward": ["A", "B"] * 6,
    }
)
PLAN = {
    "roles": {"quasi_identifiers": ["zip", "age"], "sensitive": ["ill"]},
    "privacy": {"models": ["k-anonymity:2"], "suppression": 0.5, "missing": "own"},
    "search": {"method": "full-domain", "seed": 0},
    "hierarchies": {
        "zip": {"kind": "masking", "length": 5},
        "age": {"kind": "intervals", "widths": [5, 10], "origin": 1},
    },
    "kinds": {"age": "number"},
    "identifiers": {"ward": "mask"},
    "reading": {"delimiter": ",", "missing": [""]},
}
TOML = b"""
[roles]
quasi_identifiers = ["zip", "age"]
sensitive = ["ill"]
[hierarchies]
zip = { kind = "masking", length = 5, keep = 2 }
age = { kind = "intervals", cuts = [[20, 22], [22]] }
[privacy]
models = ["k-anonymity:2", "entropy-l-diversity:1.5"]
suppression = 0.1
"""
WORDS = [place.key.split(".") for place in all_settings()]
CHOICES = [word for place in all_settings() for word in place.setting.choices]


def carry_out(plan):
    return diversa.anonymize(TABLE, plan, evidence=False)


@cases(40)
@given(tables=changed_json(PLAN))
def test_any_tables_are_a_plan_or_refused(tmp_path, tables):
    plan = run(lambda: plan_from_tables(tables, base=tmp_path))
    if plan is not None:
        run(lambda: carry_out(plan))


@cases(40)
@given(
    key=st.sampled_from(WORDS),
    value=JSON | st.sampled_from(CHOICES) | st.lists(st.sampled_from(["zip", "ill"])),
)
def test_any_setting_is_taken_or_refused(tmp_path, key, value):
    section, name = key
    tables = PLAN | {section: PLAN.get(section, {}) | {name: value}}
    plan = run(lambda: plan_from_tables(tables, base=tmp_path))
    if plan is not None:
        run(lambda: carry_out(plan))


@cases(25)
@given(content=changed_bytes(TOML))
def test_any_text_is_a_plan_or_refused(tmp_path, content):
    path = tmp_path / "plan.toml"
    path.write_bytes(content)
    plan = run(lambda: diversa.read_plan(path))
    if plan is not None:
        run(lambda: carry_out(plan))


KEYWORDS = [place.keyword for place in all_settings() if place.section != "reading"]


@cases(20)
@given(words=st.dictionaries(st.sampled_from(KEYWORDS), JSON, max_size=2))
def test_any_keyword_is_taken_or_refused(words):
    start = plan_from_toml(TOML.decode())
    plan = run(lambda: diversa.make_plan(**words))
    if plan is not None:
        run(lambda: diversa.anonymize(TABLE, start, evidence=False, **words))


@cases(5)
@given(text=NASTY)
def test_any_name_of_a_plan_is_refused(text):
    run(lambda: diversa.read_plan(text))
