# SPDX-License-Identifier: Apache-2.0
"""Plan files: what is written is read back equal, what is wrong is told at once."""

from __future__ import annotations

import datetime as dt
import tomllib
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.data.read_options import ReadOptions
from diversa.errors import InputError, PlanError, SourceError
from diversa.hierarchies.declaration import KINDS
from diversa.models import MODELS
from diversa.plan.column_tables import COLUMN_TABLES
from diversa.plan.file import (
    plan_from_tables,
    plan_from_toml,
    plan_to_toml,
    read_plan,
)
from diversa.plan.keywords import make_plan
from diversa.plan.plan import Plan
from diversa.plan.settings import SECTIONS
from diversa.setting import settings_of
from examples import examples
from plans import BASE, KEY, KIND_FIELDS, VARIABLES, model_of, plans, sections

LAW = examples(60)


@pytest.fixture(autouse=True)
def _keys(monkeypatch):
    for name in VARIABLES:
        monkeypatch.setenv(name, KEY)


@pytest.fixture(scope="module", autouse=True)
def _keys_of_laws():
    with pytest.MonkeyPatch.context() as patch:
        for name in VARIABLES:
            patch.setenv(name, KEY)
        yield


def again(plan):
    """The plan, written and read."""
    return plan_from_toml(plan_to_toml(plan, base=BASE), base=BASE)


@LAW
@given(plans())
def test_a_plan_is_read_back_equal(plan):
    assert again(plan) == plan


@pytest.mark.parametrize("name", SECTIONS)
def test_every_section_is_read_back_equal(name):
    @examples(40)
    @given(sections(SECTIONS[name]))
    def law(section):
        plan = Plan(**{"roles": SECTIONS["roles"](), name: section})
        assert again(plan) == plan

    law()


@pytest.mark.parametrize("name", MODELS)
def test_every_model_is_read_back_equal(name):
    @examples(15)
    @given(model_of(MODELS[name]))
    def law(model):
        plan = make_plan(models=[model])
        assert again(plan).privacy.models == (model,)

    law()


def test_plans_have_hierarchies_of_every_kind():
    assert set(KIND_FIELDS) == set(KINDS.values())


@pytest.mark.parametrize("trim", [True, False])
def test_flags_that_may_be_left_open_are_true_or_false(trim):
    plan = plan_from_toml(f"[reading]\ntrim = {str(trim).lower()}\n")
    assert plan.reading == ReadOptions(trim=trim)
    assert again(plan) == plan


def test_a_word_is_no_flag():
    with pytest.raises(PlanError, match=r"reading\.trim: must be true or"):
        plan_from_toml('[reading]\ntrim = "no"\n')


@pytest.mark.parametrize("share", ["1/3", "0.123456789012345678901234567890", "0.05"])
def test_a_share_comes_back_exactly(share):
    plan = make_plan(suppression=share)
    assert again(plan).privacy.suppression == Fraction(share)


ANYTHING = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 2**70),
        st.floats(),
        st.text(max_size=4),
        st.sampled_from(["k-anonymity:2", "hash", "masking", "median", "drop"]),
        st.just(dt.date(2024, 2, 29)),
        st.just(dt.time(12)),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["kind", "treatment", "file", "widths", "x"]),
            inner,
            max_size=3,
        ),
    ),
    max_leaves=5,
)
TABLES = st.fixed_dictionaries(
    {},
    optional={
        **{
            name: ANYTHING
            | st.dictionaries(
                st.sampled_from([*settings_of(section)]), ANYTHING, max_size=4
            )
            for name, section in SECTIONS.items()
        },
        **{
            name: ANYTHING | st.dictionaries(st.text(max_size=2), ANYTHING, max_size=3)
            for name in COLUMN_TABLES
        },
    },
)


def fault_of(tables):
    """What is said of a plan that is refused; any other error fails."""
    try:
        plan_from_tables(tables, base=BASE)
    except InputError as error:
        return str(error)
    return None


@LAW
@given(TABLES)
def test_whatever_a_plan_holds_is_read_or_refused(tables):
    assert fault_of(tables) != ""


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_a_hierarchy_holds_is_read_or_refused(kind):
    @examples(40)
    @given(
        st.dictionaries(
            st.sampled_from([*KINDS[kind].__dataclass_fields__, "x"]), ANYTHING
        )
    )
    def law(values):
        fault = fault_of({"hierarchies": {"a": {**values, "kind": kind}}})
        assert fault is None or "hierarchies.a" in fault

    law()


def test_every_fault_is_told_with_its_table_and_key():
    text = """
roles = 3
[privacy]
models = ["k-anonymity:0", "l-diversity"]
suppression = [1]
missing = 7
[search]
seed = "x"
cut = { median = true }
[reading]
delimiter = 5
header = "no"
[kinds]
age = ["number"]
[identifiers]
name = ["hash"]
mail = { treatment = "mask", key_variable = "X" }
[hierarchies]
zip = 5
[more]
"""
    with pytest.raises(PlanError) as caught:
        plan_from_toml(text)
    starts = [
        "[more] is not a table",
        "[roles] must be a table",
        "privacy.models: k-anonymity",
        "privacy.models: model",
        "privacy.suppression: must be",
        "privacy.missing: must be",
        "search.seed: must be a whole number, got 'x'",
        "search.cut: must be",
        "reading.delimiter: must be a text, got 5",
        "reading.header: must be true or false, got 'no'",
        "kinds.age: must be one of",
        "identifiers.name: must be one of",
        "identifiers.mail: must have",
        "[hierarchies.zip] must be a table",
    ]
    for start in starts:
        assert any(fault.startswith(start) for fault in caught.value.faults), start
    assert len(caught.value.faults) == len(starts)


@pytest.mark.parametrize(
    "text", ["x = ", "[a", "x = " + "9" * 5000, "x = " + "[" * 100_000]
)
def test_what_is_no_toml_is_refused(text):
    with pytest.raises(PlanError, match="plan: must be TOML"):
        plan_from_toml(text)


def test_a_plan_that_is_not_there(tmp_path):
    with pytest.raises(SourceError, match="diversa suggest"):
        read_plan(tmp_path / "plan.toml")


def test_a_plan_that_is_no_text(tmp_path):
    (tmp_path / "plan.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SourceError, match="UTF-8"):
        read_plan(tmp_path / "plan.toml")


def test_what_was_not_given_is_left_out():
    assert plan_to_toml(make_plan()) == ""
    given = plan_to_toml(make_plan(seed=0, cut="median"))
    assert given == '[search]\nseed = 0\ncut = "median"\n'
    assert plan_to_toml(plan_from_toml(given)) == given


def test_paths_inside_the_folder_of_the_plan_are_relative(tmp_path):
    plan = make_plan(population=tmp_path / "people.csv", population_count="n")
    written = tomllib.loads(plan_to_toml(plan, base=tmp_path))
    assert written["privacy"]["population"] == {"file": "people.csv", "count": "n"}
    assert plan_from_tables(written, base=tmp_path) == plan
